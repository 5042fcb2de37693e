import { randomInt } from 'node:crypto';
import type { Scope } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError, invalid } from '../../errors.ts';
import { newSecret } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import {
  answerWaiting,
  type CommandGrantRow,
  findGrant,
  findWaiting,
  notePoll,
} from '../../store/accounts/command-grants.ts';
import type { Database } from '../../store/schema.ts';
import { type CommandOrigin, type GrantStore, INTERVAL_SECONDS, type MadeKey, scopesOf } from './grant-store.ts';
import type { KeyMaker, Keys } from './keys.ts';

const LIFETIME_MS = 10 * 60_000;
const MAX_INTERVAL_SECONDS = 60;
/** Tolerance for polls that arrive early, since some calls take longer to reach the server than others. */
const EARLY_MS = 500;
/** Consonants that look like no other letter and no digit, and spell no words. @see RFC 8628 section 6.1 */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;

/** Makes the sign-in of commands with a code that a person types into a browser. @see RFC 8628 (device code) */
export function createDeviceSignIn(deps: {
  db: Database;
  clock: Clock;
  keys: Keys;
  baseUrl: string;
  grants: GrantStore;
}) {
  const { db, clock, keys, baseUrl, grants } = deps;

  /** Explains why a device code gets no key, or not yet. Records the poll. */
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
    const isNoted = await notePoll(db, grant, { asked_at: isoNow(clock), interval_seconds: interval });
    if (isEarly || !isNoted) {
      return new AppError('slow_down', `Asked too soon; ask every ${interval} seconds from now on`);
    }
    return new AppError('authorization_pending', `Nobody has approved the code yet; ask again in ${interval} seconds`);
  }

  return {
    /** Begins a sign-in with a code that a person types. @throws AppError rate_limited */
    async startDevice(origin: CommandOrigin) {
      for (;;) {
        const [deviceCode, userCode] = [newSecret(), newUserCode()];
        const hashes = { code_hash: sha256(deviceCode), user_code_hash: hashOf(userCode) };
        const grant = { ...hashes, workspace_id: null, state: 'pending', challenge: null } as const;
        if (!(await grants.store(origin, LIFETIME_MS, grant))) continue;
        const verificationUri = `${baseUrl}/device`;
        return {
          ...{ deviceCode, userCode, verificationUri },
          verificationUriComplete: `${verificationUri}?code=${userCode}`,
          expiresIn: LIFETIME_MS / 1000,
          interval: INTERVAL_SECONDS,
        };
      }
    },

    /** Finds the command that waits for approval with a user code. @throws AppError not_found */
    async describe(userCode: string): Promise<CommandGrantRow> {
      const grant = await findWaiting(db, hashOf(userCode), isoNow(clock));
      if (!grant) throw noSuchUserCode();
      return grant;
    },

    /**
     * Lets the waiting command have a key of the workspace.
     * @param scopes what the key may do, of what the command asks for; all of that when left out
     * @throws AppError not_found, invalid_request for scopes that the command does not ask for, session_required when the approving person has been signed out meanwhile
     */
    approve: (userCode: string, maker: KeyMaker, scopes?: readonly Scope[]): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await keys.requireMaker(trx, maker);
        const grant = await findWaiting(trx, hashOf(userCode), isoNow(clock));
        if (!grant) throw noSuchUserCode();
        const beyond = scopes?.filter((scope) => !scopesOf(grant).includes(scope)) ?? [];
        if (beyond.length > 0)
          throw invalid('scopes', `the command does not ask for ${beyond.join(', ')}; it got no key`);
        const narrowed = scopes && { scopes: JSON.stringify(scopes) };
        const answer = {
          state: 'approved' as const,
          workspace_id: maker.workspaceId,
          approved_by: maker.callerId,
          ...narrowed,
        };
        if (!(await answerWaiting(trx, hashOf(userCode), isoNow(clock), answer))) throw noSuchUserCode();
      }),

    /** Refuses the waiting command. @throws AppError not_found */
    async deny(userCode: string): Promise<void> {
      const answer = { state: 'denied' as const, workspace_id: null, approved_by: null };
      if (!(await answerWaiting(db, hashOf(userCode), isoNow(clock), answer))) throw noSuchUserCode();
    },

    /**
     * Makes the key of an approved device code and logs it in the activity log.
     * @throws AppError authorization_pending, slow_down, access_denied, expired_token
     */
    async exchangeDeviceCode(deviceCode: string): Promise<MadeKey> {
      const made = await grants.redeem(deviceCode, null);
      if (!made) throw await refusalOf(deviceCode);
      return made;
    },
  };
}

/** Makes a code for people to type, with 34 random bits: `WDJB-MJHT`. */
function newUserCode(): string {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`;
}

/** Hashes the letters of a user code, however a person typed it. */
function hashOf(userCode: string): string {
  return sha256(userCode.toUpperCase().replace(/[^A-Z]/g, ''));
}

function noSuchUserCode(): AppError {
  const message = 'No command waits with this code; it may be mistyped, have expired, or be answered already';
  return new AppError('not_found', message);
}
