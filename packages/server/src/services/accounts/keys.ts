import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { isUuid, newId } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import {
  type ApiKeyRow,
  deleteKey,
  findKeyByHash,
  hasKey,
  insertKey,
  listKeyRows,
  touchKey,
} from '../../store/api-keys.ts';
import { lockWorkspace } from '../../store/database/locks.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { hasSession } from '../../store/sign-ins.ts';
import type { QuotaChecks } from '../credits/quotas.ts';

/** Kind of a key: for a server with real networks, or with a sandbox. */
export type KeyKind = keyof typeof PREFIXES;

/** Prefixes of keys. No other vendor's keys begin with either. */
const PREFIXES = { real: 'sk_live_sp_', sandbox: 'sk_live_sandbox_' } as const;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(
  `^(?:${PREFIXES.real}|${PREFIXES.sandbox})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
/** Message that keeps people from mistaking keys for simulated and for real networks. */
const SANDBOX_KEY =
  'The API key is for a server with a sandbox, and this server runs without one. Create another in the dashboard, or with social-server workspace key --email …, or start the server with --sandbox';
const TOUCH_INTERVAL_MS = 60_000;

/** Key or session that makes a key, or lets a command have one. */
export interface KeyMaker {
  readonly workspaceId: string;
  /** Session of the caller; null for a caller with an API key. */
  readonly sessionId: string | null;
  readonly callerId: string;
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
    workspaceId: string,
    name: string,
  ): Promise<{ key: ApiKeyRow; rawKey: string }> {
    await lockWorkspace(trx, workspaceId);
    await deps.quotas.oneMoreKey(trx, workspaceId);
    const rawKey = generateKey(kind);
    const key: ApiKeyRow = {
      id: newId(),
      workspace_id: workspaceId,
      name,
      hash: sha256(rawKey),
      preview: `…${rawKey.slice(-4)}`,
      created_at: isoNow(clock),
      last_used_at: null,
    };
    await insertKey(trx, key);
    return { key, rawKey };
  }

  async function requireMaker(trx: Queryable, { workspaceId, sessionId, callerId }: KeyMaker): Promise<void> {
    await lockWorkspace(trx, workspaceId);
    const message = 'The key or session of this request was revoked; no key was made';
    if (sessionId === null) {
      if (!(await hasKey(trx, callerId))) throw new AppError('unauthorized', message);
    } else if (!(await hasSession(trx, sessionId))) throw new AppError('session_required', message);
  }

  return {
    list: (workspaceId: string): Promise<ApiKeyRow[]> => listKeyRows(db, workspaceId),

    /**
     * Creates a key, in the caller's transaction or a new one. Only this call returns the key's text, as `rawKey`.
     * @throws AppError quota_exceeded
     */
    create: (workspaceId: string, name: string, trx?: Queryable): Promise<{ key: ApiKeyRow; rawKey: string }> =>
      trx ? create(trx, workspaceId, name) : db.transaction().execute((own) => create(own, workspaceId, name)),

    /**
     * Creates a key for a caller.
     * @throws AppError quota_exceeded; unauthorized, session_required when the caller was revoked since the request came in
     */
    createFor: (maker: KeyMaker, name: string): Promise<{ key: ApiKeyRow; rawKey: string }> =>
      db.transaction().execute(async (trx) => {
        await requireMaker(trx, maker);
        return create(trx, maker.workspaceId, name);
      }),

    /**
     * Checks that a caller was not revoked since the request came in. Locks the workspace, so that it cannot be revoked
     * before the transaction ends. @throws AppError unauthorized, session_required
     */
    requireMaker,

    /** Deletes a key. @throws AppError not_found */
    async revoke(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await deleteKey(db, workspaceId, id))) {
        throw new AppError('not_found', 'There is no such API key in this workspace; list them with GET /api/keys');
      }
    },

    /**
     * Finds the owner of a key. A wrong checksum is detected without a query.
     * @returns undefined for a text that is not an active key
     * @throws AppError unauthorized for a sandbox key on a server with real networks
     */
    async verify(rawKey: string) {
      if (!hasValidChecksum(rawKey)) return undefined;
      if (kind === 'real' && rawKey.startsWith(PREFIXES.sandbox)) {
        throw new AppError('unauthorized', SANDBOX_KEY, { details: { keyFor: 'sandbox' } });
      }
      const found = await findKeyByHash(db, sha256(rawKey));
      if (!found) return undefined;
      const staleBefore = clock.now() - TOUCH_INTERVAL_MS;
      if (!found.lastUsedAt || Date.parse(found.lastUsedAt) < staleBefore) {
        // Not awaited: the answer need not wait for this.
        touchKey(db, found.keyId, isoNow(clock)).catch(() => undefined);
      }
      return found;
    },
  };
}

/** Makes a key: the prefix of its kind, 43 random base62 digits, and 6 digits of their CRC-32. */
export function generateKey(kind: KeyKind): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIXES[kind]}${secret}${checksum(secret)}`;
}

/** Returns true when a text has the form of a key of this product. */
export function hasValidChecksum(rawKey: string): boolean {
  const [, secret = '', sum] = FORMAT.exec(rawKey) ?? [];
  return sum === checksum(secret);
}

/** Every request computes one, so this stays in plain numbers. */
function checksum(secret: string): string {
  let digits = '';
  for (let rest = crc32(secret); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / 62)) {
    digits = BASE62[rest % 62] + digits;
  }
  return digits;
}

function toBase62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = BASE62[Number(rest % 62n)] + digits;
  return digits;
}
