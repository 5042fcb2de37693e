import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { type ServerProcess, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { BEFORE_AND_AFTER, connectPublisher, publish, startSandboxed, textsIn } from './sandbox-servers.ts';

/** Waits until every post is in the file that outlives the process: it is written a little after each call. */
async function waitUntilKept(server: ServerProcess, dataDir: string): Promise<void> {
  const ids = (await server.sandbox.posts()).map(({ id }) => id);
  const state = () => readFileSync(join(dataDir, 'sandbox', 'state.json'), 'utf8');
  await vi.waitFor(() => expect(ids.filter((id) => !state().includes(id))).toEqual([]), 60_000);
}

describe('a server that is started with --sandbox again', () => {
  test('finds the networks where they were after SIGKILL, with posts and accounts', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: join(directory.path, 'not', 'there', 'yet') };
    await using first = await startSandboxed(env);
    const apiKey = await connectPublisher(first, env);
    expect(await publish(first, apiKey, 'before')).toMatchObject({ outcome: 'published' });
    expect(statSync(env.SOCIAL_DATA_DIR).mode & 0o777).toBe(0o700);
    await waitUntilKept(first, env.SOCIAL_DATA_DIR);
    await first.stop('SIGKILL');

    await using again = await startSandboxed(env);
    expect(again.sandboxUrl).toBe(first.sandboxUrl);
    expect(await publish(again, apiKey, 'after')).toMatchObject({ outcome: 'published' });
    expect(await textsIn(again)).toEqual(BEFORE_AND_AFTER);
  });
});
