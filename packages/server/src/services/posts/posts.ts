import type { PlatformId } from '@social/types';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { isUuid } from '../../ids.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { findPost, listPosts, type PostWithTargets, updatePostIn } from '../../store/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import type { TargetRow } from '../../store/targets.ts';
import type { Connections } from '../connections/connections.ts';
import type { Credits } from '../credits/credits.ts';
import type { Plan } from '../credits/plans.ts';
import type { Shipment } from '../delivery/delivery.ts';
import { type Assessment, assess } from '../targets/assessment.ts';
import { contentFor } from '../targets/publish-request.ts';
import { holdIdOf } from '../targets/settlement.ts';
import { fromColumns } from '../targets/stored-request.ts';
import { moveTarget } from '../targets/target-states.ts';
import { accountLabel, refusedEntry } from '../targets/targets.ts';
import type { EndUnsent } from '../targets/unsent-posts.ts';
import type { Worker } from '../workers/worker.ts';
import { createHandSettlement, type SettledByHand } from './hand-settlement.ts';
import { cursorAfter, type PostPage, toSearch } from './post-pages.ts';
import type { Publishing } from './publishing.ts';

export type Posts = ReturnType<typeof createPosts>;

const DEFAULT_PAGE = 100;

/** Posts after they were accepted: reading, moving, canceling, repeating and settling them. */
export function createPosts(deps: {
  db: Database;
  clock: Clock;
  credits: Credits;
  connections: Connections;
  publishing: Publishing;
  endUnsent: EndUnsent;
  worker: Worker;
}) {
  const { db, clock, credits, connections, publishing } = deps;
  const settleByHand = createHandSettlement(deps);

  /** The post with its targets. @throws AppError not_found, the same for another workspace's post and one that never was */
  async function require(workspaceId: string, id: string): Promise<PostWithTargets> {
    const found = isUuid(id) ? await findPost(db, workspaceId, id.toLowerCase()) : undefined;
    if (!found) throw new AppError('not_found', 'There is no post with this id; list them with GET /api/v1/posts');
    return found;
  }

  /** Changes a post while it waits for its time. @throws AppError not_found, conflict */
  async function changeScheduled(
    workspaceId: string,
    id: string,
    verb: string,
    change: (trx: Queryable, post: PostWithTargets['post']) => Promise<boolean>,
  ) {
    const { post } = await require(workspaceId, id);
    if (!(await db.transaction().execute((trx) => change(trx, post)))) {
      const { status } = (await require(workspaceId, id)).post;
      const isEnded = status === 'canceled' || status === 'missed';
      const why = isEnded ? `is ${status}` : status === 'scheduled' ? 'was moved at this moment' : 'was already sent';
      throw new AppError('conflict', `The post ${why} and cannot be ${verb}`, { details: { status } });
    }
    return require(workspaceId, id);
  }

  /** Puts failed targets on their way again; the ones that are refused now keep failing with the present reason. */
  async function restart(
    post: PostWithTargets['post'],
    again: readonly { target: TargetRow; assessment: Assessment }[],
    profileName: string,
  ) {
    const at = isoNow(clock);
    return db.transaction().execute(async (trx) => {
      const shipments: Shipment[] = [];
      const holds: { id: string; amount: number }[] = [];
      const told = new Set<PlatformId>();
      for (const { target, assessment } of again) {
        const { refusal, connection, content, cost } = assessment;
        if (refusal) {
          const change = { error: refusal.message, code: refusal.code, retryable: 0, updated_at: at };
          if ((await moveTarget(trx, 'decline', target, change)) && !told.has(target.platform)) {
            told.add(target.platform);
            await appendActivity(
              trx,
              refusedEntry({ ...target, ...change }, refusal, { text: content.text, profileName }),
            );
          }
          continue;
        }
        const attempt = target.attempt + 1;
        const change = {
          attempt,
          sent_at: null,
          worker_id: deps.worker.id,
          connection_id: connection.id,
          account: accountLabel(connection),
          error: null,
          code: null,
          updated_at: at,
        };
        if (!(await moveTarget(trx, 'retry', target, change))) continue;
        shipments.push({ target: { ...target, ...change, state: 'pending' }, content, connection, retryUntil: null });
        holds.push({ id: holdIdOf({ id: target.id, attempt }), amount: cost });
      }
      await credits.reserve(trx, post.workspace_id, holds);
      if (shipments.length > 0) {
        await updatePostIn(trx, post.id, 'published', { status: 'publishing', unsent_bytes: 0, updated_at: at });
      }
      return shipments;
    });
  }

  return {
    require,

    /** The latest first, with the cursor of the next page while there is one. @throws AppError invalid_request */
    async list(workspaceId: string, page: PostPage) {
      const limit = page.limit ?? DEFAULT_PAGE;
      const found = await listPosts(db, workspaceId, { ...toSearch(page), limit: limit + 1 });
      const posts = found.slice(0, limit);
      const last = found.length > limit ? posts.at(-1)?.post : undefined;
      return { posts, nextCursor: last ? cursorAfter(last, page) : null };
    },

    /** Moves a scheduled post to another time in the future. @throws AppError not_found, conflict, past_time */
    reschedule(workspaceId: string, id: string, time: { text: string; at: number }): Promise<PostWithTargets> {
      if (time.at <= clock.now()) {
        throw new AppError(
          'past_time',
          'scheduledFor: must be in the future; the post keeps its time, and nothing was sent. To publish it now, cancel it and send it without a time',
          { details: { field: 'scheduledFor' } },
        );
      }
      const dueAt = new Date(time.at).toISOString();
      const due = { scheduled_for: time.text, due_at: dueAt, happens_at: dueAt, held_at: null };
      return changeScheduled(workspaceId, id, 'moved', (trx, post) =>
        updatePostIn(trx, post.id, 'scheduled', { ...due, updated_at: isoNow(clock) }),
      );
    },

    /** Cancels a scheduled post and gives its Idempotency-Key free. @throws AppError not_found, conflict */
    async cancel(workspaceId: string, id: string): Promise<PostWithTargets> {
      return changeScheduled(workspaceId, id, 'canceled', (trx, post) =>
        deps.endUnsent(trx, post, { status: 'canceled', why: 'it was canceled' }),
      );
    },

    /** Sends the failed targets once more, and only those. @throws AppError not_found, conflict, insufficient_credits */
    async retry(workspaceId: string, id: string, plan: Plan, profileName: string): Promise<PostWithTargets> {
      const { post, targets } = await require(workspaceId, id);
      const failed = targets.filter(({ state }) => state === 'failed');
      if (failed.length === 0) throw nothingToRetry(targets);
      const request = fromColumns(post);
      const rest = targets.filter((target) => isBehind(failed, target));
      const contents = failed.map(({ platform, part }) => contentFor(request, platform, part));
      const assessments = await assess(contents, { profileId: post.profile_id, plan, connections });
      const again = failed.map((target, index) => ({ target, assessment: assessments[index] as Assessment }));
      const shipments = await restart(post, again, profileName);
      if (shipments.length === 0) return require(workspaceId, id);
      const waiting = rest.flatMap((target): Shipment[] => {
        const before = shipments.find((sent) => isBehind([sent.target], target));
        return before ? [{ ...before, target, content: contentFor(request, target.platform, target.part) }] : [];
      });
      await publishing.deliverInTime([...shipments, ...waiting].sort(byPosition), request, profileName);
      const stored = targets.map((target) => shipments.find((sent) => sent.target.id === target.id)?.target ?? target);
      return publishing.readAfter({ post: { ...post, status: 'publishing' }, targets: stored });
    },

    /** Settles an unknown target by what the user saw at the network. @throws AppError not_found, conflict, insufficient_credits */
    async resolve(workspaceId: string, id: string, settled: SettledByHand): Promise<PostWithTargets> {
      await settleByHand(await require(workspaceId, id), settled);
      return require(workspaceId, id);
    },
  };
}

function nothingToRetry(targets: readonly TargetRow[]): AppError {
  const unknown = [...new Set(targets.filter(({ state }) => state === 'unknown').map(({ platform }) => platform))];
  const message = 'No platform of this post has failed; nothing was sent';
  if (unknown.length === 0) return new AppError('conflict', message);
  const names = unknown.join(' and ');
  const next = `Whether ${names} has it is unknown: look there, then resolve it with POST /api/v1/posts/{id}/resolve`;
  return new AppError('conflict', `${message}. ${next}`, { details: { unknown } });
}

/** Whether a target is a part that waits for one of these: whoever was to send it leaves it to who sends that one again. */
function isBehind(parts: readonly TargetRow[], { platform, part, state }: TargetRow): boolean {
  return state === 'pending' && parts.some((before) => before.platform === platform && before.part < part);
}

function byPosition({ target: one }: Shipment, { target: other }: Shipment): number {
  return one.position - other.position;
}
