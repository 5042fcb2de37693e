import { type CallContext, type ConnectedAccount, type PlatformDriver, PlatformError } from '@social/platforms';
import type { PlatformId, Target } from '@social/types';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../log/logger.ts';
import type { ConnectionRow } from '../store/connections/connections.ts';
import type { ProfileRow } from '../store/connections/profiles.ts';
import type { Database, Queryable } from '../store/schema.ts';
import { findPublished } from '../store/targets/targets.ts';
import type { Rights } from './access/rights.ts';
import type { MeantAccount } from './connections/account-names.ts';
import { channelFor, channelOf, otherPublisher } from './connections/accounts.ts';
import type { Connections } from './connections/connections.ts';
import { accessTo } from './connections/refusals.ts';
import type { Tokens } from './connections/tokens.ts';
import { requireTargets } from './contents/allowed-targets.ts';
import type { Credits } from './credits/credits.ts';
import type { Plan } from './credits/plans.ts';
import { fromPlatformError } from './networks/platform-failure.ts';
import type { Platforms } from './networks/platforms.ts';
import type { UpstreamReads } from './networks/upstream-reads.ts';
import type { Channels } from './workers/channels.ts';
import { insist } from './workers/insist.ts';

/** An action at a network. */
export interface ActionRequest<Result> {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly rights: Rights;
  readonly profile: ProfileRow;
  readonly platform: PlatformId;
  /** Short name of the account; undefined for the default one. */
  readonly account: string | undefined;
  /** Post of the network that the action deletes. Without `account`, the account that published it does so. */
  readonly deletes?: string;
  /** Name under which the action is charged, for example `microblog.like`. */
  readonly action: string;
  /** Price in credits. */
  readonly cost: number;
  /** Set for an action that changes something. Changes of one account are made one after another. */
  readonly mutates: boolean;
  /** Stores what else a success changes, in the transaction that charges it. @param connection account that did it */
  readonly record?: (trx: Queryable, connection: ConnectionRow) => Promise<void>;
  /** Calls the driver. @returns undefined when the driver has no such action */
  readonly perform: (
    driver: PlatformDriver,
    account: ConnectedAccount,
    call: CallContext,
  ) => Promise<Result> | undefined;
}

export type Actions = ReturnType<typeof createActions>;

