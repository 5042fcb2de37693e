import { execFile } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { CliError } from '../../lib/errors.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import type { Io } from '../../lib/io.ts';

const runFile = promisify(execFile);
const GIT_WITHIN_MS = 5_000;

/** Which file of which repository something was read from, said the same on every machine. */
export interface Origin {
  /** `acme/tool`; empty where it is not known. */
  readonly repository: string;
  /** Path below the top of the repository, or of the directory of the job where there is none. */
  readonly path: string;
}

/**
 * Where a file comes from, as the CI says or as git does.
 * @throws {CliError} when git takes too long
 */
export async function findOrigin({ env, workingDirectory }: Io, file: string): Promise<Origin> {
  const path = await realpath(resolve(workingDirectory, file)).catch(() => resolve(workingDirectory, file));
  const directory = dirname(path);
  const top = await askGit(directory, ['rev-parse', '--show-toplevel']);
  const named = env['GITHUB_REPOSITORY'] || env['CI_PROJECT_PATH'];
  const remote = named ? '' : await askGit(directory, ['config', '--get', 'remote.origin.url']);
  const root = top || env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'] || workingDirectory;
  return {
    repository: (named || pathOfRemote(remote)).toLowerCase(),
    path: relative(await realpath(root).catch(() => root), path),
  };
}

/** Empty where git is not there, or has nothing to say: what it says another time as well. */
async function askGit(directory: string, args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await runFile('git', ['-C', directory, ...args], { timeout: GIT_WITHIN_MS });
    return stdout.trim();
  } catch (error) {
    if (!(error as { killed?: boolean }).killed) return '';
    // Its answer is part of the key: without it the same release would be published a second time.
    throw new CliError({
      exitCode: EXIT.failed,
      code: 'git_unanswered',
      message: `git did not answer within ${GIT_WITHIN_MS / 1_000} s in ${directory}`,
      hints: ['Nothing was sent. The same command may be run again.'],
    });
  }
}

/** `acme/tool` of `git@example.com:acme/tool.git` and of `https://example.com/acme/tool`. */
function pathOfRemote(remote: string): string {
  const path = URL.parse(remote)?.pathname ?? remote.replace(/^[^:/]+:/, '');
  return path.replace(/^\/+/, '').replace(/(\.git)?\/*$/, '');
}
