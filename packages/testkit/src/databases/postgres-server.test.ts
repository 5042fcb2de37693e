import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('./postgres-server.ts', import.meta.url).href;

test('a process that has used a Postgres server ends with the status that it has set', () => {
  const program = `process.exitCode = 3; await (await (await import('${MODULE}')).startPostgres()).stop();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(status, stderr).toBe(3);
});
