import type { Scope, Target } from '@social/types';
import { type Clock, isoNow, parseInstant } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { isUuid, newId } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import {
  type ApiKeyRow,
  endKeys,
  findKeyByHash,
  findKeyRow,
  insertKey,
  listKeyRows,
  touchKey,
} from '../../store/accounts/api-keys.ts';
import { findWorkspace } from '../../store/accounts/workspaces.ts';
import { listProfiles, type ProfileRow } from '../../store/connections/profiles.ts';
import { inLockedWorkspace, lockWorkspace } from '../../store/database/locks.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { ALL_RIGHTS, beyond, type Rights } from '../access/rights.ts';
import { type Granter, requireStillAllowed } from '../access/still-allowed.ts';
import type { QuotaChecks } from '../credits/quotas.ts';
import { readParts, spellParts } from './key-parts.ts';
import { generateKey, hasValidChecksum, isSandboxKey, type KeyKind } from './key-text.ts';

/** Message that keeps people from mistaking keys for simulated and for real networks. */
const SANDBOX_KEY =
  'The API key is for a server with a sandbox, and this server runs without one. Create another in the dashboard, or with social-server workspace key --email …, or start the server with --sandbox';
/** Most limits that count what a key spends: each makes every call of the key longer. */
const MOST_LIMITS = 10;
const TOUCH_INTERVAL_MS = 60_000;

/** Key or session that makes a key, or lets a command have one. */
export type KeyMaker = Granter;

/** A key as it is asked for. What is left out is as for its maker. */
export interface WantedKey {
  readonly name: string;
  readonly scopes?: readonly Scope[];
  /** Slugs. */
  readonly profiles?: readonly string[];
  readonly platforms?: readonly Target[];
  /** RFC 3339. */
  readonly expiresAt?: string;
  readonly creditLimit?: number;
}

/** What the fields of a workspace's keys refer to. */
export interface KnownOfKeys {
  readonly profiles: readonly ProfileRow[];
  /** Limits of each key, as targets; null for none. */
  readonly platforms: ReadonlyMap<string, Target[] | null>;
  /** Begin of the workspace's month. */
  readonly periodStart: string;
}

export type Keys = ReturnType<typeof createKeys>;

