import type { PlatformId, Target } from '@social/types';
import type { AccountNameTable, Queryable } from '../schema.ts';

/** Profiles whose accounts are looked for. */
interface Within {
  readonly workspaceId: string;
  /** Ids of the only profiles; undefined for all of the workspace. */
  readonly profileIds: readonly string[] | undefined;
}

/** A name that an account of a profile has or had, and the account's channel. */
export type NamedAccount = Pick<AccountNameTable, 'profile_id' | 'name' | 'channel'>;

/** Lists the names that accounts of a profile have or had, each with its account's network and channel; the latest of each last. */
export function listAccountNames(
  db: Queryable,
  profileId: string,
): Promise<Pick<AccountNameTable, 'name' | 'network' | 'channel'>[]> {
  const query = db
    .selectFrom('account_name')
    .select(['name', 'network', 'channel'])
    .where('profile_id', '=', profileId);
  return query.orderBy('used_at').orderBy('name').execute();
}

/** Lists the accounts that a scheduled post waits for, by target, with their latest names; also those that are not connected now. */
export async function listAwaited(
  db: Queryable,
  { id, profile_id }: { readonly id: string; readonly profile_id: string },
): Promise<Map<Target, Pick<AccountNameTable, 'name' | 'network'>>> {
  const names = db
    .selectFrom('account_name')
    .innerJoin('post_platform', 'post_platform.channel', 'account_name.channel')
    .select(['post_platform.target', 'account_name.name', 'account_name.network'])
    .where('account_name.profile_id', '=', profile_id)
    .where('post_platform.post_id', '=', id)
    .orderBy('account_name.used_at')
    .orderBy('account_name.name');
  return new Map((await names.execute()).map(({ target, ...account }) => [target, account]));
}

/** Has a name lead to an account from now on. @param at instant, ISO 8601 */
export async function keepAccountName(db: Queryable, row: Readonly<AccountNameTable>): Promise<void> {
  const { channel, used_at } = row;
  const query = db.insertInto('account_name').values(row);
  await query
    .onConflict((conflict) => conflict.columns(['profile_id', 'name']).doUpdateSet({ channel, used_at }))
    .execute();
}

/** Lists all names of the accounts at networks that have or had a name; of all accounts there with null. */
export function listNamesOfAccounts(
  db: Queryable,
  { workspaceId, profileIds }: Within,
  networks: readonly string[],
  name: string | null,
): Promise<NamedAccount[]> {
  const all = db
    .selectFrom('account_name')
    .innerJoin('profile', 'profile.id', 'account_name.profile_id')
    .select(['account_name.profile_id', 'account_name.name', 'account_name.channel'])
    .where('profile.workspace_id', '=', workspaceId)
    .where('account_name.network', 'in', [...networks]);
  const shown = profileIds ? all.where('profile.id', 'in', [...profileIds]) : all;
  const named = shown.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('account_name as given')
        .select('given.name')
        .whereRef('given.profile_id', '=', 'account_name.profile_id')
        .whereRef('given.channel', '=', 'account_name.channel')
        .where('given.name', '=', name),
    ),
  );
  return (name === null ? shown : named).execute();
}

/** Lists names that connected accounts of a platform have, at most `limit`. */
export async function listConnectedNames(
  db: Queryable,
  { workspaceId, profileIds }: Within,
  platform: PlatformId,
  limit: number,
): Promise<string[]> {
  const all = db.selectFrom('connection').select('name').distinct();
  const own = all.where('workspace_id', '=', workspaceId).where('platform', '=', platform);
  const shown = profileIds ? own.where('profile_id', 'in', [...profileIds]) : own;
  return (await shown.orderBy('name').limit(limit).execute()).map(({ name }) => name);
}
