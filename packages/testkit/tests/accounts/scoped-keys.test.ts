import { randomUUID } from 'node:crypto';
import { uniqueText, useStack } from '@social/testkit';
import { OPERATIONS, SCOPES, type Scope } from '@social/types';
import { beforeAll, describe, expect, test } from 'vitest';
import { makingKeys } from './making-keys.ts';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const DAY_MS = 24 * 3_600_000;
const SCOPED = Object.entries(OPERATIONS).flatMap(([id, operation]) =>
  'scopes' in operation && !['session', 'none'].includes(operation.auth)
    ? [{ id, ...operation, when: 'scopesWhen' in operation ? operation.scopesWhen : {} }]
    : [],
);
/** Bodies without an effect: what they name does not exist. */
const BODIES: Readonly<Record<string, object>> = {
  createPost: { text: 'never sent', platforms: ['video'] },
  checkPosts: { posts: [{ text: 'never sent', platforms: ['video'] }] },
  receiveContent: { body: 'never sent' },
};

const { makeKey, publish, tryMake } = makingKeys(workspace);

describe('a key with one scope', () => {
  let keys: Map<Scope, string>;
  beforeAll(async () => {
    keys = new Map(
      await Promise.all(SCOPES.map(async (scope) => [scope, (await makeKey({ scopes: [scope] })).rawKey] as const)),
    );
  });

  function call(id: string, { method, path }: { method: string; path: string }, key: string | undefined, more = '') {
    const address = path.replace(/\{\w+\}/g, (name) => (name === '{platform}' ? 'video' : randomUUID()));
    const body = method === 'GET' ? {} : { body: BODIES[id] ?? {} };
    return workspace.api(method, `${address}${more}`, { ...(key !== undefined && { key }), ...body });
  }

  test.each(SCOPED)(
    'is let through to $id only where the contract names it',
    async ({ id, scopes, when, ...operation }) => {
      // The stream of events would not end.
      const asked = SCOPES.filter((scope) => id !== 'streamEvents' || !(scopes as readonly Scope[]).includes(scope));
      for (const scope of asked) {
        const { status, body } = await call(id, operation, keys.get(scope));
        const isMissing = status === 403 && body.code === 'scope_missing';
        expect([id, scope, isMissing]).toEqual([id, scope, !(scopes as readonly Scope[]).includes(scope)]);
        if (isMissing) {
          expect(body.error).toContain(`lacks the scope ${scopes.join(' or ')}`);
          expect(body.error).toContain(`social keys create NAME --scope ${scopes[0]}`);
        }
      }
      for (const [condition, enough] of Object.entries(when)) {
        for (const scope of SCOPES) {
          const { body } = await call(id, operation, keys.get(scope), `?${condition}=true`);
          const isNamed = [...scopes, ...(enough as readonly Scope[])].some((named) => named === scope);
          expect([id, condition, scope, body.code === 'scope_missing']).toEqual([id, condition, scope, !isNamed]);
        }
      }
    },
  );

  test('that may draft tries a post and uploads a file, and publishes nothing', async () => {
    const key = keys.get('draft') ?? '';
    const text = uniqueText('Only tried');
    expect((await publish(key, { text, dryRun: true })).body).toMatchObject({ id: null, outcome: 'ready' });
    expect((await publish(key, { text, dryRun: 'false' })).body.code).toBe('scope_missing');
    expect((await publish(key, { text })).body.code).toBe('scope_missing');
    expect((await stack.sandbox.posts('linkedin')).some((post) => post.text === text)).toBe(false);
  });

  test('that may publish does so, and reads the result', async () => {
    const key = keys.get('publish') ?? '';
    const { status, body } = await publish(key);
    expect([status, body.platformResults.profnet.ok]).toEqual([201, true]);
    expect((await workspace.api('GET', `/api/v1/posts/${body.id}`, { key })).body.id).toBe(body.id);
  });
});

test('a key of before scopes does everything, and says so', async () => {
  const { key } = await makeKey({});
  expect(key).toMatchObject({ scopes: SCOPES, profiles: null, platforms: null, expiresAt: null, creditLimit: null });
});

