import { setTimeout as delay } from 'node:timers/promises';
import type { Published } from '@social/platforms';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../store/schema.ts';
import { isKnownPost } from '../../store/targets/targets.ts';
import type { Tokens } from '../connections/tokens.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import type { Dispatch } from '../targets/dispatch.ts';

/** Waits before each look, since a post may appear late in the network's list. */
const READ_AFTER_MS = [200, 1_500];
const READ_TIMEOUT_MS = 10_000;
/** Tolerance for a network's clock that is behind ours. */
export const CLOCK_SKEW_MS = 60_000;

export type Reconciliation = ReturnType<typeof createReconciliation>;

/** Sending of a post whose answer was lost. */
export interface Sent {
  /** Instant of sending, in milliseconds since 1970. Older posts do not match. */
  readonly sentAt: number;
  /** Set when the network lists the post already if it has it, so that one look without a wait is enough: it has confirmed the post, or got it minutes ago. */
  readonly isListed?: boolean;
}

type LostDispatch = Pick<Dispatch, 'target' | 'content' | 'connection'>;

/** Makes the function that reads the account to find a post whose answer was lost, and stores it. Sends nothing. */
export function createReconciliation(deps: {
  db: Database;
  logger: Logger;
  platforms: Platforms;
  tokens: Tokens;
  reads: UpstreamReads;
}) {
  const { db, logger, platforms, tokens, reads } = deps;

  /** @returns null also when the account cannot be read */
  async function readOnce(lost: LostDispatch, sentAt: number): Promise<Published | null> {
    try {
      return await findIn(lost, sentAt);
    } catch (error) {
      const { platform } = lost.target;
      logger.warn({ err: error, platform }, 'could not read the account to find out an unknown outcome');
      return null;
    }
  }

  async function findIn({ target, content, connection }: LostDispatch, sentAt: number): Promise<Published | null> {
    const { platform } = target;
    const since = new Date(sentAt - CLOCK_SKEW_MS);
    const posts = await tokens.withAccount(connection, (account) =>
      reads.read(
        connection,
        READ_TIMEOUT_MS,
        async (call) => (await platforms.of(connection)?.driver.listRecentPosts?.(account, { ...call, since })) ?? [],
      ),
    );
    for (const post of posts) {
      const isYoung = post.createdAt !== null && post.createdAt >= since;
      if (!isYoung || !haveSameText(post.text, content.text)) continue;
      if (!(await isKnownPost(db, platform, post.id))) return { platformPostId: post.id, url: post.url };
    }
    return null;
  }

  /**
   * Stores the post once the network lists it. Must run in the turn of the target's channel, so that no other target takes the
   * same post as its result.
   * @returns false when the network does not list the post or cannot be read; the outcome stays unknown then
   */
  return async function findPublished(
    lost: LostDispatch,
    { sentAt, isListed = false }: Sent,
    store: (published: Published) => Promise<void>,
  ): Promise<boolean> {
    if (!platforms.of(lost.connection)?.driver.listRecentPosts) return false;
    for (const waitMs of isListed ? [0] : READ_AFTER_MS) {
      await delay(waitMs);
      const found = await readOnce(lost, sentAt);
      if (!found) continue;
      await store(found);
      return true;
    }
    return false;
  };
}

/**
 * Returns true when a network shows the text that was sent. An empty text tells no post from another. Networks compose characters,
 * and some remove white space around a text or add `http://` to addresses without it.
 */
export function haveSameText(one: string, other: string): boolean {
  return comparable(one) === comparable(other) && comparable(one) !== '';
}

function comparable(text: string): string {
  return text.normalize('NFC').replaceAll('http://', '').trim();
}
