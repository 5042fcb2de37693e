import { startWebhookReceiver, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet'] });

const deadlocks = async () => {
  const rows = await stack.query('select deadlocks from pg_stat_database where datname = current_database()');
  return Number(rows[0]?.['deadlocks']);
};

test('endpoints are changed and tried while deliveries are made for them, without a deadlock', async () => {
  await using receiver = await startWebhookReceiver();
  const { body } = await workspace.api('POST', '/api/webhook-endpoints', { body: { url: receiver.url } });
  const path = `/api/webhook-endpoints/${body.endpoint.id}`;
  const calls = [
    (name: string) => workspace.api('POST', '/api/v1/drafts', { body: { text: name, platforms: ['profnet'] } }),
    (name: string) => workspace.api('PATCH', path, { body: { description: name } }),
    () => workspace.api('POST', `${path}/test`, { body: {} }),
  ];
  const statuses: number[] = [];
  const client = async (number: number) => {
    for (let count = 0; count < 60; count += 1) {
      const call = calls[(number + count) % calls.length];
      if (call) statuses.push((await call(`Call ${number}.${count}`)).status);
    }
  };
  await Promise.all(Array.from({ length: 15 }, (_, number) => client(number)));
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await deadlocks()).toBe(0);
});
