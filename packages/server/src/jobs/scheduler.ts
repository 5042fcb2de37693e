import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../clock.ts';
import { isoNow } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { assess } from '../services/assessment.ts';
import type { Connections } from '../services/connections.ts';
import type { Credits } from '../services/credits.ts';
import type { PlanCatalogue } from '../services/plans.ts';
import { contentFor } from '../services/publish-request.ts';
import type { Publishing } from '../services/publishing.ts';
import { fromColumns } from '../services/stored-request.ts';
import { appendActivity } from '../store/activity-log.ts';
import { freeKeysOfPost } from '../store/idempotency-keys.ts';
import { listDuePosts, type PostRow, updatePostIn } from '../store/posts.ts';
import { findProfile } from '../store/profiles.ts';
import type { Database } from '../store/schema.ts';
import { findWorkspace } from '../store/workspaces.ts';

const POLL_INTERVAL_MS = 250;
const BATCH = 50;

export type Scheduler = ReturnType<typeof createScheduler>;

interface SchedulerDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly plans: PlanCatalogue;
  readonly credits: Credits;
  readonly connections: Connections;
  readonly publishing: Publishing;
  readonly latenessWindowMs: number;
}

/** Sends scheduled posts when they are due. Due-ness is read from the database again and again; no timer belongs to a post. */
export function createScheduler(deps: SchedulerDeps) {
  const { db, clock, logger, credits, connections, publishing } = deps;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function miss(post: PostRow, profileName: string): Promise<void> {
    const request = fromColumns(post);
    await db.transaction().execute(async (trx) => {
      const change = { status: 'missed' as const, due_at: null, updated_at: isoNow(clock) };
      if (!(await updatePostIn(trx, post.id, 'scheduled', change))) return;
      await freeKeysOfPost(trx, post.id);
      for (const platform of request.platforms) {
        await appendActivity(trx, {
          workspace_id: post.workspace_id,
          action: 'post.published',
          platform,
          profile_name: profileName,
          status: 'missed',
          metadata: { postId: post.id, text: post.text, credits: 0, dueAt: post.due_at, code: 'missed' },
          created_at: isoNow(clock),
        });
      }
    });
    logger.warn({ postId: post.id, dueAt: post.due_at }, 'a scheduled post was too late to be sent');
  }

  /** Claims the post, stores its targets and sends them. Nobody else can claim it once the transaction is through. */
  async function fire(post: PostRow): Promise<void> {
    const workspace = await findWorkspace(db, post.workspace_id);
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    if (!workspace || !profile) return;
    if (clock.now() - Date.parse(post.due_at ?? '') > deps.latenessWindowMs) return miss(post, profile.name);
    await credits.renewIfDue(workspace.id, workspace.period_end);
    const request = fromColumns(post);
    const contents = request.platforms.map((platform) => contentFor(request, platform));
    const plan = deps.plans.get(workspace.plan);
    const assessments = await assess(contents, { profileId: profile.id, plan, connections });
    const claim = (targets: typeof assessments) =>
      db.transaction().execute(async (trx) => {
        const change = { status: 'publishing' as const, due_at: null, updated_at: isoNow(clock) };
        if (!(await updatePostIn(trx, post.id, 'scheduled', change))) return [];
        return publishing.storeTargets(trx, post, targets, profile.name);
      });
    const shipments = await claim(assessments).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'insufficient_credits') throw error;
      const refusal = { code: error.code, message: error.message };
      return claim(assessments.map((assessment) => ({ ...assessment, refusal: assessment.refusal ?? refusal })));
    });
    if (shipments.length > 0) await publishing.deliverInTime(shipments, request, profile.name);
  }

  async function poll(): Promise<void> {
    for (const post of await listDuePosts(db, isoNow(clock), BATCH - running.size)) {
      const firing = fire(post)
        .catch((error: unknown) =>
          logger.error({ err: error, postId: post.id }, 'a scheduled post could not be sent yet'),
        )
        .finally(() => running.delete(firing));
      running.add(firing);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A poll waits for what the last one began, so that nothing is claimed twice and the order per account stands.
      if (running.size === 0) {
        await poll().catch((error: unknown) => logger.error({ err: error }, 'the schedule could not be read'));
      }
      await delay(POLL_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  let looping: Promise<void> = Promise.resolve();
  return {
    start(): void {
      looping = loop();
    },
    /** Starts nothing more and waits for what has started. */
    async stop(): Promise<void> {
      stopping.abort();
      await looping;
      await Promise.allSettled([...running]);
    },
  };
}
