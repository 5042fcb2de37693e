import { startWebhookReceiver, useResource, useStack } from '@social/testkit';
import { afterEach, expect, test } from 'vitest';
import { createEndpoint } from './webhooks.ts';

const { stack, workspace } = useStack();
const receiver = useResource(startWebhookReceiver);

const ENDPOINTS = '/api/webhook-endpoints';
const create = (body: object) => workspace.api('POST', ENDPOINTS, { body });
const list = async () => (await workspace.api('GET', ENDPOINTS)).body.endpoints;

afterEach(async () => {
  for (const { id } of await list()) await workspace.api('DELETE', `${ENDPOINTS}/${id}`);
});

test('an endpoint is listed without its secret, which is stored encrypted', async () => {
  const { status, body, headers } = await create({ url: receiver.url, kinds: ['post.failed'], description: 'Pager' });
  expect(status).toBe(201);
  expect(headers.get('cache-control')).toContain('no-store');
  expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(body.endpoint).toEqual({
    ...{ id: expect.any(String), url: receiver.url, description: 'Pager', kinds: ['post.failed'], status: 'active' },
    ...{
      statusReason: null,
      secretPreview: `…${body.secret.slice(-4)}`,
      previousSecretUntil: null,
      failingSince: null,
    },
    ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  const listed = await workspace.api('GET', ENDPOINTS);
  expect(listed.body.endpoints).toEqual([body.endpoint]);
  expect(await stack.dump()).not.toContain(body.secret.slice('whsec_'.length));
  expect(stack.log.join('\n')).not.toContain(body.secret.slice('whsec_'.length));
  expect((await workspace.readLog({ action: 'webhook.created' }))[0]).toMatchObject({
    platform: null,
    metadata: { endpointId: body.endpoint.id, host: new URL(receiver.url).host, description: 'Pager' },
  });
});

test('address, kinds and status change', async () => {
  const { path } = await createEndpoint(workspace.api, receiver.url);
  const change = { url: `${receiver.url}/new`, kinds: ['credits.low'], description: 'Renamed', status: 'disabled' };
  const { status, body } = await workspace.api('PATCH', path, { body: change });
  expect([status, body]).toEqual([200, expect.objectContaining(change)]);
  expect(body.statusReason).toContain('switched off by hand');
  expect((await workspace.api('GET', path)).body).toEqual(body);
  const widened = await workspace.api('PATCH', path, { body: { kinds: null, description: null } });
  expect(widened.body).toMatchObject({ kinds: null, description: null, url: change.url });
  const deleted = await workspace.api('DELETE', path);
  expect([deleted.status, deleted.body]).toEqual([200, { ok: true }]);
  expect((await workspace.api('GET', path)).status).toBe(404);
});

test('a workspace has at most 20 endpoints', async () => {
  await Promise.all(Array.from({ length: 25 }, () => create({ url: receiver.url })));
  expect(await list()).toHaveLength(20);
  const { status, body } = await create({ url: receiver.url });
  expect([status, body.code]).toEqual([403, 'quota_exceeded']);
  expect(body.error).toContain('20 webhook endpoints, which is the limit; nothing was stored');
});

const LONG = `https://hooks.example.com/${'x'.repeat(2_100)}`;
test.each([
  [{}, 'url'],
  [{ url: '' }, 'url'],
  [{ url: 'hooks.example.com' }, 'must be an address beginning with https://'],
  [{ url: 'ftp://hooks.example.com' }, 'must be an address beginning with https://'],
  [{ url: 'javascript:alert(1)' }, 'must be an address beginning with https://'],
  [{ url: LONG }, 'url'],
  [{ url: 'https://hooks.example.com/a b' }, 'is not an address'],
  [{ url: 'https://hooks.example.com/a\nb' }, 'is not an address'],
  [{ url: 'https://[1::2::3]/' }, 'is not an address'],
  [{ url: 'https://me:secret@hooks.example.com/' }, 'user name or password'],
  [{ url: 'https://hooks.example.com/#part' }, 'after #'],
  [{ url: 'http://hooks.example.com/' }, 'must begin with https://'],
  [{ url: 'https://8.8.8.8:8443/' }, 'must use the port 443'],
  [{ url: 'https://10.0.0.7/' }, 'must be on the public internet'],
  [{ url: 'https://169.254.169.254/latest' }, 'must be on the public internet'],
  [{ url: 'https://[fd00::1]/' }, 'must be on the public internet'],
  [{ url: 'https://[::ffff:10.0.0.7]/' }, 'must be on the public internet'],
  [{ url: 'https://0x0a000007/' }, 'must be on the public internet'],
  [{ url: 'https://8.8.8.8/', kinds: [] }, 'kinds'],
  [{ url: 'https://8.8.8.8/', kinds: ['post.publshed'] }, 'kinds'],
  [{ url: 'https://8.8.8.8/', kinds: ['post.failed', 'post.failed'] }, 'kinds'],
  [{ url: 'https://8.8.8.8/', kinds: 'post.failed' }, 'kinds'],
  [{ url: 'https://8.8.8.8/', description: 'x'.repeat(101) }, 'description'],
  [{ url: 'https://8.8.8.8/', description: 'a\u202eb' }, 'description'],
  [{ url: 'https://8.8.8.8/', secret: 'whsec_own' }, 'secret'],
])('refuses %j', async (body, message) => {
  const answer = await create(body);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(answer.body.error).toContain(message);
  expect(await list()).toEqual([]);
});

test('an unknown or foreign endpoint is 404, and nothing happens to it', async () => {
  const stranger = await stack.createWorkspace();
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const before = receiver.arrived.length;
  const calls: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { status: 'disabled' }],
    ['DELETE', ''],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/00000000-0000-4000-8000-000000000000/resend'],
    ['POST', '/test'],
    ['POST', '/rotate', {}],
  ];
  for (const [method, path, body] of calls) {
    for (const id of [endpoint.id, 'nonsense', '00000000-0000-4000-8000-000000000000', '%00', "a'b"]) {
      const answer = await stranger.api(method, `${ENDPOINTS}/${id}${path}`, { ...(body && { body }) });
      expect([answer.status, method, path, id]).toEqual([id === '%00' ? answer.status : 404, method, path, id]);
      expect(answer.status).toBeLessThan(500);
    }
  }
  expect((await workspace.api('GET', endpoint.path)).body.status).toBe('active');
  expect(receiver.arrived).toHaveLength(before);
});

