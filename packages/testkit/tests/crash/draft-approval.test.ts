import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CrashWorld, createCrashWorld, type RunningServer } from './crash-world.ts';

let world: CrashWorld;
beforeAll(async () => {
  world = await createCrashWorld({ workspaces: 1 });
});
afterAll(() => world[Symbol.asyncDispose]());

const DRAFTS = '/api/v1/drafts';

const apiOf = (server: RunningServer) => {
  const api = server.workspaces[0]?.api;
  if (!api) throw new Error('the world has no workspace');
  return api;
};

/** Stores a draft on a server that dies at a point while it is approved; returns the draft and the next server. */
async function approveAndDie(point: string, text: string) {
  const server = await world.start({ SOCIAL_FAULT: `${point}:1` });
  const { body: draft } = await apiOf(server)('POST', DRAFTS, { body: { text, platforms: ['microblog'] } });
  const path = `${DRAFTS}/${draft.id}/approve`;
  const call = { body: { ifUpdatedAt: draft.updatedAt }, headers: { 'Idempotency-Key': text } };
  await apiOf(server)('POST', path, call).catch(() => undefined);
  expect(await server.hasEnded(30_000)).toBe(true);
  const next = await world.start();
  const api = apiOf(next);
  return { api, draft, next, approveAgain: () => api('POST', path, call) };
}

const acceptedOf = async (text: string) => (await world.sandbox.posts()).filter((post) => post.text === text);

test('a server that dies while it approves leaves an open draft and no post', async () => {
  const text = 'approved by a dying server';
  const { api, draft, next, approveAgain } = await approveAndDie('after-approval', text);
  expect((await api('GET', `${DRAFTS}/${draft.id}`)).body).toMatchObject({ status: 'draft', text });
  expect((await api('GET', '/api/v1/posts')).body.posts.filter((post: { text: string }) => post.text === text)).toEqual(
    [],
  );
  const { status, body } = await approveAgain();
  expect([status, body.outcome, body.draft.id]).toEqual([201, 'published', draft.id]);
  expect(await acceptedOf(text)).toHaveLength(1);
  await next.kill();
});

test('a server that dies after it approved leaves the post, which the draft names', async () => {
  const text = 'approved before the end';
  const { api, draft, next, approveAgain } = await approveAndDie('after-intent', text);
  const { body: approved } = await api('GET', `${DRAFTS}/${draft.id}`);
  expect(approved).toMatchObject({ status: 'approved', postId: expect.any(String) });
  const { status, body } = await approveAgain();
  expect([status, body.id]).toEqual([201, approved.postId]);
  expect((await acceptedOf(text)).length).toBeLessThanOrEqual(1);
  const again = await api('POST', `${DRAFTS}/${draft.id}/approve`, { body: { ifUpdatedAt: approved.updatedAt } });
  expect([again.status, again.body.details.postId]).toEqual([409, approved.postId]);
  await next.kill();
});
