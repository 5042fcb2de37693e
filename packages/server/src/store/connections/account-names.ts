import type { Queryable } from '../schema.ts';

/** Lists the names that accounts of a profile have or had, each with the channel of its account; the latest of each last. */
export function listAccountNames(db: Queryable, profileId: string): Promise<{ name: string; channel: string }[]> {
  const query = db.selectFrom('account_name').select(['name', 'channel']).where('profile_id', '=', profileId);
  return query.orderBy('used_at').orderBy('name').execute();
}

/** Has a name lead to an account from now on. @param at instant, ISO 8601 */
export async function keepAccountName(
  db: Queryable,
  row: { readonly profile_id: string; readonly name: string; readonly channel: string; readonly used_at: string },
): Promise<void> {
  const { channel, used_at } = row;
  const query = db.insertInto('account_name').values(row);
  await query
    .onConflict((conflict) => conflict.columns(['profile_id', 'name']).doUpdateSet({ channel, used_at }))
    .execute();
}
