import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { socialHere } from '../../../cli/tests/support/in-process.ts';
import type { Finished } from '../../../cli/tests/support/social.ts';
import { programVariables, temporaryDirectory, type Variables } from './server-process.ts';

/** The built command. */
const SOCIAL = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));
const soon = { timeout: 15_000, interval: 20 };

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
export interface SocialOnTerminal extends AsyncDisposable {
  /** Waits until the pattern is on the terminal, and resolves with what it matches. */
  sees(pattern: RegExp): Promise<string>;
  /** Waits until the command has the browser open an address, and resolves with it. */
  opened(): Promise<string>;
  /** Exit code of the command. */
  readonly ended: Promise<number | null>;
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
  const child = spawn('script', ['-qefc', line, '/dev/null'], { env });
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    ended,
    sees: (pattern) =>
      vi.waitFor(() => {
        const [found] = pattern.exec(screen) ?? [];
        if (found === undefined) throw new Error(`${pattern} is not on the terminal:\n${screen}`);
        return found;
      }, soon),
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
      child.kill('SIGKILL');
      await ended;
      directory[Symbol.dispose]();
    },
  };
}
