import { readFileSync } from 'node:fs';

const MEANING = {
  scope: 'the scope of the packages on the registry, such as @social',
  owner: 'who publishes them: a name, or a name with an address, such as Ada Example <ada@example.com>',
  repository: 'the https address of the repository, such as https://github.com/example/social',
};
const FORM = { scope: /^@[a-z0-9][a-z0-9._-]*$/, owner: /\S/, repository: /^https:\/\/[^/\s]+\/\S+[^/\s]$/ };

/**
 * Reads `owner.json`, which says who publishes the packages and where. Throws while a value is missing or no such value.
 * @returns {{scope: string, owner: string, repository: string}}
 */
export function readOwner() {
  const owner = JSON.parse(readFileSync('owner.json', 'utf8'));
  const wrong = Object.keys(MEANING).filter((key) => !FORM[key].test(owner[key] ?? ''));
  if (wrong.length > 0) {
    const lines = wrong.map((key) => `  ${key}: ${MEANING[key]}${owner[key] ? `; it is ${owner[key]}` : ''}`);
    throw new Error(`owner.json at the top of the repository lacks\n${lines.join('\n')}`);
  }
  return owner;
}
