// One attempt to publish a target, between two commits. The first has stored the target as `sending`: with its post where the
// request follows at once, else by the claim here; the second (`settle.ts`) stores what came of it. A process that dies between
// them leaves a `sending` target, which `recover.ts` continues. What a network may have accepted is not sent a second time, but
// for requests that the network carries out once (`repeat` in `states.ts`).
import type { ConnectedAccount, OutgoingMedia, PlatformDriver, Published } from '@social/platforms';
import { hasReplies } from '@social/rules';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import type { LoadedMedia, MediaBatch, PreparedFile } from '../../media/keep/media-source.ts';
import type { PostWithTargets } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import { findPart, type TargetRow } from '../../store/targets/targets.ts';
import { channelFor, channelOf } from '../connections/accounts.ts';
import type { Refusal } from '../connections/refusals.ts';
import { doubtLimits, mediaPlaceOf } from '../connections/server-limits.ts';
import type { Assessment } from '../contents/assessment.ts';
import { readPartName } from '../contents/part-name.ts';
import { fittedOf, noteOf } from '../contents/target-log.ts';
import { retryRejected } from '../networks/retry-rejected.ts';
import type { UploadRecord, Uploads } from '../networks/uploads.ts';
import type { Channels, Lease } from '../workers/channels.ts';
import { TakenOverError } from '../workers/worker.ts';
import type { Dispatch } from './accept.ts';
import { judgeError, type LostPosts, notResumed, type Outcome, type Verdict } from './outcomes.ts';
import type { Claim, Settlement, StoreAnswer } from './settle.ts';
import { type EngineDeps, isOpen, type TargetStates } from './states.ts';

interface SenderDeps extends EngineDeps {
  readonly channels: Channels;
  readonly states: TargetStates;
  readonly settlement: Settlement;
  readonly lostPosts: LostPosts;
  readonly uploads: Uploads;
}

/** What a transaction is about to have sent. `Sender.undo` undoes it when the transaction fails. */
export interface Outgoing {
  readonly leases: Map<Assessment, Lease>;
  dispatches: readonly Dispatch[];
}

/** State of an attempt. */
interface AttemptProgress {
  claim: Claim | null;
  /** When the driver was called, in milliseconds since 1970, before which nothing was sent. */
  sentAt: number | null;
  record: UploadRecord | null;
  /** What was done to files, when the claim stored it. */
  fitted: readonly PreparedFile[];
}

/** Sends targets whose rows and reserved credits are stored, and has the outcomes stored. */
export class Sender {
  readonly #deps: SenderDeps;
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** Leases that calls took for targets which they store as `sending`, until they end. The loop waits for its own. */
  readonly #openLeases = new Set<Lease>();
  #isStopping = false;

  constructor(deps: SenderDeps) {
    this.#deps = deps;
  }

