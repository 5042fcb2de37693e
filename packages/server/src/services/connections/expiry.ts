import { networkName } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { type ConnectionRow, listEnding, markWarned } from '../../store/connections/connections.ts';
import { findProfile } from '../../store/connections/profiles.ts';
import { inLockedWorkspace } from '../../store/database/locks.ts';
import type { Database } from '../../store/schema.ts';
import { recordEvent } from '../../store/webhooks/webhook-events.ts';
import type { Platforms } from '../networks/platforms.ts';
import { connectionActivity, connectionEvent } from './connection-records.ts';

const DAY_MS = 24 * 3_600_000;
/** Days before the end at which the user is warned. The status shows a warning from the first one on. */
const WARNING_DAYS = [7, 1];

/** Instant at which the refresh token ends, or the access token where there is no refresh token. Then the user must reconnect. */
export function connectionEnds(connection: ConnectionRow): string | null {
  return connection.refresh_token ? connection.refresh_expires_at : connection.access_expires_at;
}

/**
 * Writes the warning that a connection ends soon, with what to do.
 * @param now milliseconds since 1970
 * @returns null while there is nothing to do
 */
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

/** Chooses the warning that is due, as days before the end. */
function warningDue(connection: ConnectionRow, now: number): number | null {
  const ends = connectionEnds(connection);
  const reached = ends === null ? [] : WARNING_DAYS.filter((days) => daysLeft(ends, now) <= days);
  return reached.length > 0 ? Math.min(...reached) : null;
}

/** Makes the job that warns of ending connections a week and a day before the end, once across all processes. */
export function createExpiryWarnings(deps: { db: Database; clock: Clock; logger: Logger; platforms: Platforms }) {
  const { db, clock, logger, platforms } = deps;

  /** @returns false when another process has warned, or the tokens were replaced */
  async function warn(connection: ConnectionRow, days: number): Promise<boolean> {
    const { workspace_id: workspaceId, profile_id: profileId } = connection;
    // Locks the workspace first, as connecting does: the other order could deadlock.
    return inLockedWorkspace(db, workspaceId, async (trx) => {
      if (!(await markWarned(trx, connection, days))) return false;
      const profile = await findProfile(trx, workspaceId, profileId);
      const at = isoNow(clock);
      const entry = {
        action: 'platform.expiring' as const,
        status: 'success' as const,
        profileName: profile?.name ?? '',
        at,
        details: { expiresAt: connectionEnds(connection) },
      };
      await appendActivity(trx, connectionActivity(connection, entry));
      await recordEvent(trx, connectionEvent(connection, { kind: 'connection.expiring', profile, at }));
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
      // The end has moved to a later time, so the warning no longer applies; the next one is given when it is due.
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
