import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@social/server';
import { startWebhookReceiver, uniqueText, useResource, useResourcePerTest } from '@social/testkit';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { createBackupWorld } from '../operations/backup/backup-world.ts';
import { createEndpoint, deliveriesOf, eventOf } from './webhooks.ts';

const SKIPPED = 2 ** 20;

const world = useResource(createBackupWorld);
const receiver = useResourcePerTest(startWebhookReceiver);
const numberOf = (body: string) => eventOf(body).number;

/** Copies the data of the first server, which has stopped. */
function copyData(name: string): string {
  const data = join(world.directory, name);
  cpSync(world.data, data, { recursive: true });
  return data;
}

test('a restored server holds what waited, skips numbers, and sends what was held after the release', async () => {
  const backup = join(world.directory, 'webhooks.db');
  const elsewhere = join(world.directory, 'elsewhere');
  const old = await world.serve();
  const endpoint = await createEndpoint(old.workspace.api, receiver.url);
  receiver.answer = () => ({ status: 500 });
  await old.workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  await receiver.until(1);
  await world.runJson(['backup', backup]);
  await old.workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  await receiver.until(2);
  await old.stop();
  receiver.answer = () => ({ status: 200 });
  expect(await world.runJson(['restore', backup], elsewhere)).toMatchObject({ webhooks: 1 });

  const now = await world.serve(elsewhere);
  const { api } = now.workspace;
  expect(await deliveriesOf(api, endpoint)).toMatchObject([{ status: 'held', number: 1, nextTryAt: null }]);
  await now.workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  const [, , third] = await receiver.until(3);
  expect(numberOf(third?.body ?? '')).toBe(1 + SKIPPED + 1);
  expect(await deliveriesOf(api, endpoint)).toMatchObject([{ status: 'held' }, {}]);
  await now.stop();
  expect(await world.runJson(['release'], elsewhere)).toMatchObject({ webhooks: 1 });
  await using after = await world.serve(elsewhere);
  const arrived = await receiver.until(4);
  expect(arrived.map(({ body }) => numberOf(body))).toEqual([1, 2, 1 + SKIPPED + 1, 1]);
  await expect
    .poll(() => deliveriesOf(after.workspace.api, endpoint))
    .toMatchObject([{ status: 'delivered', tries: 2 }, { status: 'delivered' }]);
});

test('rekey changes the key of secrets, which sign as before', async () => {
  const data = copyData('rekeyed');
  const before = await world.serve(data);
  const endpoint = await createEndpoint(before.workspace.api, receiver.url);
  await before.workspace.api('POST', `${endpoint.path}/rotate`);
  await before.stop();
  const newKey = randomBytes(32).toString('base64');
  const both = { SOCIAL_SECRET_KEYS: `${newKey},${world.keys}` };
  const finding = async () =>
    (await world.run(['doctor'], data, both)).stdout.split('\n').filter((line) => /keys/.test(line));
  expect((await finding())[0]).toContain('webhook endpoints need an older key');
  expect(await world.runJson(['rekey'], data, both)).toMatchObject({ unreadable: 0, oldKeysNeeded: false });
  const alone = { SOCIAL_SECRET_KEYS: newKey };
  const refused = await world.run(['workspace', 'list'], data, alone);
  expect(refused.code).toBe(0);
  await using after = await world.serve(data, alone);
  await after.workspace.api('POST', `${endpoint.path}/test`);
  const [arrived] = await receiver.until(1);
  new Webhook(endpoint.secret).verify(arrived?.body ?? '', (arrived?.headers ?? {}) as Record<string, string>);
});

test('an endpoint whose key was lost is given up with the accounts, and works again after a rotation', async () => {
  const data = copyData('lost');
  const before = await world.serve(data);
  const endpoint = await createEndpoint(before.workspace.api, receiver.url);
  receiver.answer = () => ({ status: 500 });
  await before.workspace.publish({ text: uniqueText('Event'), platforms: ['profnet'] });
  await receiver.until(1);
  await before.stop();
  const alone = { SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') };
  await world.run(['rekey', '--give-up-unreadable'], data, alone);
  receiver.answer = () => ({ status: 200 });
  await using after = await world.serve(data, alone);
  const { api } = after.workspace;
  const { body } = await api('GET', endpoint.path);
  expect([body.status, body.statusReason]).toEqual(['disabled', expect.stringContaining('rotate it')]);
  expect(await deliveriesOf(api, endpoint)).toMatchObject([{ status: 'canceled', nextTryAt: null }]);
  expect(world.query('select event_kinds from workspace where event_kinds is not null', data)).toEqual([]);
  const { body: rotated } = await api('POST', `${endpoint.path}/rotate`);
  await api('PATCH', endpoint.path, { body: { status: 'active' } });
  await api('POST', `${endpoint.path}/test`);
  const [, arrived] = await receiver.until(2);
  new Webhook(rotated.secret).verify(arrived?.body ?? '', (arrived?.headers ?? {}) as Record<string, string>);
});

test('an endpoint whose secret is replaced while another one is given up is left as it is', async () => {
  const data = copyData('replaced');
  const before = await world.serve(data);
  const given = await createEndpoint(before.workspace.api, receiver.url);
  const replaced = await createEndpoint(before.workspace.api, receiver.url);
  await before.stop();
  // Stands for a rotation by a server that runs.
  const rotate = `update webhook_endpoint set secret = new.secret where id = '${replaced.id}'`;
  const when = `when new.id = '${given.id}' and new.secret <> old.secret`;
  world.query(`create trigger rotate after update on webhook_endpoint ${when} begin ${rotate}; end`, data);
  const alone = { SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') };
  await world.run(['rekey', '--give-up-unreadable'], data, alone);
  const states = world.query<{ status: string; secret: string }>(
    `select status, secret from webhook_endpoint where id in ('${given.id}', '${replaced.id}') order by id`,
    data,
  );
  expect(states.map(({ status }) => status)).toEqual(['disabled', 'active']);
  expect(states[1]?.secret).toBe(states[0]?.secret);
});

test.each([
  ['hooks.internal,10.1.0.0/16', 'and hooks.internal, 10.1.0.0/16, also with plain http'],
  ['', 'sent to public https addresses'],
])('doctor says where webhooks may go with SOCIAL_WEBHOOK_ALLOW=%s', async (allowed, says) => {
  const { stdout } = await world.run(['doctor'], world.data, { SOCIAL_WEBHOOK_ALLOW: allowed });
  expect(stdout.split('\n').find((line) => line.includes('webhooks:'))).toContain(says);
});

test.each(['hooks..internal', '10.1.0.0/33', 'http://hooks.internal', '10.1.0', 'a b', 'fe80::/129'])(
  'SOCIAL_WEBHOOK_ALLOW=%s is refused at the start',
  (allowed) => {
    expect(() => readConfig({ SOCIAL_WEBHOOK_ALLOW: allowed })).toThrow('SOCIAL_WEBHOOK_ALLOW: ');
  },
);
