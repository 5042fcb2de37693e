import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** The end of a run of `pnpm release`, and what it said. */
interface Run {
  readonly isOk: boolean;
  readonly said: string;
}

/** A registry that `pnpm test:full --only install` has released the packages to, from a copy of the repository. */
interface Released {
  readonly url: string;
  readonly copy: string;
  /** A folder with the archives of `pnpm release --dry-run` for the scope `@example`. */
  readonly otherArchives: string;
  /** Before anybody has said who publishes. */
  readonly withoutOwner: Run;
  readonly first: Run;
  readonly second: Run;
}

export const RELEASED: Released = JSON.parse(process.env['SOCIAL_TEST_REGISTRY'] ?? '');

const RUNTIMES: Record<string, string> = JSON.parse(process.env['SOCIAL_TEST_RUNTIMES'] ?? '');

/** Every supported Node by its name, such as `node-24`, with its program. */
export const NODES = Object.entries(RUNTIMES).filter(([name]) => name.startsWith('node-'));

/** Version that was released. */
export const VERSION: string = JSON.parse(
  readFileSync(join(RELEASED.copy, 'packages/cli/package.json'), 'utf8'),
).version;

/** Somebody with a Node, an empty home, and the registry in the settings of npm. */
export class Stranger implements Disposable {
  readonly home = mkdtempSync(join(tmpdir(), 'social-stranger-'));
  /** An empty folder to work in. */
  readonly folder = join(this.home, 'work');
  readonly env: Readonly<Record<string, string>>;

  constructor(node: string) {
    mkdirSync(this.folder);
    writeFileSync(join(this.home, '.npmrc'), `registry=${RELEASED.url}\n`);
    // npm and npx run on the Node that comes first.
    const PATH = `${dirname(node)}:${process.env['PATH']}`;
    this.env = { PATH, HOME: this.home, LANG: 'C.UTF-8', TERM: 'dumb' };
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }

  /** Runs a program of the PATH to its end. Returns what it wrote to stdout. @throws Error when it fails, with its output */
  async run(program: string, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
    const options = { cwd: this.folder, env: { ...this.env, ...more }, maxBuffer: 50_000_000 };
    const { stdout } = await promisify(execFile)(program, args, options);
    return stdout;
  }

  async npmInstall(...packages: readonly string[]): Promise<void> {
    await this.run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packages]);
  }

  [Symbol.dispose](): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** A server that a stranger has started with npx. */
export interface NpxServer extends AsyncDisposable {
  readonly url: string;
  readonly sandboxUrl: string;
}

/** Starts `npx @social/server start --sandbox` on a free port. */
export async function startWithNpx(stranger: Stranger): Promise<NpxServer> {
  const args = ['-y', '@social/server', 'start', '--sandbox', '--json', '--port', '0'];
  // A group of its own, which ends as on Ctrl-C: npx passes no signal on.
  const child = spawn('npx', args, {
    ...{ cwd: stranger.folder, env: { ...stranger.env, SOCIAL_LOG_LEVEL: 'warn' }, detached: true },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for await (const line of createInterface(child.stdout)) {
    const { url, sandboxUrl } = JSON.parse(line);
    return {
      url,
      sandboxUrl,
      [Symbol.asyncDispose]: async () => {
        process.kill(-(child.pid ?? 0), 'SIGINT');
        await ended;
        const isStopped = await fetch(url).then(
          () => false,
          () => true,
        );
        if (!isStopped) throw new Error('the server runs on after Ctrl-C');
      },
    };
  }
  throw new Error(`the server ended with ${await ended} before it was ready`);
}
