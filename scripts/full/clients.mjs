import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findPython, installWithPip } from '../needs/pip.mjs';
import { run } from '../programs.mjs';
import { runProjects } from '../test-run.mjs';

// Some 200 MB, and only this test needs them: they are not part of an ordinary installation.
const folder = fileURLToPath(new URL('../../node_modules/.cache/clients/', import.meta.url));
const GUIDE = new URL('../../docs/guides/generated-clients.md', import.meta.url);
/** Clients of the networks that are written in Python, with all that they need. */
const REQUIREMENTS = new URL('../../packages/testkit/tests/clients/python/requirements.txt', import.meta.url);

/**
 * Makes a client of the contract with each generator that the guide names, and publishes with it. Tries the networks' clients for
 * Python against the sandbox. Returns the exit status.
 */
export async function testClients(env) {
  const guide = await readFile(GUIDE, 'utf8');
  // With their versions, as the guide tells its readers to install them.
  const packages = [...guide.matchAll(/^npm install --save-dev (.+)$/gm)].flatMap(([, names]) => names.split(' '));
  const dependencies = Object.fromEntries(packages.map((each) => each.split(/(?!^)@/)));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}package.json`, JSON.stringify({ private: true, dependencies }));
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run('npm', install, { cwd: folder })) !== 0) throw new Error('the generators could not be installed');
  return runProjects(['clients'], [], { ...env, SOCIAL_TEST_CLIENTS: folder, ...(await pythonClients()) });
}

/** Installs the clients for Python. Returns the variable with their folder, or none where they cannot be had. */
async function pythonClients() {
  const python = findPython();
  const digest = createHash('sha256')
    .update(await readFile(REQUIREMENTS))
    .digest('hex');
  const from = ['--require-hashes', '--requirement', fileURLToPath(REQUIREMENTS)];
  // What fails, pip says itself.
  const folder = python && (await installWithPip(`clients-${digest.slice(0, 12)}`, python, from).catch(() => null));
  if (folder) return { SOCIAL_TEST_PYTHON: folder };
  console.log('Left out: the clients for Python need Python 3.11 or newer as `python3`, and their packages.');
  return {};
}
