import { WEEKDAYS } from '@social/rules';
import { type Api, type ApiAnswer, uniqueText, type Workspace } from '@social/testkit';
import { expect } from 'vitest';

/** Weekly times at which every day has slots. */
export function everyDay(...times: string[]) {
  return WEEKDAYS.flatMap((weekday) => times.map((time) => ({ weekday, time })));
}

/** Makes a profile of a workspace with weekly times in UTC. @returns its id and slug */
export async function profileWithSlots(
  { api }: Pick<Workspace, 'api'>,
  times: readonly object[],
  timeZone = 'UTC',
): Promise<{ id: string; slug: string }> {
  const { profile } = (await api('POST', '/api/profiles', { body: { name: uniqueText('Slots') } })).body;
  const set = await api('PUT', `/api/profiles/${profile.id}/slots`, { body: { timeZone, times } });
  expect(set.status).toBe(200);
  return profile;
}

/** Schedules a post for the next free slot. */
export function takeSlot(api: Api, profile: string, more: object = {}, key?: string): Promise<ApiAnswer> {
  return api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Slot'), platforms: ['profnet'], profile, slot: 'next', ...more },
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  });
}

/** Lists the slots of a profile. */
export async function slotsOf(api: Api, profile: string, query = ''): Promise<ApiAnswer['body'][]> {
  const { status, body } = await api('GET', `/api/v1/slots?profile=${profile}${query}`);
  expect(status).toBe(200);
  return body.slots;
}

/** Instant of a text, for comparisons. */
export const instantOf = (text: string) => new Date(text).toISOString();
