import { setTimeout as delay } from 'node:timers/promises';
import { type CallContext, type ConnectedAccount, type PlatformDriver, PlatformError } from '@social/platforms';
import type { PlatformId } from '@social/types';
import { AppError } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Logger } from '../logger.ts';
import type { ProfileRow } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';
import type { Connections } from './connections/connections.ts';
import type { Tokens } from './connections/tokens.ts';
import type { Credits } from './credits/credits.ts';
import type { Plan } from './credits/plans.ts';
import { fromPlatformError } from './networks/platform-failure.ts';
import type { Platforms } from './networks/platforms.ts';
import type { UpstreamReads } from './networks/upstream-reads.ts';
import { connectionRefusal, planRefusal } from './targets/assessment.ts';
import { insist } from './workers/insist.ts';
import type { SerialQueue } from './workers/serial-queue.ts';

/** How long an action waits for its account. */
const TURN_PATIENCE_MS = 25_000;

/** An action at a network: who, where, what it costs, and how the driver does it. */
export interface ActionRequest<Result> {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly profile: ProfileRow;
  readonly platform: PlatformId;
  /** As it is charged, for example `microblog.like`. */
  readonly action: string;
  readonly cost: number;
  /** Whether it changes something: changes of one account are made one after another. */
  readonly mutates: boolean;
  readonly perform: (
    driver: PlatformDriver,
    account: ConnectedAccount,
    call: CallContext,
  ) => Promise<Result> | undefined;
}

export type Actions = ReturnType<typeof createActions>;

/** Runs actions at networks; they are charged only when they succeed. */
export function createActions(deps: {
  db: Database;
  logger: Logger;
  credits: Credits;
  connections: Connections;
  platforms: Platforms;
  tokens: Tokens;
  queue: SerialQueue;
  reads: UpstreamReads;
  upstreamTimeoutMs: number;
}) {
  const { db, logger, credits, connections, platforms, tokens, queue, reads, upstreamTimeoutMs } = deps;

  /** Waits for the account's turn, but not for as long as a large file may take. @throws AppError unavailable; nothing was done then */
  async function inTurn<Result>(key: string, call: () => Promise<Result>): Promise<Result> {
    const waiting = { hasBegun: false, isOver: false };
    const turn = queue.run(key, async () => {
      if (waiting.isOver) throw busy();
      waiting.hasBegun = true;
      return call();
    });
    turn.catch(() => undefined);
    const patience = new AbortController();
    const tooLong = delay(TURN_PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
      if (waiting.hasBegun) return turn;
      waiting.isOver = true;
      throw busy();
    });
    tooLong.catch(() => undefined);
    try {
      return await Promise.race([turn, tooLong]);
    } finally {
      patience.abort();
    }
  }

  return {
    /**
     * @throws AppError paid_plan_required, not_connected, reconnect_required, insufficient_credits before anything is
     * sent; the network's refusal, not-found, rate limit or silence after
     */
    async run<Result>(request: ActionRequest<Result>): Promise<Result> {
      const gate = planRefusal(request.platform, request.plan);
      if (gate) throw new AppError(gate.code, gate.message);
      const connection = await connections.find(request.profile.id, request.platform);
      const refusal = connectionRefusal(request.platform, connection);
      if (refusal || !connection) throw new AppError(refusal?.code ?? 'not_connected', refusal?.message ?? '');
      const { driver } = platforms.of(connection) ?? platforms.require(request.platform);
      const operation = newId();
      if (request.cost > 0) {
        const hold = { id: operation, amount: request.cost };
        await db.transaction().execute((trx) => credits.reserve(trx, request.workspaceId, [hold]));
      }
      let isSent = false;
      const call = () =>
        tokens.withAccount(connection, async (account) => {
          const perform = async (call: CallContext) => {
            const done = request.perform(driver, account, call);
            if (!done) throw new AppError('not_found', `The network behind ${request.platform} has no such action`);
            return done;
          };
          isSent = true;
          return request.mutates
            ? perform({ timeoutMs: upstreamTimeoutMs })
            : reads.read(request.platform, upstreamTimeoutMs, perform);
        });
      const result = await (request.mutates ? inTurn(connection.id, call) : call()).catch(async (error: unknown) => {
        throw await settleFailure(request, operation, error, isSent);
      });
      const failed = (error: unknown) =>
        logger.error({ err: error, action: request.action, operation }, 'an action could not be charged yet');
      await insist(() => finish(request, operation, true), failed).catch(() => {
        // It happened, but the charge is not stored: said as a failure, it would be done again.
        throw unknownOutcome(request);
      });
      return result;
    },
  };

  /** Gives the credits back where nothing happened. Returns the error to answer with. */
  async function settleFailure(
    request: ActionRequest<unknown>,
    operation: string,
    error: unknown,
    isSent: boolean,
  ): Promise<unknown> {
    const isExpected = error instanceof PlatformError || error instanceof AppError;
    if (!isExpected && isSent && request.mutates) {
      logger.error({ err: error, action: request.action, operation }, 'an action broke off');
      return unknownOutcome(request);
    }
    // A lost answer keeps its hold until it is released with the other unknown ones.
    const isUnknown = error instanceof PlatformError && error.kind === 'outcome-unknown';
    if (!isUnknown) {
      // What is held is given back a day later at the latest; the network's own words matter more now.
      await finish(request, operation, false).catch((error: unknown) =>
        logger.error({ err: error, action: request.action, operation }, 'a hold could not be released yet'),
      );
    }
    return error instanceof PlatformError ? fromPlatformError(error) : error;
  }

  async function finish(request: ActionRequest<unknown>, operation: string, succeeded: boolean): Promise<void> {
    if (request.cost === 0) return;
    const charge = { action: request.action, operationId: operation, metadata: { platform: request.platform } };
    await db.transaction().execute(async (trx) => {
      if (succeeded) await credits.settle(trx, operation, charge);
      else await credits.release(trx, operation);
    });
  }
}

function busy(): AppError {
  return new AppError(
    'unavailable',
    'The account is busy with an earlier change, a large file perhaps; nothing was done, try again in a minute',
    { retryAfterMs: 60_000 },
  );
}

function unknownOutcome(request: ActionRequest<unknown>): AppError {
  return new AppError(
    'outcome_unknown',
    `nobody knows whether ${request.platform} has done it; look at the account before doing it again`,
  );
}
