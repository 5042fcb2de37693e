import { mkdir, writeFile } from 'node:fs/promises';

const sources = new URL('../../', import.meta.url);
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' });

/** The networks and platforms of the contract, as programs read them. */
export function networksOf({ 'x-networks': given, 'x-platforms': shared, components }) {
  const networks = Object.fromEntries(
    // Only the sandbox has use for the names of hosts.
    Object.entries(given).map(([id, { platform, hosts, ...facts }]) => {
      return [id, { ...facts, platform: typeof platform === 'string' ? platform : id }];
    }),
  );
  const named = Object.entries(given).filter(([, { platform }]) => typeof platform === 'object');
  const facts = { ...shared, ...Object.fromEntries(named.map(([id, { platform }]) => [id, platform])) };
  const ids = components.schemas.PlatformId.enum;
  return { networks, platforms: Object.fromEntries(ids.map((id) => [id, platformOf(id, facts[id], networks)])) };
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
  const drivers = Object.entries(networks).map(([id, { platform }]) => [
    id,
    `${platform === id ? '' : `${platform}/`}${id}`,
  ]);
  const simulated = Object.keys(networks).filter((id) => networks[id].through === undefined);
  const shown = simulated.map((id) => {
    const { label, hosts, glyph } = given[id];
    return [id, { label, hosts, glyph }];
  });
  await write(
    'platforms/src/generated/drivers.ts',
    `${banner}${importsOf(drivers, (folder) => `../${folder}/driver.ts`)}
/** The drivers of all networks, by id. */
export const DRIVERS = {\n${drivers.map(([id]) => `  ${propertyOf(id)},\n`).join('')}};\n`,
  );
  await write(
    'sandbox/src/generated/networks.ts',
    `${banner}
/** The simulated networks, by id, which is also the prefix of their paths. */
export const networkFacts = ${JSON.stringify(Object.fromEntries(shown), null, 2)} as const;\n`,
  );
  await write(
    'sandbox/src/generated/definitions.ts',
    `${banner}${importsOf(
      simulated.map((id) => [id, id]),
      (id) => `../networks/${id}/network.ts`,
    )}
/** The definitions of all simulated networks, by id. */
export const definitions = {\n${simulated.map((id) => `  ${propertyOf(id)},\n`).join('')}};\n`,
  );
}

function importsOf(entries, pathOf) {
  const lines = entries.map(([id, folder]) => {
    const name = nameOf(id);
    return { path: pathOf(folder), line: `import { network as ${name} } from '${pathOf(folder)}';\n` };
  });
  return lines
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ line }) => line)
    .join('');
}

const nameOf = (id) => id.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
const propertyOf = (id) => (nameOf(id) === id ? id : `'${id}': ${nameOf(id)}`);

async function write(path, text) {
  const file = new URL(path, sources);
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, text);
}
