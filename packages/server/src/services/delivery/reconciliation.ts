import { setTimeout as delay } from 'node:timers/promises';
import type { Published } from '@social/platforms';
import type { Logger } from '../../logger.ts';
import type { ConnectionRow } from '../../store/connections.ts';
import type { Database, PostTargetTable } from '../../store/schema.ts';
import { isKnownPost } from '../../store/targets.ts';
import type { Tokens } from '../connections/tokens.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import type { SerialQueue } from '../workers/serial-queue.ts';

/** A post may be a moment late in the network's own list. */
const READ_AFTER_MS = [200, 1_500];
const READ_TIMEOUT_MS = 10_000;
/** How far the network's clock may be behind ours. */
const CLOCK_SKEW_MS = 60_000;

export type Reconciliation = ReturnType<typeof createReconciliation>;

/** A publish whose answer was lost. */
export interface LostPublish {
  readonly platform: PostTargetTable['platform'];
  readonly text: string;
  /** When it was sent, in milliseconds since 1970: an older post is not the one that is looked for. */
  readonly sentAt: number;
  readonly connection: ConnectionRow;
  /** Whether the network has said that it has the post, so that it must show it at once. */
  readonly isListed?: boolean;
}

/** Finds out by reading whether a publish whose answer was lost has happened, and has it stored. Sends nothing. */
export function createReconciliation(deps: {
  db: Database;
  logger: Logger;
  platforms: Platforms;
  tokens: Tokens;
  reads: UpstreamReads;
  queue: SerialQueue;
}) {
  const { db, logger, platforms, tokens, reads, queue } = deps;

  /** Null also where the account cannot be read. */
  async function readOnce(lost: LostPublish): Promise<Published | null> {
    try {
      return await findIn(lost);
    } catch (error) {
      const { platform } = lost;
      logger.warn({ err: error, platform }, 'the account could not be read to settle an unknown outcome');
      return null;
    }
  }

  async function findIn({ platform, text, sentAt, connection }: LostPublish): Promise<Published | null> {
    const posts = await tokens.withAccount(connection, (account) =>
      reads.read(
        platform,
        READ_TIMEOUT_MS,
        async (call) => (await platforms.of(connection)?.driver.listRecentPosts?.(account, call)) ?? [],
      ),
    );
    for (const post of posts) {
      const isYoung = post.createdAt !== null && post.createdAt.getTime() >= sentAt - CLOCK_SKEW_MS;
      if (!isYoung || post.text.normalize('NFC') !== text.normalize('NFC')) continue;
      if (!(await isKnownPost(db, platform, post.id))) return { platformPostId: post.id, url: post.url };
    }
    return null;
  }

  /**
   * Has the post stored once the network shows it. False: it does not, or cannot be read, and the outcome stays unknown. The
   * account is read and its post stored in one turn of its own, so that no other result takes the same post for its own.
   */
  return async function findPublished(
    lost: LostPublish,
    store: (published: Published) => Promise<void>,
  ): Promise<boolean> {
    if (!platforms.of(lost.connection)?.driver.listRecentPosts) return false;
    const look = async () => {
      const found = await readOnce(lost);
      if (found) await store(found);
      return found !== null;
    };
    for (const waitMs of lost.isListed ? [0] : READ_AFTER_MS) {
      await delay(waitMs);
      if (await queue.run(lost.connection.id, look)) return true;
    }
    return false;
  };
}
