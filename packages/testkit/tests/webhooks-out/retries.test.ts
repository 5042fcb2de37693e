import { startWebhookReceiver, uniqueText, useResourcePerTest, useStack, type Workspace } from '@social/testkit';
import { expect, test } from 'vitest';
import { createEndpoint, deliveriesOf, type MadeEndpoint } from './webhooks.ts';

const { stack, clock } = useStack({ clock: true });
const receiver = useResourcePerTest(startWebhookReceiver);
const workspace = useResourcePerTest(() => stack.createWorkspace({ connect: ['profnet'] }));

const DAY_MS = 24 * 3_600_000;
const publish = (by: Workspace = workspace) => by.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
const statusOf = async ({ path }: MadeEndpoint) => (await workspace.api('GET', path)).body;

const lastOf = async (endpoint: MadeEndpoint) => (await deliveriesOf(workspace.api, endpoint)).at(-1);

/** Moves the clock to each next try until the last delivery ends. @returns how long after the first try each one was due */
async function tryToTheEnd(endpoint: MadeEndpoint): Promise<number[]> {
  const first = clock.now();
  const due: number[] = [];
  for (let tries = 1; ; tries++) {
    await expect.poll(() => lastOf(endpoint)).toMatchObject({ tries });
    const delivery = await lastOf(endpoint);
    if (delivery.status !== 'pending') return due;
    due.push(Date.parse(delivery.nextTryAt) - first);
    clock.advance(Date.parse(delivery.nextTryAt) - clock.now());
  }
}

test('a delivery is tried 8 times within a day, then it has failed', async () => {
  receiver.answer = () => ({ status: 503 });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  const due = await tryToTheEnd(endpoint);
  expect(due).toHaveLength(7);
  expect(due).toEqual(due.toSorted((one, other) => one - other));
  expect(due[0]).toBeLessThan(12_000);
  expect(due.at(-1)).toBeGreaterThan(DAY_MS / 2);
  expect(due.at(-1)).toBeLessThan(DAY_MS);
  const [delivery] = await deliveriesOf(workspace.api, endpoint);
  expect(delivery).toMatchObject({ status: 'failed', tries: 8, nextTryAt: null });
  expect(receiver.arrived).toHaveLength(8);
  const sent = new Set(receiver.arrived.map(({ headers, body }) => `${headers['webhook-id']} ${body}`));
  expect(sent.size).toBe(1);
  const signed = new Set(receiver.arrived.map(({ headers }) => headers['webhook-signature']));
  expect(signed.size).toBe(8);
});

test('an endpoint that has failed for three days is paused, and the log says so', async () => {
  receiver.answer = () => ({ status: 500 });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await tryToTheEnd(endpoint);
  expect((await statusOf(endpoint)).status).toBe('active');
  clock.advance(3 * DAY_MS);
  await publish();
  await expect.poll(async () => (await deliveriesOf(workspace.api, endpoint)).length).toBe(2);
  await tryToTheEnd(endpoint);
  expect(await lastOf(endpoint)).toMatchObject({ status: 'failed', tries: 8 });
  await expect.poll(async () => (await statusOf(endpoint)).status).toBe('paused');
  expect((await statusOf(endpoint)).statusReason).toContain('it has failed since');
  const [entry] = await workspace.readLog({ action: 'webhook.paused' });
  expect(entry).toMatchObject({ status: 'failed', metadata: { endpointId: endpoint.id } });
  const { path } = endpoint;
  const { body } = await workspace.api('PATCH', path, { body: { status: 'active' } });
  expect(body).toMatchObject({ status: 'active', failingSince: null });
});

test('an endpoint that failed once, and was quiet for three days, is not paused by the next failure', async () => {
  receiver.answer = () => ({ status: 500 });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await tryToTheEnd(endpoint);
  clock.advance(3 * DAY_MS);
  await publish();
  await expect.poll(async () => (await deliveriesOf(workspace.api, endpoint)).length).toBe(2);
  await expect.poll(() => lastOf(endpoint)).toMatchObject({ status: 'pending', tries: 1 });
  receiver.answer = () => ({ status: 200 });
  clock.advance(11_000);
  await expect.poll(() => lastOf(endpoint)).toMatchObject({ status: 'delivered', tries: 2 });
  expect(await statusOf(endpoint)).toMatchObject({ status: 'active', failingSince: null });
});

test('a test that succeeds ends the time for which an endpoint has failed; one that fails begins none', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const sendTest = async () => (await workspace.api('POST', `${endpoint.path}/test`)).body.status;
  receiver.answer = () => ({ status: 500 });
  expect([await sendTest(), (await statusOf(endpoint)).failingSince]).toEqual(['failed', null]);
  await publish();
  await expect.poll(async () => (await statusOf(endpoint)).failingSince).not.toBeNull();
  receiver.answer = () => ({ status: 200 });
  expect([await sendTest(), (await statusOf(endpoint)).failingSince]).toEqual(['delivered', null]);
});

test('a success in between keeps an endpoint from being paused', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  receiver.answer = () => ({ status: 500 });
  await publish();
  await receiver.until(1);
  // The next try is counted from the moment when this one is stored.
  await expect.poll(async () => (await statusOf(endpoint)).failingSince).not.toBeNull();
  receiver.answer = () => ({ status: 200 });
  clock.advance(11_000);
  await expect.poll(async () => (await statusOf(endpoint)).failingSince).toBeNull();
  receiver.answer = () => ({ status: 500 });
  clock.advance(3 * DAY_MS);
  await publish();
  await receiver.until(3);
  await expect.poll(async () => (await statusOf(endpoint)).failingSince).not.toBeNull();
  expect((await statusOf(endpoint)).status).toBe('active');
});

test('switching an endpoint off cancels what waits for it', async () => {
  receiver.answer = () => ({ status: 500 });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await receiver.until(1);
  await workspace.api('PATCH', endpoint.path, { body: { status: 'disabled' } });
  await expect.poll(() => deliveriesOf(workspace.api, endpoint)).toMatchObject([{ status: 'canceled', tries: 1 }]);
  clock.advance(DAY_MS);
  await publish();
  expect(await deliveriesOf(workspace.api, endpoint)).toHaveLength(1);
});

test('what a stopped server has not sent, the next one sends', async () => {
  receiver.answer = () => ({ status: 500 });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await receiver.until(1);
  await stack.restart();
  receiver.answer = () => ({ status: 200 });
  clock.advance(11_000);
  await expect.poll(() => deliveriesOf(workspace.api, endpoint)).toMatchObject([{ status: 'delivered', tries: 2 }]);
});

test('events and deliveries are kept for 30 days', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await receiver.until(1);
  clock.advance(29 * DAY_MS);
  await publish();
  await receiver.until(2);
  clock.advance(2 * DAY_MS);
  await stack.restart();
  const ofWorkspace = `where workspace_id = '${workspace.workspaceId}'`;
  const numbers = async () =>
    (await stack.query(`select number from webhook_event ${ofWorkspace}`)).map((row) => Number(row['number']));
  await expect.poll(numbers).toEqual([2]);
  await expect.poll(async () => (await deliveriesOf(workspace.api, endpoint)).map(({ number }) => number)).toEqual([2]);
  const { body } = await workspace.api('GET', '/api/webhook-events?after=0');
  expect(body.events.map(({ number }: { number: number }) => number)).toEqual([2]);
});
