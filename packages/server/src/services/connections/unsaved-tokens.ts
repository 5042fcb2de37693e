import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../log/logger.ts';
import { type ConnectionRow, updateConnection } from '../../store/connections/connections.ts';
import type { Database } from '../../store/schema.ts';
import { insist } from '../workers/insist.ts';

const RETRY_AFTER_MS = 5_000;

/** New tokens of a connection, and the row whose refresh token was used up for them. */
export interface Renewal {
  readonly spent: ConnectionRow;
  readonly change: Partial<ConnectionRow>;
}

export type UnsavedTokens = ReturnType<typeof createUnsavedTokens>;

/**
 * Stores renewed tokens and keeps them in memory until the database takes them, however long that is. The refresh token is
 * used up by then, so losing the new tokens would lose the account.
 */
export function createUnsavedTokens({ db, logger }: { db: Database; logger: Logger }) {
  const unsaved = new Map<string, Renewal>();
  const retrying = new Set<Promise<void>>();
  const stopping = new AbortController();

  async function write(renewal: Renewal): Promise<boolean> {
    const { spent, change } = renewal;
    const isStored = await updateConnection(db, spent, change);
    if (unsaved.get(spent.id) === renewal) unsaved.delete(spent.id);
    return isStored;
  }

  function failed({ spent: { id: connectionId, platform } }: Renewal, error: unknown): void {
    logger.error({ err: error, platform, connectionId }, 'could not store renewed tokens yet');
  }

  async function retry(renewal: Renewal): Promise<void> {
    do {
      await delay(RETRY_AFTER_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (unsaved.get(renewal.spent.id) !== renewal) return;
      await write(renewal).catch((error: unknown) => failed(renewal, error));
    } while (!stopping.signal.aborted);
  }

  return {
    /**
     * Stores renewed tokens.
     * @returns false when the connection was renewed or removed meanwhile; the stored row counts then
     * @throws the database's error after some retries; the tokens are kept and stored later then
     */
    async store(renewal: Renewal): Promise<boolean> {
      unsaved.set(renewal.spent.id, renewal);
      try {
        return await insist(
          () => write(renewal),
          (error) => failed(renewal, error),
        );
      } catch (error) {
        const running = retry(renewal).finally(() => retrying.delete(running));
        retrying.add(running);
        throw error;
      }
    },

    /** Stores the tokens that an earlier renewal of a connection could not store. @throws the database's error; they are kept then */
    async storeLeft(connectionId: string): Promise<void> {
      const renewal = unsaved.get(connectionId);
      if (renewal) await write(renewal);
    },

    /** Stops, after one more attempt to store each kept renewal. Where that fails, the user must connect again. */
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([...retrying]);
    },
  };
}
