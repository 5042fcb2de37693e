import {
  type CallContext,
  type ConnectedAccount,
  type OwnPosts,
  PlatformError,
  type RecentPost,
} from '@social/platforms';
import { AppError, invalid } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { PostRow } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { findClaimant, type TargetRow } from '../../store/targets/targets.ts';
import { otherPublisher } from '../connections/accounts.ts';
import type { Connections } from '../connections/connections.ts';
import type { Tokens } from '../connections/tokens.ts';
import { readPartName } from '../contents/part-name.ts';
import { contentFor } from '../contents/publish-request.ts';
import { fromColumns } from '../contents/stored-request.ts';
import type { Platforms } from '../networks/platforms.ts';
import { CLOCK_SKEW_MS, haveSameText } from '../networks/same-post.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';

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
  readonly url: string | null;
  /** True when the network shows what was sent; false when only the person's word says that this is the post. */
  readonly isProven: boolean;
}

/**
 * Finds the post that a person named, and reads it where the network can be read.
 * @throws AppError not_connected; network_unavailable when an address cannot be looked up; invalid_request for a text that names no post
 * of the account; conflict for a post that the account lacks, that is older than the attempt, or that is another target's result
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
    const { connection } = await deps.connections.findFor(post.profile_id, target);
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

  /** Finds the id in what a person copied. @throws AppError invalid_request, network_unavailable */
  async function idIn(copied: string, connection: ConnectionRow, ownPosts: OwnPosts): Promise<string> {
    const { account_id: accountId, username, platform } = connection;
    const found = ownPosts.findId(copied, { accountId, username }) ?? (await ask(connection, ownPosts.lookUp, copied));
    if (found === undefined && ownPosts.lookUp) {
      const next = 'Nothing was changed. Name the post again later, or give its id';
      throw new AppError('network_unavailable', `The post cannot be looked up at ${platform} now. ${next}`);
    }
    if (found) return found;
    throw invalid('published', `names no post of the connected ${platform} account; give ${ownPosts.form}`);
  }

  return async (claim) => {
    const { connection, ownPosts } = await publisherOf(claim);
    const named = await idIn(claim.copied.trim(), connection, ownPosts);
    requireKind(claim, ownPosts.isComment?.(named, { accountId: connection.account_id }));
    await requireUnclaimed(db, claim.target, named);
    const read = await ask(connection, ownPosts.read, named);
    if (read === undefined) return { id: named, url: null, isProven: false };
    if (read !== null && !isOlder(read, claim)) {
      return { id: read.id, url: read.url, isProven: isWhatWasSent(read, claim) };
    }
    const problem = read === null ? 'the account has no such post' : 'the post there is older than the attempt';
    throw new AppError(
      'conflict',
      `This is not what was sent to ${connection.platform}: ${problem}. Nothing was changed`,
    );
  };
}

/** @throws AppError conflict when another target of the workspace has the post as its result */
export async function requireUnclaimed(trx: Queryable, target: TargetRow, platformPostId: string): Promise<void> {
  const other = await findClaimant(trx, target, platformPostId);
  if (!other) return;
  const { platform } = other;
  if (other.post_id === target.post_id) {
    const [taken, own] = [await readPartName(trx, other), await readPartName(trx, target)];
    const what = `That is ${taken} of ${platform} already`;
    throw new AppError('conflict', `${what}; give the id of ${own}, or that it is not there`);
  }
  // Without the post's id, which the caller may not be allowed to see.
  const what = `Another post of this workspace already has this post of ${platform} as its result`;
  throw new AppError('conflict', `${what}; look for the one that is missing`);
}

/**
 * Refuses a comment for a post, and a post for a comment: taking back would delete the wrong one.
 * @param isComment undefined where ids do not tell
 * @throws AppError invalid_request
 */
function requireKind({ post, target }: Claim, isComment: boolean | undefined): void {
  if (isComment === undefined) return;
  const { isComment: isMeant } = contentFor(fromColumns(post), target.target, target.part);
  if (isComment === isMeant) return;
  const problem = isMeant
    ? 'names a post; give the address of the comment'
    : 'names a comment; give the address of the post itself';
  throw invalid('published', problem);
}

function isOlder({ createdAt }: RecentPost, { sentAt }: Claim): boolean {
  return createdAt !== null && createdAt.getTime() < sentAt - CLOCK_SKEW_MS;
}

/** Somebody may have edited the post since, and some networks change texts. */
function isWhatWasSent({ text, createdAt }: RecentPost, { post, target }: Claim): boolean {
  const sent = contentFor(fromColumns(post), target.target, target.part).text;
  return createdAt !== null && haveSameText(text, sent);
}
