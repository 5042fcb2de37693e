import { type Api, createTestClock, publishedTexts, uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { everyDay, instantOf, profileWithSlots, slotsOf, takeSlot } from './slots.ts';

const MONDAY = '2026-11-30T08:00:00.000Z';
const clock = createTestClock(MONDAY);
const { stack, workspace } = useStack({ clock, connect: ['profnet', 'microblog'] });
const api: Api = (...call) => workspace.api(...call);

const cancel = (id: string) => api('DELETE', `/api/v1/posts/${id}`);
const move = (id: string, scheduledFor: string) => api('PATCH', `/api/v1/posts/${id}`, { body: { scheduledFor } });

describe('a post with slot: "next"', () => {
  test('is scheduled for the next free slot, and says so', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00', '17:30'), 'Europe/Berlin');
    const { status, body } = await takeSlot(api, slug);
    expect([status, body.status, body.scheduledFor, body.slot]).toEqual([
      201,
      'scheduled',
      '2026-11-30T17:30:00+01:00',
      'next',
    ]);
    expect((await takeSlot(api, slug)).body.scheduledFor).toBe('2026-12-01T09:00:00+01:00');
    expect(await workspace.readPost(body.id)).toMatchObject({ scheduledFor: body.scheduledFor, slot: 'next' });
  });

  test('takes one slot for all its platforms', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const first = await takeSlot(api, slug, { platforms: ['profnet', 'microblog'] });
    const second = await takeSlot(api, slug);
    expect([first.body.scheduledFor, second.body.scheduledFor].map(instantOf)).toEqual([
      '2026-11-30T09:00:00.000Z',
      '2026-12-01T09:00:00.000Z',
    ]);
  });

  test('passes the times of posts that have a time of their own', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const body = { text: uniqueText('Own'), platforms: ['profnet'], profile: slug };
    await workspace.publish({ ...body, scheduledFor: '2026-11-30T10:00:00+01:00' });
    expect(instantOf((await takeSlot(api, slug)).body.scheduledFor)).toBe('2026-12-01T09:00:00.000Z');
  });

  test('cannot have a time of its own', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const { status, body } = await takeSlot(api, slug, { scheduledFor: '2026-12-24T09:00:00Z' });
    expect([status, body.code, body.details.field]).toEqual([400, 'invalid_request', 'slot']);
    expect(body.error).toContain('scheduledFor');
    expect(await slotsOf(api, slug, '&limit=1')).toMatchObject([{ free: true }]);
  });

  test('is refused where its profile has no slots, or none is free', async () => {
    const { id, slug } = await profileWithSlots(workspace, []);
    const none = await takeSlot(api, slug);
    expect([none.status, none.body.code, none.body.details]).toEqual([
      409,
      'no_free_slot',
      { field: 'slot', profile: slug },
    ]);
    expect(none.body.error).toContain('set its weekly times');
    await api('PUT', `/api/profiles/${id}/slots`, { body: { timeZone: 'UTC', times: everyDay('09:00').slice(0, 1) } });
    for (let week = 0; week < 53; week += 1) expect((await takeSlot(api, slug)).status).toBe(201);
    const full = await takeSlot(api, slug);
    expect([full.status, full.body.code]).toEqual([409, 'no_free_slot']);
    expect(full.body.error).toContain('366 days');
    const { posts } = (await api('GET', `/api/v1/posts?profile=${slug}&limit=100`)).body;
    expect(posts).toHaveLength(53);
  });

  test('shows in a dry run which slot it would get, and takes none', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const dry = await takeSlot(api, slug, { dryRun: true });
    expect([dry.status, dry.body.status, dry.body.slot]).toEqual([200, 'scheduled', 'next']);
    expect((await takeSlot(api, slug)).body.scheduledFor).toBe(dry.body.scheduledFor);
    const empty = await profileWithSlots(workspace, []);
    expect((await takeSlot(api, empty.slug, { dryRun: true })).body.code).toBe('no_free_slot');
  });

  test('is the same post with the same slot when its key is sent again', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const text = uniqueText('Once');
    const first = await takeSlot(api, slug, { text }, text);
    const again = await takeSlot(api, slug, { text }, text);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    await cancel(first.body.id);
    await takeSlot(api, slug);
    const later = await takeSlot(api, slug, { text }, text);
    expect(later.body.id).not.toBe(first.body.id);
    expect(instantOf(later.body.scheduledFor)).toBe('2026-12-01T09:00:00.000Z');
  });

  test('gets its slot from the query of the inbound webhook, and not beside a timestamp', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const address = `/api/webhooks/incoming?platforms=profnet&profile=${slug}&slot=next`;
    const body = { title: uniqueText('Article'), body: 'What we learnt.' };
    const dry = await api('POST', `${address}&test=true`, { body });
    expect(dry.body).toMatchObject({ dryRun: true, slot: 'next', scheduledFor: '2026-11-30T09:00:00+00:00' });
    const made = await api('POST', address, { body });
    expect(made.body).toMatchObject({ status: 'scheduled', slot: 'next', scheduledFor: '2026-11-30T09:00:00+00:00' });
    const both = await api('POST', address, { body: { ...body, timestamp: '2026-12-24T09:00:00Z' } });
    expect([both.status, both.body.details.field]).toEqual([400, 'slot']);
    expect(both.body.error).toContain('timestamp');
  });
});

