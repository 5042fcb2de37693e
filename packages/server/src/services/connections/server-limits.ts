import type { ConnectedAccount, PlatformDriver, ServerLimits } from '@social/platforms';
import type { MediaPlace, PollPlace, TextPlace } from '@social/rules';
import type { ErrorCode } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../log/logger.ts';
import { type ConnectionRow, listWithOldLimits, storeLimits } from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import type { Tokens } from './tokens.ts';

const READ_TIMEOUT_MS = 10_000;
const LIFETIME_MS = 6 * 3_600_000;
/** Most connections whose limits one run of the job reads. */
const BATCH = 10;
/** Codes of refusals that limits which have changed lead to. */
const BY_LIMITS: readonly ErrorCode[] = ['invalid_request', 'media_refused'];
const LONG_AGO = new Date(0).toISOString();

export type ReadNewLimits = ReturnType<typeof createReadNewLimits>;

/** The limits of a connection's account or server; null where the network has the same limits everywhere. */
export function limitsOf({ limits }: Pick<ConnectionRow, 'limits'>): ServerLimits | null {
  return limits === null ? null : (JSON.parse(limits) as ServerLimits);
}

/** The place of a text at what is connected: its network, and the limits of its server. */
export function placeOf(connection: Pick<ConnectionRow, 'network' | 'limits'> | undefined): TextPlace {
  return connection ? { network: connection.network, server: limitsOf(connection)?.text } : {};
}

/** The place of files at what is connected. */
export function mediaPlaceOf(
  connection: Pick<ConnectionRow, 'network' | 'limits'>,
): MediaPlace & Pick<ConnectionRow, 'network'> {
  return { network: connection.network, server: limitsOf(connection)?.media };
}

/** The place of a poll at what is connected. */
export function pollPlaceOf(connection: Pick<ConnectionRow, 'network' | 'limits'>): PollPlace {
  return { network: connection.network, server: limitsOf(connection)?.poll };
}

/** Makes the function that reads the limits for a new connection. A server that does not say them is taken for an ordinary one. */
export function createReadNewLimits({ clock, logger }: { clock: Clock; logger: Logger }) {
  return async (
    driver: PlatformDriver,
    account: ConnectedAccount,
  ): Promise<Pick<ConnectionRow, 'limits' | 'limits_read_at'>> => {
    if (!driver.readLimits) return { limits: null, limits_read_at: null };
    // Without a time the job does not read them again.
    const limits_read_at = driver.limitsAreCharged ? null : isoNow(clock);
    try {
      const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
      const limits = await driver.readLimits(account, { signal, timeoutMs: READ_TIMEOUT_MS });
      return { limits: JSON.stringify(limits), limits_read_at };
    } catch (err) {
      logger.warn(
        { err, platform: driver.platform },
        'could not read the limits of a server; its network’s usual ones count',
      );
      return { limits: null, limits_read_at };
    }
  };
}

/** Lets the job below read the limits of an account's server in its next run, after a refusal that they should have foreseen. */
export async function doubtLimits(
  { db, logger }: { readonly db: Database; readonly logger: Logger },
  connection: ConnectionRow,
  code: ErrorCode,
): Promise<void> {
  if (connection.limits_read_at === null || !BY_LIMITS.includes(code)) return;
  await storeLimits(db, connection, { at: LONG_AGO }).catch((err: unknown) => {
    logger.warn({ err, connectionId: connection.id }, 'the limits of a server are read again only as usual');
  });
}

/** Makes the job that reads the limits of the connections' servers again after some hours, since their operators change them. */
export function createLimitRefresh(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  platforms: Platforms;
  tokens: Tokens;
  reads: UpstreamReads;
}) {
  const { db, clock, logger, platforms, tokens, reads } = deps;

  async function readAgain(connection: ConnectionRow, stopping: AbortSignal): Promise<void> {
    const driver = platforms.of(connection)?.driver;
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(READ_TIMEOUT_MS)]);
    try {
      const limits = await tokens.withAccount(connection, (account) =>
        reads.read(connection, READ_TIMEOUT_MS, async (call) => driver?.readLimits?.(account, { ...call, signal })),
      );
      await storeLimits(db, connection, { at: isoNow(clock), ...(limits && { limits: JSON.stringify(limits) }) });
    } catch (err) {
      if (stopping.aborted) return;
      // The earlier limits stay, and the next look is as far away as after a success.
      logger.warn({ err, connectionId: connection.id }, 'could not read the limits of a server again');
      await storeLimits(db, connection, { at: isoNow(clock) });
    }
  }

  return async function refreshLimits(stopping: AbortSignal): Promise<void> {
    const before = new Date(clock.now() - LIFETIME_MS).toISOString();
    for (const connection of await listWithOldLimits(db, before, BATCH)) {
      if (stopping.aborted) return;
      await readAgain(connection, stopping);
    }
  };
}
