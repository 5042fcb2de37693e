import { spawnSync } from 'node:child_process';
import { run } from '../programs.mjs';

/** Advice after an error of `publishAll`. */
export const RUN_AGAIN = 'Run it again: it leaves alone what is published.';

/**
 * Publishes archives, in this order, to the registry that npm is configured with. Versions that are there are left alone.
 * @param {{name: string, version: string, archive: string}[]} archives `archive` is an absolute path
 * @throws {Error} at the first that is not published; those before it are
 */
export async function publishAll(archives) {
  for (const archive of archives) await publish(archive);
}

async function publish({ name, version, archive }) {
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
