import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** Runs a tool. Returns its exit status and output. */
export function run(cwd, command, ...args) {
  return spawnSync(command, args, { cwd, encoding: 'utf8' });
}

/** Returns what a tool has printed. @throws AssertionError when it has failed */
export function must({ status, stdout, stderr, error }) {
  assert.equal(status, 0, `${error ?? ''}${stdout}${stderr}`);
  return stdout;
}
