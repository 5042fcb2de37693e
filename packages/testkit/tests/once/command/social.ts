import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The built command. */
const PROGRAM = fileURLToPath(new URL('../../../../cli/dist/bin.js', import.meta.url));

/** What Node has compiled for one run serves the next. */
const { PATH, NODE_COMPILE_CACHE } = process.env;

/** How a run of the command ended. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A directory that a user works in, with the command signed in as a workspace. */
export interface Desk extends AsyncDisposable {
  readonly path: string;
  /** Writes files by their paths. */
  write(files: Readonly<Record<string, string | Uint8Array>>): Promise<void>;
  /** @param below a directory of the desk to run it in */
  social(args: readonly string[], env?: Readonly<Record<string, string>>, below?: string): Promise<Finished>;
}

/** An empty directory, which goes away with its scope. */
export async function openDesk(url: string, apiKey: string): Promise<Desk> {
  const path = await mkdtemp(join(tmpdir(), 'social-desk-'));
  return {
    path,
    async write(files) {
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true });
        await writeFile(join(path, name), content);
      }
    },
    async social(args, more = {}, below = '') {
      const env = {
        ...{ PATH, NODE_COMPILE_CACHE, HOME: '/nonexistent', LANG: 'C.UTF-8', TZ: 'UTC' },
        ...{ SOCIAL_BASE_URL: url, SOCIAL_API_KEY: apiKey, ...more },
      };
      const cwd = join(path, below);
      const child = spawn(process.execPath, [PROGRAM, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
      return { code, stdout, stderr };
    },
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}
