import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const dist = new URL('../dist/', import.meta.url);

it('is published without a private package, in code and in types', async () => {
  const { dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(dependencies)).toEqual(['openapi-fetch']);
  const files = (await readdir(dist)).filter((file) => /\.(js|d\.ts)$/.test(file));
  expect(files).toEqual(expect.arrayContaining(['index.js', 'index.d.ts', 'webhooks.js', 'webhooks.d.ts']));
  for (const file of files) {
    const content = await readFile(new URL(file, dist), 'utf8');
    const imported = Array.from(content.matchAll(/^(?:import|export) .*from ['"]([^'"]+)['"]/gm), (match) => match[1]);
    const foreign = imported.filter((name) => !name?.startsWith('./'));
    expect(new Set(foreign)).toEqual(new Set(/^index\.(js|d\.ts)$/.test(file) ? ['openapi-fetch'] : []));
  }
});

it('uses nothing of Node, so that browsers can load it', async () => {
  for (const file of ['index.js', 'webhooks.js']) {
    expect(await readFile(new URL(file, dist), 'utf8')).not.toMatch(/node:|require\(/);
  }
});

it('says of every method what it takes, answers, costs and refuses', async () => {
  const declarations = await readFile(new URL('index.d.ts', dist), 'utf8');
  const contract = parse(await readFile(new URL('../../../specs/openapi.yaml', import.meta.url), 'utf8'));
  type Operation = { operationId?: string; 'x-credit-cost'?: string; responses: Record<string, unknown> };
  const operations = Object.values(contract.paths as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .filter(({ operationId }) => operationId !== undefined && !['streamEvents', 'callMcp'].includes(operationId));
  expect(operations.length).toBeGreaterThan(40);
  for (const { operationId, responses, 'x-credit-cost': cost } of operations) {
    const [before = ''] = declarations.split(new RegExp(` ${operationId}: (?:Method<'${operationId}'|PublishMethod;)`));
    const doc = before.slice(before.lastIndexOf('/**'));
    expect(doc, operationId).toContain('@returns ');
    if (cost !== undefined)
      expect(doc, operationId).toContain(cost === '0' ? 'Costs no credits' : `Costs credits: ${cost}`);
    for (const status of Object.keys(responses).filter((one) => Number(one) >= 400)) {
      expect(doc, operationId).toMatch(new RegExp(`@throws .*\\b${status}\\b`));
    }
  }
});
