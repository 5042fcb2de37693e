import type { Clock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { countKeys } from '../../store/accounts/api-keys.ts';
import { findWorkspace } from '../../store/accounts/workspaces.ts';
import { countProfiles } from '../../store/connections/profiles.ts';
import { sumUnsentPosts } from '../../store/posts/posts.ts';
import type { Queryable } from '../../store/schema.ts';
import type { PlanCatalogue, Quotas } from './plans.ts';

export type QuotaChecks = ReturnType<typeof createQuotaChecks>;

/** Time for which an unsent post counts after its creation, however it ended. */
const COUNTED_MS = 30 * 24 * 3_600_000;

const NAMES: Readonly<Record<keyof Quotas, string>> = {
  keys: 'API keys; revoke one that is not used',
  profiles: 'profiles; delete one that is not used',
  scheduledPosts: 'scheduled posts; wait until some are published, or cancel some',
  scheduledBytes:
    'bytes of posts that wait, or were made in the last 30 days and never sent; wait, or send shorter ones',
};

/** Makes the checks of quotas. Each throws AppError quota_exceeded when one more would be too many. */
export function createQuotaChecks({ plans, clock }: { plans: PlanCatalogue; clock: Clock }) {
  async function quotasOf(db: Queryable, workspaceId: string): Promise<Quotas> {
    return plans.get((await findWorkspace(db, workspaceId))?.plan ?? '').quotas;
  }

  return {
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
      const { scheduled, bytes } = await sumUnsentPosts(
        db,
        workspaceId,
        new Date(clock.now() - COUNTED_MS).toISOString(),
      );
      if (post.isScheduled) check('scheduledPosts', quotas, scheduled + 1);
      check('scheduledBytes', quotas, bytes + post.bytes);
    },
  };
}

function check(quota: keyof Quotas, quotas: Quotas, wanted: number): void {
  const limit = quotas[quota];
  if (wanted <= limit) return;
  const message = `The plan of this workspace allows ${limit} ${NAMES[quota]}, or have the operator raise it. Nothing was done`;
  throw new AppError('quota_exceeded', message, { details: { quota, limit } });
}
