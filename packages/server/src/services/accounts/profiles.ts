import { accountOf, type Target } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { isUuid, newId } from '../../ids.ts';
import { appendActivity } from '../../store/activity-log.ts';
import type { NamedAccount } from '../../store/connections/account-names.ts';
import {
  deleteProfileRow,
  findDefaultProfile,
  findProfile,
  findProfileBySlug,
  insertProfile,
  listProfiles,
  makeDefault,
  type ProfileRow,
  renameProfile,
} from '../../store/connections/profiles.ts';
import { inLockedWorkspace, lockWorkspace } from '../../store/database/locks.ts';
import { deleteOpenDraftsOf } from '../../store/posts/drafts.ts';
import { channelsOfPost, lockScheduledOfProfile } from '../../store/posts/posts.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { requireEveryProfile, requireParts, seesProfile, type Viewer } from '../access/rights.ts';
import { accountsToShow } from '../connections/account-names.ts';
import type { Connections } from '../connections/connections.ts';
import { requireTargets } from '../contents/allowed-targets.ts';
import type { QuotaChecks } from '../credits/quotas.ts';
import { endScheduled } from '../publishing/accept.ts';
import { slugFor } from './slug.ts';

/** Message for a caller that is bound to other profiles. */
const UNSEEN =
  'This API key may use only its own profiles; nothing was done. Name one of those that GET /api/profiles lists';

export type Profiles = ReturnType<typeof createProfiles>;

