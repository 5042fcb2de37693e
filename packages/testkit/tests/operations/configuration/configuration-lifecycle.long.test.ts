import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { spawnServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { interruptStarts } from './interrupted-starts.ts';

describe.concurrent('a start', () => {
  test('K64, K65: is killed or stopped at any point, and the next one resumes', () =>
    interruptStarts([20, 60, 100, 120, 180, 240, 300, 320, 400, 450, 600]));

  test.for([1, 8_000, 40_000, 80_000, 150_000, 250_000])(
    'K64: resumes after a migration that died when its log had %i bytes',
    async (bytes) => {
      using directory = temporaryDirectory();
      const { child, ended } = spawnServer(['start', '--json'], { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' });
      let isRunning = true;
      void ended.then(() => {
        isRunning = false;
      });
      const log = join(directory.path, 'social.db-wal');
      while (isRunning && (statSync(log, { throwIfNoEntry: false })?.size ?? 0) < bytes)
        await new Promise(setImmediate);
      child.kill('SIGKILL');
      await ended;
      await using server = await startServer({ SOCIAL_DATA_DIR: directory.path });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    },
  );
});
