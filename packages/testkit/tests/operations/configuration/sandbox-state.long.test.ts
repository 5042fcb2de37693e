import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createTestDatabase, startPostgres } from '@social/testkit';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../src/programs/server-process.ts';
import { connectPublisher, publish, startSandboxed, textsIn } from './sandbox-servers.ts';

test('a server with --sandbox keeps one sandbox per data directory where two servers share a Postgres', async () => {
  using one = temporaryDirectory();
  using other = temporaryDirectory();
  const postgres = await startPostgres();
  try {
    const { url = '' } = await createTestDatabase(postgres.url);
    const SOCIAL_SECRET_KEYS = randomBytes(32).toString('base64');
    const envOf = ({ path }: { path: string }) => ({
      ...{ SOCIAL_DATA_DIR: join(path, 'data'), SOCIAL_DATABASE_URL: url, SOCIAL_SECRET_KEYS },
    });
    await using first = await startSandboxed(envOf(one));
    await using second = await startSandboxed(envOf(other));
    expect(second.sandboxUrl).not.toBe(first.sandboxUrl);
    const apiKey = await connectPublisher(first, envOf(one));
    await publish(first, apiKey, 'before');
    await first.stop();

    await using again = await startSandboxed(envOf(one));
    expect(again.sandboxUrl).toBe(first.sandboxUrl);
    expect(await publish(again, apiKey, 'after')).toMatchObject({ outcome: 'published' });
    expect(await textsIn(again)).toHaveLength(4);
    expect(await textsIn(second)).toEqual([]);
  } finally {
    await postgres.stop();
  }
});
