import { startWebhookReceiver, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { createEndpoint } from './webhooks.ts';

// Without a sandbox's leave, this machine is no receiver but by the operator's word.
const { stack, workspace } = useStack({
  config: { mediaFromLoopback: false },
  env: { SOCIAL_WEBHOOK_ALLOW: 'localhost, 10.20.0.0/16' },
});
const receiver = useResource(startWebhookReceiver);

const create = (url: string) => workspace.api('POST', '/api/webhook-endpoints', { body: { url } });

test('a name that the operator allows may be anywhere, with plain http and any port', async () => {
  const { port } = new URL(receiver.url);
  const endpoint = await createEndpoint(workspace.api, `http://localhost:${port}/hook`);
  const { body } = await workspace.api('POST', `${endpoint.path}/test`);
  expect(body).toMatchObject({ status: 'delivered', lastTry: { status: 200 } });
  expect(receiver.arrived).toHaveLength(1);
});

test('so may an address in a network that the operator allows', async () => {
  await createEndpoint(workspace.api, 'http://10.20.3.4:9000/hook');
});

test.each(['https://127.0.0.1/', 'http://127.0.0.1:8000/', 'https://10.21.0.1/', 'https://[::1]/'])(
  'refuses %s',
  async (url) => {
    const { status, body } = await create(url);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.error).toContain('SOCIAL_WEBHOOK_ALLOW');
  },
);

test('an address that is no longer allowed gets nothing', async () => {
  await stack.restart({ SOCIAL_WEBHOOK_ALLOW: '127.0.0.0/8' });
  const endpoint = await createEndpoint(workspace.api, `${receiver.url}/later`);
  await stack.restart({ SOCIAL_WEBHOOK_ALLOW: '' });
  const { body } = await workspace.api('POST', `${endpoint.path}/test`);
  expect(body).toMatchObject({ status: 'failed', lastTry: { status: null, answer: null } });
  expect(body.lastTry.error).toBe('its address is not on the public internet');
  expect(receiver.arrived.filter(({ path }) => path === '/later')).toEqual([]);
});