/** Makes the service for profiles: groups of connections. Exactly one profile of a workspace is the default. */
export function createProfiles(deps: { db: Database; clock: Clock; connections: Connections; quotas: QuotaChecks }) {
  const { db, clock, connections } = deps;

  /** @throws AppError profile_not_found, also for a profile that the viewer does not see */
  async function requireProfile({ workspaceId, rights }: Viewer, id: string, on: Queryable = db): Promise<ProfileRow> {
    const profile = isUuid(id) ? await findProfile(on, workspaceId, id.toLowerCase()) : undefined;
    if (!profile || !seesProfile(rights, profile.id)) {
      throw new AppError('profile_not_found', 'There is no profile with this id; list them with GET /api/profiles');
    }
    return profile;
  }

  function logged(profile: ProfileRow, action: 'profile.created' | 'profile.deleted') {
    return {
      workspace_id: profile.workspace_id,
      action,
      platform: null,
      profile_id: profile.id,
      profile_name: profile.name,
      status: 'success' as const,
      metadata: { profileId: profile.id, slug: profile.slug },
      created_at: isoNow(clock),
    };
  }

  /**
   * Returns the ids of the profiles that a list shows to a viewer; undefined for a list of everything.
   * @param slug of the only profile to show, where one is asked for
   */
  async function shown(
    { workspaceId, rights }: Viewer,
    slug: string | undefined,
  ): Promise<readonly string[] | undefined> {
    if (slug === undefined) return rights.profiles ?? undefined;
    const profile = await findProfileBySlug(db, workspaceId, slug);
    return profile && seesProfile(rights, profile.id) ? [profile.id] : [];
  }

  return {
    list: async ({ workspaceId, rights }: Viewer): Promise<ProfileRow[]> =>
      (await listProfiles(db, workspaceId)).filter(({ id }) => seesProfile(rights, id)),
    requireProfile,

    /**
     * Finds the profile with the slug; without a slug the only one that the viewer sees, or the default one.
     * @throws AppError profile_not_found; forbidden for a profile that the viewer does not see
     */
    async resolve({ workspaceId, rights }: Viewer, slug: string | undefined): Promise<ProfileRow> {
      const [only, ...others] = rights.profiles ?? [];
      const byDefault = () =>
        only !== undefined && others.length === 0
          ? findProfile(db, workspaceId, only)
          : findDefaultProfile(db, workspaceId);
      const profile = await (slug === undefined ? byDefault() : findProfileBySlug(db, workspaceId, slug));
      if (rights.profiles !== null && (!profile || !seesProfile(rights, profile.id))) {
        throw new AppError('forbidden', UNSEEN, { details: { field: 'profile' } });
      }
      if (!profile) {
        throw new AppError('profile_not_found', `There is no profile with this slug; list them with GET /api/profiles`);
      }
      return profile;
    },

    shown,

    /**
     * Finds the accounts that a list shows: an empty list for a name of another profile; undefined without a filter by account.
     * @throws AppError invalid_request for a name that no account of the profiles that the viewer sees has or had
     */
    async accountsShown(
      viewer: Viewer,
      { profile, platform }: { readonly profile?: string; readonly platform?: Target },
    ): Promise<NamedAccount[] | undefined> {
      if (platform === undefined || accountOf(platform) === null) return undefined;
      const { workspaceId, rights } = viewer;
      const profileIds = await shown(viewer, profile);
      if (profileIds?.length === 0) return [];
      const found = await accountsToShow(db, { workspaceId, profileIds: rights.profiles ?? undefined }, platform);
      return profileIds ? found?.filter(({ profile_id }) => profileIds.includes(profile_id)) : found;
    },

    /**
     * Creates a profile with a unique slug made from the name. Logs `profile.created`.
     * @throws AppError quota_exceeded; forbidden for a viewer that would not see it
     */
    async create({ workspaceId, rights }: Viewer, name: string): Promise<ProfileRow> {
      if (rights.profiles !== null)
        throw new AppError(
          'forbidden',
          'This API key may use only its own profiles, and makes none; nothing was done. Use a key of all profiles',
        );
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        await deps.quotas.oneMoreProfile(trx, workspaceId);
        const taken = new Set((await listProfiles(trx, workspaceId)).map(({ slug }) => slug));
        const profile: ProfileRow = {
          id: newId(),
          workspace_id: workspaceId,
          name,
          slug: slugFor(name, taken),
          is_default: taken.size === 0 ? 1 : 0,
          created_at: isoNow(clock),
        };
        await insertProfile(trx, profile);
        await appendActivity(trx, logged(profile, 'profile.created'));
        return profile;
      });
    },

    /** Renames a profile or makes it the default; its slug stays. */
    update(viewer: Viewer, id: string, change: { name?: string; isDefault?: boolean }): Promise<ProfileRow> {
      const { workspaceId } = viewer;
      return inLockedWorkspace(db, workspaceId, async (trx) => {
        const profile = await requireProfile(viewer, id, trx);
        if (change.isDefault) requireEveryProfile(viewer.rights, 'the default profile');
        if (change.isDefault === false && profile.is_default) {
          throw invalid('isDefault', 'one profile is always the default; make another profile the default instead');
        }
        if (change.name !== undefined) await renameProfile(trx, profile.id, change.name);
        if (change.isDefault) await makeDefault(trx, workspaceId, profile.id);
        return requireProfile(viewer, id, trx);
      });
    },

    /**
     * Deletes a profile with its open drafts, disconnects its accounts and cancels its scheduled posts. Logs all but the drafts. Posts
     * and approved drafts stay.
     */
    async remove(viewer: Viewer, id: string): Promise<void> {
      const { workspaceId } = viewer;
      const removed = await db.transaction().execute(async (trx) => {
        // Before the workspace: see the order of locks in locks.ts. Posts that are stored until it is locked are found below.
        if (isUuid(id)) await lockScheduledOfProfile(trx, workspaceId, id.toLowerCase());
        await lockWorkspace(trx, workspaceId);
        const profile = await requireProfile(viewer, id, trx);
        if (profile.is_default) {
          throw invalid('profileId', 'the default profile cannot be deleted; make another profile the default first');
        }
        const scheduled = await lockScheduledOfProfile(trx, workspaceId, profile.id);
        requireParts(viewer.rights, await connections.partsOf(profile.id, trx));
        for (const post of viewer.rights.platforms === null ? [] : scheduled) {
          const targets = JSON.parse(post.platforms) as Target[];
          await requireTargets(trx, viewer.rights, profile.id, targets, await channelsOfPost(trx, post));
        }
        const disconnected = await connections.removeAll(trx, profile);
        for (const post of scheduled) {
          await endScheduled(trx, post, { status: 'canceled', why: 'its profile was deleted', clock });
        }
        await deleteOpenDraftsOf(trx, profile.id);
        await deleteProfileRow(trx, profile.id);
        await appendActivity(trx, logged(profile, 'profile.deleted'));
        return disconnected;
      });
      await connections.release(removed);
    },
  };
}
