import { spawnSync } from 'node:child_process';
import { run } from '../programs.mjs';

/** Publishes an archive to the registry that npm is configured with, unless this version is there. Throws when it fails. */
export async function publish({ name, version, archive }) {
  if (isPublished(name, version)) {
    console.log(`${name}@${version} is there already`);
    return;
  }
  const status = await run('npm', ['publish', archive, '--access', 'public']);
  if (status !== 0) throw new Error(`${name}@${version} was not published`);
}

function isPublished(name, version) {
  const { status, stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'version', '--json'], {
    encoding: 'utf8',
  });
  if (status === 0) return stdout.trim() !== '';
  if (stdout.includes('"E404"')) return false;
  throw new Error(`The registry does not say whether ${name}@${version} is there:\n${stdout}`);
}
