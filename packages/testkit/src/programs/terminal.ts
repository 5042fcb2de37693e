import { spawn } from 'node:child_process';
import { vi } from 'vitest';
import type { Variables } from './server-process.ts';

const ENDS_WITHIN_MS = 10_000;

/** A command on a terminal. Disposing of it presses Ctrl-C, and waits for the end. */
export interface OnTerminal extends AsyncDisposable {
  /** Waits until the pattern is on the terminal, and resolves with what it matches. */
  sees(pattern: RegExp): Promise<string>;
  /** Types keys, such as `y\r`. */
  type(keys: string): void;
  /** Returns everything that was on the terminal. */
  screen(): string;
  /** Exit code of the command. */
  readonly ended: Promise<number | null>;
}

/** Runs a line of the shell on a terminal. @param patienceMs time that `sees` waits */
export function startOnTerminal(
  line: string,
  { cwd, env, patienceMs }: { readonly cwd?: string; readonly env: Variables; readonly patienceMs: number },
): OnTerminal {
  const child = spawn('script', ['-qefc', line, '/dev/null'], { ...(cwd !== undefined && { cwd }), env });
  // The command may end while keys are typed.
  child.stdin.on('error', () => undefined);
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ended,
    screen: () => screen,
    type: (keys) => child.stdin.write(keys),
    sees: (pattern) =>
      vi.waitFor(
        () => {
          const [found] = pattern.exec(screen) ?? [];
          if (found === undefined) throw new Error(`${pattern} is not on the terminal:\n${screen}`);
          return found;
        },
        { timeout: patienceMs, interval: 20 },
      ),
    async [Symbol.asyncDispose]() {
      child.stdin.write('\u0003');
      const kill = setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
      await ended;
      clearTimeout(kill);
    },
  };
}
