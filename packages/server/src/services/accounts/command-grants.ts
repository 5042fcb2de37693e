import { createHash } from 'node:crypto';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newSecret } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import { appendActivity } from '../../store/activity-log.ts';
import type { ApiKeyRow } from '../../store/api-keys.ts';
import {
  answerWaiting,
  type CommandGrantRow,
  deleteExpiredGrants,
  findGrant,
  findGrantedWorkspace,
  findWaiting,
  insertGrant,
  listGrantEnds,
  noteAsking,
  takeGrant,
} from '../../store/command-grants.ts';
import { type DialectName, lockWorkspace, takeTurn } from '../../store/dialects.ts';
import type { Database } from '../../store/schema.ts';
import type { KeyMaker, Keys } from './keys.ts';
import { lettersOf, newUserCode } from './user-code.ts';

const DEVICE_LIFETIME_MS = 10 * 60_000;
/** The browser goes on to the command at once. */
const CODE_LIFETIME_MS = 60_000;
const MAX_WAITING = 20;
const INTERVAL_SECONDS = 5;
const MAX_INTERVAL_SECONDS = 60;
/** What a call may be early: the way to the server takes some calls longer than others. */
const EARLY_MS = 500;

/** What is known of a command that wants to be signed in. */
export interface CommandOrigin {
  /** What the machine calls itself. */
  readonly machine: string;
  /** Address of the client. */
  readonly address: string;
  /** What limits count for: the network of that address. */
  readonly network: string;
}

/** Where a command on the person's own computer listens, and what it wants back. */
export interface CommandListener {
  readonly port: number;
  readonly state: string;
}

interface MadeKey {
  readonly key: ApiKeyRow;
  readonly rawKey: string;
}

export type CommandGrants = ReturnType<typeof createCommandGrants>;

/**
 * Signs the command in: by a code that the browser brings to a port of the same computer, or by one that a person types.
 * Of every code only the hash is stored, and a key is made only in exchange for one, once.
 * @see RFC 8252 (loopback), RFC 7636 (proof key), RFC 8628 (device code)
 */
