import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { runServer, spawnServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';

/** Kills and stops first starts of a server so many milliseconds after they begin. The next start must resume. */
export async function interruptStarts(moments: readonly number[]): Promise<void> {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  for (const interrupt of ['SIGKILL', 'SIGTERM'] as const) {
    for (const milliseconds of moments) {
      const { child, ended } = spawnServer(['start', '--json'], { ...env, SOCIAL_PORT: '0' });
      await delay(milliseconds);
      child.kill(interrupt);
      const { code, signal, stderr } = await ended;
      // Before the program has begun, nothing catches the signal.
      expect([0, interrupt]).toContain(code ?? signal);
      expect(stderr).not.toMatch(/\bat .+:\d+:\d+/);
    }
  }
  await using server = await startServer(env);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect(await runServer(['doctor'], env)).toMatchObject({ code: 0 });
}
