import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// A new network is its folders, its page in docs/platforms and its entry in the contract. So no network may be named in more than
// a few files beside those, documentation, tests and generated files.
const MAX_FILES = 6;
/** They stand for all networks in examples and comments. */
const EXAMPLES = ['x', 'linkedin'];
const CODE = /\.(?:[cm]?[jt]sx?|json|ya?ml|css|html|sh|py)$/;
const APART =
  /(?:^|\/)(?:docs|tests|generated|testkit|\.changeset)\/|\.test\.tsx?$|^pnpm-lock\.yaml$|^scripts\/(?:needs\/|test-full)/;

const { 'x-networks': networks } = JSON.parse(readFileSync('packages/types/src/generated/openapi.json', 'utf8'));
const ids = Object.keys(networks);
/** Folders of a network, and what the networks of one company share. */
const FOLDERS = [...ids, 'meta-graph'];

const texts = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => CODE.test(file) && !APART.test(file) && !file.split('/').some((part) => FOLDERS.includes(part)))
  .map((file) => [file, readFileSync(file, 'utf8')]);

for (const id of ids.filter((each) => !EXAMPLES.includes(each))) {
  const name = new RegExp(`\\b${networks[id].label}\\b|(["'\`])${id}\\1`);
  const naming = texts.filter(([, text]) => name.test(text)).map(([file]) => file);
  console.log(`${id}: ${naming.length}`);
  if (naming.length <= MAX_FILES) continue;
  console.error(`More than ${MAX_FILES} shared files name ${networks[id].label}:\n  ${naming.join('\n  ')}`);
  process.exitCode = 1;
}