/** Makes the service for API keys: 256 random bits, recognizable by secret scanners, stored as a hash only. */
export function createKeys(deps: {
  db: Database;
  clock: Clock;
  quotas: QuotaChecks;
  /** Kind of new keys. */
  kind: KeyKind;
}) {
  const { db, clock, kind } = deps;

  async function create(
    trx: Queryable,
    {
      workspaceId,
      name,
      rights,
      creditLimit,
      createdBy,
    }: { workspaceId: string; name: string; rights: Rights; creditLimit: number | null; createdBy: string | null },
  ): Promise<{ key: ApiKeyRow; rawKey: string }> {
    await lockWorkspace(trx, workspaceId);
    await deps.quotas.oneMoreKey(trx, workspaceId);
    const rawKey = generateKey(kind);
    const id = newId();
    const limitedBy = creditLimit === null ? rights.limitedBy : [id, ...rights.limitedBy];
    const key: ApiKeyRow = {
      id,
      workspace_id: workspaceId,
      name,
      hash: sha256(rawKey),
      preview: `…${rawKey.slice(-4)}`,
      created_at: isoNow(clock),
      last_used_at: null,
      scopes: rights.scopes === ALL_RIGHTS.scopes ? null : JSON.stringify(rights.scopes),
      profiles: rights.profiles && JSON.stringify(rights.profiles),
      platforms: rights.platforms && JSON.stringify(rights.platforms),
      expires_at: rights.expiresAt,
      credit_limit: creditLimit,
      limited_by: limitedBy.length === 0 ? null : JSON.stringify(limitedBy),
      spent: 0,
      spent_period: null,
      revoked_at: null,
      created_by: createdBy,
    };
    await insertKey(trx, key);
    return { key, rawKey };
  }

  const requireMaker = (trx: Queryable, maker: KeyMaker): Promise<ApiKeyRow | undefined> =>
    requireStillAllowed(trx, maker, 'no key was made');

  /** Reads what a new key may do. @throws AppError invalid_request, forbidden for more than its maker may do */
  async function readRights(
    trx: Queryable,
    { workspaceId, rights: own }: KeyMaker,
    wanted: WantedKey,
  ): Promise<Rights> {
    const expiresAt = wanted.expiresAt === undefined ? own.expiresAt : readEnd(wanted.expiresAt);
    const all = await listProfiles(trx, workspaceId);
    const profiles = wanted.profiles === undefined ? own.profiles : idsOf(all, wanted.profiles, own);
    // As a call without a profile does, which is where the names of accounts are looked for.
    const named = all.filter(({ id, is_default }) => profiles?.includes(id) ?? is_default === 1);
    const platforms = wanted.platforms ? await readParts(trx, wanted.platforms, named) : own.platforms;
    const { scopes = own.scopes } = wanted;
    const rights = { scopes, profiles, platforms, expiresAt, limitedBy: own.limitedBy };
    const wider = beyond(own, rights);
    if (wider.length === 0) return rights;
    throw forbidden(wider);
  }

  function readEnd(text: string): string {
    const at = parseInstant(text);
    if (at === null) throw invalid('expiresAt', 'must be a real date and time with an offset');
    if (at <= clock.now()) throw invalid('expiresAt', 'must be in the future; no key was made');
    return new Date(at).toISOString();
  }

  return {
    /** Reads what the fields of a workspace's keys refer to, where a key needs it. */
    async known(keys: readonly ApiKeyRow[]): Promise<KnownOfKeys> {
      const narrow = keys.find(({ profiles, platforms }) => profiles !== null || platforms !== null);
      const limited = keys.find(({ credit_limit }) => credit_limit !== null);
      const profiles = narrow ? await listProfiles(db, narrow.workspace_id) : [];
      const workspace = limited && (await findWorkspace(db, limited.workspace_id));
      const spelled = await spellParts(db, keys.map(rightsOf), profiles);
      const platforms = new Map(keys.map(({ id }, index) => [id, spelled[index] ?? null]));
      return { profiles, platforms, periodStart: workspace?.period_start ?? '' };
    },

    /** Lists the keys that may do no more than the caller. */
    list: async ({ workspaceId, rights, callerId }: KeyMaker): Promise<ApiKeyRow[]> =>
      (await listKeyRows(db, workspaceId)).filter((key) => isVisible(key, rights, callerId)),

    /**
     * Creates a key, in the caller's transaction or a new one. Only this call returns the key's text, as `rawKey`.
     * @param createdBy user whose key it is: it ends with the user's right to make it
     * @throws AppError quota_exceeded
     */
    create(
      workspaceId: string,
      name: string,
      {
        trx,
        rights = ALL_RIGHTS,
        createdBy = null,
      }: { trx?: Queryable; rights?: Rights; createdBy?: string | null } = {},
    ): Promise<{ key: ApiKeyRow; rawKey: string }> {
      const made = { workspaceId, name, rights, creditLimit: null, createdBy };
      return trx ? create(trx, made) : db.transaction().execute((own) => create(own, made));
    },

    /**
     * Creates a key for a caller, which may do no more than the caller.
     * @throws AppError quota_exceeded, invalid_request, forbidden; unauthorized, session_required when the caller was revoked since
     * the request came in
     */
    createFor: (maker: KeyMaker, wanted: WantedKey): Promise<{ key: ApiKeyRow; rawKey: string }> =>
      db.transaction().execute(async (trx) => {
        const own = await requireMaker(trx, maker);
        const ownLimit = own?.credit_limit ?? null;
        const rights = await readRights(trx, maker, wanted);
        const { creditLimit = ownLimit } = wanted;
        if (ownLimit !== null && (creditLimit === null || creditLimit > ownLimit)) throw forbidden(['creditLimit']);
        if (rights.limitedBy.length >= MOST_LIMITS) throw tooManyLimits();
        const createdBy = own ? own.created_by : maker.callerId;
        return create(trx, { workspaceId: maker.workspaceId, name: wanted.name, rights, creditLimit, createdBy });
      }),

    /**
     * Checks that a caller was not revoked since the request came in. Locks the workspace, so that it cannot be revoked
     * before the transaction ends. @throws AppError unauthorized, session_required, forbidden
     */
    requireMaker,

    /** Revokes a key that may do no more than the caller. @throws AppError not_found */
    async revoke({ workspaceId, rights, callerId }: KeyMaker, id: string): Promise<void> {
      const key = isUuid(id) ? await findKeyRow(db, id) : undefined;
      const isFound = key !== undefined && isVisible(key, rights, callerId);
      const revoked = isFound
        ? await inLockedWorkspace(db, workspaceId, (trx) => endKeys(trx, workspaceId, { id, at: isoNow(clock) }))
        : 0;
      if (revoked === 0) {
        throw new AppError('not_found', 'There is no such API key in this workspace; list them with GET /api/keys');
      }
    },

    /**
     * Finds the owner of a key. A wrong checksum is detected without a query.
     * @returns undefined for a text that is not an active key
     * @throws AppError unauthorized for a sandbox key on a server with real networks, and for an expired key
     */
    async verify(rawKey: string) {
      if (!hasValidChecksum(rawKey)) return undefined;
      if (kind === 'real' && isSandboxKey(rawKey)) {
        throw new AppError('unauthorized', SANDBOX_KEY, { details: { keyFor: 'sandbox' } });
      }
      const found = await findKeyByHash(db, sha256(rawKey));
      if (!found) return undefined;
      if (found.expires_at !== null && Date.parse(found.expires_at) <= clock.now()) throw expired(found.expires_at);
      const staleBefore = clock.now() - TOUCH_INTERVAL_MS;
      if (!found.lastUsedAt || Date.parse(found.lastUsedAt) < staleBefore) {
        // Not awaited: the answer need not wait for this.
        touchKey(db, found.keyId, isoNow(clock)).catch(() => undefined);
      }
      return found;
    },
  };
}

