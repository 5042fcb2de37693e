import { listAccounts } from '../../store/connections/connected-accounts.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { areSameAccount, hasIdsOfApp } from './connections.ts';

/**
 * Says that another account than the connected one has published a target; null where it is the account of all targets. Accounts
 * are compared by the networks' ids, which stay when an account is renamed or connected again. The name decides where the id
 * cannot: for a target whose connection had gone before accounts were kept, and at networks that give each app other ids.
 */
export async function otherPublisher(
  db: Queryable,
  connection: ConnectionRow,
  targets: readonly Pick<TargetRow, 'account' | 'connection_id'>[],
): Promise<string | null> {
  const { platform } = connection;
  const others = targets.filter(({ connection_id: id }) => id !== connection.id);
  const ids = new Set(others.flatMap(({ connection_id: id }) => id ?? []));
  const accounts = new Map((await listAccounts(db, [...ids])).map((account) => [account.connection_id, account]));
  const label = accountLabel(connection);
  const other = others.find(({ account, connection_id: id }) => {
    const known = accounts.get(id ?? '');
    if (known && areSameAccount(known, connection)) return false;
    return account !== label || (known !== undefined && !hasIdsOfApp(connection));
  });
  if (!other) return null;
  const { account } = other;
  if (account !== null && account !== label) {
    return `it was published as ${account}, and the profile is connected as ${label}; connect ${account} with: social connect ${platform}`;
  }
  if (!accounts.has(other.connection_id ?? '')) {
    return 'it is not known which account published it; look for it at the network itself';
  }
  const named = account === null ? '' : ` named ${account}`;
  return `it was published by another account${named}; connect that one again with: social connect ${platform}`;
}

/** Name of an account for people: its handle, or else its display name. */
export function accountLabel(account: { username: string | null; display_name: string }): string {
  return account.username === null ? account.display_name : `@${account.username}`;
}
