import { listAccounts } from '../../store/connections/connected-accounts.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import { areSameAccount } from '../connections/connections.ts';
import { accountLabel } from './target-rows.ts';

/**
 * Says that another account than the connected one has published a target; null where it is the account of all targets. Accounts
 * are compared by the networks' ids, which stay when an account is renamed or connected again. A target whose connection had gone
 * before accounts were kept has only the name.
 */
export async function otherPublisher(
  db: Queryable,
  connection: ConnectionRow,
  targets: readonly Pick<TargetRow, 'account' | 'connection_id'>[],
): Promise<string | null> {
  const others = targets.filter(({ connection_id: id }) => id !== connection.id);
  const ids = new Set(others.flatMap(({ connection_id: id }) => id ?? []));
  const accounts = new Map((await listAccounts(db, [...ids])).map((account) => [account.connection_id, account]));
  const label = accountLabel(connection);
  const other = others.find(({ account, connection_id: id }) => {
    const known = accounts.get(id ?? '');
    return known ? !areSameAccount(known, connection) : account !== label;
  });
  if (!other) return null;
  const { account } = other;
  const { platform } = connection;
  if (account === label) {
    return `it was published by another account named ${account}; connect that one again with: social connect ${platform}`;
  }
  return `it was published as ${account}, and the profile is connected as ${label}; connect ${account} with: social connect ${platform}`;
}
