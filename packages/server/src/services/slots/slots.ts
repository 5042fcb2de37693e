import { inOrder, isTimeZone, slotsBetween, withOffset } from '@social/rules';
import type { Schema } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { findProfile, type ProfileRow } from '../../store/connections/profiles.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import { findSlotTimes, listPostsAt, replaceSlotTimes } from '../../store/posts/slots.ts';
import type { Database, Queryable } from '../../store/schema.ts';

type SlotTimes = Schema<'SlotTimes'>;

/** An instant at which the weekly times of a profile come round. */
export interface Slot {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The same instant with the offset of the zone. */
  readonly text: string;
  /** Post that has this time; null for none. */
  readonly postId: string | null;
}

/** Span in which free slots are looked for. */
const HORIZON_DAYS = 366;
const HORIZON_MS = HORIZON_DAYS * 24 * 60 * 60_000;

const NEVER_SET: SlotTimes = { timeZone: 'UTC', times: [] };

/** Slots whose posts are looked up together. The next free slot is usually among the first. */
const FIRST_LOOK = 16;
const LARGEST_LOOK = 256;

/** Finds the next free slot of a profile. @param forPost a post whose own slot is free for it @throws AppError no_free_slot */
export type FindNextSlot = (on: Queryable, profile: ProfileRow, forPost?: string) => Promise<Pick<Slot, 'at' | 'text'>>;

export type Slots = ReturnType<typeof createSlots>;

/** Makes the service for the slots of profiles. */
export function createSlots({ db, clock }: { db: Database; clock: Clock }) {
  const timesOf = async (on: Queryable, profile: ProfileRow) => (await findSlotTimes(on, profile.id)) ?? NEVER_SET;

  const findNextSlot: FindNextSlot = async (on, profile, forPost) => {
    const times = await timesOf(on, profile);
    // A slot that begins now is past: the post would be late.
    const from = clock.now() + 1;
    for await (const slot of slotsOf(on, profile, { times, from, to: from + HORIZON_MS, forPost })) {
      if (slot.postId === null) return slot;
    }
    throw noFreeSlot(profile, times);
  };

  return {
    findNextSlot,

    times: (profile: ProfileRow): Promise<SlotTimes> => timesOf(db, profile),

    /** Replaces the weekly times of a profile. Logs `profile.slots_changed`. @throws AppError invalid_request, profile_not_found */
    async setTimes({ workspace_id: workspaceId, id }: ProfileRow, given: SlotTimes): Promise<SlotTimes> {
      const wanted = checked(given);
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        const profile = await findProfile(trx, workspaceId, id);
        if (!profile) throw new AppError('profile_not_found', 'The profile has just been deleted; nothing was changed');
        if (JSON.stringify(await timesOf(trx, profile)) === JSON.stringify(wanted)) return wanted;
        await replaceSlotTimes(trx, id, wanted);
        await appendActivity(trx, changeEntry(profile, wanted, isoNow(clock)));
        return wanted;
      });
    },

    /**
     * Lists the slots of a profile, earliest first.
     * @param span from its first instant until before the last one, milliseconds since 1970; by default from now, and 366 days
     * @throws AppError invalid_request for a longer span
     */
    async list(
      profile: ProfileRow,
      span: { readonly from: number | null; readonly to: number | null },
      { limit, isFree }: { readonly limit: number; readonly isFree: boolean },
    ): Promise<{ timeZone: string; slots: (Slot & { readonly isFree: boolean })[] }> {
      const now = clock.now();
      const from = span.from ?? now;
      const to = span.to ?? from + HORIZON_MS;
      if (to < from) throw invalid('to', 'must not be before from');
      if (to - from > HORIZON_MS)
        throw invalid('to', `must be at most ${HORIZON_DAYS} days after from; ask in several calls`);
      const times = await timesOf(db, profile);
      const slots: (Slot & { readonly isFree: boolean })[] = [];
      for await (const slot of slotsOf(db, profile, { times, from, to })) {
        const found = { ...slot, isFree: slot.postId === null && slot.at > now };
        if (found.isFree || !isFree) slots.push(found);
        if (slots.length === limit) break;
      }
      return { timeZone: times.timeZone, slots };
    },
  };
}

/** Yields the slots of a span with the posts that have their times. */
async function* slotsOf(
  on: Queryable,
  profile: ProfileRow,
  given: {
    readonly times: SlotTimes;
    readonly from: number;
    readonly to: number;
    readonly forPost?: string | undefined;
  },
): AsyncGenerator<Slot> {
  const { times, from, to, forPost } = given;
  const instants = slotsBetween(times, from, to);
  for (let size = FIRST_LOOK; ; size = Math.min(4 * size, LARGEST_LOOK)) {
    const looked = takeFrom(instants, size);
    if (looked.length === 0) return;
    const posts = (await listPostsAt(on, profile, looked.map(isoOf))).filter(({ id }) => id !== forPost);
    // The first post of an instant is the one that the server placed there.
    const postIds = new Map(posts.reverse().map(({ happens_at, id }) => [happens_at, id]));
    for (const at of looked) {
      yield { at, text: withOffset(at, times.timeZone), postId: postIds.get(isoOf(at)) ?? null };
    }
  }
}

/** Takes the next items. Unlike `take` of iterators, it leaves the others for the next call. */
function takeFrom(items: Iterator<number>, count: number): number[] {
  const taken: number[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}

/** Checks weekly times and puts them in order. @throws AppError invalid_request */
function checked({ timeZone, times }: SlotTimes): SlotTimes {
  if (!isTimeZone(timeZone)) {
    throw invalid(
      'timeZone',
      'is not the name of a time zone; use a name like Europe/Berlin or UTC. Nothing was changed',
    );
  }
  const wanted = inOrder(times.map(({ weekday, time }) => ({ weekday, time })));
  const twice = wanted.find((time, index) => JSON.stringify(time) === JSON.stringify(wanted[index - 1]));
  if (twice) throw invalid('times', `has ${twice.weekday} ${twice.time} twice; send it once. Nothing was changed`);
  return { timeZone, times: wanted };
}

function changeEntry({ workspace_id, id, name, slug }: ProfileRow, { timeZone, times }: SlotTimes, at: string) {
  return {
    ...{ workspace_id, action: 'profile.slots_changed' as const, platform: null },
    ...{ profile_id: id, profile_name: name },
    status: 'success' as const,
    metadata: { profileId: id, slug, timeZone, times: times.map(({ weekday, time }) => `${weekday} ${time}`) },
    created_at: at,
  };
}

function noFreeSlot({ slug }: ProfileRow, { times }: SlotTimes): AppError {
  const next = 'or name a time. Nothing was stored or sent';
  const message =
    times.length === 0
      ? `The profile ${slug} has no slots; set its weekly times, ${next}`
      : `Each slot of the profile ${slug} in the next ${HORIZON_DAYS} days has a post; add weekly times, cancel a post, ${next}`;
  return new AppError('no_free_slot', message, { details: { field: 'slot', profile: slug } });
}
