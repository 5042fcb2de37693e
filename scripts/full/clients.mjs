import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../programs.mjs';
import { runProjects } from '../test-run.mjs';

// Some 200 MB, and only this test needs them: they are not part of an ordinary installation.
const folder = fileURLToPath(new URL('../../node_modules/.cache/clients/', import.meta.url));
const GUIDE = new URL('../../docs/guides/generated-clients.md', import.meta.url);

/** Makes a client of the contract with each generator that the guide names, and publishes with it. Returns the exit status. */
export async function testClients(env) {
  const guide = await readFile(GUIDE, 'utf8');
  // With their versions, as the guide tells its readers to install them.
  const packages = [...guide.matchAll(/^npm install --save-dev (.+)$/gm)].flatMap(([, names]) => names.split(' '));
  const dependencies = Object.fromEntries(packages.map((each) => each.split(/(?!^)@/)));
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}package.json`, JSON.stringify({ private: true, dependencies }));
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if ((await run('npm', install, { cwd: folder })) !== 0) throw new Error('the generators could not be installed');
  return runProjects(['clients'], [], { ...env, SOCIAL_TEST_CLIENTS: folder });
}
