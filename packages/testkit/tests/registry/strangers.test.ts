import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connectSandbox } from '@social/sandbox';
import { Browserless } from '@social/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../dashboard/support/chromium.ts';
import { NODES, type NpxServer, Stranger, startWithNpx, VERSION } from './support/registry.ts';

/** Publishes a text with the SDK, by whichever way the program imports it, and prints how it ended. */
const publish = (text: string) => `
  const client = createClient({ apiKey: process.env.SOCIAL_API_KEY ?? '', baseUrl: process.env.SOCIAL_BASE_URL ?? '' });
  client.posts.createPost({ text: '${text}', platforms: ['profnet'] }, { idempotencyKey: '${text}' }).then(({ outcome }) => console.log(outcome));
`;
const PROGRAMS = {
  'esm.mjs': `import { createClient } from '@social/sdk';${publish('by import')}`,
  'commonjs.cjs': `const { createClient } = require('@social/sdk');${publish('by require')}`,
};
const TYPESCRIPT = { 'program.mts': PROGRAMS['esm.mjs'], 'common.cts': PROGRAMS['esm.mjs'] };
const STRICT = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  types: ['node'],
  skipLibCheck: false,
  exactOptionalPropertyTypes: true,
};

const withServer = NODES.filter(([name]) => Number(name.slice('node-'.length)) >= 24);
const [, node24 = ''] = withServer[0] ?? [];

describe.each(NODES)('on %s', (_name, node) => {
  test.each(['@social/cli', '@social/sandbox'])('npx runs %s', async (name) => {
    using stranger = new Stranger(node);
    expect(await stranger.run('npx', ['-y', name, '--version'])).toBe(`${VERSION}\n`);
  });
});

describe.each(withServer)('on %s', (_name, node) => {
  test('npx starts a server, and its dashboard greets the first person', async () => {
    using stranger = new Stranger(node);
    await using server = await startWithNpx(stranger);
    expect(await stranger.run('npx', ['-y', '@social/server', '--version'])).toBe(`${VERSION}\n`);
    await using browser = await launchChromium();
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
    const screenshots = process.env['SOCIAL_TEST_SCREENSHOTS'];
    if (screenshots) await page.screenshot({ path: join(screenshots, `registry-${_name}.png`) });
    expect(errors).toEqual([]);
  });
});

describe('a program of a stranger', () => {
  let host: Stranger;
  let server: NpxServer;
  let access: Record<string, string>;

  beforeAll(async () => {
    host = new Stranger(node24);
    server = await startWithNpx(host);
    const account = ['--email', 'you@example.com', '--password', 'choose-a-password', '--json'];
    const made = JSON.parse(await host.run('npx', ['-y', '@social/server', 'workspace', 'create', ...account]));
    access = { SOCIAL_API_KEY: made.apiKey, SOCIAL_BASE_URL: server.url };
    await connectSandbox(server.sandboxUrl).settings({ autoApprove: true });
    const person = new Browserless(server.url);
    await person.signIn('you@example.com', 'choose-a-password');
    expect(await person.connect('profnet')).toMatchObject({ status: 201 });
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    host[Symbol.dispose]();
  });

  test.each(NODES)('publishes with the SDK on %s, imported and required', async (_name, node) => {
    using stranger = new Stranger(node);
    await stranger.npmInstall('@social/sdk');
    for (const [file, code] of Object.entries(PROGRAMS)) {
      stranger.write(file, code);
      expect(await stranger.run('node', [file], access)).toBe('published\n');
    }
  });

  test.each(NODES)('publishes once with the command on %s, although it is run twice', async (name, node) => {
    using stranger = new Stranger(node);
    await stranger.npmInstall('@social/cli');
    const post = async () => {
      const said = await stranger.run('npx', ['social', 'post', `Said on ${name}`, '--to', 'profnet'], access);
      return JSON.parse(said).id;
    };
    expect(await post()).toBe(await post());
    const texts = (await connectSandbox(server.sandboxUrl).posts()).map(({ text }) => text);
    expect(texts.filter((text) => text === `Said on ${name}`)).toHaveLength(1);
  });

  test.each(['nodenext', 'bundler'])('compiles strictly with the module resolution %s', async (resolution) => {
    using stranger = new Stranger(node24);
    await stranger.npmInstall('@social/sdk', 'typescript@6.0.3', '@types/node@24.19.2');
    const files = resolution === 'bundler' ? { 'program.ts': PROGRAMS['esm.mjs'] } : TYPESCRIPT;
    for (const [file, code] of Object.entries(files)) stranger.write(file, code);
    const module =
      resolution === 'bundler' ? { module: 'preserve', moduleResolution: 'bundler' } : { module: 'nodenext' };
    stranger.write(
      'tsconfig.json',
      JSON.stringify({ compilerOptions: { ...STRICT, ...module }, files: Object.keys(files) }),
    );
    expect(await stranger.run('npx', ['tsc', '-p', '.'])).toBe('');
  });

  test.each(NODES)('has the networks in its own Vitest on %s', async (_name, node) => {
    using stranger = new Stranger(node);
    await stranger.npmInstall('@social/sandbox', 'vitest@5.1.1');
    stranger.write(
      'own.test.mjs',
      `import { startSandbox } from '@social/sandbox';
       import { expect, test } from 'vitest';
       test('the networks are there', async () => {
         const sandbox = await startSandbox();
         expect(await sandbox.posts()).toEqual([]);
         await sandbox.close();
       });`,
    );
    expect(await stranger.run('npx', ['vitest', 'run'])).toMatch(/1 passed/);
  });
});

test('the plugins for release tools are there, with what they need', async () => {
  using stranger = new Stranger(node24);
  await stranger.npmInstall(
    '@social/semantic-release',
    '@social/release-it',
    'semantic-release@25.0.9',
    'release-it@21.1.2',
  );
  stranger.write(
    'plugins.mjs',
    `import * as semantic from '@social/semantic-release';
     import Plugin from '@social/release-it';
     console.log(typeof semantic.success, typeof semantic.verifyConditions, typeof Plugin);`,
  );
  expect(await stranger.run('node', ['plugins.mjs'])).toBe('function function function\n');
});

test('the command is small, alone', async () => {
  using stranger = new Stranger(node24);
  await stranger.npmInstall('@social/cli');
  const files = globSync('node_modules/**/*', { cwd: stranger.folder, withFileTypes: true }).filter((one) =>
    one.isFile(),
  );
  const bytes = files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
  const { packages } = JSON.parse(readFileSync(join(stranger.folder, 'package-lock.json'), 'utf8'));
  expect(Object.keys(packages).filter((path) => path !== '')).toEqual(['node_modules/@social/cli']);
  expect(bytes).toBeLessThan(5_000_000);
});
