import type { ErrorCode } from '@social/types';
import type { Clock } from '../../clock.ts';
import type { ConnectionRow } from '../../store/connections.ts';
import { findPostRow, type PostRow } from '../../store/posts.ts';
import { findProfile } from '../../store/profiles.ts';
import type { Database } from '../../store/schema.ts';
import { adoptTarget, findPart, type TargetRow } from '../../store/targets.ts';
import type { Connections } from '../connections/connections.ts';
import type { Outcome } from '../targets/outcomes.ts';
import { contentFor, type PlatformContent, type PublishRequest } from '../targets/publish-request.ts';
import type { Settle } from '../targets/settlement.ts';
import { fromColumns } from '../targets/stored-request.ts';
import { accountLabel } from '../targets/targets.ts';
import { turnOf } from '../targets/thread-order.ts';
import type { Worker } from '../workers/worker.ts';
import type { Delivery, Shipment } from './delivery.ts';

/** What is needed to send or settle a stored target. */
export interface TargetContext {
  readonly post: PostRow;
  readonly request: PublishRequest;
  readonly content: PlatformContent;
  readonly profileName: string;
  /** The profile's account of now, which may be another one than when the target was stored. */
  readonly connection: ConnectionRow | null;
}

export type Resumption = ReturnType<typeof createResumption>;

/** Goes on with targets that wait: those whose process died before it sent them, and those that were postponed. */
export function createResumption(deps: {
  db: Database;
  clock: Clock;
  connections: Connections;
  delivery: Delivery;
  settle: Settle;
  worker: Worker;
  latenessWindowMs: number;
}) {
  const { db, clock, connections, delivery, settle, worker, latenessWindowMs } = deps;

  /** Undefined: the target's post is gone. */
  async function contextOf(target: TargetRow): Promise<TargetContext | undefined> {
    const post = await findPostRow(db, target.post_id);
    if (!post) return undefined;
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    const request = fromColumns(post);
    return {
      post,
      request,
      content: contentFor(request, target.platform, target.part),
      profileName: profile?.name ?? post.profile_slug,
      connection: await connections.find(post.profile_id, target.platform),
    };
  }

  function retryUntil(post: PostRow): number | null {
    return post.scheduled_for === null ? null : Date.parse(post.scheduled_for) + latenessWindowMs;
  }

  /** @param turnSince when the part before it was published; null: it is the first */
  function isTooLate(target: TargetRow, post: PostRow, turnSince: string | null): boolean {
    const latest = target.not_before === null ? null : retryUntil(post);
    const since = Math.max(Date.parse(target.updated_at), Date.parse(turnSince ?? target.updated_at));
    return clock.now() > (latest ?? since + latenessWindowMs);
  }

  async function resumeOne(target: TargetRow): Promise<void> {
    const context = await contextOf(target);
    if (!context) return;
    const { connection, post, request, content, profileName } = context;
    const sender = connection && { connection_id: connection.id, account: accountLabel(connection) };
    const adopted = { worker_id: worker.id, ...sender };
    if (!(await adoptTarget(db, target, adopted))) return;
    const ours: TargetRow = { ...target, ...adopted, not_before: null };
    const end = (code: ErrorCode, message: string) => {
      const outcome: Outcome = { state: 'failed', code, message };
      return settle({ target: ours, content, profileName, isClaimed: false }, outcome);
    };
    const order = await turnOf(db, ours);
    if (order.kind === 'never') return end(order.code, order.message);
    if (isTooLate(target, post, order.kind === 'now' ? order.since : null)) {
      const why = 'the server was stopped for too long before it could publish to';
      return end('missed', `${why} ${target.platform}; nothing was sent`);
    }
    if (!connection) return end('not_connected', `${target.platform} was disconnected before the post was sent`);
    const shipment: Shipment = { target: ours, content, connection, retryUntil: retryUntil(post) };
    await delivery.deliver([shipment], request, profileName);
  }

  /**
   * Sends a pending target that nobody sends, unless it is too late or its account is gone; that is then its result. The rest
   * of its thread follows.
   */
  async function resume(target: TargetRow): Promise<void> {
    if ((await turnOf(db, target)).kind === 'later') return;
    await resumeOne(target);
    await followUp(target);
  }

  /** Goes on with a thread of which a part was settled. */
  async function followUp(target: TargetRow): Promise<void> {
    const next = await findPart(db, target, target.part + 1);
    if (next?.state === 'pending') await resume(next);
  }

  return {
    contextOf,
    followUp,

    /** Goes on with a target that was being sent, from its checkpoint. The caller has adopted it. */
    async goOn(target: TargetRow, context: TargetContext, connection: ConnectionRow): Promise<void> {
      const { content, request, profileName, post } = context;
      const shipment: Shipment = { target, content, connection, retryUntil: retryUntil(post), isInterrupted: true };
      await delivery.deliver([shipment], request, profileName);
      await followUp(target);
    },
    resume,
  };
}