/** Makes the service that runs actions at networks. Only successful actions are charged. */
export function createActions(deps: {
  db: Database;
  logger: Logger;
  credits: Credits;
  connections: Connections;
  platforms: Platforms;
  tokens: Tokens;
  channels: Channels;
  reads: UpstreamReads;
  upstreamTimeoutMs: number;
}) {
  const { db, logger, credits, connections, platforms, tokens, reads, upstreamTimeoutMs } = deps;

  return {
    /**
     * Runs an action and charges it.
     * @throws AppError invalid_request for an unknown account, forbidden, paid_plan_required, not_connected, reconnect_required, insufficient_credits, credit_limit_reached before anything is
     * sent; the network's refusal, not-found, rate limit or timeout after
     */
    async run<Result>(request: ActionRequest<Result>): Promise<Result> {
      const { platform, plan, account, profile, rights } = request;
      const target: Target = account === undefined ? platform : `${platform}:${account}`;
      const meant = await accountOf(request);
      const bound = new Map([[target, meant.connection && channelOf(meant.connection)]]);
      await requireTargets(db, rights, profile.id, [target], bound);
      const { connection, refusal } = accessTo(target, meant, plan);
      if (refusal) throw new AppError(refusal.code, refusal.message);
      const { driver } = platforms.of(connection) ?? platforms.require(platform);
      const operation = newId();
      if (request.cost > 0) {
        const reservation = { id: operation, amount: request.cost };
        const { workspaceId } = request;
        await db.transaction().execute((trx) => credits.reserve(trx, workspaceId, [reservation], rights.limitedBy));
      }
      let isSent = false;
      const call = () =>
        tokens.withAccount(connection, async (account) => {
          const perform = async (call: CallContext) => {
            const done = request.perform(driver, account, call);
            if (!done) throw new AppError('not_found', `The network behind ${platform} has no such action`);
            return done;
          };
          isSent = true;
          return request.mutates
            ? perform({ timeoutMs: upstreamTimeoutMs })
            : reads.read(connection, upstreamTimeoutMs, perform);
        });
      const result = await (request.mutates ? alone(connection, call) : call()).catch(async (error: unknown) => {
        throw await refund(request, operation, error, isSent);
      });
      const failed = (error: unknown) =>
        logger.error({ err: error, action: request.action, operation }, 'could not charge an action yet');
      await insist(() => finish(request, operation, connection), failed).catch(() => {
        // The network has done the action, but the charge is not stored. An answer of failure would lead to a second call.
        throw unknownOutcome(request);
      });
      return result;
    },
  };

  /** Finds the account that does an action. @throws AppError not_connected for a post that another account published */
  async function accountOf({
    workspaceId,
    profile,
    platform,
    account,
    deletes,
  }: ActionRequest<unknown>): Promise<MeantAccount> {
    const found = await connections.find(profile.id, platform, account);
    const published =
      account === undefined && deletes !== undefined
        ? await findPublished(db, { workspaceId, platform, platformPostId: deletes })
        : undefined;
    if (!published) return found;
    const publisher = await connections.findOfChannel(profile.id, published.channel);
    if (publisher) return { connection: publisher, others: [] };
    const other = found.connection && (await otherPublisher(db, found.connection, [published]));
    if (other !== null) throw new AppError('not_connected', `The post was not deleted: ${other}`);
    return found;
  }

  /** Runs a change under the lease of its account's channel. @throws AppError unavailable when the account stays busy */
  async function alone<Result>(connection: ConnectionRow, change: () => Promise<Result>): Promise<Result> {
    const lease = await deps.channels.leaseInTime(channelFor(connection), busy());
    return change().finally(() => lease.end());
  }

  /** Releases the reservation of an action that did not happen. @returns error for the caller */
  async function refund(
    request: ActionRequest<unknown>,
    operation: string,
    error: unknown,
    isSent: boolean,
  ): Promise<unknown> {
    const isExpected = error instanceof PlatformError || error instanceof AppError;
    if (!isExpected && isSent && request.mutates) {
      logger.error(
        { err: error, action: request.action, operation },
        'an action was interrupted by an error; its outcome is unknown',
      );
      return unknownOutcome(request);
    }
    // With an unknown outcome the reservation stays until maintenance releases it.
    const isUnknown = error instanceof PlatformError && error.kind === 'outcome-unknown';
    if (!isUnknown) {
      // A failure here must not hide the network's error; maintenance releases the reservation within a day.
      await finish(request, operation, null).catch((error: unknown) =>
        logger.error({ err: error, action: request.action, operation }, 'could not release reserved credits yet'),
      );
    }
    return error instanceof PlatformError ? fromPlatformError(error) : error;
  }

  /** @param done account that did the action; null when it was not done */
  async function finish(request: ActionRequest<unknown>, operation: string, done: ConnectionRow | null): Promise<void> {
    if (request.cost === 0 && !request.record) return;
    const charge = {
      action: request.action,
      operationId: operation,
      metadata: { platform: request.platform, profileId: request.profile.id },
    };
    await db.transaction().execute(async (trx) => {
      // First, since targets are locked before their workspace.
      if (done) await request.record?.(trx, done);
      if (done) await credits.charge(trx, operation, charge);
      else await credits.release(trx, operation);
    });
  }
}

function busy(): AppError {
  return new AppError(
    'unavailable',
    'The account is busy with an earlier change, perhaps a large file; nothing was done, try again in a minute',
    { retryAfterMs: 60_000 },
  );
}

function unknownOutcome(request: ActionRequest<unknown>): AppError {
  return new AppError(
    'outcome_unknown',
    `It is unknown whether ${request.platform} has done this; look at the account before you try again`,
  );
}
