import type { Schema } from '@social/types';
import { parseInstant } from '../../../clock.ts';
import { invalid } from '../../../errors.ts';
import type { HandlersOf } from '../../operations/operation-types.ts';
import type { Services } from '../../operations/services.ts';

const DEFAULT_LIMIT = 20;

/** Slots of profiles: their weekly times, and which of them are free. */
export function slotRoutes({ profiles, slots }: Pick<Services, 'profiles' | 'slots'>): HandlersOf<'slots'> {
  return {
    async getSlotTimes({ path, principal }) {
      return { status: 200, body: await slots.times(await profiles.requireProfile(principal, path.profileId)) };
    },

    async setSlotTimes({ path, body, principal }) {
      const profile = await profiles.requireProfile(principal, path.profileId);
      return { status: 200, body: await slots.setTimes(profile, body) };
    },

    async listSlots({ query, principal }) {
      const profile = await profiles.resolve(principal, query.profile);
      const span = { from: instantOf('from', query.from), to: instantOf('to', query.to) };
      const wanted = { limit: query.limit ?? DEFAULT_LIMIT, isFree: query.free === true };
      const listed = await slots.list(profile, span, wanted);
      const shown = listed.slots.map(({ text: at, isFree: free, postId }): Schema<'Slot'> => ({ at, free, postId }));
      return { status: 200, body: { profile: profile.slug, timeZone: listed.timeZone, slots: shown } };
    },
  };
}

/** @throws AppError invalid_request */
function instantOf(field: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  const at = parseInstant(text);
  if (at === null) throw invalid(field, 'must be a real date and time with an offset');
  return at;
}
