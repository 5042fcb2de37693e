import { readFile, writeFile } from 'node:fs/promises';

const page = new URL('../../../docs/platforms/README.md', import.meta.url);
const MARKED = /(<!-- made by `pnpm generate` -->\n)[\s\S]*(<!-- end -->)/;
const UNITS = {
  characters: 'characters',
  weighted: 'weighted characters',
  bytes: 'bytes',
  utf16: 'UTF-16 units',
  graphemes: 'characters',
};

/** Writes the table of `docs/platforms/README.md` from the contract. */
export async function writePlatformTable(platforms) {
  const rows = Object.entries(platforms).map(([id, { label, text, media, costs }]) => [
    `\`${id}\``,
    label,
    `${text.max} ${UNITS[text.unit]}`,
    describe(media, 'images', media.imageTypes, media.maxImageBytes),
    describe(media, 'videos', media.videoTypes, media.maxVideoBytes),
    `${media.files}${media.mixed ? ', mixed' : ''}${media.required ? ', needed' : ''}`,
    String(costs.post),
  ]);
  const header = ['platform', 'network', 'text up to', 'pictures', 'videos', 'files', 'credits'];
  const before = await readFile(page, 'utf8');
  await writeFile(page, before.replace(MARKED, `$1\n${table([header, ...rows])}\n\n$2`));
}

function describe(media, kind, types, maxBytes) {
  if (media[kind] === 0) return 'none';
  const names = types.map((type) => type.replace(/^(image|video)\/(x-)?/, '')).join(', ');
  return `${media[kind]} (${names}; ${Math.floor(maxBytes / 1024 / 1024)} MiB)`;
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [header, ...rest] = rows;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}
