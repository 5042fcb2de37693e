import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
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
import { type DialectName, lockWorkspace } from '../../store/dialects.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { hasSession } from '../../store/sign-ins.ts';
import type { QuotaChecks } from '../credits/quotas.ts';

/** Whether the server's networks are real or simulated. */
export type KeyKind = keyof typeof PREFIXES;

/** Both begin with `sk_live_`, and neither is another vendor's. */
const PREFIXES = { real: 'sk_live_sp_', sandbox: 'sk_live_sandbox_' } as const;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORMAT = new RegExp(
  `^(?:${PREFIXES.real}|${PREFIXES.sandbox})([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);
/** So that nobody takes a key of simulated networks for one of real ones, or the other way round. */
const SANDBOX_KEY =
  'The API key is for a server with a sandbox, and this server runs without one. Create another in the dashboard, or with social-server workspace key --email …, or start the server with --sandbox';
const TOUCH_INTERVAL_MS = 60_000;

/** The key or session that makes a key, or lets a command have one. */
export interface KeyMaker {
  readonly workspaceId: string;
  /** Null: a key makes it. */
  readonly sessionId: string | null;
  readonly callerId: string;
}

export type Keys = ReturnType<typeof createKeys>;

/** API keys: 256 random bits, recognisable by secret scanners, kept only as a hash. */
export function createKeys(deps: {
  db: Database;
  dialect: DialectName;
  clock: Clock;
  quotas: QuotaChecks;
  /** The kind of new keys. */
  kind: KeyKind;
}) {
  const { db, clock, kind } = deps;

  async function create(
    trx: Queryable,
    workspaceId: string,
    name: string,
  ): Promise<{ key: ApiKeyRow; rawKey: string }> {
    await lockWorkspace(deps.dialect, trx, workspaceId);
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

  /** Locks the workspace, and so the ending of its callers, until the transaction ends. */
  async function requireMaker(trx: Queryable, { workspaceId, sessionId, callerId }: KeyMaker): Promise<void> {
    await lockWorkspace(deps.dialect, trx, workspaceId);
    const message = 'The key or session of this request was revoked; no key was made';
    if (sessionId === null) {
      if (!(await hasKey(trx, callerId))) throw new AppError('unauthorized', message);
    } else if (!(await hasSession(trx, sessionId))) throw new AppError('session_required', message);
  }

  return {
    list: (workspaceId: string): Promise<ApiKeyRow[]> => listKeyRows(db, workspaceId),

    /**
     * Creates a key, in the caller's transaction or one of its own. `rawKey` is returned here and never again.
     * @throws AppError quota_exceeded
     */
    create: (workspaceId: string, name: string, trx?: Queryable): Promise<{ key: ApiKeyRow; rawKey: string }> =>
      trx ? create(trx, workspaceId, name) : db.transaction().execute((own) => create(own, workspaceId, name)),

    /**
     * Creates a key for a caller, unless the caller has ended since the request came in: revoking every key leaves none.
     * @throws AppError quota_exceeded, unauthorized, session_required
     */
    createFor: (maker: KeyMaker, name: string): Promise<{ key: ApiKeyRow; rawKey: string }> =>
      db.transaction().execute(async (trx) => {
        await requireMaker(trx, maker);
        return create(trx, maker.workspaceId, name);
      }),

    /**
     * Refuses a caller that has ended since the request came in, and keeps it from ending before the transaction does.
     * @throws AppError unauthorized, session_required
     */
    requireMaker,

    /** @throws AppError not_found */
    async revoke(workspaceId: string, id: string): Promise<void> {
      if (!isUuid(id) || !(await deleteKey(db, workspaceId, id))) {
        throw new AppError('not_found', 'There is no such API key in this workspace; list them with GET /api/keys');
      }
    },

    /**
     * The workspace a key belongs to. Undefined for anything that is not an active key; a wrong checksum costs no query.
     * @throws AppError unauthorized for a key of a sandbox where the networks are real
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
        // Beside the request: nobody waits for a note of when the key was used.
        touchKey(db, found.keyId, isoNow(clock)).catch(() => undefined);
      }
      return found;
    },
  };
}

/** The prefix of its kind, 43 base62 digits and six of their CRC-32. */
export function generateKey(kind: KeyKind): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `${PREFIXES[kind]}${secret}${checksum(secret)}`;
}

/** Whether text has the form of a key of this product. */
export function hasValidChecksum(rawKey: string): boolean {
  const [, secret = '', sum] = FORMAT.exec(rawKey) ?? [];
  return sum === checksum(secret);
}

function checksum(secret: string): string {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; digits.length < length; rest /= 62n) digits = BASE62[Number(rest % 62n)] + digits;
  return digits;
}