describe('a slot', () => {
  test('is free again when its post is canceled, or moved to another time', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const [first, second] = [(await takeSlot(api, slug)).body, (await takeSlot(api, slug)).body];
    await cancel(first.id);
    const moved = (await move(second.id, '2026-12-24T12:00:00Z')).body;
    expect(moved.slot).toBeUndefined();
    const taken = [(await takeSlot(api, slug)).body, (await takeSlot(api, slug)).body];
    expect(taken.map(({ scheduledFor }) => scheduledFor)).toEqual([first.scheduledFor, second.scheduledFor]);
  });

  test('can be moved to: the post takes the next free one, and stays once it has it', async () => {
    const { id, slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const body = { text: uniqueText('Later'), platforms: ['profnet'], profile: slug };
    const timed = (await workspace.publish({ ...body, scheduledFor: '2027-01-15T10:00:00Z' })).body;
    const toNext = (id: string) => api('PATCH', `/api/v1/posts/${id}`, { body: { slot: 'next' } });
    expect((await toNext(timed.id)).body).toMatchObject({ slot: 'next', scheduledFor: '2026-11-30T09:00:00+00:00' });
    expect((await toNext(timed.id)).body.scheduledFor).toBe('2026-11-30T09:00:00+00:00');
    const { body: later } = await takeSlot(api, slug);
    expect(later.scheduledFor).toBe('2026-12-01T09:00:00+00:00');
    await cancel(timed.id);
    expect((await toNext(later.id)).body.scheduledFor).toBe('2026-11-30T09:00:00+00:00');
    expect((await takeSlot(api, slug)).body.scheduledFor).toBe('2026-12-01T09:00:00+00:00');
    // Each slot of the profile is gone, which is not why a canceled post cannot be moved.
    await api('PUT', `/api/profiles/${id}/slots`, { body: { timeZone: 'UTC', times: [] } });
    const over = await toNext(timed.id);
    expect([over.status, over.body.code, over.body.details]).toEqual([409, 'conflict', { status: 'canceled' }]);
    const refused = await api('PATCH', `/api/v1/posts/${later.id}`, {
      body: { slot: 'next', scheduledFor: '2027-01-15T10:00:00Z' },
    });
    expect([refused.status, refused.body.details.field]).toEqual([400, 'slot']);
  });

  test('stays with a post that is moved to the same instant', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const { id, scheduledFor } = (await takeSlot(api, slug)).body;
    expect((await move(id, '2026-11-30T10:00:00+01:00')).body).toMatchObject({ slot: 'next' });
    expect((await takeSlot(api, slug)).body.scheduledFor).not.toBe(scheduledFor);
  });

  test('that was missed is over, and the next one is given', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const post = (await takeSlot(api, slug)).body;
    clock.set('2026-11-30T10:30:00.000Z');
    try {
      expect(await workspace.untilPost(post.id, { status: 'missed' })).toMatchObject({ slot: 'next' });
      const [past] = await slotsOf(api, slug, '&from=2026-11-30T00:00:00Z&limit=1');
      expect(past).toEqual({ at: post.scheduledFor, free: false, postId: post.id });
      expect(instantOf((await takeSlot(api, slug)).body.scheduledFor)).toBe('2026-12-01T09:00:00.000Z');
    } finally {
      clock.set(MONDAY);
    }
  });

  test('is not given away when the weekly times change, and the next one is of the new times', async () => {
    const { id, slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const post = (await takeSlot(api, slug)).body;
    await api('PUT', `/api/profiles/${id}/slots`, { body: { timeZone: 'Asia/Tokyo', times: everyDay('20:00') } });
    expect((await workspace.readPost(post.id)).scheduledFor).toBe(post.scheduledFor);
    expect((await takeSlot(api, slug)).body.scheduledFor).toBe('2026-11-30T20:00:00+09:00');
  });

  test('is published at its time, and stays the slot of its post', async () => {
    const { id, slug } = await profileWithSlots(workspace, everyDay('09:00'));
    await workspace.connect('profnet', id);
    const text = uniqueText('In its slot');
    const post = (await takeSlot(api, slug, { text })).body;
    clock.set('2026-11-30T09:00:01.000Z');
    try {
      expect(await workspace.untilPost(post.id, { status: 'published' })).toMatchObject({ slot: 'next' });
      expect(await publishedTexts(stack)).toContain(text);
      const [past] = await slotsOf(api, slug, '&from=2026-11-30T00:00:00Z&limit=1');
      expect(past).toEqual({ at: post.scheduledFor, free: false, postId: post.id });
      expect(instantOf((await takeSlot(api, slug)).body.scheduledFor)).toBe('2026-12-01T09:00:00.000Z');
    } finally {
      clock.set(MONDAY);
    }
  });
});

