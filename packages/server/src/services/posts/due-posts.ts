import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Logger } from '../../logger.ts';
import { findWorkspace, type WorkspaceRow } from '../../store/accounts/workspaces.ts';
import { findProfile, type ProfileRow } from '../../store/connections/profiles.ts';
import { findPostRow, type PostRow, syncDue, updatePostIn } from '../../store/posts/posts.ts';
import type { Database } from '../../store/schema.ts';
import type { Connections } from '../connections/connections.ts';
import type { Refusal } from '../connections/refusals.ts';
import type { Credits } from '../credits/credits.ts';
import type { PlanCatalogue } from '../credits/plans.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { StoreToSend } from '../delivery/store-to-send.ts';
import type { Accepted, AcceptTargets, TurnsOfTargets } from '../targets/accept.ts';
import { type Assessment, assess } from '../targets/assessment.ts';
import type { EndScheduled } from '../targets/end-scheduled.ts';
import { contentsOf } from '../targets/publish-request.ts';
import { fromColumns, latestStart } from '../targets/stored-request.ts';
import type { Turn } from '../workers/turns.ts';

/**
 * Begins a scheduled post that is due: stores its targets. Sends the target of the turn's channel at once if nothing is to be
 * waited for; the others are due in their own channels. Another process may have begun the post before.
 * @returns true when the turn was used and has ended
 */
export type BeginPost = (postId: string, turn: Turn) => Promise<boolean>;

/** Codes of what a post costs too much for. */
const UNCOVERED: readonly string[] = ['insufficient_credits', 'credit_limit_reached'];

/** Makes the function that begins a due post. A post that is too late, or whose profile was deleted, ends instead. */
export function createDuePosts(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  plans: PlanCatalogue;
  credits: Credits;
  connections: Connections;
  acceptTargets: AcceptTargets;
  storeToSend: StoreToSend;
  endScheduled: EndScheduled;
  delivery: Pick<Delivery, 'canFollow' | 'deliver'>;
  /** Longest delay after which a post is still sent, in milliseconds. */
  latenessWindowMs: number;
}): BeginPost {
  const { db, clock, logger, credits, connections, delivery } = deps;

  /** Ends a post without sending it. */
  async function end(post: PostRow, status: 'missed' | 'canceled', why: string): Promise<void> {
    const isEnded = await db.transaction().execute((trx) => deps.endScheduled(trx, post, { status, why }));
    if (isEnded) logger.warn({ postId: post.id, dueAt: post.due_at, status }, 'a scheduled post was not sent');
  }

  /** Gives the turn to the target of its channel if its request can follow at once. The parts of a thread follow each other. */
  function turnsOf(assessments: readonly Assessment[], turn: Turn): TurnsOfTargets {
    const own = assessments.filter(({ content }) => content.platform === turn.channel.platform);
    const [only] = own.length === 1 ? own : [];
    return new Map(only && delivery.canFollow(only) && turn.isOurs() ? [[only, turn]] : []);
  }

  async function begin(
    post: PostRow,
    { workspace, profile }: { workspace: WorkspaceRow; profile: ProfileRow },
    turn: Turn,
  ): Promise<boolean> {
    const plan = deps.plans.get(workspace.plan);
    const contents = contentsOf(fromColumns(post));
    const store = (keep: (accepted: Accepted) => Accepted, refusal?: Refusal) =>
      db.transaction().execute(async (trx) => {
        const assessed = await assess(contents, { profileId: profile.id, plan, connections, trx });
        const assessments = refusal ? assessed.map((one) => ({ ...one, refusal: one.refusal ?? refusal })) : assessed;
        const change = {
          status: 'publishing' as const,
          due_at: null,
          copies_due_at: null,
          ...(assessments.some((one) => one.refusal === null) && { unsent_bytes: 0 }),
          updated_at: isoNow(clock),
        };
        if (!(await updatePostIn(trx, post.id, 'scheduled', change, post.due_at))) return null;
        const accepted = await deps.acceptTargets(trx, post, assessments, {
          profile,
          // The turns of the channels are due since the post is.
          dueAt: post.due_at,
          retryUntil: latestStart(post, deps.latenessWindowMs),
          turns: turnsOf(assessments, turn),
        });
        return keep(accepted);
      });
    const storeAll = (keep: (accepted: Accepted) => Accepted) =>
      store(keep).catch(async (error: unknown) => {
        if (!(error instanceof AppError) || !UNCOVERED.includes(error.code)) throw error;
        return store(keep, { code: error.code, message: error.message });
      });
    const accepted = await deps.storeToSend(storeAll, true);
    const own = accepted?.dispatches.filter((dispatch) => dispatch.turn === turn) ?? [];
    if (own.length === 0) return false;
    faultPoint('after-reserve');
    // Recovery finds a result that could not be stored.
    await delivery
      .deliver(own)
      .catch((err: unknown) => logger.error({ err, postId: post.id }, 'could not store results'));
    await turn.end();
    return true;
  }

  return async (postId, turn) => {
    const post = await findPostRow(db, postId);
    // The post may have been moved since it was found.
    const isDue =
      post?.status === 'scheduled' && post.held_at === null && post.due_at !== null && post.due_at <= isoNow(clock);
    if (!isDue) {
      await syncDue(db, postId);
      return false;
    }
    const workspace = await findWorkspace(db, post.workspace_id);
    if (!workspace) return false;
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    if (!profile) {
      await end(post, 'canceled', 'its profile was deleted');
      return false;
    }
    if (clock.now() > latestStart(post, deps.latenessWindowMs)) {
      await end(post, 'missed', 'the server was stopped for too long before it could be published');
      return false;
    }
    await credits.renewIfDue(workspace.id, workspace.period_end);
    return begin(post, { workspace, profile }, turn);
  };
}
