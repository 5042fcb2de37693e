import { startWebhookReceiver, useResource, useResourcePerTest, useStack } from '@social/testkit';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createEndpoint, deliveriesOf, eventOf } from './webhooks.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });
const receiver = useResourcePerTest(startWebhookReceiver);
const other = useResource(startWebhookReceiver);

const publish = (text: string) => workspace.publish({ text, platforms: ['profnet'] });
const headersOf = (headers: NodeJS.Dict<string | string[]>) => headers as Record<string, string>;

test('a published post is delivered once, signed so that the reference verifier accepts it', async () => {
  const endpoint = await createEndpoint(workspace.api, `${receiver.url}/hook`);
  const { body: post } = await publish('Told');
  const [arrived] = await receiver.until(1);
  const { body = '', headers = {}, path } = arrived ?? {};
  expect(path).toBe('/hook');
  expect(headers['content-type']).toBe('application/json');
  expect(headers['user-agent']).toMatch(/^social\/\d/);
  const event = new Webhook(endpoint.secret).verify(body, headersOf(headers)) as { id: string };
  expect(event.id).toBe(headers['webhook-id']);
  expect(eventOf(body)).toMatchObject({ type: 'post.published', number: expect.any(Number), data: post });
  const altered = body.replace('Told', 'Sold');
  expect(() => new Webhook(endpoint.secret).verify(altered, headersOf(headers))).toThrow('No matching signature');
  await expect
    .poll(() => deliveriesOf(workspace.api, endpoint))
    .toEqual([
      {
        ...{ id: expect.any(String), endpointId: endpoint.id, eventId: event.id, kind: 'post.published' },
        ...{
          number: expect.any(Number),
          status: 'delivered',
          tries: 1,
          createdAt: expect.any(String),
          nextTryAt: null,
        },
        lastTry: { at: expect.any(String), status: 200, milliseconds: expect.any(Number), error: null, answer: 'ok' },
      },
    ]);
  expect(receiver.arrived).toHaveLength(1);
  await workspace.api('DELETE', endpoint.path);
});

test('a delivery that failed is sent again with the same id and body, and a new time', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url, ['post.published']);
  receiver.answer = () => ({ status: 500, text: `broken ${'x'.repeat(2_000)}` });
  const { body: post } = await publish('Told twice');
  await receiver.until(1);
  await expect.poll(() => deliveriesOf(workspace.api, endpoint)).toMatchObject([{ tries: 1 }]);
  const [delivery] = await deliveriesOf(workspace.api, endpoint);
  expect(delivery).toMatchObject({ status: 'pending', lastTry: { status: 500, error: 'it answered 500' } });
  expect(delivery.lastTry.answer).toHaveLength(1_000);
  const inMs = Date.parse(delivery.nextTryAt) - Date.parse(delivery.lastTry.at);
  expect(inMs).toBeGreaterThan(8_900);
  expect((await workspace.api('GET', endpoint.path)).body.failingSince).toBe(delivery.lastTry.at);
  // The object changes meanwhile; what is sent does not.
  receiver.answer = () => ({ status: 204 });
  await stack.query(`update post_target set note = 'changed' where post_id = '${post.id}'`);
  const again = await workspace.api('POST', `${endpoint.path}/deliveries/${delivery.id}/resend`);
  expect([again.status, again.body.status, again.body.tries]).toEqual([200, 'delivered', 2]);
  const [first, second] = await receiver.until(2);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  new Webhook(endpoint.secret).verify(second?.body ?? '', headersOf(second?.headers ?? {}));
  expect((await workspace.api('GET', endpoint.path)).body.failingSince).toBeNull();
  await workspace.api('DELETE', endpoint.path);
});

