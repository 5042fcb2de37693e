import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';

const LISTED = /(?<=^ {4}PlatformId:\n {6}type: string\n {6}enum: )\[[^\]]*\]/m;

/** Reads the contract. Adds new platforms to the end of its `PlatformId`, also in the file. */
export async function readContract(url) {
  const text = await readFile(url, 'utf8');
  const contract = parse(text);
  const listed = contract.components.schemas.PlatformId.enum;
  const named = Object.entries(contract['x-networks']).filter(([, { platform }]) => typeof platform === 'object');
  const ids = [...Object.keys(contract['x-platforms']), ...named.map(([id]) => id)];
  const added = ids.filter((id) => !listed.includes(id));
  if (added.length === 0) return contract;
  const complete = text.replace(LISTED, `[${[...listed, ...added].join(', ')}]`);
  if (complete === text) throw new Error(`specs/openapi.yaml: PlatformId lacks ${added.join(', ')}`);
  await writeFile(url, complete);
  return parse(complete);
}
