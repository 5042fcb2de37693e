import { execFile } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { parseDocument } from '../docs/document.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const TESTKIT = join(ROOT, 'packages/testkit');
/** Packages of the generators, which `pnpm test:full --only clients` installs. */
const PACKAGES = join(process.env['SOCIAL_TEST_CLIENTS'] ?? '', 'node_modules');
const STRICT = {
  compilerOptions: {
    ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false, verbatimModuleSyntax: true },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ outDir: 'compiled', rootDir: '.', types: ['node'], typeRoots: [join(TESTKIT, 'node_modules/@types')] },
  },
  include: ['*.ts', 'client'],
};
const GUIDE = readFileSync(join(ROOT, 'docs/guides/generated-clients.md'), 'utf8');
/** Output of every program, as the guide shows it. */
const PRINTED = /^```text\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1];
/** Generators with what the guide says about each. */
const SECTIONS = GUIDE.split(/^## /m)
  .slice(1)
  .map((section): [string, string] => [section.split('\n')[0] ?? '', section]);

/** A row of the guide's table for each generator, with the version that is installed. */
function versionsInTable(): string[][] {
  const rows = [...GUIDE.matchAll(/^\| (\S+) +\| ([\d.]+) /gm)];
  return rows.map(([, name = '', version = '']) => [name, version]);
}

test('the guide names the generators, with the versions that are tried', () => {
  const installed = SECTIONS.map(([name]) => {
    const { version } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
    return [name, version];
  });
  expect(installed.length).toBeGreaterThanOrEqual(3);
  expect(versionsInTable()).toEqual(installed);
});

test.each(SECTIONS)('the client that %s makes compiles strictly and publishes once', async (_name, section) => {
  await using stack = await startStack();
  const { apiKey } = await stack.createWorkspace({ connect: ['profnet', 'microblog'] });
  using folder = temporaryDirectory();
  const adapt = (text: string) => text.replaceAll('http://127.0.0.1:8787', stack.url);
  const run = async (program: string, ...args: readonly string[]) => {
    const env = { PATH: process.env['PATH'], SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: apiKey };
    const ended = promisify(execFile)(program, args, { cwd: folder.path, env });
    const { stdout } = await ended.catch((error: { stdout: string; stderr: string }) => {
      throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`);
    });
    return stdout;
  };
  symlinkSync(PACKAGES, join(folder.path, 'node_modules'));
  cpSync(join(ROOT, 'scripts/demo-media/picture.jpg'), join(folder.path, 'picture.jpg'));
  writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder.path, 'tsconfig.json'), JSON.stringify(STRICT));
  const files = parseDocument(section).steps.filter((step) => step.kind === 'file');
  for (const { path, content } of files) writeFileSync(join(folder.path, path), adapt(content));

  for (const [command] of section.matchAll(/^npx .+$/gm)) await run('sh', '-c', adapt(command));
  expect(await run(join(TESTKIT, 'node_modules/.bin/tsc'), '-p', '.')).toBe('');
  const program = files.find(({ path }) => path.endsWith('.ts'))?.path.replace('.ts', '.js') ?? '';
  expect(await run('node', join('compiled', program))).toBe(PRINTED);
  const posts = (await stack.sandbox.posts()).map(({ network, text, media }) => [network, text, media.length]);
  expect(posts.toSorted()).toEqual([
    ['linkedin', 'Look', 1],
    ['linkedin', 'v2.0.0 is out', 0],
    ['x', 'v2.0.0 is out', 0],
  ]);
});
