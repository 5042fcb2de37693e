import {
  type Checkpoint,
  type ConnectedAccount,
  type OutgoingMedia,
  type PlatformDriver,
  PlatformError,
  type Published,
} from '@social/platforms';
import { type Clock, isoNow } from '../../clock.ts';
import { faultPoint } from '../../fault-points.ts';
import { timeOfId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import type { LinkCards } from '../../media/card/link-cards.ts';
import type { LoadedMedia, MediaBatch, MediaSource, PreparedFile } from '../../media/keep/media-source.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { mediaPlaceOf } from '../connections/server-limits.ts';
import type { Tokens } from '../connections/tokens.ts';
import type { Platforms } from '../networks/platforms.ts';
import type { TurnsOfTargets } from '../targets/accept.ts';
import type { ApplyEvent } from '../targets/apply-event.ts';
import type { Assessment } from '../targets/assessment.ts';
import type { Dispatch } from '../targets/dispatch.ts';
import { classify, classifyResumed, type Failure, type Outcome, postponed } from '../targets/outcomes.ts';
import type { Claim, StoreAnswer, StoreOutcome } from '../targets/store-outcome.ts';
import { fittedOf, noteOf } from '../targets/target-rows.ts';
import { threadGate } from '../targets/thread-order.ts';
import type { Turn, Turns } from '../workers/turns.ts';
import { TakenOverError, type Worker } from '../workers/worker.ts';
import type { Reconciliation, Sent } from './reconciliation.ts';
import { retryRejected } from './retry-rejected.ts';
import type { UploadProgress, UploadRecord } from './upload-progress.ts';

export type Delivery = ReturnType<typeof createDelivery>;

/** Takes the turns of the targets whose request can follow at once. */
export type TakeTurns = (trx: Queryable, assessments: readonly Assessment[]) => Promise<TurnsOfTargets>;

interface DeliveryDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly platforms: Platforms;
  readonly tokens: Tokens;
  readonly media: MediaSource;
  readonly linkCards: Pick<LinkCards, 'read'>;
  readonly turns: Turns;
  readonly applyEvent: ApplyEvent;
  readonly storeOutcome: StoreOutcome;
  readonly findPublished: Reconciliation;
  readonly worker: Worker;
  readonly uploads: UploadProgress;
  readonly upstreamTimeoutMs: number;
}

/** An attempt that has ended. */
interface Attempt {
  readonly claim: Claim | null;
  /** Outcome to store; null when the attempt did not begin and the target stays as it is. */
  readonly outcome: Outcome | null;
  /** Set where reading the account can tell more than the answer did. */
  readonly look?: Sent;
  /** What was done to files, when the claim stored it. */
  readonly fitted?: readonly PreparedFile[];
}

/**
 * Makes the service that sends targets whose rows and holds are stored, and stores the outcomes. Two commits enclose the request:
 * the first stores the target as `sending`, together with its post where the request follows at once; the second stores the
 * outcome, the charge, the log entry, the end of the post and the answer of the call. A process that dies between them leaves
 * a `sending` target, which `recovery.ts` frees and `take-over.ts` looks for. What a network may have accepted is not sent a
 * second time, but for requests that the network carries out once (`repeat` in `target-states.ts`).
 */
