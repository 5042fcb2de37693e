import { type CallContext, type ConnectedAccount, PlatformError, type RecentPost } from '@social/platforms';
import { AppError, invalid } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { PostRow } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { findClaimant, type TargetRow } from '../../store/targets/targets.ts';
import type { Connections } from '../connections/connections.ts';
import type { Tokens } from '../connections/tokens.ts';
import { CLOCK_SKEW_MS, haveSameText } from '../delivery/reconciliation.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import { otherPublisher } from '../targets/other-publisher.ts';
import { contentFor } from '../targets/publish-request.ts';
import { fromColumns } from '../targets/stored-request.ts';

const READ_TIMEOUT_MS = 10_000;

/** What a person says that a target published. */
export interface Claim {
  readonly post: PostRow;
  readonly target: TargetRow;
  /** Address or id of the post, as the person copied it from the network. */
  readonly copied: string;
  /** Instant of the first attempt, in milliseconds since 1970. */
  readonly sentAt: number;
}

/** A post of the connected account that a person named. */
export interface NamedPost {
  readonly id: string;
  /** The post at the network; null where the network could not be read, so that only the person's word counts. */
  readonly read: RecentPost | null;
}

/**
 * Finds the post that a person named, and reads it where the network can be read.
 * @throws AppError not_connected; invalid_request for a text that names no post of the account; conflict for a post that the target
 * cannot have published
 */
export type FindNamedPost = (claim: Claim) => Promise<NamedPost>;

/** Makes the function that finds the post that a person named. */
export function createFindNamedPost(deps: {
  db: Database;
  logger: Logger;
  connections: Connections;
  platforms: Platforms;
  tokens: Tokens;
  reads: UpstreamReads;
}): FindNamedPost {
  const { db, logger, tokens, reads } = deps;

  /** Finds the account that the target was sent with. @throws AppError not_connected */
  async function publisherOf({ post, target }: Claim) {
    const { platform } = target;
    const connection = await deps.connections.find(post.profile_id, platform);
    const next = 'then name the post again, so that the server can check it';
    if (!connection)
      throw new AppError('not_connected', `Connect the account first: social connect ${platform}; ${next}`);
    const other = await otherPublisher(db, connection, [target]);
    if (other !== null) throw new AppError('not_connected', `The post cannot be checked: ${other}; ${next}`);
    const network = deps.platforms.of(connection);
    if (!network) throw new AppError('platform_not_configured', `${platform} is not set up on this server`);
    return { connection, ownPosts: network.driver.ownPosts };
  }

  /** Reads from the network. @returns undefined when it cannot be read */
  async function ask<Answer>(
    connection: ConnectionRow,
    read: ((text: string, account: ConnectedAccount, call: CallContext) => Promise<Answer>) | undefined,
    text: string,
  ): Promise<Answer | undefined> {
    if (!read) return undefined;
    try {
      return await tokens.withAccount(connection, (account) =>
        reads.read(connection, READ_TIMEOUT_MS, (call) => read(text, account, call)),
      );
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      logger.warn({ err: error, platform: connection.platform }, 'could not read the post that a person named');
      return undefined;
    }
  }

  return async (claim) => {
    const { connection, ownPosts } = await publisherOf(claim);
    const { account_id: accountId, username, platform } = connection;
    const copied = claim.copied.trim();
    const id =
      ownPosts.findId(copied, { accountId, username }) ?? (await ask(connection, ownPosts.lookUp, copied)) ?? null;
    if (id === null) {
      throw invalid('published', `names no post of the connected ${platform} account; give ${ownPosts.form}`);
    }
    await requireUnclaimed(db, claim.target, id);
    const read = await ask(connection, ownPosts.read, id);
    if (read === undefined) return { id, read: null };
    const problem = read === null ? 'the account has no such post' : problemOf(read, claim);
    if (problem === null) return { id, read };
    throw new AppError('conflict', `This is not what was sent to ${platform}: ${problem}. Nothing was changed`);
  };
}

/** @throws AppError conflict when another target of the workspace has the post as its result */
export async function requireUnclaimed(trx: Queryable, target: TargetRow, platformPostId: string): Promise<void> {
  const other = await findClaimant(trx, target, platformPostId);
  if (!other) return;
  const { platform, part } = other;
  if (other.post_id === target.post_id) {
    const what = `Part ${part} of ${platform} is this post already`;
    throw new AppError('conflict', `${what}; give the id of part ${target.part}, or that it is not there`);
  }
  // Without the post's id, which the caller may not be allowed to see.
  const what = `Another post of this workspace is this post of ${platform} already`;
  throw new AppError('conflict', `${what}; look for the one that is missing`);
}

/** Says why a target cannot have published a post; null when it can. */
function problemOf({ text, createdAt }: RecentPost, { post, target, sentAt }: Claim): string | null {
  if (createdAt === null || createdAt.getTime() < sentAt - CLOCK_SKEW_MS)
    return 'the post there is older than the attempt';
  const sent = contentFor(fromColumns(post), target.platform, target.part).text;
  return haveSameText(text, sent) ? null : 'the post there has another text';
}
