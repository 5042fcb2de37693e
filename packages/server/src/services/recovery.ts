import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { findPostRow, listOpenTargets, type TargetRow } from '../store/posts.ts';
import { findProfile } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';
import type { Connections } from './connections.ts';
import type { Delivery, Shipment } from './delivery.ts';
import { contentFor } from './publish-request.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { Settle } from './settlement.ts';
import { fromColumns } from './stored-request.ts';

/** Reading costs: an outcome that stays unknown is looked at less and less, and once more when the server starts. */
const LOOK_AGAIN_MINUTES = [1, 3, 7, 15];
const LOOK_BACK_AT_START_MS = 24 * 3_600_000;

/** A target that nobody has touched for this long belongs to a process that died, where others may be alive. */
export const ORPHANED_AFTER_MS = 5 * 60_000;

export type Recovery = ReturnType<typeof createRecovery>;

/** Settles what a process that died left on its way: what was being sent is unknown, what was only pending is sent now. */
export function createRecovery(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  connections: Connections;
  delivery: Delivery;
  settle: Settle;
  findPublished: Reconciliation;
  latenessWindowMs: number;
}) {
  const { db, clock, logger, connections, delivery, settle } = deps;

  async function contextOf(target: TargetRow) {
    const post = await findPostRow(db, target.post_id);
    if (!post) return undefined;
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    const request = fromColumns(post);
    return {
      request,
      content: contentFor(request, target.platform),
      profileName: profile?.name ?? post.profile_slug,
      connection: await connections.find(post.profile_id, target.platform),
    };
  }

  async function settleInterrupted(target: TargetRow): Promise<void> {
    const context = await contextOf(target);
    if (!context) return;
    const { connection, content, profileName } = context;
    const sentAt = Date.parse(target.sent_at ?? target.updated_at);
    const published =
      connection && (await deps.findPublished({ platform: target.platform, text: content.text, sentAt, connection }));
    if (published) {
      await settle({ target, content, profileName, from: ['sending'] }, { state: 'published', published });
      return;
    }
    await settle(
      { target, content, profileName, from: ['sending'] },
      {
        state: 'unknown',
        code: 'outcome_unknown',
        message: `the server stopped while publishing to ${target.platform}; look at the account, then settle it with: social post resolve ${target.post_id}`,
      },
    );
    logger.warn(
      { postId: target.post_id, platform: target.platform },
      'a publish was interrupted; its outcome is unknown',
    );
  }

  async function resume(target: TargetRow): Promise<void> {
    const context = await contextOf(target);
    if (!context) return;
    const { connection } = context;
    if (clock.now() - Date.parse(target.updated_at) > deps.latenessWindowMs) {
      await settle(
        { target, ...context, from: ['pending'] },
        {
          state: 'failed',
          code: 'missed',
          message: `the server was stopped for too long before it could publish to ${target.platform}; nothing was sent`,
        },
      );
      return;
    }
    if (!connection) {
      await settle(
        { target, ...context, from: ['pending'] },
        {
          state: 'failed',
          code: 'not_connected',
          message: `${target.platform} was disconnected before the post was sent`,
        },
      );
      return;
    }
    const shipment: Shipment = { target, content: context.content, connection };
    await delivery.deliver([shipment], context.request, context.profileName);
  }

  /** Looks once more whether a publish has happened whose outcome could not be found out at first. */
  async function lookAgain(target: TargetRow): Promise<void> {
    const context = await contextOf(target);
    if (!context?.connection || target.sent_at === null) return;
    const lost = { platform: target.platform, text: context.content.text, sentAt: Date.parse(target.sent_at) };
    const published = await deps.findPublished({ ...lost, connection: context.connection });
    if (published) await settle({ target, ...context, from: ['unknown'] }, { state: 'published', published });
  }

  /**
   * @param idleMs only targets that nobody has touched for this long; 0 where no other process can be alive
   * @param isStart outcomes that stayed unknown are then all looked at, however long ago it was
   */
  return async function recover({ idleMs, isStart }: { idleMs: number; isStart: boolean }): Promise<void> {
    const before = clock.now() - idleMs;
    const isOrphan = (target: TargetRow) =>
      Date.parse(target.sent_at ?? target.updated_at) <= before && !delivery.isUnderWay(target.id);
    const interrupted = (await listOpenTargets(db, 'sending')).filter(isOrphan);
    const waiting = (await listOpenTargets(db, 'pending')).filter(isOrphan);
    const unknown = (await listOpenTargets(db, 'unknown')).filter(({ sent_at }) => {
      const ageMs = sent_at === null ? Number.POSITIVE_INFINITY : clock.now() - Date.parse(sent_at);
      return isStart ? ageMs < LOOK_BACK_AT_START_MS : LOOK_AGAIN_MINUTES.includes(Math.floor(ageMs / 60_000));
    });
    const work = [...interrupted.map(settleInterrupted), ...waiting.map(resume), ...unknown.map(lookAgain)];
    for (const result of await Promise.allSettled(work)) {
      if (result.status === 'rejected')
        logger.error({ err: result.reason }, 'an interrupted publish could not be settled yet');
    }
  };
}