  /** Returns true when the request of a target can follow at once: nothing is to be waited for, renewed or fetched. */
  canSendAtOnce(assessment: Assessment): assessment is Assessment & { readonly refusal: null } {
    const { refusal, connection, content } = assessment;
    if (this.#isStopping || refusal || content.part > 1 || content.media.length > 0) return false;
    return this.#deps.worker.isFresh() && this.#deps.tokens.areFresh(connection);
  }

  /** Takes the free leases of the targets whose request can follow at once. @param trx transaction whose end takes them */
  async tryLeases(trx: Queryable, assessments: readonly Assessment[], { leases }: Outgoing): Promise<void> {
    const following = assessments.flatMap((assessment) =>
      this.canSendAtOnce(assessment) ? [{ assessment, channel: channelOf(assessment.connection) }] : [],
    );
    // Transactions that lock several channels lock them in one order: see `markDue`.
    for (const { assessment } of following.sort((one, other) => (one.channel < other.channel ? -1 : 1))) {
      const lease = await this.#deps.channels.tryLease(trx, channelFor(assessment.connection));
      if (!lease) continue;
      this.#openLeases.add(lease);
      void lease.ended.then(() => this.#openLeases.delete(lease));
      leases.set(assessment, lease);
    }
  }

  /**
   * Undoes what a transaction was about to have sent, when it failed. Nothing waits for this: the database may fail for long.
   * @param isKeyed set when a repeated call gets the same post, so that this one is still sent
   */
  undo({ leases, dispatches }: Outgoing, error: unknown, isKeyed: boolean): void {
    for (const lease of leases.values()) if (this.#openLeases.has(lease)) void lease.end();
    // An error of ours rolls the transaction back. Any other may be an answer that was lost after a commit.
    if (error instanceof AppError) return;
    for (const dispatch of dispatches) void this.#deps.settlement.undoSending(dispatch, isKeyed);
  }

  /**
   * Sends the targets of one post: the platforms concurrently, the parts of a thread one after another. Resolves when all
   * outcomes are stored, or left to another process; rejects only when storing failed.
   * @param storeAnswer stores the answer of the call that waits for the post
   * @returns the post as it has ended; null while another process sends a target of it
   */
  async send(dispatches: readonly Dispatch[], storeAnswer?: StoreAnswer): Promise<PostWithTargets | null> {
    const files = this.#deps.media.openBatch(
      dispatches[0]?.target.workspace_id ?? '',
      dispatches.map(({ content, connection }) => ({ ...content, ...mediaPlaceOf(connection) })),
    );
    const threads = Map.groupBy(dispatches, ({ target }) => target.target);
    const running = [...threads.values()].map((parts) => {
      const done: Promise<PostWithTargets | null> = this.#sendThread(parts, files, storeAnswer).finally(() => {
        // A failed part may be under way again before the last part of its thread has ended.
        for (const { target } of parts) if (this.#underWay.get(target.id) === done) this.#underWay.delete(target.id);
      });
      for (const { target } of parts) this.#underWay.set(target.id, done);
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
  }

  /** Returns true while this process sends the target. */
  isUnderWay(targetId: string): boolean {
    return this.#underWay.has(targetId);
  }

  /** Starts no more sends; waiting targets stay pending for the next start or another server. Resolves when no send is under way. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    // A target that is stored as `sending` is sent: its post may be on the way to the database.
    while (this.#openLeases.size > 0) await Promise.all([...this.#openLeases].map(({ ended }) => ended));
    await Promise.allSettled([...this.#underWay.values()]);
  }

  async #sendThread(
    parts: readonly Dispatch[],
    files: MediaBatch,
    storeAnswer?: StoreAnswer,
  ): Promise<PostWithTargets | null> {
    let post: PostWithTargets | null = null;
    for (const part of parts) post = (await this.#sendOne(part, files, storeAnswer)) ?? post;
    return post;
  }

  /** Sends one target under the lease of its channel, which lasts until the outcome is stored. */
  async #sendOne(dispatch: Dispatch, files: MediaBatch, storeAnswer?: StoreAnswer): Promise<PostWithTargets | null> {
    const { channels, lostPosts, settlement } = this.#deps;
    const { target, content, connection, isResumed = false } = dispatch;
    // Fetches files while the channel is still busy, but keeps the place in line: a later post must not overtake.
    const earlier = isResumed ? fittedOf(target) : [];
    const loading = files.load({ ...content, ...mediaPlaceOf(connection), earlier });
    loading.catch(() => undefined);
    const leasing = dispatch.lease ? Promise.resolve(dispatch.lease) : channels.lease(channelFor(connection));
    const progress: AttemptProgress = { claim: null, sentAt: null, record: null, fitted: fittedOf(target) };
    try {
      const verdict = await this.#attempt(dispatch, progress, { loading, leasing }).then(
        (outcome): Verdict => ({ outcome }),
        (error: unknown) => this.#judge(error, dispatch, progress),
      );
      const found = verdict.lost ? (await lostPosts.find(dispatch, verdict.lost)).published : null;
      const outcome = found ? ({ state: 'published', published: found } as const) : verdict.outcome;
      if (outcome === null) return null;
      const sent = { ...dispatch, target: { ...target, ...filesOf(dispatch, progress.fitted) } };
      const post = await settlement.settle(sent, outcome, progress.claim, storeAnswer);
      faultPoint('after-settle');
      if (outcome.state === 'failed') await doubtLimits(this.#deps, connection, outcome.code);
      return post;
    } finally {
      // The caller does not wait until the lease has ended in the database.
      void leasing.then((lease) => lease.end()).catch(() => undefined);
    }
  }

  /** @returns null when the attempt did not begin, and the target stays as it is */
  async #attempt(
    dispatch: Dispatch,
    progress: AttemptProgress,
    { loading, leasing }: { readonly loading: Promise<LoadedMedia>; readonly leasing: Promise<Lease> },
  ): Promise<Outcome | null> {
    const { db, worker } = this.#deps;
    const { target, isResumed = false } = dispatch;
    const lease = await leasing;
    if (this.#isStopping && (target.state === 'pending' || isResumed)) return null;
    // Claimed before: with its post, or by the recovery of an interrupted target.
    if (target.state === 'sending') progress.claim = { as: target.worker_id ?? worker.id, isCertain: true };
    const gate = await threadGate(db, target);
    if (gate.kind === 'later') return null;
    if (gate.kind === 'never') {
      // An earlier attempt of a resumed target may have published it.
      return isResumed ? notResumed(target, gate.refusal.message) : { ...gate.refusal, state: 'failed' };
    }
    lease.isFetching = true;
    const { media, fitted } = await loading.finally(() => {
      lease.isFetching = false;
    });
    if (progress.claim) {
      // A process that was frozen may be a new worker now: the target may belong to that one, while the lease ended with the old one.
      if (!(await lease.isHeld())) throw new TakenOverError();
    } else if (!(await this.#claim(dispatch, progress, lease, fitted))) {
      return null;
    }
    faultPoint('before-send');
    const published = await this.#publish(dispatch, progress, { media, replyTo: gate.replyTo });
    faultPoint('after-response');
    return { state: 'published', published };
  }

  /** Claims a target for sending, and stores which files it sends. @returns false when another worker has the target */
  async #claim(
    dispatch: Dispatch,
    progress: AttemptProgress,
    lease: Lease,
    fitted: readonly PreparedFile[],
  ): Promise<boolean> {
    const { db, clock, states, worker } = this.#deps;
    faultPoint('before-claim');
    // This process was taken for dead since the target was stored; `recover.ts` frees the target.
    if (!(await lease.isHeld())) return false;
    const as = worker.id;
    progress.claim = { as, isCertain: false };
    const at = isoNow(clock);
    const change = { sent_at: at, worker_id: as, not_before: null, updated_at: at, ...filesOf(dispatch, fitted) };
    const applied = await states.apply(db, 'claim', dispatch, { change, by: dispatch.target.worker_id ?? as });
    if (applied === null) return false;
    progress.claim = { as, isCertain: true };
    progress.fitted = fitted;
    return true;
  }

  /** Calls the driver, again where the network certainly did not accept the post and may soon. */
  #publish(
    dispatch: Dispatch,
    progress: AttemptProgress,
    { media, replyTo }: { readonly media: OutgoingMedia[]; readonly replyTo: string | null },
  ): Promise<Published> {
    const { tokens, uploads, worker } = this.#deps;
    const { target, content, connection, retryUntil, lease } = dispatch;
    const { text, poll, settings } = content;
    const post = { text, media, settings, ...(poll && { poll }), ...(replyTo !== null && { replyTo }) };
    const claimedAs = progress.claim?.as ?? worker.id;
    const driver = this.#driverOf(dispatch);
    const record = uploads.record(target, connection, claimedAs);
    const callOnce = async (account: ConnectedAccount) => {
      // If the process was frozen since the claim, others may have ended the target, and the user may have sent it again.
      if (!(await worker.isStill(claimedAs))) throw new TakenOverError();
      progress.sentAt ??= this.#deps.clock.now();
      progress.record = record;
      const answer = driver.publish(post, account, this.#contextOf(dispatch, record));
      faultPoint('after-call');
      return answer;
    };
    const call = (account: ConnectedAccount) =>
      retryRejected(
        () => callOnce(account),
        () => this.#isStopping,
      );
    return tokens.withAccount(connection, call, {
      // The connection of a scheduled post was read before its transaction waited for the workspace.
      isJustRead: lease !== undefined && retryUntil === null && content.media.length === 0,
    });
  }

  #contextOf({ target, isRepeat }: Dispatch, { checkpoint, saveCheckpoint, onProgress }: UploadRecord) {
    const { upstreamTimeoutMs, linkCards } = this.#deps;
    return {
      publishId: target.id,
      attempt: target.attempt,
      timeoutMs: upstreamTimeoutMs,
      uploadTimeoutMs: upstreamTimeoutMs * 4,
      checkpoint: checkpoint(),
      ...(isRepeat && { isRepeat }),
      saveCheckpoint,
      onProgress,
      readLinkCard: (url: string) => linkCards.read(url, target.workspace_id),
    };
  }

  #driverOf({ connection, target }: Dispatch): PlatformDriver {
    const { platforms } = this.#deps;
    return (platforms.of(connection) ?? platforms.require(target.platform)).driver;
  }

