import { execFileSync } from 'node:child_process';
import type { Finished } from './social.ts';
import type { StandInServer } from './stand-in-server.ts';
import { type TemporaryDirectory, temporaryDirectory } from './temporary-directory.ts';

export const CHANGELOG =
  '# Changelog\n\n## Unreleased\n\n- Soon\n\n## [1.4.0] - 2026-11-01\n\n- New\n\n## 1.3.0\n\n- Old\n';

/** A directory with a changelog; with a remote it is a repository of git. */
export async function repository(remote?: string): Promise<TemporaryDirectory> {
  const directory = await temporaryDirectory({ 'CHANGELOG.md': CHANGELOG });
  if (remote) initRepository(directory.path, remote);
  return directory;
}

/** Makes a directory a repository of git. */
export function initRepository(path: string, remote: string, ...flags: string[]): void {
  execFileSync('git', ['-C', path, 'init', ...flags], { stdio: 'ignore' });
  execFileSync('git', ['-C', path, 'remote', 'add', 'origin', remote], { stdio: 'ignore' });
}

/** Runs `social post` for profnet with more arguments, in a directory. */
export function post(
  server: StandInServer,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return server.social(['post', '--to', 'profnet', ...args], { env, cwd });
}