export function createDelivery(deps: DeliveryDeps) {
  const { db, clock, logger, platforms, tokens, turns, worker } = deps;
  const underWay = new Map<string, Promise<unknown>>();
  /** Turns that calls took for targets which they store as `sending`, until they end. The loop waits for its own. */
  const openTurns = new Set<Turn>();
  let isStopping = false;

  /** Sends a dispatch. Never rejects: an error becomes an outcome. */
  async function attempt(
    dispatch: Dispatch,
    { loading, taking }: { loading: Promise<LoadedMedia>; taking: Promise<Turn> },
  ): Promise<Attempt> {
    const { target } = dispatch;
    let claim: Claim | null = null;
    let sentAt: number | null = null;
    let checkpointOf: UploadRecord['checkpoint'] = () => null;
    let fitted = fittedOf(target);
    const notBegun = { claim: null, outcome: null };
    try {
      const turn = await taking;
      if (isStopping && (target.state === 'pending' || dispatch.isResumed)) return notBegun;
      // Claimed before: with its post, or by the take-over of an interrupted target.
      if (target.state === 'sending') claim = { as: target.worker_id ?? worker.id, isCertain: true };
      const order = await threadGate(db, target);
      if (order.kind === 'later') return notBegun;
      if (order.kind === 'never') {
        const outcome = { state: 'failed', code: order.code, message: order.message } as const;
        return { claim: dispatch.isResumed ? null : claim, outcome };
      }
      turn.isFetching = true;
      const { media, fitted: now } = await loading.finally(() => {
        turn.isFetching = false;
      });
      if (claim) {
        // A process that was frozen may be a new worker now: the target may belong to that one, while the turn ended with the old one.
        if (!(await turn.isStill())) throw new TakenOverError();
      } else {
        faultPoint('before-claim');
        // This process was taken for dead since the target was stored; `recovery.ts` frees the target.
        if (!(await turn.isStill())) return notBegun;
        claim = { as: worker.id, isCertain: false };
        if (!(await moveToSending(dispatch, claim.as, now))) return notBegun;
        claim = { ...claim, isCertain: true };
        fitted = now;
      }
      faultPoint('before-send');
      const claimedAs = claim.as;
      const published = await publish(dispatch, { media, replyTo: order.replyTo, claimedAs }, ({ checkpoint }) => {
        sentAt ??= clock.now();
        checkpointOf = checkpoint;
      });
      faultPoint('after-response');
      return { claim, fitted, outcome: { state: 'published', published, isProven: false } };
    } catch (error) {
      const stored = dispatch.isResumed ? deps.uploads.open(target, dispatch.connection) : null;
      return { ...endOf(error, dispatch, { claim, sentAt, checkpoint: checkpointOf() ?? stored }), fitted };
    }
  }

  /** Claims a target for sending, and stores which files it sends. @returns false when another worker has the target */
  async function moveToSending(dispatch: Dispatch, as: string, fitted: readonly PreparedFile[]): Promise<boolean> {
    const at = isoNow(clock);
    const change = { sent_at: at, worker_id: as, updated_at: at, ...filesOf(dispatch, fitted) };
    const details = { change, by: dispatch.target.worker_id ?? as };
    return (await deps.applyEvent(db, 'claim', dispatch, details)) !== null;
  }

  function driverOf({ connection, target }: Pick<Dispatch, 'connection' | 'target'>): PlatformDriver {
    return (platforms.of(connection) ?? platforms.require(target.platform)).driver;
  }

  /** Calls the driver. @param onSend runs right before the first byte may leave */
  function publish(
    { target, content, connection, retryUntil, turn }: Dispatch,
    { media, replyTo, claimedAs }: { media: OutgoingMedia[]; replyTo: string | null; claimedAs: string },
    onSend: (record: UploadRecord) => void,
  ): Promise<Published> {
    const driver = driverOf({ connection, target });
    const record = deps.uploads.record(target, connection, claimedAs);
    const { text, meta } = content;
    const post = { text, media, meta, ...(replyTo !== null && { replyTo }) };
    const call = (account: ConnectedAccount) => {
      const send = async () => {
        // If the process was frozen since the claim, others may have ended the target, and the user may have sent it again.
        if (!(await worker.isStill(claimedAs))) throw new TakenOverError();
        onSend(record);
        const { saveCheckpoint, onProgress } = record;
        const context = {
          publishId: target.id,
          attempt: target.attempt,
          timeoutMs: deps.upstreamTimeoutMs,
          uploadTimeoutMs: deps.upstreamTimeoutMs * 4,
          checkpoint: record.checkpoint(),
          saveCheckpoint,
          onProgress,
          readLinkCard: (url: string) => deps.linkCards.read(url, target.workspace_id),
        };
        const answer = driver.publish(post, account, context);
        faultPoint('after-send');
        return answer;
      };
      return retryRejected(send, () => isStopping);
    };
    return tokens.withAccount(connection, call, {
      // The connection of a scheduled post was read before its transaction waited for the workspace.
      isJustRead: turn !== undefined && retryUntil === null && content.media.length === 0,
    });
  }

  /** @param progress claim, and when the driver was called, before which nothing was sent; whether the publish can be resumed */
  function endOf(
    error: unknown,
    dispatch: Dispatch,
    { claim, sentAt, checkpoint }: { claim: Claim | null; sentAt: number | null; checkpoint: Checkpoint | null },
  ): Attempt {
    const { target } = dispatch;
    // Stores no outcome: the process that takes over resumes the publish from its checkpoint, or looks for the post.
    if (error instanceof TakenOverError && (sentAt !== null || dispatch.isResumed)) return { claim, outcome: null };
    const isUnsent = checkpoint !== null && driverOf(dispatch).precedesPublish?.(checkpoint) === true;
    const outcome =
      dispatch.isResumed && !isUnsent
        ? classifyResumed(error, target, logger)
        : classify(error, target, sentAt !== null && !isUnsent, logger);
    // The attempt before this one may have published the post.
    const firstSentAt = dispatch.isResumed && target.sent_at !== null ? Date.parse(target.sent_at) : sentAt;
    if (outcome.state === 'unknown') {
      const look = { sentAt: firstSentAt ?? clock.now() };
      return {
        claim,
        outcome: checkpoint || dispatch.isResumed ? withRepeats(outcome, dispatch, look.sentAt) : outcome,
        look,
      };
    }
    // The network already has this text, perhaps from an earlier attempt of this target whose answer was lost.
    if (error instanceof PlatformError && error.code === 'duplicate_content') {
      return { claim, outcome, look: { sentAt: timeOfId(target.id), isListed: true } };
    }
    return { claim, outcome: postponed(outcome, { error, dispatch, now: clock.now() }) ?? outcome };
  }

  /** Says in an outcome until when the server may still publish the post, so that its user looks at the account after that. */
  function withRepeats(outcome: Failure, { connection }: Dispatch, sentAt: number): Failure {
    const until = platforms.of(connection)?.driver.repeatableUntil?.(new Date(sentAt));
    if (until === undefined || until.getTime() <= clock.now()) return outcome;
    const time = `${until.toISOString().slice(11, 16)} UTC`;
    return {
      ...outcome,
      message: `${outcome.message}; the server continues this publish until ${time}, so look after that`,
    };
  }

  /** Sends one target in the turn of its channel, which lasts until the outcome is stored. */
  async function ship(
    dispatch: Dispatch,
    files: MediaBatch,
    storeAnswer?: StoreAnswer,
  ): Promise<PostWithTargets | null> {
    const earlier = dispatch.isResumed ? fittedOf(dispatch.target) : [];
    // Fetches files while the channel is still busy, but keeps the place in line: a later post must not overtake.
    const loading = files.load({ ...dispatch.content, ...mediaPlaceOf(dispatch.connection), earlier });
    loading.catch(() => undefined);
    const taking = dispatch.turn ? Promise.resolve(dispatch.turn) : turns.take(dispatch.connection);
    let post: PostWithTargets | null = null;
    const store = async (outcome: Outcome | null, { claim, fitted = [] }: Pick<Attempt, 'claim' | 'fitted'>) => {
      if (!outcome) return;
      const target = { ...dispatch.target, ...filesOf(dispatch, fitted) };
      post = await deps.storeOutcome({ ...dispatch, target }, outcome, claim, storeAnswer);
      faultPoint('after-settle');
    };
    try {
      const ended = await attempt(dispatch, { loading, taking });
      const prove = (published: Published) => store({ state: 'published', published, isProven: true }, ended);
      if (!ended.look || !(await deps.findPublished(dispatch, ended.look, prove))) await store(ended.outcome, ended);
      return post;
    } finally {
      // The caller does not wait until the turn has ended in the database.
      void taking.then((turn) => turn.end()).catch(() => undefined);
    }
  }

  async function shipThread(
    parts: readonly Dispatch[],
    files: MediaBatch,
    storeAnswer?: StoreAnswer,
  ): Promise<PostWithTargets | null> {
    let post: PostWithTargets | null = null;
    for (const part of parts) post = (await ship(part, files, storeAnswer)) ?? post;
    return post;
  }

  /** Returns true when the request of a target can follow at once: nothing is to be waited for, renewed or fetched. */
  function canFollow(assessment: Assessment): assessment is Assessment & { readonly refusal: null } {
    const { refusal, connection, content } = assessment;
    if (isStopping || refusal || content.part > 1 || content.media.length > 0) return false;
    return worker.isFresh() && tokens.areFresh(connection);
  }

  /** Takes the turn of a target whose request can follow at once. @returns null when it cannot, or another has the turn */
  async function takeTurn(trx: Queryable, assessment: Assessment): Promise<Turn | null> {
    if (!canFollow(assessment)) return null;
    const turn = await turns.takeFree(trx, assessment.connection);
    if (turn) {
      openTurns.add(turn);
      void turn.ended.then(() => openTurns.delete(turn));
    }
    return turn;
  }

  return {
    canFollow,

    /**
     * Stores a post, with the turns of its targets whose request can follow at once. The dispatches of these targets get their
     * turns; when the post is not stored, the turns end.
     */
    async withFreeTurns<Stored>(store: (takeTurns: TakeTurns) => Promise<Stored>): Promise<Stored> {
      const taken = new Map<Assessment, Turn>();
      const takeTurns: TakeTurns = async (trx, assessments) => {
        // Transactions that lock several turns lock them in one order.
        const ordered = [...assessments].sort((one, other) => (one.content.platform < other.content.platform ? -1 : 1));
        for (const assessment of ordered) {
          const turn = await takeTurn(trx, assessment);
          if (turn) taken.set(assessment, turn);
        }
        return taken;
      };
      try {
        return await store(takeTurns);
      } catch (error) {
        for (const turn of taken.values()) void turn.end();
        throw error;
      }
    },

    /**
     * Sends the targets of one post: the platforms concurrently, the parts of a thread one after another. Resolves when all
     * outcomes are stored, or left to another process; rejects only when storing failed.
     * @param storeAnswer stores the answer of the call that waits for the post
     * @returns the post as it has ended; null while another process sends a target of it
     */
    async deliver(dispatches: readonly Dispatch[], storeAnswer?: StoreAnswer): Promise<PostWithTargets | null> {
      const files = deps.media.openBatch(
        dispatches[0]?.target.workspace_id ?? '',
        dispatches.map(({ content, connection }) => ({ ...content, ...mediaPlaceOf(connection) })),
      );
      const threads = Map.groupBy(dispatches, ({ target }) => target.platform);
      const running = [...threads.values()].map((parts) => {
        const done: Promise<PostWithTargets | null> = shipThread(parts, files, storeAnswer).finally(() => {
          // A failed part may be under way again before the last part of its thread has ended.
          for (const { target } of parts) if (underWay.get(target.id) === done) underWay.delete(target.id);
        });
        for (const { target } of parts) underWay.set(target.id, done);
        return done;
      });
      try {
        const ended = await Promise.all(running);
        return ended.find((post) => post !== null) ?? null;
      } finally {
        // When storing one result fails, the other targets still need their files.
        await Promise.allSettled(running);
        await files.close();
      }
    },

    /** Returns true while this process sends the target. */
    isUnderWay: (targetId: string): boolean => underWay.has(targetId),

    /** Starts no more sends; waiting targets stay pending for the next start or another server. Resolves when no send is under way. */
    async stop(): Promise<void> {
      isStopping = true;
      // A target that is stored as `sending` is sent: its post may be on the way to the database.
      while (openTurns.size > 0) await Promise.all([...openTurns].map(({ ended }) => ended));
      await Promise.allSettled([...underWay.values()]);
    },
  };
}

/** Columns of a target that tell which files it sends. They change with each attempt, since addresses are fetched again. */
function filesOf(
  { content }: Dispatch,
  fitted: readonly PreparedFile[],
): { fitted?: string | null; note?: string | null } {
  if (content.media.length === 0) return {};
  return { fitted: fitted.length > 0 ? JSON.stringify(fitted) : null, note: noteOf(content, fitted) };
}
