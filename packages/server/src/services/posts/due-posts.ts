import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { Logger } from '../../logger.ts';
import { type PostRow, updatePostIn } from '../../store/posts.ts';
import { findProfile, type ProfileRow } from '../../store/profiles.ts';
import type { Database } from '../../store/schema.ts';
import { findWorkspace, type WorkspaceRow } from '../../store/workspaces.ts';
import type { Connections } from '../connections/connections.ts';
import type { Credits } from '../credits/credits.ts';
import type { PlanCatalogue } from '../credits/plans.ts';
import { assess } from '../targets/assessment.ts';
import { contentsOf } from '../targets/publish-request.ts';
import { fromColumns } from '../targets/stored-request.ts';
import type { EndUnsent } from '../targets/unsent-posts.ts';
import type { Publishing } from './publishing.ts';

/** Claims a scheduled post that is due. Returns its sending, or null when there is nothing to send. */
export type ClaimDuePost = (post: PostRow) => Promise<(() => Promise<void>) | null>;

/** What happens to a scheduled post when its time has come: it is sent, or it is too late for it. */
export function createDuePosts(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  plans: PlanCatalogue;
  credits: Credits;
  connections: Connections;
  publishing: Publishing;
  endUnsent: EndUnsent;
  latenessWindowMs: number;
}): ClaimDuePost {
  const { db, clock, logger, credits, connections, publishing } = deps;

  /** Ends a post that will not be sent. */
  async function end(post: PostRow, status: 'missed' | 'canceled', why: string): Promise<null> {
    const isEnded = await db.transaction().execute((trx) => deps.endUnsent(trx, post, { status, why }));
    if (isEnded) logger.warn({ postId: post.id, dueAt: post.due_at, status }, 'a scheduled post was not sent');
    return null;
  }

  function latestStart(post: PostRow): number {
    return Date.parse(post.due_at ?? '') + deps.latenessWindowMs;
  }

  async function claim(post: PostRow, workspace: WorkspaceRow, profile: ProfileRow) {
    const request = fromColumns(post);
    const plan = deps.plans.get(workspace.plan);
    const assessments = await assess(contentsOf(request), { profileId: profile.id, plan, connections });
    const store = (targets: typeof assessments) =>
      db.transaction().execute(async (trx) => {
        const isSent = targets.some(({ refusal }) => refusal === null);
        const change = {
          status: 'publishing' as const,
          due_at: null,
          ...(isSent && { unsent_bytes: 0 }),
          updated_at: isoNow(clock),
        };
        if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return [];
        const { shipments } = await publishing.storeTargets(trx, post, targets, {
          profileName: profile.name,
          retryUntil: latestStart(post),
        });
        return shipments;
      });
    const shipments = await store(assessments).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'insufficient_credits') throw error;
      const refusal = { code: error.code, message: error.message };
      return store(assessments.map((assessment) => ({ ...assessment, refusal: assessment.refusal ?? refusal })));
    });
    return shipments.length === 0 ? null : () => publishing.deliver(shipments, request, profile.name);
  }

  return async (post) => {
    const workspace = await findWorkspace(db, post.workspace_id);
    if (!workspace) return null;
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    if (!profile) return end(post, 'canceled', 'its profile was deleted');
    if (clock.now() > latestStart(post)) {
      return end(post, 'missed', 'the server was stopped for too long before it could be published');
    }
    await credits.renewIfDue(workspace.id, workspace.period_end);
    return claim(post, workspace, profile);
  };
}
