import { startWebhookReceiver, uniqueText, useResourcePerTest, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { onUpdate } from './triggers.ts';
import { createEndpoint, deliveriesOf } from './webhooks.ts';

const { stack, clock } = useStack({ clock: true });
const receiver = useResourcePerTest(startWebhookReceiver);
const workspace = useResourcePerTest(() => stack.createWorkspace({ connect: ['profnet'] }));

const MINUTE_MS = 60_000;
const publish = () => workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
const ofWorkspace = () => `workspace_id = '${workspace.workspaceId}'`;
const failures = () => stack.log.filter((line) => line.includes('could not send a delivery yet')).length;

test('a delivery whose try the database failed is sent a minute later', async () => {
  const before = failures();
  const repair = await onUpdate(stack, { table: 'webhook_event', when: 'new.body is not null' });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await vi.waitFor(() => expect(failures()).toBeGreaterThan(before), 20_000);
  await expect
    .poll(async () => (await stack.query(`select worker_id from webhook_delivery where ${ofWorkspace()}`))[0])
    .toMatchObject({ worker_id: null });
  expect(await deliveriesOf(workspace.api, endpoint)).toMatchObject([{ status: 'pending', tries: 0 }]);
  await repair();
  expect(receiver.arrived).toHaveLength(0);
  clock.advance(MINUTE_MS + 1);
  await expect.poll(() => deliveriesOf(workspace.api, endpoint)).toMatchObject([{ status: 'delivered', tries: 1 }]);
  expect(receiver.arrived).toHaveLength(1);
});

test('a delivery that could not be sent again because the database failed can be sent again later', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await expect.poll(() => deliveriesOf(workspace.api, endpoint)).toMatchObject([{ status: 'delivered' }]);
  const [{ id }] = (await deliveriesOf(workspace.api, endpoint)) as [{ id: string }];
  await stack.query(`update webhook_event set body = null where ${ofWorkspace()}`);
  const repair = await onUpdate(stack, { table: 'webhook_event', when: 'new.body is not null' });
  const resend = () => workspace.api('POST', `${endpoint.path}/deliveries/${id}/resend`);
  expect((await resend()).status).toBe(500);
  await repair();
  const again = await resend();
  expect([again.status, again.body.status]).toEqual([200, 'delivered']);
});

test('a delivery that this process took, and whose answer of the database was lost, is sent after some minutes', async () => {
  receiver.answer = () => ({ status: 500 });
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  await publish();
  await expect.poll(() => deliveriesOf(workspace.api, endpoint)).toMatchObject([{ tries: 1 }]);
  receiver.answer = () => ({ status: 200 });
  await stack.query(`update webhook_delivery set worker_id = (select id from worker) where ${ofWorkspace()}`);
  const passes = async () => {
    clock.advance(MINUTE_MS);
    return (await deliveriesOf(workspace.api, endpoint))[0].status;
  };
  await expect.poll(passes, { interval: 500, timeout: 20_000 }).toBe('delivered');
  expect(receiver.received).toHaveLength(1);
});

test('a delivery that was taken when its endpoint is switched off is canceled, and not sent', async () => {
  const endpoint = await createEndpoint(workspace.api, receiver.url);
  const then = "update webhook_endpoint set status = 'disabled', status_reason = 'off' where id = new.endpoint_id";
  await onUpdate(stack, { table: 'webhook_delivery', when: 'new.worker_id is not null', then });
  await publish();
  await expect
    .poll(() => deliveriesOf(workspace.api, endpoint))
    .toMatchObject([{ status: 'canceled', tries: 0, nextTryAt: null, lastTry: null }]);
  expect(receiver.arrived).toHaveLength(0);
});