test.each([
  ['PATCH', '', {}],
  ['PATCH', '', { status: 'paused' }],
  ['PATCH', '', { url: 'https://10.0.0.7/' }],
  ['PATCH', '', { kinds: [] }],
  ['PATCH', '', { kinds: null, url: null }],
  ['PATCH', '', { description: '' }],
  ['PATCH', '', { secret: 'whsec_x' }],
  ['POST', '/rotate', { previousValidHours: -1 }],
  ['POST', '/rotate', { previousValidHours: 169 }],
  ['POST', '/rotate', { previousValidHours: 1.5 }],
])('refuses %s %s %j, and nothing changes', async (method, path, body) => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const before = (await workspace.api('GET', endpoint.path)).body;
  const answer = await workspace.api(method, `${endpoint.path}${path}`, { body });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect((await workspace.api('GET', endpoint.path)).body).toEqual(before);
});

test.each(['cursor=x', 'limit=0', 'limit=101', 'status=lost', 'page=2'])('refuses deliveries?%s', async (query) => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const answer = await workspace.api('GET', `${endpoint.path}/deliveries?${query}`);
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
});

test('pages of deliveries follow each other', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  for (let n = 0; n < 3; n++) await workspace.api('POST', `${endpoint.path}/test`);
  const first = (await workspace.api('GET', `${endpoint.path}/deliveries?limit=2`)).body;
  const rest = (await workspace.api('GET', `${endpoint.path}/deliveries?limit=2&cursor=${first.nextCursor}`)).body;
  expect([first.deliveries.length, rest.deliveries.length, rest.nextCursor]).toEqual([2, 1, null]);
  const ids = [...first.deliveries, ...rest.deliveries].map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().reverse());
  const failed = (await workspace.api('GET', `${endpoint.path}/deliveries?status=failed`)).body;
  expect(failed).toEqual({ deliveries: [], nextCursor: null });
});
