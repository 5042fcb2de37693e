import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

const dist = new URL('../dist/', import.meta.url);

it('is published without a private package, in code and in types', async () => {
  const { dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  for (const file of ['index.js', 'index.d.ts']) {
    const content = await readFile(new URL(file, dist), 'utf8');
    const imported = Array.from(content.matchAll(/^(?:import|export) .*from ['"]([^'"]+)['"]/gm), (match) => match[1]);
    expect(new Set(imported)).toEqual(new Set(['openapi-fetch']));
  }
});

it('uses nothing of Node, so that browsers can load it', async () => {
  expect(await readFile(new URL('index.js', dist), 'utf8')).not.toMatch(/node:|require\(/);
});
