import type { Schema } from '@social/types';
import type { Queryable } from '../schema.ts';

type SlotTimes = Schema<'SlotTimes'>;

/** Finds the weekly times of a profile. @returns undefined when they were never set */
export async function findSlotTimes(db: Queryable, profileId: string): Promise<SlotTimes | undefined> {
  const row = await db.selectFrom('slot_times').selectAll().where('profile_id', '=', profileId).executeTakeFirst();
  return row && { timeZone: row.time_zone, times: JSON.parse(row.times) as SlotTimes['times'] };
}

/** Stores the weekly times of a profile, in place of the former ones. */
export async function replaceSlotTimes(
  db: Queryable,
  profileId: string,
  { timeZone, times }: SlotTimes,
): Promise<void> {
  const values = { time_zone: timeZone, times: JSON.stringify(times) };
  const insert = db.insertInto('slot_times').values({ profile_id: profileId, ...values });
  await insert.onConflict((conflict) => conflict.column('profile_id').doUpdateSet(values)).execute();
}

/** A post that has a time. */
export interface PostAtTime {
  readonly id: string;
  readonly happens_at: string;
}

/** Lists the posts of a profile that have one of the times, other than canceled ones; those that the server placed there come first. */
export function listPostsAt(
  db: Queryable,
  { workspace_id, id }: { readonly workspace_id: string; readonly id: string },
  instants: readonly string[],
): Promise<PostAtTime[]> {
  return db
    .selectFrom('post')
    .select(['id', 'happens_at'])
    .where('workspace_id', '=', workspace_id)
    .where('happens_at', 'in', instants)
    .where('profile_id', '=', id)
    .where('status', '!=', 'canceled')
    .orderBy('from_slot', 'desc')
    .orderBy('id')
    .execute();
}