  #judge(error: unknown, dispatch: Dispatch, { sentAt, record }: AttemptProgress): Verdict {
    const { clock, logger, platforms, uploads } = this.#deps;
    const { target, connection, isResumed = false } = dispatch;
    const { driver } = platforms.of(connection) ?? {};
    const stored = isResumed ? uploads.checkpointOf(target, connection) : null;
    const reached = { sentAt, checkpoint: record?.checkpoint() ?? stored };
    return judgeError(error, dispatch, reached, { driver, now: clock.now(), logger });
  }
}

/** Columns of a target that tell which files it sends. They change with each attempt, since addresses are fetched again. */
function filesOf(
  { content }: Dispatch,
  fitted: readonly PreparedFile[],
): { fitted?: string | null; note?: string | null } {
  if (content.media.length === 0) return {};
  return { fitted: fitted.length > 0 ? JSON.stringify(fitted) : null, note: noteOf(content, fitted) };
}

/** Answer to whether a part of a thread may be sent. */
export type ThreadGate =
  | {
      readonly kind: 'now';
      /** Network's id of the part before, to which this part replies; null for the first part. */
      readonly replyTo: string | null;
      /** Instant at which the part before was published; null for the first part. */
      readonly since: string | null;
    }
  /** The part before is still on its way. The worker that ends it sends this part. */
  | { readonly kind: 'later' }
  | { readonly kind: 'never'; readonly refusal: Refusal };