/** Reads the rights of a key. */
export function rightsOf(
  key: Pick<ApiKeyRow, 'scopes' | 'profiles' | 'platforms' | 'expires_at' | 'limited_by'>,
): Rights {
  const read = <Value>(list: string | null) => (list === null ? null : (JSON.parse(list) as Value[]));
  return {
    scopes: read<Scope>(key.scopes) ?? ALL_RIGHTS.scopes,
    profiles: read(key.profiles),
    platforms: read(key.platforms),
    expiresAt: key.expires_at,
    limitedBy: read(key.limited_by) ?? [],
  };
}

/** Returns true for the caller's own key, and for a key that may do no more than the caller. */
function isVisible(key: ApiKeyRow, own: Rights, callerId: string): boolean {
  return key.id === callerId || own === ALL_RIGHTS || beyond({ ...own, expiresAt: null }, rightsOf(key)).length === 0;
}

/** Finds the ids of profiles. @throws AppError invalid_request; forbidden for a caller that does not see all profiles */
function idsOf(profiles: readonly ProfileRow[], slugs: readonly string[], own: Rights): string[] {
  return slugs.map((slug) => {
    const id = profiles.find((profile) => profile.slug === slug)?.id;
    if (own.profiles !== null && (id === undefined || !own.profiles.includes(id))) throw forbidden(['profiles']);
    if (id === undefined) throw invalid('profiles', `there is no profile ${slug}; list them with GET /api/profiles`);
    return id;
  });
}

function forbidden(fields: readonly string[]): AppError {
  const message = `An API key makes only keys that may do no more than itself; ask for less in ${fields.join(', ')}, or sign in to the dashboard. No key was made`;
  return new AppError('forbidden', message, { details: { fields } });
}

function tooManyLimits(): AppError {
  const message = `A key with a limit that was made by such a key, and so on ${MOST_LIMITS} times, makes no further one; use the key at the top, or sign in to the dashboard. No key was made`;
  return new AppError('forbidden', message, { details: { fields: ['creditLimit'] } });
}

function expired(at: string): AppError {
  const when = `${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
  const message = `This API key expired on ${when}; nothing was done. Create another with POST /api/keys or in the dashboard`;
  return new AppError('unauthorized', message, { details: { expiredAt: at } });
}
