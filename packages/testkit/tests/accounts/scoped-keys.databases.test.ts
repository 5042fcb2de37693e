import { uniqueText, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Made, makingKeys } from './making-keys.ts';

const { workspace } = useStack({ connect: ['profnet', 'microblog'] });
const { makeKey, publish, tryMake } = makingKeys(workspace);

describe('a key that is bound to a profile', () => {
  let bound: Made;
  let profile: { id: string; slug: string };
  let ours: { id: string };
  let others: { id: string };

  beforeAll(async () => {
    const made = await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } });
    profile = made.body.profile;
    await workspace.connect('profnet', profile.id);
    bound = await makeKey({ profiles: [profile.slug] });
    others = (await publish(workspace.apiKey, {}, { 'Idempotency-Key': 'of others' })).body;
    ours = (await publish(bound.rawKey)).body;
  });
  const get = async (path: string) => (await workspace.api('GET', path, { key: bound.rawKey })).body;

  test('publishes to it, without naming it', async () => {
    expect(ours).toMatchObject({ profile: profile.slug, platformResults: { profnet: { ok: true } } });
  });

  test.each(['default', 'nowhere'])('is refused for the profile %s', async (slug) => {
    const { status, body } = await publish(bound.rawKey, { profile: slug });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    const liked = { mpost_id: '1', profile: slug };
    const action = await workspace.api('POST', '/api/v1/microblog/like', { key: bound.rawKey, body: liked });
    expect([action.status, action.body.code]).toEqual([403, 'forbidden']);
  });

  test('sees only its posts, profiles, log, transactions and connections', async () => {
    expect((await get('/api/v1/posts')).posts.map(({ id }: { id: string }) => id)).toEqual([ours.id]);
    expect((await get('/api/profiles')).profiles.map(({ slug }: { slug: string }) => slug)).toEqual([profile.slug]);
    const { logs, total } = await get('/api/logs');
    expect(logs.length).toBe(total);
    expect(new Set(logs.map(({ profileName }: { profileName: string }) => profileName))).toEqual(new Set(['Acme']));
    expect((await get(`/api/logs?profile=${profile.slug}`)).logs).toEqual(logs);
    expect(await get('/api/logs?profile=default')).toMatchObject({ logs: [], total: 0 });
    const { recentTransactions } = await get('/api/usage');
    expect(recentTransactions.map(({ metadata }: { metadata: object }) => metadata)).toMatchObject([
      { postId: ours.id },
    ]);
    expect((await get('/api/usage/spending?days=1')).days).toMatchObject([{ credits: 1 }]);
    const foreign = await workspace.api('GET', `/api/connect/status?profileId=${workspace.profileId}`, {
      key: bound.rawKey,
    });
    expect(foreign.status).toBe(404);
    expect((await get('/api/connect/status')).microblog.connected).toBe(false);
  });

  test.each([
    ['GET', ''],
    ['GET', '/timeline'],
    ['PATCH', '', { scheduledFor: '2030-01-01T00:00:00Z' }],
    ['DELETE', ''],
    ['POST', '/retry', {}],
    ['POST', '/resolve', { platform: 'profnet', published: false }],
  ])('does not find the post of another profile: %s %s', async (method, path, body?: object) => {
    const asked = { key: bound.rawKey, ...(body && { body }) };
    const { status } = await workspace.api(method, `/api/v1/posts/${others.id}${path}`, asked);
    expect(status).toBe(404);
  });

  test('reads no answer of a call for another profile by repeating its Idempotency-Key', async () => {
    const { status, text } = await publish(bound.rawKey, {}, { 'Idempotency-Key': 'of others' });
    expect(status).toBe(403);
    expect(text).not.toContain(others.id);
  });

  test('repeats its own call, and reads its answer', async () => {
    const body = { text: uniqueText('Twice'), platforms: ['profnet'] };
    const once = () =>
      workspace.api('POST', '/api/v1/posts', { key: bound.rawKey, body, headers: { 'Idempotency-Key': 'own call' } });
    const [first, second] = [await once(), await once()];
    expect([first.body.id, second.headers.get('idempotent-replayed')]).toEqual([second.body.id, 'true']);
  });

  test.each(['GET', 'PUT'])('has nothing to do with the views of the workspace: %s', async (method) => {
    const body = method === 'GET' ? {} : { body: { views: [] } };
    const answer = await workspace.api(method, '/api/views', { key: bound.rawKey, ...body });
    expect([answer.status, answer.body.error]).toEqual([403, expect.stringContaining('the list of saved views')]);
  });

  test('does not make its profile the default one, to which others publish', async () => {
    const path = `/api/profiles/${profile.id}`;
    const { status, body } = await workspace.api('PATCH', path, { key: bound.rawKey, body: { isDefault: true } });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    const renamed = await workspace.api('PATCH', path, { key: bound.rawKey, body: { name: 'Acme' } });
    expect(renamed.body.profile.isDefault).toBe(false);
  });

  test('makes no profile, and only keys for its own', async () => {
    const made = await workspace.api('POST', '/api/profiles', { key: bound.rawKey, body: { name: 'Other' } });
    expect([made.status, made.body.code]).toEqual([403, 'forbidden']);
    expect((await tryMake({ profiles: ['default'] }, bound.rawKey)).status).toBe(403);
    expect((await makeKey({}, bound.rawKey)).key['profiles']).toEqual([profile.slug]);
  });

  test('lists and revokes only keys that may do no more', async () => {
    const { keys } = await get('/api/keys');
    expect(keys.every(({ profiles }: { profiles: string[] | null }) => profiles?.join() === profile.slug)).toBe(true);
    const other = await makeKey({});
    const { status } = await workspace.api('DELETE', `/api/keys/${other.key.id}`, { key: bound.rawKey });
    expect(status).toBe(404);
  });
});
