import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectSandbox } from '@social/sandbox';
import { Browserless, startStack } from '@social/testkit';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { freePort } from '../../src/servers/local-server.ts';
import type { World } from './follow.ts';

export const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PROGRAMS = { social: 'cli', 'social-server': 'server', 'social-sandbox': 'sandbox' };
const PLATFORMS = ['profnet', 'microblog', 'video', 'shortvideo', 'socialnet', 'photonet'];
const BOT = { botToken: '7000000001:sandbox-bot-token-known-to-everyone', chatId: '@sandbox_channel' };
const CHANGELOG = `# Changelog

## Unreleased

- Nothing yet.

## [1.4.0] - 2026-11-01

- **Faster** builds.
- \`--fit\` shortens.

## [1.3.0] - 2026-10-01

- First release that anybody saw.
`;
/** Ports that documents name; each document gets free ones in their place. */
const PORTS = ['8787', '8790'];

const { NODE_COMPILE_CACHE, PATH = '' } = process.env;
/** Folders of tools that this machine lacks and the test command has fetched. */
const FETCHED = PATH.split(':').filter((folder) => folder.includes('/social-test/'));

type Opened = World & AsyncDisposable;

/**
 * Makes what a guide may count on: the programs on the PATH, a workspace on the plan pro with an account on every platform,
 * and a directory with files to publish.
 */
export async function openGuideWorld(): Promise<Opened> {
  const stack = await startStack();
  const workspace = await stack.createWorkspace({ connect: PLATFORMS });
  await workspace.api('POST', '/api/connect/chatbot/token', { body: BOT });
  const empty = await openEmptyWorld();
  return {
    ...empty,
    env: { ...empty.env, SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey },
    async [Symbol.asyncDispose]() {
      await empty[Symbol.asyncDispose]();
      await stack.close();
    },
  };
}

/** Makes a directory with the programs and files to publish. No server runs: the document starts what it needs. */
export async function openEmptyWorld(): Promise<Opened> {
  const temporary = temporaryDirectory();
  const home = temporary.path;
  const [directory, bin] = [join(home, 'work'), join(home, 'bin')];
  for (const folder of [directory, bin, join(home, 'home'), join(directory, 'node_modules/@social')]) {
    mkdirSync(folder, { recursive: true });
  }
  for (const [name, folder] of Object.entries(PROGRAMS)) {
    const program = join(ROOT, 'packages', folder, 'dist/bin.js');
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${process.execPath} ${program} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  symlinkSync(process.execPath, join(bin, 'node'));
  // As in a clone that was built.
  for (const name of ['deploy', 'packages', 'scripts']) symlinkSync(join(ROOT, name), join(directory, name));
  symlinkSync(join(ROOT, 'node_modules/.bin'), join(directory, 'node_modules/.bin'));
  for (const name of ['sdk', 'sandbox', 'types']) {
    symlinkSync(join(ROOT, 'packages', name), join(directory, 'node_modules/@social', name));
  }
  cpSync(join(ROOT, 'scripts/demo-media'), directory, { recursive: true });
  writeFileSync(join(directory, 'CHANGELOG.md'), CHANGELOG);
  writeFileSync(join(directory, 'NOTES.md'), 'Version 1.4.0 is out: faster builds, fewer surprises.\n');
  const ports = new Map(await Promise.all(PORTS.map(async (name) => [name, String(await freePort())] as const)));
  const person = createPerson();
  return {
    directory,
    env: {
      PATH: [bin, ...FETCHED, '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      HOME: join(home, 'home'),
      LANG: 'C.UTF-8',
      TERM: 'xterm',
      ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
      // Nothing moves and nothing asks.
      CI: '1',
      // Documents count on the default addresses.
      SOCIAL_PORT: ports.get('8787') ?? '',
      SOCIAL_BASE_URL: `http://127.0.0.1:${ports.get('8787')}`,
      SOCIAL_LOG_LEVEL: 'warn',
    },
    lookAt: person.lookAt,
    adapt: (code) => person.withKey(code).replace(/\b(8787|8790)\b/g, (port) => ports.get(port) ?? port),
    async [Symbol.asyncDispose]() {
      await person.rest();
      temporary[Symbol.dispose]();
    },
  };
}

/** Reads what is printed, and does in a browser what commands wait for. */
function createPerson() {
  const opened = new Set<string>();
  const visits: Promise<unknown>[] = [];
  let key: string | undefined;
  let sandboxUrl = '';
  return {
    lookAt(printed: string): void {
      key = /sk_live_(?:sp|sandbox)_\w+/.exec(printed)?.[0] ?? key;
      sandboxUrl = /networks are simulated at (\S+)/.exec(printed)?.[1] ?? sandboxUrl;
      const address = /Open this address to connect [^\n]*\n\s+(http\S+)/.exec(printed)?.[1];
      if (address === undefined || opened.has(address)) return;
      opened.add(address);
      visits.push(approve(address, sandboxUrl));
    },
    withKey: (code: string): string => code.replace(/sk_live_(?:sp|sandbox)_…/g, (shown) => key ?? shown),
    rest: () => Promise.all(visits),
  };
}

/** Opens the address of `social connect` as the person whose account the documents create. */
async function approve(address: string, sandboxUrl: string): Promise<void> {
  const { origin, pathname, searchParams } = new URL(address);
  await connectSandbox(sandboxUrl).settings({ autoApprove: true });
  const browser = new Browserless(origin);
  await browser.signIn('you@example.com', 'choose-a-password');
  const platform = pathname.split('/').at(-1) ?? '';
  const { status, text } = await browser.connect(platform, searchParams.get('profileId') ?? undefined);
  if (status !== 201) throw new Error(`connecting ${platform} answered ${status} ${text}`);
}