export function createCommandGrants(deps: {
  db: Database;
  dialect: DialectName;
  clock: Clock;
  keys: Keys;
  baseUrl: string;
}) {
  const { db, dialect, clock, keys, baseUrl } = deps;

  /** Stores a grant. @throws AppError rate_limited when too many of the same network, or workspace, wait */
  async function store(
    { machine, address, network }: CommandOrigin,
    lifetimeMs: number,
    rest: Pick<CommandGrantRow, 'code_hash' | 'user_code_hash' | 'workspace_id' | 'state' | 'challenge'>,
    maker?: KeyMaker,
  ): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      if (maker) await keys.requireMaker(trx, maker);
      await takeTurn(dialect, trx, `command grants of ${network}`);
      const ends = await listGrantEnds(trx, network, isoNow(clock));
      if (ends.length >= MAX_WAITING) {
        const retryAfterMs = Date.parse(ends[0] ?? '') - clock.now();
        const message = `${MAX_WAITING} commands wait to be signed in from here already; answer one, or wait ${Math.ceil(retryAfterMs / 1000)} seconds`;
        throw new AppError('rate_limited', message, { retryAfterMs });
      }
      return insertGrant(trx, {
        ...{ machine, address, network, ...rest },
        interval_seconds: INTERVAL_SECONDS,
        asked_at: null,
        created_at: isoNow(clock),
        expires_at: new Date(clock.now() + lifetimeMs).toISOString(),
      });
    });
  }

  /** Makes the key of an approved grant and deletes the grant, both or neither. Undefined: there is no such grant. */
  async function redeem(code: string, challenge: string | null): Promise<MadeKey | undefined> {
    return db.transaction().execute(async (trx) => {
      const workspaceId = await findGrantedWorkspace(trx, sha256(code));
      if (workspaceId === undefined) return undefined;
      // Before the grant, as whoever ends the workspace's sessions does it: the other way round each would wait for the other.
      await lockWorkspace(dialect, trx, workspaceId);
      const grant = await takeGrant(trx, sha256(code), challenge, isoNow(clock));
      if (!grant) return undefined;
      const made = await keys.create(workspaceId, `social on ${grant.machine}`, trx);
      const { id: keyId, name: key, preview: keyPreview } = made.key;
      await appendActivity(trx, {
        workspace_id: workspaceId,
        action: 'command.signed_in',
        platform: null,
        profile_name: '',
        status: 'success',
        metadata: { machine: grant.machine, address: grant.address, keyId, key, keyPreview },
        created_at: isoNow(clock),
      });
      return made;
    });
  }

  /** Why a device code gets no key yet, or none at all. */
  async function refusalOf(deviceCode: string): Promise<AppError> {
    const grant = await findGrant(db, sha256(deviceCode), isoNow(clock));
    if (!grant) {
      return new AppError('expired_token', 'This code has expired or was used already; begin again, no key was made');
    }
    if (grant.state === 'denied') {
      return new AppError('access_denied', 'The request was denied in the browser; no key was made');
    }
    const { interval_seconds, asked_at } = grant;
    const isEarly = asked_at !== null && clock.now() - Date.parse(asked_at) < interval_seconds * 1000 - EARLY_MS;
    const longer = Math.min(interval_seconds + 5, MAX_INTERVAL_SECONDS);
    const interval = isEarly ? longer : interval_seconds;
    const isNoted = await noteAsking(db, grant, { asked_at: isoNow(clock), interval_seconds: interval });
    if (isEarly || !isNoted) {
      return new AppError('slow_down', `Asked too soon; ask every ${interval} seconds from now on`);
    }
    return new AppError('authorization_pending', `Nobody has approved the code yet; ask again in ${interval} seconds`);
  }

  return {
    /** Begins a sign-in by a code that a person types. @throws AppError rate_limited */
    async startDevice(origin: CommandOrigin) {
      for (;;) {
        const [deviceCode, userCode] = [newSecret(), newUserCode()];
        const hashes = { code_hash: sha256(deviceCode), user_code_hash: hashOf(userCode) };
        const isStored = await store(origin, DEVICE_LIFETIME_MS, {
          ...hashes,
          workspace_id: null,
          state: 'pending',
          challenge: null,
        });
        if (!isStored) continue;
        const verificationUri = `${baseUrl}/device`;
        return {
          ...{ deviceCode, userCode, verificationUri },
          verificationUriComplete: `${verificationUri}?code=${userCode}`,
          expiresIn: DEVICE_LIFETIME_MS / 1000,
          interval: INTERVAL_SECONDS,
        };
      }
    },

    /** The command that waits for a user code to be answered. @throws AppError not_found */
    async describe(userCode: string): Promise<CommandGrantRow> {
      const grant = await findWaiting(db, hashOf(userCode), isoNow(clock));
      if (!grant) throw noSuchUserCode();
      return grant;
    },

    /**
     * Lets the command that waits have a key of the workspace, unless who lets it has been signed out meanwhile.
     * @throws AppError not_found, session_required
     */
    approve: (userCode: string, maker: KeyMaker): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await keys.requireMaker(trx, maker);
        const given = { state: 'approved' as const, workspace_id: maker.workspaceId };
        if (!(await answerWaiting(trx, hashOf(userCode), isoNow(clock), given))) throw noSuchUserCode();
      }),

    /** Refuses the command that waits. @throws AppError not_found */
    async deny(userCode: string): Promise<void> {
      const given = { state: 'denied' as const, workspace_id: null };
      if (!(await answerWaiting(db, hashOf(userCode), isoNow(clock), given))) throw noSuchUserCode();
    },

    /**
     * Makes the key of an approved device code, and writes it into the activity log.
     * @throws AppError authorization_pending, slow_down, access_denied, expired_token
     */
    async exchangeDeviceCode(deviceCode: string): Promise<MadeKey> {
      const made = await redeem(deviceCode, null);
      if (!made) throw await refusalOf(deviceCode);
      return made;
    },

    /**
     * A code for a command on the person's own computer, as the address that brings it there.
     * @param codeChallenge base64url of the SHA-256 of the command's verifier
     * @throws AppError rate_limited, session_required
     */
    async issueCode(
      maker: KeyMaker,
      origin: CommandOrigin,
      { codeChallenge, ...listener }: CommandListener & { codeChallenge: string },
    ): Promise<string> {
      const code = newSecret();
      const { workspaceId } = maker;
      const grant = {
        code_hash: sha256(code),
        user_code_hash: null,
        workspace_id: workspaceId,
        challenge: codeChallenge,
      };
      // Who is signed in does not stand in line with whoever shares the address.
      const own = { ...origin, network: `workspace ${workspaceId}` };
      await store(own, CODE_LIFETIME_MS, { ...grant, state: 'approved' }, maker);
      return callbackOf(listener, { code });
    },

    /** The address that tells a command on the person's own computer that it was refused. */
    refuseCode: (listener: CommandListener): string => callbackOf(listener, { error: 'access_denied' }),

    /** Makes the key of a code that the browser brought, and writes it into the activity log. @throws AppError invalid_grant */
    async exchangeCode(code: string, codeVerifier: string): Promise<MadeKey> {
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const made = await redeem(code, challenge);
      if (made) return made;
      const message = 'This code has expired, was used, or belongs to another command; no key was made';
      throw new AppError('invalid_grant', message);
    },

    /** Forgets the commands that nobody has signed in in time. */
    removeExpired: (): Promise<void> => deleteExpiredGrants(db, isoNow(clock)),
  };
}

function hashOf(userCode: string): string {
  return sha256(lettersOf(userCode));
}

function noSuchUserCode(): AppError {
  const message = 'No command waits with this code; it may be mistyped, have expired, or be answered already';
  return new AppError('not_found', message);
}

/** Nothing of it but the port comes from outside: a code is never sent to another computer. */
function callbackOf({ port, state }: CommandListener, result: Record<string, string>): string {
  return `http://127.0.0.1:${port}/callback?${new URLSearchParams({ ...result, state })}`;
}
