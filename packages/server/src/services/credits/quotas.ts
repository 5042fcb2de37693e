import { after } from '@social/platforms/guarded';
import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { countKeys } from '../../store/accounts/api-keys.ts';
import { findWorkspace } from '../../store/accounts/workspaces.ts';
import { countProfiles } from '../../store/connections/profiles.ts';
import { sumUnsentPosts } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { correctStored, measureStored } from '../../store/stored-bytes.ts';
import type { Budget } from './budgets.ts';
import type { Plan, PlanCatalogue, Quotas } from './plans.ts';

/** Time for which a workspace that had stored too much is refused without measuring it again. */
const REFUSED_MS = 5_000;

export type QuotaChecks = ReturnType<typeof createQuotaChecks>;

/** Time for which an unsent post counts after its creation, however it ended. */
const COUNTED_MS = 30 * 24 * 3_600_000;

const NAMES: Readonly<Record<Exclude<keyof Quotas, Budget>, string>> = {
  keys: 'API keys; revoke one that is not used',
  profiles: 'profiles; delete one that is not used',
  scheduledPosts: 'scheduled posts; wait until some are published, or cancel some',
  storedBytes:
    'stored bytes of drafts, unsent posts, log, events and answers; delete drafts, or wait: answers count for a day, what cannot be deleted for 30 days',
  scheduledBytes:
    'bytes of posts that wait, or were made in the last 30 days and never sent; wait, or send shorter ones',
};

/** The caller of an operation that stores something, and what its workspace had stored by the count. */
export interface StoringCaller {
  readonly workspaceId: string;
  readonly plan: Plan;
  readonly storedBytes: number;
}

/** Makes the checks of quotas. Each throws AppError quota_exceeded when one more would be too many. */
export function createQuotaChecks({ db, plans, clock }: { db: Database; plans: PlanCatalogue; clock: Clock }) {
  async function quotasOf(trx: Queryable, workspaceId: string): Promise<Quotas> {
    return plans.get((await findWorkspace(trx, workspaceId))?.plan ?? '').quotas;
  }

  /** Measurements under way, and those of the last seconds that were too much. */
  const measured = new Map<string, Promise<number>>();
  const since = () => new Date(clock.now() - COUNTED_MS).toISOString();

  async function measure(workspaceId: string, limit: number): Promise<number> {
    const counted = Number((await findWorkspace(db, workspaceId))?.stored_bytes ?? 0);
    // Another call has measured since this one was let in.
    if (counted <= limit) return counted;
    const bytes = await measureStored(db, workspaceId, since());
    await correctStored(db, workspaceId, { counted, bytes });
    return bytes;
  }

  /** Measures what a workspace has stored, once for all calls that ask at the same time. */
  function measureOnce(workspaceId: string, limit: number): Promise<number> {
    const known = measured.get(workspaceId);
    if (known !== undefined) return known;
    const measuring = measure(workspaceId, limit);
    measured.set(workspaceId, measuring);
    const forget = () => measured.delete(workspaceId);
    measuring.then((bytes) => (bytes > limit ? after(REFUSED_MS, forget).unref() : forget()), forget);
    return measuring;
  }

  return {
    quotasOf: (workspaceId: string) => quotasOf(db, workspaceId),

    /**
     * Checks that the workspace may store more. Measures what it has stored where more than it may have was counted.
     * @throws AppError quota_exceeded
     */
    async requireStoredRoom({ workspaceId, plan: { quotas }, storedBytes }: StoringCaller): Promise<void> {
      if (storedBytes <= quotas.storedBytes) return;
      check('storedBytes', quotas, await measureOnce(workspaceId, quotas.storedBytes));
    },

    /** Checks that the workspace may have one more key. */
    async oneMoreKey(db: Queryable, workspaceId: string): Promise<void> {
      check('keys', await quotasOf(db, workspaceId), (await countKeys(db, workspaceId)) + 1);
    },

    /** Checks that the workspace may have one more profile. */
    async oneMoreProfile(db: Queryable, workspaceId: string): Promise<void> {
      check('profiles', await quotasOf(db, workspaceId), (await countProfiles(db, workspaceId)) + 1);
    },

    /** Checks that the workspace may store one more unsent post. */
    async oneMoreUnsentPost(db: Queryable, workspaceId: string, post: { bytes: number; isScheduled: boolean }) {
      const quotas = await quotasOf(db, workspaceId);
      const { scheduled, bytes } = await sumUnsentPosts(db, workspaceId, since());
      if (post.isScheduled) check('scheduledPosts', quotas, scheduled + 1);
      check('scheduledBytes', quotas, bytes + post.bytes);
    },
  };
}

function check(quota: keyof typeof NAMES, quotas: Quotas, wanted: number): void {
  const limit = quotas[quota];
  if (wanted <= limit) return;
  const message = `The plan of this workspace allows ${limit} ${NAMES[quota]}, or ask the operator to raise the limit. Nothing was done`;
  throw new AppError('quota_exceeded', message, { details: { quota, limit } });
}
