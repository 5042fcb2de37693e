import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { appendActivity } from '../store/activity-log.ts';
import { type ConnectionRow, listConnected, markWarned } from '../store/connections.ts';
import { findProfile } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';

const DAY_MS = 24 * 3_600_000;
/** Days before the end on which is warned; the status says so from the first on. */
const WARNING_DAYS = [7, 1];

/** When the user has to connect again by hand: the end of the refresh token, or of a token that cannot be refreshed. */
export function connectionEnds(connection: ConnectionRow): string | null {
  return connection.refresh_token ? connection.refresh_expires_at : connection.access_expires_at;
}

/** What to do soon about a connection that ends; null while nothing is to do. @param now milliseconds since 1970 */
export function expiryWarning(connection: ConnectionRow, now: number): string | null {
  const ends = connectionEnds(connection);
  if (connection.state !== 'connected' || ends === null || daysLeft(ends, now) > Math.max(...WARNING_DAYS)) return null;
  const when = `${ends.slice(0, 10)} at ${ends.slice(11, 16)} UTC`;
  const verb = Date.parse(ends) > now ? 'ends' : 'has ended';
  return `${connection.platform} ${verb} this connection on ${when}; connect it again${verb === 'ends' ? ' before then' : ''}`;
}

function daysLeft(ends: string, now: number): number {
  return (Date.parse(ends) - now) / DAY_MS;
}

/** Warns of connections that end, each a week and a day before, once for all processes. */
export function createExpiryWarnings({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }) {
  async function warn(connection: ConnectionRow, days: number): Promise<void> {
    const { platform, network } = connection;
    const expiresAt = connectionEnds(connection);
    await db.transaction().execute(async (trx) => {
      if (!(await markWarned(trx, connection, days))) return;
      const profile = await findProfile(trx, connection.workspace_id, connection.profile_id);
      await appendActivity(trx, {
        workspace_id: connection.workspace_id,
        action: 'platform.expiring',
        platform,
        profile_name: profile?.name ?? '',
        status: 'success',
        metadata: { account: connection.display_name, accountId: connection.account_id, network, expiresAt },
        created_at: isoNow(clock),
      });
      logger.warn({ platform, connection: connection.id, expiresAt }, 'a connection ends soon and cannot renew itself');
    });
  }

  return async function warnOfExpiry(): Promise<void> {
    for (const connection of await listConnected(db)) {
      const ends = connectionEnds(connection);
      if (ends === null) continue;
      const due = WARNING_DAYS.filter((days) => daysLeft(ends, clock.now()) <= days);
      const days = due.length > 0 ? Math.min(...due) : null;
      if (days === null || (connection.expiry_warned_days ?? Number.POSITIVE_INFINITY) <= days) continue;
      await warn(connection, days);
    }
  };
}
