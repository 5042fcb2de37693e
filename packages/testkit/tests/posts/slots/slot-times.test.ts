import { createTestClock, uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { everyDay, profileWithSlots, slotsOf, takeSlot } from './slots.ts';

const MONDAY = '2026-11-30T08:00:00.000Z';
const clock = createTestClock(MONDAY);
const { stack, workspace } = useStack({ clock, connect: ['profnet'] });

const pathOf = (profileId: string) => `/api/profiles/${profileId}/slots`;
const set = (profileId: string, body: object) => workspace.api('PUT', pathOf(profileId), { body });

describe('the weekly times of a profile', () => {
  test('are an empty list in UTC before they are set', async () => {
    const { status, body } = await workspace.api('GET', pathOf(workspace.profileId));
    expect([status, body]).toEqual([200, { timeZone: 'UTC', times: [] }]);
    expect(await slotsOf(workspace.api, 'default')).toEqual([]);
  });

  test('are replaced as a whole, and listed from Monday on', async () => {
    const { id } = await profileWithSlots(workspace, everyDay('12:00'));
    const times = [
      { weekday: 'sunday', time: '08:00' },
      { weekday: 'monday', time: '17:30' },
      { weekday: 'monday', time: '09:00' },
    ];
    const { status, body } = await set(id, { timeZone: 'Europe/Berlin', times });
    const wanted = { timeZone: 'Europe/Berlin', times: times.toReversed().toSorted(byDay) };
    expect([status, body]).toEqual([200, wanted]);
    expect((await workspace.api('GET', pathOf(id))).body).toEqual(wanted);
    expect(await set(id, { timeZone: 'Europe/Berlin', times: [] })).toMatchObject({ status: 200, body: { times: [] } });
  });

  test('are logged when they change, and not when they stay the same', async () => {
    const profile = await profileWithSlots(workspace, everyDay('12:00'));
    const change = { timeZone: 'Asia/Kolkata', times: [{ weekday: 'friday', time: '18:15' }] };
    await set(profile.id, change);
    await set(profile.id, change);
    const logged = await workspace.readLog({ action: 'profile.slots_changed' });
    expect(logged.filter(({ metadata }) => metadata.profileId === profile.id)).toMatchObject([
      { status: 'success', metadata: { slug: profile.slug, timeZone: 'Asia/Kolkata', times: ['friday 18:15'] } },
      { metadata: { timeZone: 'UTC' } },
    ]);
  });

  test.each([
    ['a zone that does not exist', { timeZone: 'Europe/Atlantis', times: [] }, 'timeZone'],
    ['an offset instead of a zone', { timeZone: '+01:00', times: [] }, 'timeZone'],
    ['no zone', { times: [] }, 'timeZone'],
    ['a time that comes twice', { timeZone: 'UTC', times: [...everyDay('09:00'), ...everyDay('09:00')] }, 'times'],
    [
      'an hour that does not exist',
      { timeZone: 'UTC', times: [{ weekday: 'monday', time: '24:00' }] },
      'times[0].time',
    ],
    ['a time with seconds', { timeZone: 'UTC', times: [{ weekday: 'monday', time: '09:00:00' }] }, 'times[0].time'],
    [
      'a day that does not exist',
      { timeZone: 'UTC', times: [{ weekday: 'Monday', time: '09:00' }] },
      'times[0].weekday',
    ],
    ['a misspelt field', { timeZone: 'UTC', times: [{ weekday: 'monday', tme: '09:00' }] }, 'times[0].tme'],
    [
      'more than one an hour',
      { timeZone: 'UTC', times: Array(169).fill({ weekday: 'monday', time: '09:00' }) },
      'times',
    ],
  ])('are refused with %s', async (_what, body, field) => {
    const { id } = await profileWithSlots(workspace, everyDay('12:00'));
    const answer = await set(id, body);
    expect([answer.status, answer.body.details.field]).toEqual([400, field]);
    expect((await workspace.api('GET', pathOf(id))).body.times).toHaveLength(7);
  });

  test('go with their profile', async () => {
    const { id, slug } = await profileWithSlots(workspace, everyDay('12:00'));
    expect((await workspace.api('DELETE', `/api/profiles/${id}`)).status).toBe(200);
    expect((await workspace.api('GET', pathOf(id))).body.code).toBe('profile_not_found');
    expect((await workspace.api('GET', `/api/v1/slots?profile=${slug}`)).body.code).toBe('profile_not_found');
    expect(await stack.query(`select profile_id from slot_times where profile_id = '${id}'`)).toEqual([]);
  });

  test('are changed by a key with the scope admin, and read by one that publishes', async () => {
    const { body } = await workspace.api('POST', '/api/keys', {
      body: { name: uniqueText('CI'), scopes: ['publish'] },
    });
    const change = { body: { timeZone: 'UTC', times: [] }, key: body.rawKey };
    const refused = await workspace.api('PUT', pathOf(workspace.profileId), change);
    expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing']);
    expect((await workspace.api('GET', pathOf(workspace.profileId), { key: body.rawKey })).status).toBe(200);
  });
});

describe('the slots of a profile', () => {
  test('are listed with the offset of their zone, on both sides of a change of clocks', async () => {
    const { slug } = await profileWithSlots(workspace, [{ weekday: 'saturday', time: '09:00' }], 'America/New_York');
    const slots = await slotsOf(workspace.api, slug, '&from=2027-03-01T00:00:00Z&to=2027-03-22T00:00:00Z');
    expect(slots).toEqual([
      { at: '2027-03-06T09:00:00-05:00', free: true, postId: null },
      { at: '2027-03-13T09:00:00-05:00', free: true, postId: null },
      { at: '2027-03-20T09:00:00-04:00', free: true, postId: null },
    ]);
  });

  test('are taken by any post that has their time, and free again when it is canceled', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('09:00', '18:00'));
    const body = { text: uniqueText('Own time'), platforms: ['profnet'], profile: slug };
    const own = (await workspace.publish({ ...body, scheduledFor: '2026-11-30T19:00:00+01:00' })).body;
    const taken = (await takeSlot(workspace.api, slug)).body;
    const week = '&to=2026-12-01T12:00:00Z';
    expect(await slotsOf(workspace.api, slug, week)).toEqual([
      { at: '2026-11-30T09:00:00+00:00', free: false, postId: taken.id },
      { at: '2026-11-30T18:00:00+00:00', free: false, postId: own.id },
      { at: '2026-12-01T09:00:00+00:00', free: true, postId: null },
    ]);
    await workspace.api('DELETE', `/api/v1/posts/${own.id}`);
    expect((await slotsOf(workspace.api, slug, '&free=true&limit=1'))[0].at).toBe('2026-11-30T18:00:00+00:00');
  });

  test('of the past are listed and not free', async () => {
    const { slug } = await profileWithSlots(workspace, everyDay('07:00'));
    const slots = await slotsOf(workspace.api, slug, '&from=2026-11-29T00:00:00Z&limit=3');
    expect(slots.map(({ free }) => free)).toEqual([false, false, true]);
    const free = await slotsOf(workspace.api, slug, '&from=2026-11-29T00:00:00Z&limit=1&free=true');
    expect(free).toEqual([{ at: '2026-12-01T07:00:00+00:00', free: true, postId: null }]);
  });

  test('are those of another profile only when it is asked for', async () => {
    const [one, other] = [
      await profileWithSlots(workspace, everyDay('09:00')),
      await profileWithSlots(workspace, everyDay('09:00')),
    ];
    await takeSlot(workspace.api, one.slug);
    expect((await slotsOf(workspace.api, one.slug))[0].free).toBe(false);
    expect((await slotsOf(workspace.api, other.slug))[0].free).toBe(true);
  });

  test.each([
    ['from=tomorrow', 'from'],
    ['from=2026-12-01T00:00:00Z&to=2026-11-01T00:00:00Z', 'to'],
    ['from=2026-12-01T00:00:00Z&to=2028-01-01T00:00:00Z', 'to'],
    ['limit=1001', 'limit'],
    ['free=maybe', 'free'],
  ])('are refused for %s', async (query, field) => {
    const { status, body } = await workspace.api('GET', `/api/v1/slots?${query}`);
    expect([status, body.details.field]).toEqual([400, field]);
  });
});

function byDay(one: { weekday: string; time: string }, other: { weekday: string; time: string }): number {
  return one.weekday === other.weekday ? one.time.localeCompare(other.time) : one.weekday === 'monday' ? -1 : 1;
}
