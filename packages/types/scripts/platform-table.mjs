import { readFile, writeFile } from 'node:fs/promises';

const docs = new URL('../../../docs/', import.meta.url);
const MARKED = /(<!-- made by `pnpm generate` -->\n)[\s\S]*(<!-- end -->)/;
const UNITS = {
  characters: 'characters',
  weighted: 'weighted characters',
  bytes: 'bytes',
  utf16: 'UTF-16 units',
  graphemes: 'characters',
};

/** Writes the tables of platforms in the documentation from the contract. */
export async function writePlatformTables(platforms, networks) {
  const pages = Object.entries(platforms).map(([id, { label }]) => [`[\`${id}\`](platforms/${id}.md)`, label]);
  await writeTable('index.md', [['platform', 'network'], ...pages]);
  await writeTable('platforms/README.md', limitsOf(platforms, networks));
}

/** The rows of what platforms take: one for each network, by its name. */
function limitsOf(platforms, networks) {
  const rows = Object.entries(platforms).flatMap(([id, { text: common, networks: own, costs }]) => {
    const byName = new Map(own.toReversed().map((network) => [networks[network].label, networks[network]]));
    return [...byName.values()]
      .toReversed()
      .map(({ label, text = {}, media }) => [
        `[\`${id}\`](${id}.md)`,
        label,
        `${text.max ?? common.max} ${UNITS[common.unit]}`,
        describe(media, 'images', media.imageTypes, media.maxImageBytes),
        describe(media, 'videos', media.videoTypes, media.maxVideoBytes),
        `${media.files}${media.mixed ? ', mixed' : ''}${media.required ? ', needed' : ''}`,
        media.maxAlt === 0 ? 'none' : String(media.maxAlt),
        String(costs.post),
      ]);
  });
  const header = ['platform', 'network', 'text up to', 'pictures', 'videos', 'files', 'descriptions', 'credits'];
  return [header, ...rows];
}

async function writeTable(path, rows) {
  const page = new URL(path, docs);
  const before = await readFile(page, 'utf8');
  await writeFile(page, before.replace(MARKED, `$1\n${table(rows)}\n\n$2`));
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