describe('a key that is bound to platforms', () => {
  test('publishes to these, acts on these and connects these only', async () => {
    const { rawKey } = await makeKey({ platforms: ['profnet'] });
    expect((await publish(rawKey)).status).toBe(201);
    const both = await publish(rawKey, { platforms: ['profnet', 'microblog'] });
    expect([both.status, both.body.code, both.body.details.platforms]).toEqual([403, 'forbidden', ['microblog']]);
    const like = await workspace.api('POST', '/api/v1/microblog/like', { key: rawKey, body: { mpost_id: '1' } });
    expect(like.status).toBe(403);
    const disconnect = await workspace.api('POST', '/api/connect/microblog/disconnect', { key: rawKey, body: {} });
    expect(disconnect.status).toBe(403);
    expect((await workspace.connections()).microblog.connected).toBe(true);
  });

  test('reads no answer of a call for another platform by repeating its Idempotency-Key', async () => {
    const { rawKey } = await makeKey({ platforms: ['profnet'] });
    const body = { mpost_id: '1990000000000000002' };
    const headers = { 'Idempotency-Key': 'an action of others' };
    const like = (key: string) => workspace.api('POST', '/api/v1/microblog/like', { key, headers, body });
    expect((await like(workspace.apiKey)).status).toBe(201);
    const { status, body: refusal } = await like(rawKey);
    expect([status, refusal.code, refusal.ok]).toEqual([403, 'forbidden', undefined]);
  });

  test('deletes no profile in which others are connected', async () => {
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Two networks' } })).body;
    await workspace.connect('microblog', profile.id);
    const { rawKey } = await makeKey({ platforms: ['profnet'] });
    const { status, body } = await workspace.api('DELETE', `/api/profiles/${profile.id}`, { key: rawKey });
    expect([status, body.details]).toEqual([403, { platforms: ['microblog'] }]);
    const { body: connected } = await workspace.api('GET', `/api/connect/status?profileId=${profile.id}`);
    expect(connected.microblog.connected).toBe(true);
  });

  test('does not change a post that is for others, too', async () => {
    const { rawKey } = await makeKey({ platforms: ['profnet'] });
    const at = new Date(clock.now() + DAY_MS).toISOString();
    const { body } = await publish(workspace.apiKey, { platforms: ['profnet', 'microblog'], scheduledFor: at });
    expect((await workspace.api('DELETE', `/api/v1/posts/${body.id}`, { key: rawKey })).status).toBe(403);
    expect((await workspace.readPost(body.id)).status).toBe('scheduled');
    await workspace.api('DELETE', `/api/v1/posts/${body.id}`);
  });
});

describe('a key that expires', () => {
  test('is refused afterwards with its own sentence, and its scheduled post goes out', async () => {
    const expiresAt = new Date(clock.now() + 3_600_000).toISOString();
    const { rawKey } = await makeKey({ expiresAt });
    const scheduledFor = new Date(clock.now() + 2 * 3_600_000).toISOString();
    const { body: post } = await publish(rawKey, { scheduledFor });
    clock.advance(3_600_001);
    const { status, body } = await publish(rawKey);
    expect([status, body.code]).toEqual([401, 'unauthorized']);
    expect(body.error).toContain('This API key expired on');
    clock.advance(3_600_001);
    await workspace.untilPost(post.id, { outcome: 'published' });
  });

  test.each(['2020-01-01T00:00:00Z', '2030-02-30T00:00:00Z', 'tomorrow'])('does not end at %s', async (expiresAt) => {
    const { status, body } = await tryMake({ expiresAt });
    expect([status, body.details.field]).toEqual([400, 'expiresAt']);
  });
});

describe('a key makes no key that may do more', () => {
  const cases: [string, object, object][] = [
    ['scopes', { scopes: ['admin', 'read'] }, { scopes: ['publish'] }],
    ['platforms', { platforms: ['profnet'] }, { platforms: ['microblog'] }],
    ['expiresAt', { expiresAt: '2030-01-01T00:00:00.000Z' }, { expiresAt: '2031-01-01T00:00:00Z' }],
    ['creditLimit', { creditLimit: 10 }, { creditLimit: 11 }],
  ];
  test.each(cases)('in %s', async (field, own, wanted) => {
    const { rawKey } = await makeKey(own);
    const { status, body } = await tryMake(wanted, rawKey);
    expect([status, body.code, body.details.fields]).toEqual([403, 'forbidden', [field]]);
    expect((await makeKey({}, rawKey)).key).toMatchObject(own);
  });
});

test.each([
  ['scopes', { scopes: [] }],
  ['scopes', { scopes: ['everything'] }],
  ['scopes', { scopes: ['read', 'read'] }],
  ['scopes', { scopes: 'read' }],
  ['profiles', { profiles: [] }],
  ['profiles', { profiles: ['nowhere'] }],
  ['platforms', { platforms: [] }],
  ['platforms', { platforms: ['myspace'] }],
  ['creditLimit', { creditLimit: 0 }],
  ['creditLimit', { creditLimit: -1 }],
  ['creditLimit', { creditLimit: 1.5 }],
  ['creditLimit', { creditLimit: 1e12 }],
  ['scope', { scope: 'read' }],
])('a key with a wrong %s is refused: %j', async (field, wanted) => {
  const before = (await workspace.api('GET', '/api/keys')).body.keys.length;
  const { status, body } = await tryMake(wanted);
  expect([status, body.details.field.replace(/[.[].*/, '')]).toEqual([400, field]);
  expect((await workspace.api('GET', '/api/keys')).body.keys.length).toBe(before);
});
