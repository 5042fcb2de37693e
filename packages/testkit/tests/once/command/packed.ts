import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../../cli/', import.meta.url));

/** The command as it is published: packed, and installed with npm from its archive alone. */
export interface PackedCommand extends Disposable {
  readonly archive: string;
  /** The program. */
  readonly social: string;
  /** Where npm and Node are found. */
  readonly path: string;
}

export function installPacked(): PackedCommand {
  const folder = mkdtempSync(join(tmpdir(), 'social-installed-'));
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
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}
