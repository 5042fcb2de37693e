import { inOrder, WEEKDAYS } from '@social/rules';
import type { Schema } from '@social/types';
import { api, client } from '../../../api/client.ts';
import { useChange } from '../../../api/queries.ts';

export type SlotTime = Schema<'SlotTime'>;
export type Weekday = SlotTime['weekday'];

/** The weekly times of a profile. Sends no request without a profile. */
export function useSlotTimes(profileId: string | undefined) {
  return api.useQuery(
    'get',
    '/api/profiles/{profileId}/slots',
    { params: { path: { profileId: profileId ?? '' } } },
    { enabled: profileId !== undefined },
  );
}

/** Replaces the weekly times of a profile. */
export function useSetSlotTimes(profileId: string) {
  return useChange(
    (times: Schema<'SlotTimesInput'>) => client.slots.setSlotTimes({ profileId, ...times }),
    '/api/profiles/{profileId}/slots',
    '/api/v1/slots',
    '/api/v1/drafts',
    '/api/logs',
  );
}

/** Adds a time on several days, each once. */
export function withTime(times: readonly SlotTime[], days: readonly Weekday[], time: string): SlotTime[] {
  const added = days.filter((weekday) => !times.some((one) => one.weekday === weekday && one.time === time));
  return inOrder([...times, ...added.map((weekday) => ({ weekday, time }))]);
}

/** Takes a time of one day away. */
export function withoutTime(times: readonly SlotTime[], gone: SlotTime): SlotTime[] {
  return times.filter(({ weekday, time }) => weekday !== gone.weekday || time !== gone.time);
}

/** The days with their times, Monday first. */
export function weekOf(times: readonly SlotTime[]): { day: Weekday; times: SlotTime[] }[] {
  return WEEKDAYS.map((day) => ({ day, times: times.filter(({ weekday }) => weekday === day) }));
}

/** Name of a day for people: `Monday`. */
export function dayName(day: Weekday): string {
  return `${day.slice(0, 1).toUpperCase()}${day.slice(1)}`;
}
