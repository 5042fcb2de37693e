import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { findPostRow, listOpenTargets, type TargetRow } from '../store/posts.ts';
import { findProfile } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';
import type { Connections } from './connections.ts';
import type { Delivery, Shipment } from './delivery.ts';
import { contentFor } from './publish-request.ts';
import { fromColumns } from './stored-request.ts';

export type Recovery = ReturnType<typeof createRecovery>;

/** Settles what a process that died left on its way: what was being sent is unknown, what was only pending is sent now. */
export function createRecovery(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  connections: Connections;
  delivery: Delivery;
}) {
  const { db, clock, logger, connections, delivery } = deps;

  async function contextOf(target: TargetRow) {
    const post = await findPostRow(db, target.post_id);
    if (!post) return undefined;
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    const request = fromColumns(post);
    return { request, content: contentFor(request, target.platform), profileName: profile?.name ?? post.profile_slug };
  }

  async function markUnknown(target: TargetRow): Promise<void> {
    const context = await contextOf(target);
    if (!context) return;
    // Without a connection nothing can be sent, but its outcome can still be stored.
    await delivery.settle({ target, content: context.content }, context.profileName, {
      state: 'unknown',
      code: 'outcome_unknown',
      message: `the server stopped while publishing to ${target.platform}; look at the account, then settle it with: social post resolve ${target.post_id}`,
    });
    logger.warn(
      { postId: target.post_id, platform: target.platform },
      'a publish was interrupted; its outcome is unknown',
    );
  }

  async function resume(target: TargetRow): Promise<void> {
    const context = await contextOf(target);
    if (!context) return;
    const post = await findPostRow(db, target.post_id);
    const connection = post && (await connections.find(post.profile_id, target.platform));
    if (!connection) {
      await delivery.settle({ target, content: context.content }, context.profileName, {
        state: 'failed',
        code: 'not_connected',
        message: `${target.platform} was disconnected before the post was sent`,
      });
      return;
    }
    const shipment: Shipment = { target, content: context.content, connection };
    await delivery.deliver([shipment], context.request, context.profileName);
  }

  /** @param idleMs only targets that nobody has touched for this long; 0 where no other process can be alive */
  return async function recover(idleMs: number): Promise<void> {
    const before = clock.now() - idleMs;
    const isOrphan = (target: TargetRow) =>
      Date.parse(target.sent_at ?? target.updated_at) <= before && !delivery.isUnderWay(target.id);
    for (const target of (await listOpenTargets(db, 'sending')).filter(isOrphan)) await markUnknown(target);
    for (const target of (await listOpenTargets(db, 'pending')).filter(isOrphan)) {
      resume(target).catch((error: unknown) => logger.error({ err: error, postId: target.post_id }, 'resuming failed'));
    }
  };
}
