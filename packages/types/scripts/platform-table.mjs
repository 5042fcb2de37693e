import { readFile, writeFile } from 'node:fs/promises';

const docs = new URL('../../../docs/', import.meta.url);
const MARKED = /(<!-- made by `pnpm generate` -->\n)[\s\S]*?(<!-- end -->)/g;
const UNITS = {
  characters: 'characters',
  weighted: 'weighted characters',
  bytes: 'bytes',
  utf16: 'UTF-16 units',
  graphemes: 'characters',
};

/** Writes the tables of platforms in the documentation from the contract. */
export async function writePlatformTables(platforms, networks, capabilities) {
  const pages = Object.entries(platforms).map(([id, { label }]) => [`[\`${id}\`](platforms/${id}.md)`, label]);
  await fill('index.md', [table([['platform', 'network'], ...pages])]);
  await fill('platforms/README.md', [table(limitsOf(platforms, networks)), describeCapabilities(capabilities)]);
}

/** The table of capabilities, a row for each network, and the sources under it by their numbers. */
function describeCapabilities(networks) {
  const sources = [];
  const numberOf = (source) => sources.indexOf(source) + 1 || sources.push(source);
  const rows = Object.values(networks).map(({ network, cells }) => [
    network,
    ...Object.values(cells).map(({ state, source }) => (source ? `${state} (${numberOf(source)})` : state)),
  ]);
  const [{ cells }] = Object.values(networks);
  const notes = sources.map((source, at) => `${at + 1}. ${source.replace(/https:[^\s)]+/, '<$&>')}`);
  return `${table([['network', ...Object.keys(cells)], ...rows])}\n\n${notes.join('\n')}`;
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
        describeDocuments(media.documents),
        `${media.files}${media.mixed ? ', mixed' : ''}${media.required ? ', needed' : ''}`,
        media.maxAlt === 0 ? 'none' : String(media.maxAlt),
        String(costs.post),
      ]);
  });
  const header = [
    'platform',
    'network',
    'text up to',
    'pictures',
    'videos',
    'documents',
    'files',
    'descriptions',
    'credits',
  ];
  return [header, ...rows];
}

/** Writes the marked parts of a page, in their order. */
async function fill(path, parts) {
  const page = new URL(path, docs);
  const before = await readFile(page, 'utf8');
  const rest = parts.values();
  await writeFile(
    page,
    before.replace(MARKED, (_, begin, end) => `${begin}\n${rest.next().value}\n\n${end}`),
  );
}

function describe(media, kind, types, maxBytes) {
  if (media[kind] === 0) return 'none';
  const names = types.map((type) => type.replace(/^(image|video)\/(x-)?/, '')).join(', ');
  return `${media[kind]} (${names}; ${Math.floor(maxBytes / 1024 / 1024)} MiB)`;
}

function describeDocuments(documents) {
  return documents ? `${documents.files} (${Math.floor(documents.maxBytes / 1_000_000)} MB)` : 'none';
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [header, ...rest] = rows;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rest.map(line)].join('\n');
}
