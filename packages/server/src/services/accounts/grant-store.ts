import { SCOPES, type Scope } from '@social/types';
import { type Clock, isoNow } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import { sha256 } from '../../secrets.ts';
import type { ApiKeyRow } from '../../store/accounts/api-keys.ts';
import {
  type CommandGrantRow,
  findGrantedWorkspace,
  insertGrant,
  listGrantEnds,
  takeGrant,
} from '../../store/accounts/command-grants.ts';
import { appendActivity } from '../../store/activity-log.ts';
import { lockName, lockWorkspace } from '../../store/database/locks.ts';
import type { Database } from '../../store/schema.ts';
import { ALL_RIGHTS } from '../access/rights.ts';
import type { KeyMaker, Keys } from './keys.ts';

/** Seconds between two polls of a command. */
export const INTERVAL_SECONDS = 5;
const MAX_WAITING = 20;

/** A command that wants to be signed in. */
export interface CommandOrigin {
  /** Scopes that it asks for; undefined for all. */
  readonly scopes?: readonly Scope[] | undefined;
  /** Name that the machine gives itself. */
  readonly machine: string;
  /** Address of the client. */
  readonly address: string;
  /** Key of the limits: the network of that address. */
  readonly network: string;
}

/** A new API key, whose text is known only now. */
export interface MadeKey {
  readonly key: ApiKeyRow;
  readonly rawKey: string;
}

export type GrantStore = ReturnType<typeof createGrantStore>;

/** Makes the store of grants: permissions to fetch one API key. Only the hashes of their codes are stored. */
export function createGrantStore({ db, clock, keys }: { db: Database; clock: Clock; keys: Keys }) {
  return {
    /**
     * Stores a grant.
     * @param maker caller who must still be signed in when the grant is stored
     * @returns false when another grant has the same user code
     * @throws AppError rate_limited when too many commands of the same network, or workspace, wait
     */
    async store(
      { machine, address, network, scopes }: CommandOrigin,
      lifetimeMs: number,
      grant: Pick<CommandGrantRow, 'code_hash' | 'user_code_hash' | 'workspace_id' | 'state' | 'challenge'>,
      maker?: KeyMaker,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (maker) await keys.requireMaker(trx, maker);
        await lockName(trx, `command grants of ${network}`);
        const ends = await listGrantEnds(trx, network, isoNow(clock));
        if (ends.length >= MAX_WAITING) {
          const retryAfterMs = Date.parse(ends[0] ?? '') - clock.now();
          const message = `${MAX_WAITING} commands wait to be signed in from here already; answer one, or wait ${Math.ceil(retryAfterMs / 1000)} seconds`;
          throw new AppError('rate_limited', message, { retryAfterMs });
        }
        return insertGrant(trx, {
          ...{ machine, address, network, scopes: scopes ? JSON.stringify(scopes) : null, ...grant },
          approved_by: maker?.callerId ?? null,
          interval_seconds: INTERVAL_SECONDS,
          asked_at: null,
          created_at: isoNow(clock),
          expires_at: new Date(clock.now() + lifetimeMs).toISOString(),
        });
      });
    },

    /** Makes the key of an approved grant and deletes the grant, both or neither. @returns undefined without such a grant */
    async redeem(code: string, challenge: string | null): Promise<MadeKey | undefined> {
      return db.transaction().execute(async (trx) => {
        const workspaceId = await findGrantedWorkspace(trx, sha256(code));
        if (workspaceId === undefined) return undefined;
        // Locks the workspace before the grant, as ending its sessions does: the other order could deadlock.
        await lockWorkspace(trx, workspaceId);
        const grant = await takeGrant(trx, sha256(code), challenge, isoNow(clock));
        if (!grant) return undefined;
        const rights = { ...ALL_RIGHTS, scopes: scopesOf(grant) };
        const made = await keys.create(workspaceId, `social on ${grant.machine}`, {
          trx,
          rights,
          createdBy: grant.approved_by,
        });
        const { id: keyId, name: key, preview: keyPreview } = made.key;
        await appendActivity(trx, {
          workspace_id: workspaceId,
          action: 'command.signed_in',
          platform: null,
          profile_id: null,
          profile_name: '',
          status: 'success',
          metadata: { machine: grant.machine, address: grant.address, keyId, key, keyPreview },
          created_at: isoNow(clock),
        });
        return made;
      });
    },
  };
}

/** Returns the scopes that a command asks for, or gets. */
export function scopesOf({ scopes }: Pick<CommandGrantRow, 'scopes'>): readonly Scope[] {
  return scopes === null ? SCOPES : (JSON.parse(scopes) as Scope[]);
}