test('a receiver that never answers delays no other', async () => {
  receiver.answer = () => 'hang';
  const slow = await createEndpoint(workspace.api, `${receiver.url}/slow`);
  const quick = await createEndpoint(workspace.api, `${other.url}/quick`);
  for (let n = 0; n < 6; n++) await publish(`Beside a slow receiver ${n}`);
  await other.until(6);
  expect(receiver.arrived.length).toBeLessThanOrEqual(4);
  // No try has ended.
  expect(await deliveriesOf(workspace.api, slow)).toEqual(Array(6).fill(expect.objectContaining({ lastTry: null })));
  receiver.answer = () => ({ status: 200 });
  await workspace.api('DELETE', slow.path);
  await workspace.api('DELETE', quick.path);
});

test('a redirect is not followed', async () => {
  receiver.answer = () => ({ status: 302, headers: { location: `${other.url}/elsewhere` } });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const { body } = await workspace.api('POST', `${endpoint.path}/test`);
  expect(body).toMatchObject({ status: 'failed', lastTry: { status: 302 } });
  expect(body.lastTry.error).toContain('it redirects (302), which is not followed');
  expect(other.arrived.filter(({ path }) => path === '/elsewhere')).toEqual([]);
  await workspace.api('DELETE', endpoint.path);
});

test('an answer of 410 switches the endpoint off, and switching it on begins with the next event', async () => {
  receiver.answer = () => ({ status: 410 });
  const endpoint = await createEndpoint(workspace.api, receiver.url, ['post.published']);
  await publish('Gone');
  await expect.poll(async () => (await workspace.api('GET', endpoint.path)).body.status).toBe('disabled');
  const [delivery] = await deliveriesOf(workspace.api, endpoint);
  expect(delivery).toMatchObject({ status: 'canceled', tries: 1 });
  const [entry] = await workspace.readLog({ action: 'webhook.paused' });
  expect(entry.metadata).toMatchObject({ endpointId: endpoint.id, error: expect.stringContaining('410') });
  const refused = await workspace.api('POST', `${endpoint.path}/deliveries/${delivery.id}/resend`);
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  await publish('Not told');
  receiver.answer = () => ({ status: 200 });
  const { body: changed } = await workspace.api('PATCH', endpoint.path, { body: { status: 'active' } });
  expect(changed).toMatchObject({ status: 'active', statusReason: null });
  await publish('Told again');
  const arrived = await receiver.until(2);
  expect(arrived.map(({ body }) => eventOf(body).data.text)).toEqual(['Gone', 'Told again']);
  await workspace.api('DELETE', endpoint.path);
});

test('a test event is sent once, also to an endpoint that is switched off, and has no number', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url, ['post.failed']);
  await workspace.api('PATCH', endpoint.path, { body: { status: 'disabled' } });
  const { status, body } = await workspace.api('POST', `${endpoint.path}/test`);
  expect([status, body.status, body.kind, body.number]).toEqual([200, 'delivered', 'webhook.test', null]);
  const [arrived] = await receiver.until(1);
  expect(eventOf(arrived?.body ?? '')).toMatchObject({ type: 'webhook.test', data: { endpointId: endpoint.id } });
  await workspace.api('DELETE', endpoint.path);
});

test('while a secret is replaced, either one verifies', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const { body: rotated } = await workspace.api('POST', `${endpoint.path}/rotate`);
  expect(rotated.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(rotated.secret).not.toBe(endpoint.secret);
  expect(Date.parse(rotated.endpoint.previousSecretUntil)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  await workspace.api('POST', `${endpoint.path}/test`);
  const [first] = await receiver.until(1);
  for (const secret of [endpoint.secret, rotated.secret]) {
    new Webhook(secret).verify(first?.body ?? '', headersOf(first?.headers ?? {}));
  }
  const body = { previousValidHours: 0 };
  const leaked = await workspace.api('POST', `${endpoint.path}/rotate`, { body });
  expect(leaked.body.endpoint.previousSecretUntil).toBeNull();
  await workspace.api('POST', `${endpoint.path}/test`);
  const [, second] = await receiver.until(2);
  const verify = (secret: string) => new Webhook(secret).verify(second?.body ?? '', headersOf(second?.headers ?? {}));
  verify(leaked.body.secret);
  expect(() => verify(rotated.secret)).toThrow('No matching signature');
  await workspace.api('DELETE', endpoint.path);
});