/**
 * Decides whether a part of a thread may be sent: once the same account has published the part before. After a part that
 * failed or whose outcome is unknown, no part is sent: the thread would have a gap or reply to a missing post.
 */
export async function threadGate(db: Queryable, target: TargetRow): Promise<ThreadGate> {
  if (target.part === 1) return { kind: 'now', replyTo: null, since: null };
  const before = await findPart(db, target, target.part - 1);
  if (before && isOpen(before.state)) return { kind: 'later' };
  // Comments that are no posts answer the post itself, in order.
  const answered = hasReplies(target.platform) || target.part === 2 ? before : await findPart(db, target, 1);
  for (const part of new Set([answered, before])) {
    const problem = problemOf(part, target);
    if (problem === null) continue;
    const name = part ? await readPartName(db, part) : 'what comes before it';
    const message = `${name} ${problem}; what follows was not sent`;
    return { kind: 'never', refusal: { code: 'earlier_part_missing', message } };
  }
  return { kind: 'now', replyTo: answered?.platform_post_id ?? null, since: before?.updated_at ?? null };
}

/** Says why nothing may be sent after a part, or as an answer to it; null where something may. */
function problemOf(part: TargetRow | undefined, { channel }: TargetRow): string | null {
  if (part?.state === 'unknown') {
    const retry = `then send the rest with: social post retry ${part.post_id}`;
    return `has an unknown outcome; resolve it with: social post resolve ${part.post_id}, ${retry}`;
  }
  if (part?.state !== 'published' || part.platform_post_id === null) return 'was not published';
  if (part.removed_at !== null) return 'was taken back';
  return part.channel === channel ? null : `was published by another account, ${part.account}`;
}
