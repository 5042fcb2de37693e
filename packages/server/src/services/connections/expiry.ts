import { networkName } from '@social/types';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { type ConnectionRow, listEnding, markWarned } from '../../store/connections.ts';
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import { findProfile } from '../../store/profiles.ts';
import type { Database } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import { connectionActivity } from './connection-activity.ts';

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
  return `${networkName(connection.network)} ${verb} this connection on ${when}; connect it again${verb === 'ends' ? ' before then' : ''}`;
}

function daysLeft(ends: string, now: number): number {
  return (Date.parse(ends) - now) / DAY_MS;
}

/** The warning that has been reached, as days before the end. */
function warningDue(connection: ConnectionRow, now: number): number | null {
  const ends = connectionEnds(connection);
  const reached = ends === null ? [] : WARNING_DAYS.filter((days) => daysLeft(ends, now) <= days);
  return reached.length > 0 ? Math.min(...reached) : null;
}

/** Warns of connections that end, each a week and a day before, once for all processes. */
export function createExpiryWarnings(deps: {
  db: Database;
  dialect: DialectName;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
}) {
  const { db, dialect, clock, logger, platforms } = deps;

  /** False: another process has warned, or the connection has other tokens by now. */
  async function warn(connection: ConnectionRow, days: number): Promise<boolean> {
    const { workspace_id: workspaceId, profile_id: profileId } = connection;
    return db.transaction().execute(async (trx) => {
      // In the order in which connecting locks them, or the two could wait for each other.
      await lockWorkspace(dialect, trx, workspaceId);
      if (!(await markWarned(trx, connection, days))) return false;
      const entry = {
        action: 'platform.expiring' as const,
        status: 'success' as const,
        profileName: (await findProfile(trx, workspaceId, profileId))?.name ?? '',
        at: isoNow(clock),
        details: { expiresAt: connectionEnds(connection) },
      };
      await appendActivity(trx, connectionActivity(connection, entry));
      return true;
    });
  }

  return async function warnOfExpiry(): Promise<void> {
    const now = clock.now();
    const horizon = new Date(now + Math.max(...WARNING_DAYS) * DAY_MS).toISOString();
    for (const connection of await listEnding(db, horizon)) {
      if (!platforms.of(connection)) continue;
      const { expiry_warned_days: given, platform, network, id: connectionId, workspace_id: workspaceId } = connection;
      const due = warningDue(connection, now);
      if (due === given) continue;
      // The end has moved away since: what was said no longer holds, and is said anew when its time comes.
      if (due === null || (given !== null && given < due)) {
        await markWarned(db, connection, due);
      } else if (await warn(connection, due)) {
        const expiresAt = connectionEnds(connection);
        logger.warn(
          { platform, network, connectionId, workspaceId, expiresAt },
          'a connection ends soon and cannot renew itself',
        );
      }
    }
  };
}
