import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectSandbox } from '../../src/index.ts';

const run = promisify(execFile);
const packageDir = fileURLToPath(new URL('../..', import.meta.url));
const minutes = 60_000;

/** Packages that the README's examples need. */
const packages = ['vitest@5', 'twitter-api-v2@1', '@playwright/test@1', 'typescript@6', '@types/node@24'];

/** Name and program of each Node; `pnpm test:full --only runtimes`, which includes this test, sets every supported one. */
const runningNode = `node-${process.versions.node.split('.')[0]}`;
const nodes = new Map(
  Object.entries<string>(JSON.parse(process.env['SOCIAL_TEST_RUNTIMES'] ?? '{}'))
    .filter(([name]) => name.startsWith('node-'))
    .concat([[runningNode, process.execPath]]),
);

let folder = '';

/** Reads the files in the README: a name in a separate line, then a code block. */
async function readmeFiles(): Promise<[string, string][]> {
  const readme = await readFile(join(packageDir, 'README.md'), 'utf8');
  return Array.from(readme.matchAll(/^`([a-z.-]+)`\n\n```ts\n(.*?)^```$/gms), ([, name = '', text = '']) => [
    name,
    text,
  ]);
}

function nodeBin(node: string): string {
  return nodes.get(node) ?? process.execPath;
}

/** Runs an installed program in a subfolder with one Node. @returns The output, also in the error if it fails. */
async function runIn(part: string, node: string, script: string, ...args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], NO_COLOR: '1' };
  const done = run(nodeBin(node), [join(folder, 'node_modules', script), ...args], { cwd: join(folder, part), env });
  const { stdout, stderr } = await done.catch((error: unknown) => {
    const { stdout: out = '', stderr: err = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${script} failed on ${node}:\n${out}${err}`, { cause: error });
  });
  return stdout + stderr;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-stranger-'));
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: packageDir });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "private": true }');
  const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  await run('npm', ['install', ...flags, `./${tarball}`, ...packages], { cwd: folder });
  for (const part of ['unit', 'e2e']) await mkdir(join(folder, part));
  for (const [name, text] of await readmeFiles()) {
    await writeFile(join(folder, name.endsWith('.spec.ts') ? 'e2e' : 'unit', name), text);
  }
}, 3 * minutes);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the tarball has the program, its types, README and license, and is small', async () => {
  const dir = join(folder, 'node_modules/@social/sandbox');
  expect((await readdir(dir)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  expect((await stat(join(folder, tarball))).size).toBeLessThan(640_000);
  expect(await readFile(join(dir, 'dist/index.d.ts'), 'utf8')).not.toMatch(/from '(?!node:)/);
});

test('the example of the README compiles strictly against the types alone', { timeout: minutes }, async () => {
  const config = {
    compilerOptions: {
      ...{ strict: true, noEmit: true, target: 'es2022', module: 'nodenext', types: ['node'] },
      ...{ allowImportingTsExtensions: true, erasableSyntaxOnly: true },
    },
    include: ['*/*.ts'],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  expect(await runIn('.', runningNode, 'typescript/bin/tsc', '-p', '.')).toBe('');
});

test('the Playwright example of the README passes', { timeout: minutes }, async () => {
  const launchOptions = { executablePath: process.env['SOCIAL_TEST_CHROMIUM'] };
  const config = { reporter: 'line', use: { launchOptions } };
  await writeFile(join(folder, 'e2e/playwright.config.ts'), `export default ${JSON.stringify(config)};`);
  expect(await runIn('e2e', runningNode, '@playwright/test/cli.js', 'test')).toContain('1 passed');
});

describe.each([...nodes.keys()])('on %s', (node) => {
  test('the Vitest example of the README passes', { timeout: minutes }, async () => {
    expect(await runIn('unit', node, 'vitest/vitest.mjs', 'run')).toMatch(/Tests +2 passed \(2\)/);
  });

  test('the program starts, is used from another process, and ends', { timeout: minutes }, async () => {
    const bin = nodeBin(node);
    expect((await run(bin, ['--version'])).stdout).toMatch(`${node.replace('node-', 'v')}.`);
    expect(await runIn('.', node, '.bin/social-sandbox', '--help')).toContain('Usage: social-sandbox start');
    const child = spawn(bin, [join(folder, 'node_modules/.bin/social-sandbox'), 'start', '--json'], { cwd: folder });
    const ended = once(child, 'exit');
    try {
      for await (const line of createInterface(child.stdout)) {
        const sandbox = connectSandbox(JSON.parse(line).url);
        expect(await sandbox.settings({ autoApprove: true })).toMatchObject({ autoApprove: true });
        child.kill('SIGTERM');
      }
    } finally {
      child.kill('SIGKILL');
    }
    expect(await ended).toEqual([0, null]);
  });
});
