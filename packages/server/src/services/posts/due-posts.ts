import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { findPostRow, type PostRow, syncDue, updatePostIn } from '../../store/posts.ts';
import { findProfile, type ProfileRow } from '../../store/profiles.ts';
import type { Database } from '../../store/schema.ts';
import { findWorkspace, type WorkspaceRow } from '../../store/workspaces.ts';
import type { Connections } from '../connections/connections.ts';
import type { Credits } from '../credits/credits.ts';
import type { PlanCatalogue } from '../credits/plans.ts';
import type { AcceptTargets } from '../targets/accept.ts';
import { assess } from '../targets/assessment.ts';
import type { EndScheduled } from '../targets/end-scheduled.ts';
import { contentsOf } from '../targets/publish-request.ts';
import { fromColumns, latestStart } from '../targets/stored-request.ts';

/** Begins a scheduled post that is due: stores its targets, which are due then. Another process may have begun it before. */
export type BeginPost = (postId: string) => Promise<void>;

/** Makes the function that begins a due post. A post that is too late, or whose profile was deleted, ends instead. */
export function createDuePosts(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  plans: PlanCatalogue;
  credits: Credits;
  connections: Connections;
  acceptTargets: AcceptTargets;
  endScheduled: EndScheduled;
  /** Longest delay after which a post is still sent, in milliseconds. */
  latenessWindowMs: number;
}): BeginPost {
  const { db, clock, logger, credits, connections } = deps;

  /** Ends a post without sending it. */
  async function end(post: PostRow, status: 'missed' | 'canceled', why: string): Promise<void> {
    const isEnded = await db.transaction().execute((trx) => deps.endScheduled(trx, post, { status, why }));
    if (isEnded) logger.warn({ postId: post.id, dueAt: post.due_at, status }, 'a scheduled post was not sent');
  }

  async function begin(post: PostRow, workspace: WorkspaceRow, profile: ProfileRow): Promise<void> {
    const plan = deps.plans.get(workspace.plan);
    const assessments = await assess(contentsOf(fromColumns(post)), { profileId: profile.id, plan, connections });
    const store = (targets: typeof assessments) =>
      db.transaction().execute(async (trx) => {
        const isSent = targets.some(({ refusal }) => refusal === null);
        const change = {
          status: 'publishing' as const,
          due_at: null,
          ...(isSent && { unsent_bytes: 0 }),
          updated_at: isoNow(clock),
        };
        if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return;
        await deps.acceptTargets(trx, post, targets, {
          profileName: profile.name,
          // The turns of the channels are due since the post is.
          dueAt: post.due_at,
          retryUntil: latestStart(post, deps.latenessWindowMs),
        });
      });
    await store(assessments).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'insufficient_credits') throw error;
      const refusal = { code: error.code, message: error.message };
      await store(assessments.map((assessment) => ({ ...assessment, refusal: assessment.refusal ?? refusal })));
    });
  }

  return async (postId) => {
    const post = await findPostRow(db, postId);
    // The post may have been moved since it was found.
    const isDue =
      post?.status === 'scheduled' && post.held_at === null && post.due_at !== null && post.due_at <= isoNow(clock);
    if (!isDue) return syncDue(db, postId);
    const workspace = await findWorkspace(db, post.workspace_id);
    if (!workspace) return;
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    if (!profile) return end(post, 'canceled', 'its profile was deleted');
    if (clock.now() > latestStart(post, deps.latenessWindowMs)) {
      return end(post, 'missed', 'the server was stopped for too long before it could be published');
    }
    await credits.renewIfDue(workspace.id, workspace.period_end);
    await begin(post, workspace, profile);
  };
}
