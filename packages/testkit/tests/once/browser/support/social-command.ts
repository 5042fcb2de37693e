import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../../../../cli/dist/bin.js', import.meta.url));
const soon = { timeout: 15_000, interval: 20 };

/** The built command on a terminal of its own, with a home that nobody has used. */
export interface SocialCommand extends AsyncDisposable {
  /** Resolves with what the pattern finds on the terminal, as soon as it does. */
  sees(pattern: RegExp): Promise<string>;
  /** The address that it has the browser open. */
  opened(): Promise<string>;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
  /** The key that it has stored. */
  storedKey(): string;
}

/** Runs `social` with arguments that no shell changes. */
export function startSocial(args: readonly string[], more: Readonly<Record<string, string>> = {}): SocialCommand {
  const home = mkdtempSync(join(tmpdir(), 'social-command-'));
  const browser = join(home, 'opened');
  mkdirSync(join(home, 'bin'));
  writeFileSync(join(home, 'bin', 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${browser}'\n`);
  chmodSync(join(home, 'bin', 'xdg-open'), 0o755);
  const env = {
    PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
    HOME: home,
    TERM: 'dumb',
    LANG: 'C.UTF-8',
    ...more,
  };
  const line = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
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
      rmSync(home, { recursive: true, force: true });
    },
  };
}
