import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { socialHere } from '../../../cli/tests/support/in-process.ts';
import type { Finished } from '../../../cli/tests/support/social.ts';
import { programVariables, temporaryDirectory, type Variables } from './server-process.ts';
import { type OnTerminal, startOnTerminal } from './terminal.ts';

/** The built command. */
const SOCIAL = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));
const soon = { timeout: 60_000, interval: 20 };

/** A directory that a user works in, with the command signed in as a workspace. */
export interface Desk extends AsyncDisposable {
  readonly path: string;
  /** Writes files by their paths. */
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  /** Runs the built command to its end, in this process. @param below directory of the desk to run it in; the desk itself when left out */
  social(args: readonly string[], env?: Variables, below?: string): Promise<Finished>;
}

/** Makes an empty directory that is removed when the desk is disposed of. */
export async function openDesk(url: string, apiKey: string): Promise<Desk> {
  const directory = temporaryDirectory();
  const { path } = directory;
  return {
    path,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), content);
      }
    },
    async social(args, more = {}, below = '') {
      const env = { TZ: 'UTC', SOCIAL_BASE_URL: url, SOCIAL_API_KEY: apiKey, ...more };
      return socialHere(args, { env, cwd: join(path, below) });
    },
    [Symbol.asyncDispose]: async () => directory[Symbol.dispose](),
  };
}

/** The command on a terminal, with a new home directory. */
export interface SocialOnTerminal extends OnTerminal {
  /** Waits until the command has the browser open an address, and resolves with it. */
  opened(): Promise<string>;
  /** Returns the key that the command has stored. */
  storedKey(): string;
}

/** Starts `social` on a terminal. @param args words in which a shell changes nothing */
export function startSocial(args: readonly string[], more: Variables = {}): SocialOnTerminal {
  const directory = temporaryDirectory();
  const home = directory.path;
  const browser = join(home, 'opened');
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${browser}'\n`);
  chmodSync(join(home, 'bin', 'xdg-open'), 0o755);
  const PATH = `${join(home, 'bin')}:${process.env['PATH']}`;
  const env = programVariables({ PATH, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8', ...more });
  const line = [process.execPath, SOCIAL, ...args].map((word) => `'${word}'`).join(' ');
  const terminal = startOnTerminal(line, { env, patienceMs: soon.timeout });
  return {
    ...terminal,
    opened: () =>
      vi.waitFor(() => {
        const address = readFileSync(browser, 'utf8');
        if (address === '') throw new Error('the browser was opened without an address');
        return address;
      }, soon),
    storedKey() {
      const { contexts } = JSON.parse(readFileSync(join(home, '.config', 'social', 'config.json'), 'utf8'));
      return contexts.default.apiKey;
    },
    async [Symbol.asyncDispose]() {
      await terminal[Symbol.asyncDispose]();
      directory[Symbol.dispose]();
    },
  };
}
