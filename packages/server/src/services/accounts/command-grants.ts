import { createHash } from 'node:crypto';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { newSecret } from '../../ids.ts';
import { sha256 } from '../../secrets.ts';
import { deleteExpiredGrants } from '../../store/accounts/command-grants.ts';
import type { Database } from '../../store/schema.ts';
import { createDeviceSignIn } from './device-sign-in.ts';
import { type CommandOrigin, createGrantStore, type MadeKey } from './grant-store.ts';
import type { KeyMaker, Keys } from './keys.ts';

/** The browser passes the code to the command at once. */
const CODE_LIFETIME_MS = 60_000;

/** Port on which a command of the same computer listens, and the state that it expects back. */
export interface CommandListener {
  readonly port: number;
  readonly state: string;
}

export type CommandGrants = ReturnType<typeof createCommandGrants>;

/**
 * Makes the service that signs commands in: with a code that the browser brings to a port of the same computer, or with a
 * code that a person types. Each code gets one key.
 * @see RFC 8252 (loopback), RFC 7636 (proof key)
 */
export function createCommandGrants(deps: { db: Database; clock: Clock; keys: Keys; baseUrl: string }) {
  const { db, clock } = deps;
  const grants = createGrantStore(deps);

  return {
    ...createDeviceSignIn({ ...deps, grants }),

    /**
     * Issues a code for a command on the same computer.
     * @param codeChallenge base64url of the SHA-256 of the command's verifier
     * @returns address to which the browser brings the code
     * @throws AppError rate_limited, session_required
     */
    async issueCode(
      maker: KeyMaker,
      origin: CommandOrigin,
      { codeChallenge, port, state }: CommandListener & { codeChallenge: string },
    ): Promise<string> {
      const code = newSecret();
      const { workspaceId } = maker;
      // The limits of signed-in people count per workspace, not together with others at the same address.
      const own = { ...origin, network: `workspace ${workspaceId}` };
      const approved = { user_code_hash: null, workspace_id: workspaceId, state: 'approved' } as const;
      const grant = { ...approved, code_hash: sha256(code), challenge: codeChallenge };
      await grants.store(own, CODE_LIFETIME_MS, grant, maker);
      return callbackOf({ port, state }, { code });
    },

    /** Address that tells a command on the same computer that it was refused. */
    refuseCode: (listener: CommandListener): string => callbackOf(listener, { error: 'access_denied' }),

    /** Makes the key of a code that the browser brought, and logs it in the activity log. @throws AppError invalid_grant */
    async exchangeCode(code: string, codeVerifier: string): Promise<MadeKey> {
      const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
      const made = await grants.redeem(code, challenge);
      if (made) return made;
      const message = 'This code has expired, was used, or belongs to another command; no key was made';
      throw new AppError('invalid_grant', message);
    },

    /** Deletes expired grants. */
    removeExpired: (): Promise<void> => deleteExpiredGrants(db, isoNow(clock)),
  };
}

/** Address of the listening command. Only the port comes from outside, so a code never leaves the computer. */
function callbackOf({ port, state }: CommandListener, result: Record<string, string>): string {
  return `http://127.0.0.1:${port}/callback?${new URLSearchParams({ ...result, state })}`;
}
