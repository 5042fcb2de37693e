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
/** Posts that are sent at the same time. */
const MAX_SENDING = 50;

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

  /** Claims the post and stores its targets; nobody else can claim it then. Returns what is left to do: to send it. */
  async function claim(post: PostRow): Promise<() => Promise<void>> {
    const workspace = await findWorkspace(db, post.workspace_id);
    const profile = await findProfile(db, post.workspace_id, post.profile_id);
    const nothing = async () => undefined;
    if (!workspace || !profile) {
      await updatePostIn(db, post.id, 'scheduled', { status: 'canceled', due_at: null, updated_at: isoNow(clock) });
      return nothing;
    }
    if (clock.now() - Date.parse(post.due_at ?? '') > deps.latenessWindowMs) {
      await miss(post, profile.name);
      return nothing;
    }
    await credits.renewIfDue(workspace.id, workspace.period_end);
    const request = fromColumns(post);
    const contents = request.platforms.map((platform) => contentFor(request, platform));
    const plan = deps.plans.get(workspace.plan);
    const assessments = await assess(contents, { profileId: profile.id, plan, connections });
    const store = (targets: typeof assessments) =>
      db.transaction().execute(async (trx) => {
        const change = { status: 'publishing' as const, due_at: null, updated_at: isoNow(clock) };
        if (!(await updatePostIn(trx, post.id, 'scheduled', change))) return [];
        return publishing.storeTargets(trx, post, targets, profile.name);
      });
    const shipments = await store(assessments).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'insufficient_credits') throw error;
      const refusal = { code: error.code, message: error.message };
      return store(assessments.map((assessment) => ({ ...assessment, refusal: assessment.refusal ?? refusal })));
    });
    return () => publishing.deliverInTime(shipments, request, profile.name);
  }

  // Posts are claimed one after another, in the order they are due, so that the order per account stands; they are sent
  // side by side, so that a slow network does not hold the others.
  async function poll(): Promise<void> {
    for (const post of await listDuePosts(db, isoNow(clock), MAX_SENDING - running.size)) {
      if (stopping.signal.aborted) return;
      const failed = (error: unknown) =>
        logger.error({ err: error, postId: post.id }, 'a scheduled post could not be sent yet');
      const send = await claim(post).catch(failed);
      if (!send) continue;
      const sending = send()
        .catch(failed)
        .finally(() => running.delete(sending));
      running.add(sending);
    }
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      if (running.size < MAX_SENDING) {
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
