import { startWebhookReceiver, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { createEndpoint, deliveriesOf, eventOf, eventsOf } from './webhooks.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });
const receiver = useResource(startWebhookReceiver);

test('several servers record events without a gap and send each once', async () => {
  const replicas = [await stack.startReplica(), await stack.startReplica()];
  const apis = [workspace.api, ...replicas.map(({ apiOf }) => apiOf(workspace))];
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const posts = Array.from({ length: 24 }, (_, n) =>
    apis[n % apis.length]?.('POST', '/api/v1/posts', { body: { text: uniqueText('Event'), platforms: ['profnet'] } }),
  );
  await Promise.all(posts);
  await receiver.until(24);
  await expect
    .poll(
      async () => (await deliveriesOf(workspace.api, endpoint)).filter(({ status }) => status === 'delivered').length,
    )
    .toBe(24);
  const events = await eventsOf(workspace);
  expect(events.map(({ number }) => number)).toEqual(events.map((_, index) => index + 1));
  const told = receiver.arrived.map(({ body }) => eventOf(body).number).toSorted((one, other) => one - other);
  expect(told).toEqual(events.map(({ number }) => number));
});
