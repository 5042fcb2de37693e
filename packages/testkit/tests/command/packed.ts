import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '../../src/programs/server-process.ts';

const CLI = fileURLToPath(new URL('../../../cli/', import.meta.url));

/** The command as it is published: packed, and installed with npm from its archive alone. */
export interface PackedCommand extends AsyncDisposable {
  readonly archive: string;
  /** The program. */
  readonly social: string;
  /** `PATH` on which npm and Node are found. */
  readonly path: string;
}

export async function installPacked(): Promise<PackedCommand> {
  const temporary = temporaryDirectory();
  const folder = temporary.path;
  execFileSync('pnpm', ['--dir', CLI, 'pack', '--pack-destination', folder], { stdio: 'ignore' });
  const archive = join(folder, readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '');
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  // The Node of the tests first: the command is run by whichever comes first.
  const path = `${dirname(process.execPath)}:${process.env['PATH']}`;
  const options = { cwd: project, env: { ...process.env, PATH: path }, stdio: 'ignore' } as const;
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', archive], options);
  return {
    archive,
    social: join(project, 'node_modules/.bin/social'),
    path,
    [Symbol.asyncDispose]: async () => temporary[Symbol.dispose](),
  };
}
