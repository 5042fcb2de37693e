import { mkdir, writeFile } from 'node:fs/promises';

const sources = new URL('../../', import.meta.url);
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });

/** The networks and platforms of the contract, as programs read them. */
export function networksOf({ 'x-networks': given, 'x-platforms': shared, components }) {
  for (const [id, { color }] of Object.entries(given)) checkColor(id, color);
  const networks = Object.fromEntries(
    // Only the sandbox has use for the names of hosts. Capabilities have a table of their own.
    Object.entries(given).map(([id, { platform, hosts, capabilities, ...facts }]) => {
      return [id, { ...facts, platform: typeof platform === 'string' ? platform : id }];
    }),
  );
  const named = Object.entries(given).filter(([, { platform }]) => typeof platform === 'object');
  const facts = { ...shared, ...Object.fromEntries(named.map(([id, { platform }]) => [id, platform])) };
  const ids = components.schemas.PlatformId.enum;
  return { networks, platforms: Object.fromEntries(ids.map((id) => [id, platformOf(id, facts[id], networks)])) };
}

/** Checks that the color of a network has the contrast with its white glyph that WCAG asks of graphics. */
function checkColor(id, color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const contrast = 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  if (contrast >= 3) return;
  throw new Error(
    `specs/openapi.yaml: ${color} of ${id} is too pale for a white glyph: ${contrast.toFixed(1)}:1, not 3:1`,
  );
}

function platformOf(id, facts, networks) {
  const own = Object.keys(networks).filter((network) => networks[network].platform === id);
  if (own.length === 0) throw new Error(`specs/openapi.yaml: no network of x-networks serves ${id}`);
  const { connect } = networks[own[0]];
  const label = disjunction.format(new Set(own.map((network) => networks[network].label)));
  return { label, networks: own, ...(connect.asks && { signIn: connect }), ...facts };
}

/** Writes the lists of drivers and of simulated networks, each of which is a folder with the network's id. */
export async function writeRegistries(given, networks, banner) {
  const ids = Object.keys(networks);
  const folderOf = (id) => (networks[id].platform === id ? id : `${networks[id].platform}/${id}`);
  await write(
    'platforms/src/generated/drivers.ts',
    `${banner}${listOf('DRIVERS', ids, (id) => `../${folderOf(id)}/driver.ts`)}`,
  );
  const simulated = ids.filter((id) => networks[id].through === undefined);
  const definitions = listOf('definitions', simulated, (id) => `../networks/${id}/network.ts`);
  await write('sandbox/src/generated/definitions.ts', `${banner}${definitions}`);
  const shown = simulated.map((id) => [id, { label: given[id].label, hosts: given[id].hosts, glyph: given[id].glyph }]);
  const facts = JSON.stringify(Object.fromEntries(shown), null, 2);
  await write('sandbox/src/generated/networks.ts', `${banner}\nexport const networkFacts = ${facts} as const;\n`);
}

/** What the folder of each network exports as `network`, by the network's id. */
function listOf(name, ids, pathOf) {
  const nameOf = (id) => id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
  const imports = ids.map((id) => `import { network as ${nameOf(id)} } from '${pathOf(id)}';\n`);
  const members = ids.map((id) => `  '${id}': ${nameOf(id)},\n`);
  return `${imports.join('')}\nexport const ${name} = {\n${members.join('')}};\n`;
}

async function write(path, text) {
  const file = new URL(path, sources);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
}
