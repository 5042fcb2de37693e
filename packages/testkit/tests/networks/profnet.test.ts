import type { FaultKind } from '@social/sandbox';
import { uniqueText, useStack, watchRequests } from '@social/testkit';
import { describe, expect, test } from 'vitest';

// Posts that the simulated network starts with.
const OWN = 'urn:li:share:7141138937766391808';
const FRIENDS = 'urn:li:share:7141138937766391809';
const NOWHERE = 'urn:li:share:7999999999999999999';

const { stack, workspace } = useStack({ config: { upstreamTimeoutMs: 700 }, connect: ['profnet'] });

const remove = (body: object, by = workspace) => by.api('DELETE', '/api/v1/profnet/post', { body });
const reshare = (body: object, by = workspace) => by.api('POST', '/api/v1/profnet/reshare', { body });
const CALLS = [
  ['delete', remove, { post_urn: NOWHERE }, 'delete'],
  ['reshare', reshare, { post_urn: FRIENDS }, 'action'],
] as const;

async function publish(): Promise<string> {
  const body = { text: uniqueText('Short-lived'), platforms: ['profnet'] };
  return (await workspace.publish(body)).body.platformResults.profnet.platformPostId;
}

test('a post is deleted at the network for one credit, and deleting it again succeeds', async () => {
  const urn = await publish();
  const before = await workspace.credits();
  for (let again = 0; again < 2; again += 1) {
    const { status, body } = await remove({ post_urn: urn });
    expect([status, body]).toEqual([200, { ok: true, deleted: true, postUrn: urn }]);
  }
  expect((await stack.sandbox.posts('linkedin')).find(({ id }) => id === urn)?.deletedAt).not.toBeNull();
  expect((await workspace.credits()).used - before.used).toBe(2);
});

test('a reshare answers the new post for one credit', async () => {
  const before = await workspace.credits();
  const commentary = uniqueText('Worth (re)reading #soon');
  const { status, body } = await reshare({ post_urn: FRIENDS, commentary });
  expect(status).toBe(201);
  expect(body.ok).toBe(true);
  expect(body.reshareId).toMatch(/^urn:li:share:\d+$/);
  expect((await stack.sandbox.posts('linkedin')).find(({ id }) => id === body.reshareId)?.text).toBe(commentary);
  expect((await workspace.credits()).used - before.used).toBe(1);
});

test('a reshare needs no commentary', async () => {
  const { status, body } = await reshare({ post_urn: FRIENDS });
  expect(status).toBe(201);
  expect((await stack.sandbox.posts('linkedin')).find(({ id }) => id === body.reshareId)?.text).toBe('');
});

test('a commentary may have 3000 characters and not one more', async () => {
  expect((await reshare({ post_urn: FRIENDS, commentary: uniqueText('').padEnd(3000, 'n') })).status).toBe(201);
  const { status, body } = await reshare({ post_urn: FRIENDS, commentary: 'n'.repeat(3001) });
  expect([status, body.details.field]).toEqual([400, 'commentary']);
});

test('both actions are open on the free plan', async () => {
  const free = await stack.createWorkspace({ plan: 'free', connect: ['profnet'] });
  expect((await remove({ post_urn: NOWHERE }, free)).status).toBe(200);
  expect((await reshare({ post_urn: FRIENDS, commentary: uniqueText('Free') }, free)).status).toBe(201);
  expect((await free.credits()).balance).toBe(498);
});

test('the input of a deletion can be in the query or in the body, but not in both with two values', async () => {
  const at = `/api/v1/profnet/post?post_urn=${encodeURIComponent(NOWHERE)}`;
  expect((await workspace.api('DELETE', at)).status).toBe(200);
  expect((await workspace.api('DELETE', at, { body: { post_urn: NOWHERE } })).status).toBe(200);
  const seen = await watchRequests(stack);
  const { status, body } = await workspace.api('DELETE', at, { body: { post_urn: OWN } });
  expect([status, body.details.field]).toEqual([400, 'post_urn']);
  expect(await seen()).toEqual([]);
});

