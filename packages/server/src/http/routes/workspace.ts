import { platformOf } from '@social/types';
import { listActivity } from '../../store/activity-log.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentKey, presentLogEntry, presentProfile, presentUsage } from '../presenters/present.ts';

/** The workspace itself: usage, log, profiles and keys. */
export function workspaceRoutes({
  db,
  credits,
  keys,
  plans,
  profiles,
  spending,
}: Pick<Services, 'db' | 'credits' | 'keys' | 'plans' | 'profiles' | 'spending'>): HandlersOf<
  'usage' | 'logs' | 'profiles' | 'keys'
> {
  return {
    async getUsage({ principal }) {
      const { workspace, transactions } = await credits.usage(principal.workspaceId, principal.rights.profiles);
      return { status: 200, body: presentUsage(workspace, plans.get(workspace.plan), transactions) };
    },

    async listSpending({ query, principal }) {
      const { days = 30, timeZone = 'UTC' } = query;
      return { status: 200, body: { timeZone, days: await spending.list(principal, { days, timeZone }) } };
    },

    async listLogs({ query, principal }) {
      const { limit = 50, offset = 0, profile, platform, ...filters } = query;
      const profileIds = await profiles.shown(principal, profile);
      const accounts = await profiles.accountsShown(principal, query);
      const { rows, total } = await listActivity(
        db,
        principal.workspaceId,
        { limit, offset },
        {
          ...filters,
          ...(platform && { platform: platformOf(platform) }),
          ...(profileIds && { profileIds }),
          ...(accounts && { accounts }),
        },
      );
      return { status: 200, body: { logs: rows.map(presentLogEntry), total, limit, offset } };
    },

    async listProfiles({ principal }) {
      return { status: 200, body: { profiles: (await profiles.list(principal)).map(presentProfile) } };
    },

    async createProfile({ body, principal }) {
      const profile = await profiles.create(principal, body.name.trim());
      return { status: 201, body: { profile: presentProfile(profile) } };
    },

    async updateProfile({ path, body, principal }) {
      const change = {
        ...(body.name === undefined ? {} : { name: body.name.trim() }),
        ...(body.isDefault === undefined ? {} : { isDefault: body.isDefault }),
      };
      const profile = presentProfile(await profiles.update(principal, path.profileId, change));
      return { status: 200, body: { ...profile, profile } };
    },

    async deleteProfile({ path, principal }) {
      await profiles.remove(principal, path.profileId);
      return { status: 200, body: { ok: true } };
    },

    async listKeys({ principal }) {
      const rows = await keys.list(principal);
      const known = await keys.known(rows);
      const listed = rows.map((row) => ({ ...presentKey(row, known), lastUsedAt: row.last_used_at }));
      return { status: 200, body: { keys: listed } };
    },

    async createKey({ body, principal }) {
      const { key, rawKey } = await keys.createFor(principal, { ...body, name: body.name.trim() });
      return { status: 201, body: { key: presentKey(key, await keys.known([key])), rawKey } };
    },

    async revokeKey({ path, principal }) {
      await keys.revoke(principal, path.keyId);
      return { status: 200, body: { ok: true } };
    },
  };
}
