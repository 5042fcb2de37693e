import { startWebhookReceiver, useResourcePerTest, useStack } from '@social/testkit';
import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { startSocial } from '../../../cli/tests/support/social.ts';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';
import { eventOf } from './webhooks.ts';

const { stack } = useStack();
const { workspace, desk } = useDeskPerTest(stack, ['profnet']);
const receiver = useResourcePerTest(startWebhookReceiver);

const create = async (...args: string[]) => {
  const made = await desk.social(['webhooks', 'create', `${receiver.url}/hook`, ...args, '--json']);
  expect(made.stderr).toContain('Keep this secret now');
  const { endpoint, secret } = JSON.parse(made.stdout);
  return { id: endpoint.id as string, secret: secret as string, end: (endpoint.id as string).slice(-8) };
};
const says = async (args: string[], code = 0) => {
  const result = await desk.social(['webhooks', ...args, '--output', 'text']);
  expect([result.code, result.stderr]).toEqual([code, expect.anything()]);
  return `${result.stdout}${result.stderr}`;
};

test('an endpoint is created, tried, looked at, rotated, switched off and on, and deleted', async () => {
  const { end, secret } = await create('--kind', 'post.published', '--description', 'Pager');
  expect(await says(['list'])).toMatch(new RegExp(`${end} +active +post.published +${receiver.url}/hook +Pager`));
  expect(await says(['test', end])).toMatch(/^✔ webhook.test: answered 200 in \d+ ms ok\n$/);
  receiver.answer = () => ({ status: 500 });
  expect(await says(['test', `${receiver.url}/hook`], 1)).toContain('it answered 500');
  const listed = await desk.social(['webhooks', 'deliveries', end, '--json']);
  const [failed, delivered] = JSON.parse(listed.stdout).deliveries;
  expect([failed.status, delivered.status]).toEqual(['failed', 'delivered']);
  expect(await says(['deliveries', end, '--status', 'failed'])).toContain('it answered 500');
  receiver.answer = () => ({ status: 200 });
  expect(await says(['resend', end, failed.id.slice(-8)])).toContain('answered 200');
  const rotated = await desk.social(['webhooks', 'rotate', end, '--output', 'text']);
  expect(rotated.stdout).toMatch(/^whsec_\S+\n$/);
  expect(rotated.stdout.trim()).not.toBe(secret);
  expect(await says(['disable', end])).toContain('receives nothing more');
  expect(await says(['enable', end])).toContain('receives events again');
  expect(await says(['delete', end, '--yes'])).toContain('is deleted');
  expect(await says(['list'])).toContain('No endpoints. Create one with');
});

test.each([
  [['create', 'not-an-address'], 'url: must be an address beginning with https://'],
  [['create', 'https://10.0.0.1/'], 'must be on the public internet'],
  [['create', 'https://8.8.8.8/', '--kind', 'post.publshed'], 'kinds'],
  [['create', 'https://8.8.8.8/', '--kind', ''], 'It is empty'],
  [['test', 'nonsense'], 'There is no webhook endpoint "nonsense"'],
  [['rotate', 'nonsense', '--keep-hours', '200'], 'from 0 to 168'],
  [['delete', 'nonsense', '--yes'], 'There is no webhook endpoint'],
  [['deliveries', 'x', '--status', 'lost'], 'lost'],
  [['listen', '--forward-to', 'localhost:3000'], 'is not an address'],
  [['listen', '--forward-to', 'ftp://localhost/'], 'is not an address'],
  [['listen', '--secret', 'sk_live_x'], '--secret: is not a secret of a webhook'],
])('%j is wrong usage', async (args, message) => {
  expect(await says(args, 2)).toContain(message);
  expect((await workspace.api('GET', '/api/webhook-endpoints')).body.endpoints).toEqual([]);
});

test('listen prints each event and forwards it signed, without an endpoint', async () => {
  const env = { SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey, TZ: 'UTC' };
  using listening = startSocial(['webhooks', 'listen', '--forward-to', `${receiver.url}/local`], { env });
  const lines = () => listening.said.stdout.split('\n').filter((line) => line !== '');
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 20_000);
  const { secret } = JSON.parse(lines()[0] ?? '');
  const { body: post } = await workspace.publish({ text: 'Heard', platforms: ['profnet'] });
  const [arrived] = await receiver.until(1);
  new Webhook(secret).verify(arrived?.body ?? '', (arrived?.headers ?? {}) as Record<string, string>);
  expect(eventOf(arrived?.body ?? '')).toMatchObject({ type: 'post.published', number: 1, data: post });
  await vi.waitFor(() => expect(lines()).toHaveLength(2), 20_000);
  expect(JSON.parse(lines()[1] ?? '')).toMatchObject({ event: { number: 1 }, forwarded: { status: 200, error: null } });
  receiver.answer = () => ({ status: 404 });
  await workspace.publish({ text: 'Heard again', platforms: ['profnet'] });
  await vi.waitFor(() => expect(lines()).toHaveLength(3), 20_000);
  expect(JSON.parse(lines()[2] ?? '').forwarded).toEqual({ status: 404, error: 'it answered 404' });
  listening.child.kill('SIGINT');
  expect((await listening.ended).code).toBe(130);
});
