import { type Api, uniqueText, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { openEvents } from './event-reader.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });

async function watch(url: string, headers: Record<string, string> = {}) {
  const stream = await openEvents(url, { authorization: `Bearer ${workspace.apiKey}`, ...headers });
  await vi.waitFor(() => expect(stream.events.length).toBeGreaterThan(0), 15_000);
  return stream;
}

async function publish(api: Api): Promise<string> {
  const body = { text: uniqueText('Live'), platforms: ['profnet'] };
  return (await api('POST', '/api/v1/posts', { body })).body.id;
}

test('a change that another server makes arrives, and a stream goes on at another server', async () => {
  const replica = await stack.startReplica();
  const [here, there] = [await watch(stack.url), await watch(replica.url)];
  const first = await publish(replica.apiOf(workspace));
  await here.until('posts', first);
  await there.until('posts', first);
  const missed = await publish(workspace.api);
  const resumed = await watch(replica.url, { 'last-event-id': here.lastId() });
  const next = await publish(workspace.api);
  for (const id of [missed, next]) await here.until('posts', id);
  await resumed.until('posts', next);
  expect(resumed.events.map(({ kind }) => kind)).not.toContain('reset');
  for (const stream of [here, there, resumed]) stream.close();
});