describe.each(CALLS)('%s', (_name, call, input, operation) => {
  test.each([
    undefined,
    '',
    'urn:li:person:782bbtaQ',
    '7141138937766391808',
    'urn:li:share:',
    'urn:li:share:1/../2',
    'urn:li:share:1%2F2',
    'urn:li:share:1\r\nX: y',
    'urn:li:share:abc',
    ' urn:li:share:1',
    5,
    null,
    ['urn:li:share:1'],
  ])('refuses the URN %j before anything is sent', async (post_urn) => {
    const seen = await watchRequests(stack);
    const { status, body } = await call({ post_urn });
    expect([status, body.details.field]).toEqual([400, 'post_urn']);
    expect(await seen()).toEqual([]);
  });

  test('takes the URN of a ugcPost too', async () => {
    const { status, body } = await call({ post_urn: 'urn:li:ugcPost:7141138937766391808' });
    expect([200, 404]).toContain(status);
    expect(body.code ?? 'none').not.toBe('invalid_request');
  });

  test('answers 404 where profnet is not connected', async () => {
    const { status, body } = await call(input, await stack.createWorkspace());
    expect([status, body.code]).toEqual([404, 'not_connected']);
  });

  test('answers 404 for a profile that does not exist', async () => {
    const { status, body } = await call({ ...input, profile: 'none' });
    expect([status, body.code]).toEqual([404, 'profile_not_found']);
  });

  test.each<[FaultKind, number, string]>([
    ['forbidden', 403, 'network_forbidden'],
    ['rate-limit', 429, 'network_rate_limited'],
    ['credits-depleted', 403, 'network_credits_depleted'],
    ['version-sunset', 502, 'network_version_sunset'],
  ])('refused by the network with %s answers %i and is not charged', async (kind, expected, code) => {
    const before = await workspace.credits();
    await stack.sandbox.fault({ network: 'linkedin', operation, kind, retryAfterSeconds: 77 });
    const { status, body, headers } = await call(input);
    expect([status, body.code]).toEqual([expected, code]);
    if (expected === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await workspace.credits()).toEqual(before);
  });

  test.each<FaultKind>(['accept-then-drop', 'accept-then-error', 'timeout', 'garbage'])(
    'with its answer lost by %s answers 502 outcome_unknown, is sent once and keeps its hold',
    async (kind) => {
      const before = await workspace.credits();
      await stack.sandbox.fault({ network: 'linkedin', operation, kind });
      const seen = await watchRequests(stack);
      const { status, body } = await call({
        ...input,
        ...(operation === 'action' ? { commentary: uniqueText(kind) } : {}),
      });
      expect([status, body.code]).toEqual([502, 'outcome_unknown']);
      expect(await seen(operation)).toHaveLength(1);
      expect(await workspace.credits()).toMatchObject({ used: before.used, held: before.held + 1 });
    },
  );

  test('without credits answers 402 and sends nothing', async () => {
    const poor = await stack.createWorkspace({ connect: ['profnet'] });
    await stack.query(`update workspace set balance = 0 where id = '${poor.workspaceId}'`);
    const seen = await watchRequests(stack);
    expect((await call(input, poor)).status).toBe(402);
    expect(await seen()).toEqual([]);
  });

  test('over a connection that was withdrawn answers 403 and marks it', async () => {
    const fresh = await stack.createWorkspace({ connect: ['profnet'] });
    await stack.sandbox.fault({ network: 'linkedin', operation, kind: 'revoked-token' });
    const { status, body } = await call(input, fresh);
    expect([status, body.code]).toEqual([403, 'reconnect_required']);
    expect((await fresh.connections()).profnet).toMatchObject({
      connected: false,
      state: 'needs_reconnect',
    });
    expect((await fresh.credits()).balance).toBe(10_000);
  });
});

test('the network refuses to delete or reshare posts of others', async () => {
  const deleted = await remove({ post_urn: FRIENDS });
  expect([deleted.status, deleted.body.code]).toEqual([403, 'network_forbidden']);
  const missing = await reshare({ post_urn: NOWHERE });
  expect([missing.status, missing.body.code]).toEqual([404, 'network_not_found']);
});
