import { readFile, writeFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { networksOf } from './networks.mjs';

const ENUM = /(?<=^ {4}PlatformId:\n {6}type: string\n {6}enum: ).*$/m;
const OPEN = /(?<=^ {4}Open networks, where anybody runs a server, are ).*$/m;
const NEXT = /(?<=^ {2}platform_unknown:\n.*\n {4}next: ).*$/m;
const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const conjunction = new Intl.ListFormat('en-GB');

/** Reads the contract. Adds new platforms to the end of its `PlatformId` and to the texts that list them, also in the file. */
export async function readContract(url) {
  const text = await readFile(url, 'utf8');
  const contract = parse(text);
  const { PlatformId } = contract.components.schemas;
  const named = Object.entries(contract['x-networks']).filter(([, { platform }]) => typeof platform === 'object');
  PlatformId.enum = [
    ...new Set([...PlatformId.enum, ...Object.keys(contract['x-platforms']), ...named.map(([id]) => id)]),
  ];
  const { networks, platforms } = networksOf(contract);
  const names = Object.entries(platforms).map(([id, { label }]) => (networks[id] ? id : `${id} (${label})`));
  const open = PlatformId.enum.filter((id) => platforms[id].signIn).map((id) => `\`${id}\``);
  const complete = [
    [ENUM, `[${PlatformId.enum.join(', ')}]`],
    [OPEN, `${conjunction.format(open)}.`],
    [NEXT, `Use ${disjunction.format(names)}.`],
  ].reduce(fill, text);
  if (complete !== text) await writeFile(url, complete);
  return parse(complete);
}

function fill(text, [place, content]) {
  if (!place.test(text)) throw new Error(`specs/openapi.yaml: no place for ${content}`);
  return text.replace(place, content);
}
