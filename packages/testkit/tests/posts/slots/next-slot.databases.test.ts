import { type Api, createTestClock, uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { everyDay, instantOf, profileWithSlots, slotsOf, takeSlot } from './slots.ts';

const MONDAY = '2026-11-30T08:00:00.000Z';
const clock = createTestClock(MONDAY);
const { stack, workspace } = useStack({ clock, connect: ['profnet', 'microblog'] });
const api: Api = (...call) => workspace.api(...call);

const cancel = (id: string) => api('DELETE', `/api/v1/posts/${id}`);

test('a slot is given to one of several posts that are moved and stored at the same moment', async () => {
  const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
  const body = { platforms: ['profnet'], profile: slug, scheduledFor: '2027-01-15T10:00:00Z' };
  const timed = await Promise.all(
    Array.from({ length: 5 }, () => workspace.publish({ ...body, text: uniqueText('Later') })),
  );
  const answers = await Promise.all([
    ...timed.map((post) => api('PATCH', `/api/v1/posts/${post.body.id}`, { body: { slot: 'next' } })),
    ...Array.from({ length: 5 }, () => takeSlot(api, slug)),
  ]);
  expect(new Set(answers.map(({ body: post }) => post.scheduledFor)).size).toBe(10);
});

test('a slot stays with a post in quarantine, and with the post that leaves it for the next slot', async () => {
  const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
  const post = (await takeSlot(api, slug)).body;
  // As `social-server hold` leaves a scheduled post of a restored backup.
  await stack.query(`update post set held_at = '${MONDAY}' where id = '${post.id}'`);
  expect(await workspace.readPost(post.id)).toMatchObject({ held: true, slot: 'next' });
  expect(instantOf((await takeSlot(api, slug)).body.scheduledFor)).toBe('2026-12-01T09:00:00.000Z');
  const moved = await api('PATCH', `/api/v1/posts/${post.id}`, { body: { slot: 'next' } });
  expect(moved.body).toMatchObject({ slot: 'next', scheduledFor: '2026-11-30T09:00:00+00:00' });
  expect(moved.body.held).toBeUndefined();
  expect(instantOf((await takeSlot(api, slug)).body.scheduledFor)).toBe('2026-12-02T09:00:00.000Z');
});

test('each of twenty callers at the same moment gets a slot of its own', async () => {
  const { slug } = await profileWithSlots(workspace, everyDay('09:00', '12:00'));
  const answers = await Promise.all(Array.from({ length: 20 }, () => takeSlot(api, slug)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
  const times = answers.map(({ body }) => instantOf(body.scheduledFor)).toSorted();
  expect(new Set(times).size).toBe(20);
  const expected = await slotsOf(api, slug, '&limit=20');
  expect(times).toEqual(expected.map(({ at }) => instantOf(at)));
  expect(expected.every(({ free }) => !free)).toBe(true);
});

test('at the same moment some cancel and some take, and no slot is lost or shared', async () => {
  const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
  for (let round = 0; round < 4; round += 1) {
    const waiting = (await api('GET', `/api/v1/posts?profile=${slug}&status=scheduled&limit=100`)).body.posts;
    const answers = await Promise.all([
      ...waiting.slice(0, 5).map(({ id }: { id: string }) => cancel(id)),
      ...Array.from({ length: 6 }, () => takeSlot(api, slug)),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 201)).toBe(true);
    const { posts } = (await api('GET', `/api/v1/posts?profile=${slug}&status=scheduled&limit=100`)).body;
    const times = posts.map(({ scheduledFor }: { scheduledFor: string }) => instantOf(scheduledFor));
    expect(new Set(times).size).toBe(times.length);
    const taken = (await slotsOf(api, slug, '&limit=100')).filter(({ free }) => !free);
    expect(taken.map(({ at }) => instantOf(at))).toEqual(times.toSorted());
  }
});

test('each of several approvals at the same moment gets a slot of its own', async () => {
  const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
  const draft = () => ({ text: uniqueText('Draft'), platforms: ['profnet'], profile: slug, slot: 'next' });
  const drafts = await Promise.all(
    Array.from({ length: 6 }, async () => (await api('POST', '/api/v1/drafts', { body: draft() })).body),
  );
  const approved = await Promise.all(
    drafts.map(({ id, updatedAt }) =>
      api('POST', `/api/v1/drafts/${id}/approve`, { body: { ifUpdatedAt: updatedAt } }),
    ),
  );
  expect(new Set(approved.map(({ body }) => body.scheduledFor)).size).toBe(6);
});
