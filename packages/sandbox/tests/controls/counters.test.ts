import { expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { signInToX } from '../networks/x/sign-in.ts';
import { closeForGood, createFolder, openKept } from '../persistence/folder.ts';
import { call, send } from '../support/sandbox.ts';

type Headers = Record<string, string>;

/** Publishes a post on X. @returns its id */
async function publish(sandbox: Sandbox, headers: Headers): Promise<string> {
  await send(`${sandbox.networks.x}/2/tweets`, 'POST', { text: 'counted' }, headers);
  return (await sandbox.posts('x')).at(-1)?.id ?? '';
}

async function metricsOf(sandbox: Sandbox, id: string, headers: Headers): Promise<unknown> {
  const { text } = await call(`${sandbox.networks.x}/2/tweets/${id}?tweet.fields=public_metrics`, { headers });
  return JSON.parse(text).data.public_metrics;
}

test('counters are those of people besides the accounts, whose own likes are added', async () => {
  await using sandbox = await startSandbox({ autoApprove: true });
  const { headers } = await signInToX(sandbox);
  const id = await publish(sandbox, headers);
  await sandbox.setCounters({ network: 'x', id, counters: { like_count: 12, impression_count: 900 } });
  await sandbox.setCounters({ network: 'x', id, counters: { impression_count: 901 } });
  const [post] = await sandbox.posts('x');
  const listed = await (await fetch(`${sandbox.url}/_sandbox/accounts?network=x`)).json();
  const { accounts } = listed as { accounts: { id: string; username: string }[] };
  const author = accounts.find(({ username }) => username === post?.account);
  await send(`${sandbox.networks.x}/2/users/${author?.id}/likes`, 'POST', { tweet_id: id }, headers);
  expect(await metricsOf(sandbox, id, headers)).toEqual({
    ...{ retweet_count: 0, reply_count: 0, like_count: 13, quote_count: 0, bookmark_count: 0, impression_count: 901 },
  });
});

test('a counter that the network does not have, a wrong number and an unknown post are refused', async () => {
  await using sandbox = await startSandbox({ autoApprove: true });
  const { headers } = await signInToX(sandbox);
  const id = await publish(sandbox, headers);
  const put = async (body: object) => {
    const { status, text } = await send(`${sandbox.url}/_sandbox/counters`, 'PUT', body);
    return { status, error: JSON.parse(text).error };
  };
  const unknown = await put({ network: 'x', id, counters: { likeCount: 1 } });
  expect(unknown).toEqual({
    status: 400,
    error: expect.stringContaining('x has no counter likeCount; it has: like_count'),
  });
  expect((await put({ network: 'x', id, counters: { like_count: -1 } })).status).toBe(400);
  expect((await put({ network: 'x', id: '1', counters: {} })).status).toBe(404);
  const none = await put({ network: 'telegram', id: '1', counters: { views: 1 } });
  expect(none).toEqual({ status: 400, error: 'telegram has no counter views; it has: none' });
});

test('a sandbox that keeps its state keeps counters', async () => {
  const folder = await createFolder();
  const first = await openKept(folder);
  const { headers } = await signInToX(first);
  const id = await publish(first, headers);
  await first.setCounters({ network: 'x', id, counters: { like_count: 5 } });
  await closeForGood(first);
  const second = await openKept(folder);
  expect(await metricsOf(second, id, headers)).toMatchObject({ like_count: 5 });
  await closeForGood(second);
});
