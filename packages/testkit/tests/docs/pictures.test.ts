import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ROOT } from './world.ts';

const PAGES = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'apps/*/README.md'];
const FOLDER = 'docs/pictures';
const MAX_BYTES = 120_000;
const MAX_BYTES_OF_ALL = 900_000;
const POST = 'social post "v1.4.0 is out" --to profnet,microblog,bluesky';

/** A picture that a page names, by its path in the repository; `alt` is undefined for the dark twin of another. */
interface Shown {
  readonly page: string;
  readonly file: string;
  readonly alt?: string | undefined;
}

const files = globSync(`${FOLDER}/*`, { cwd: ROOT }).toSorted();
const drawings = files.filter((file) => file.endsWith('.svg'));
const shown = globSync(PAGES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).flatMap(picturesOf);

function picturesOf(page: string): Shown[] {
  const text = read(page).replaceAll(/^```[\s\S]*?^```$|`[^`\n]*`/gm, '');
  const place = (address: string) => relative(ROOT, join(ROOT, dirname(page), address));
  const written = Array.from(text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g), ([, alt, address = '']) => ({
    alt,
    address,
  }));
  const elements = Array.from(text.matchAll(/<(?:img|source)\b[^>]*>/g), ([element]) => ({
    alt: element.startsWith('<img') ? (attribute(element, 'alt') ?? '') : undefined,
    address: attribute(element, 'src') ?? attribute(element, 'srcset') ?? '',
  }));
  return [...written, ...elements].map(({ alt, address }) => ({ page, file: place(address), alt }));
}

function attribute(element: string, name: string): string | undefined {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(element)?.[1];
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** The texts of a drawing without its tags, a line for each element of text. */
function textsOf(drawing: string): string[] {
  return Array.from(drawing.matchAll(/<text\b[^>]*>(.*?)<\/text>/g), ([, content = '']) =>
    content
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&'),
  );
}

test('every picture that a page shows is there, small, and described', () => {
  expect(new Set(shown.map(({ page }) => page))).toContain('README.md');
  for (const { page, file, alt } of shown) {
    expect(files, `shown by ${page}`).toContain(file);
    if (alt !== undefined) expect(alt.length, `the description of ${file} in ${page}`).toBeGreaterThan(40);
  }
  const sizes = files.map((file) => ({ file, bytes: statSync(join(ROOT, file)).size }));
  expect(sizes.filter(({ bytes }) => bytes > MAX_BYTES)).toEqual([]);
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_BYTES_OF_ALL);
});

test('every picture is shown by a page, and each page that shows a light one shows the dark one, of the same size', async () => {
  expect(files.filter((file) => !shown.some((one) => one.file === file))).toEqual([]);
  for (const { page, file } of shown.filter((one) => one.file.endsWith('-light.webp'))) {
    const dark = file.replace('-light.', '-dark.');
    expect(shown.filter((one) => one.page === page).map((one) => one.file)).toContain(dark);
    const [one, other] = await Promise.all([file, dark].map((path) => sharp(join(ROOT, path)).metadata()));
    expect([other?.width, other?.height], dark).toEqual([one?.width, one?.height]);
  }
});

test.each(drawings)('%s draws, runs nothing, loads nothing, and is light or dark', async (file) => {
  const drawing = read(file);
  expect((await sharp(join(ROOT, file)).metadata()).width).toBeGreaterThan(800);
  expect(drawing).toMatch(/<title id="title">[^<]{10,}<\/title>/);
  expect(drawing).toMatch(/<desc id="text">[^<]{100,}<\/desc>/);
  expect(drawing).not.toMatch(/<(script|foreignObject|image|use|a|iframe)\b|\son\w+=|href=|@import|javascript:/i);
  const urls = Array.from(drawing.matchAll(/url\(([^)]*)\)/g), ([, address]) => address);
  expect(urls.filter((address) => address !== '#tip')).toEqual([]);
  const attributes = Array.from(drawing.matchAll(/\s[\w:-]+="([^"]*)"/g), ([, value = '']) => value);
  expect(attributes.filter((value) => value.includes('//'))).toEqual(['http://www.w3.org/2000/svg']);
  expect(drawing).toContain('@media(prefers-color-scheme:dark)');
});

test('the recording has the commands and what they printed, of this machine only its own address, and rests where asked', () => {
  const recording = read(`${FOLDER}/recording.svg`);
  const lines = textsOf(recording);
  const commands = lines.filter((line) => line.startsWith('$')).map((line) => line.slice(1).trim());
  expect(commands).toEqual([`${POST} --dry-run`, POST, POST, '']);
  expect(lines).toContainEqual(expect.stringMatching(/^Nothing was sent\./));
  expect(lines).toContainEqual(expect.stringMatching(/^3 of 3 published · 5 credits spent/));
  expect(lines).toContainEqual(expect.stringMatching(/^Already published .* nothing was sent again/));
  expect(lines).toContainEqual(expect.stringMatching(/^3 of 3 published · 0 credits spent/));
  const hosts = Array.from(recording.matchAll(/\w+:\/\/([^/:\s"]+)/g), ([, host]) => host);
  expect(new Set(hosts)).toEqual(new Set(['www.w3.org', '127.0.0.1']));
  expect(recording).not.toMatch(/\/(home|root|tmp|work|Users|usr|var|opt|dev)\//);
  expect(recording).toContain('@media(prefers-reduced-motion:reduce){.later,.passing{animation:none}}');
});