describe('a draft with slot: "next"', () => {
  const draftOf = async (profile: string, more: object = {}) =>
    api('POST', '/api/v1/drafts', {
      body: { text: uniqueText('Draft'), platforms: ['profnet'], profile, slot: 'next', ...more },
    });
  const approve = ({ id, updatedAt }: { id: string; updatedAt: string }) =>
    api('POST', `/api/v1/drafts/${id}/approve`, { body: { ifUpdatedAt: updatedAt } });

  test('takes its slot when it is approved, and shows before which one it would be', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const draft = (await draftOf(slug)).body;
    expect(draft).toMatchObject({ slot: 'next', preview: { scheduledFor: '2026-11-30T09:00:00+00:00' } });
    expect(draft.scheduledFor).toBeUndefined();
    await takeSlot(api, slug);
    const { status, body } = await approve(draft);
    expect([status, body.slot, body.scheduledFor]).toEqual([201, 'next', '2026-12-01T09:00:00+00:00']);
  });

  test('may wait for its approval while no slot is free, which its preview says', async () => {
    const { slug } = await profileWithSlots(workspace, []);
    const draft = (await draftOf(slug)).body;
    expect(draft.preview).toMatchObject({ outcome: 'problem', notes: [{ code: 'no_free_slot' }] });
    const refused = await approve(draft);
    expect([refused.status, refused.body.code]).toEqual([409, 'no_free_slot']);
    expect((await api('GET', `/api/v1/drafts/${draft.id}`)).body.status).toBe('draft');
  });

  test('has a slot or a time, whichever was given last', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00'));
    const { id } = (await draftOf(slug)).body;
    const change = async (body: object) => (await api('PATCH', `/api/v1/drafts/${id}`, { body })).body;
    const timed = await change({ scheduledFor: '2026-12-24T09:00:00Z' });
    expect([timed.slot, timed.scheduledFor]).toEqual([undefined, '2026-12-24T09:00:00Z']);
    const slotted = await change({ slot: 'next' });
    expect([slotted.slot, slotted.scheduledFor]).toEqual(['next', undefined]);
    const now = await change({ slot: null });
    expect([now.slot, now.scheduledFor]).toEqual([undefined, undefined]);
    expect(await change({ slot: 'next', scheduledFor: '2026-12-24T09:00:00Z' })).toMatchObject({
      code: 'invalid_request',
      details: { field: 'slot' },
    });
    expect((await draftOf(slug, { scheduledFor: '2026-12-24T09:00:00Z' })).status).toBe(400);
  });
});
