import { type Clock, isoNow } from '../clock.ts';
import { faultPoint } from '../fault-points.ts';
import { newSecret } from '../ids.ts';
import type { Keyring, SecretPlace } from '../secrets.ts';
import {
  type ConnectionRow,
  listConnectionsAfter,
  resealConnection,
  updateConnection,
} from '../store/connections/connections.ts';
import {
  deleteNetworkApp,
  listNetworkApps,
  type NetworkAppRow,
  resealNetworkApp,
} from '../store/connections/network-apps.ts';
import { deleteFlow, listFlows, type OauthFlowRow, resealFlow } from '../store/connections/oauth-flows.ts';
import { inLockedWorkspace } from '../store/database/locks.ts';
import type { Database } from '../store/schema.ts';
import { cancelDeliveries } from '../store/webhooks/webhook-deliveries.ts';
import {
  listAllEndpoints,
  resealEndpoint,
  syncEventKinds,
  type WebhookEndpointRow,
} from '../store/webhooks/webhook-endpoints.ts';
import { markForReconnect } from './connections/connection-records.ts';
import { networkAppPlace } from './connections/network-apps.ts';

const BATCH = 100;
const UNREADABLE =
  'its secret was lost with the key of the server; rotate it, then switch it on with the status active';

/** No key opens a value. Distinct from failures of the database, after which connections must stay as they are. */
class UnreadableError extends Error {}

/** Result of a change of the key. */
export interface Rekeyed {
  /** Number of connections, flows and apps that were sealed again with the first key. */
  readonly resealed: number;
  /** Number of connections and webhook endpoints that no key opens; they are left as they are, or given up where the caller asked for it. */
  readonly unreadable: number;
}

/**
 * Seals every secret again with the first key while servers keep working. Rows that change meanwhile are read again; an
 * interrupted run can be repeated.
 * @param deps with `givesUp`, connections that no key opens are marked for reconnecting
 */
export function createRekeying(deps: { db: Database; clock: Clock; keyring: Keyring; givesUp: boolean }) {
  const { db, clock, keyring, givesUp } = deps;

  /** @throws UnreadableError when no key opens the value */
  function reseal<Sealed extends string | null>(sealed: Sealed, place: SecretPlace): string | Sealed {
    if (sealed === null || keyring.isCurrent(sealed)) return sealed;
    try {
      return keyring.seal(keyring.open(sealed, place), place);
    } catch (cause) {
      throw new UnreadableError('no key opens the value', { cause });
    }
  }

  async function resealOneConnection(row: ConnectionRow): Promise<boolean> {
    const place = (column: string) => ({ table: 'connection', row: row.id, column });
    return resealConnection(db, row, {
      access_token: reseal(row.access_token, place('access_token')),
      refresh_token: reseal(row.refresh_token, place('refresh_token')),
    });
  }

  async function resealOneFlow(row: OauthFlowRow): Promise<boolean> {
    const place = (column: string) => ({ table: 'oauth_flow', row: row.id, column });
    return resealFlow(db, row, {
      code_verifier: reseal(row.code_verifier, place('code_verifier')),
      tokens: reseal(row.tokens, place('tokens')),
    });
  }

  async function resealOneApp(row: NetworkAppRow): Promise<boolean> {
    return resealNetworkApp(db, row, reseal(row.client_secret, networkAppPlace(row.id)));
  }

  async function resealOneEndpoint(row: WebhookEndpointRow): Promise<boolean> {
    const place = (column: string) => ({ table: 'webhook_endpoint', row: row.id, column });
    return resealEndpoint(db, row, {
      secret: reseal(row.secret, place('secret')),
      previous_secret: reseal(row.previous_secret, place('previous_secret')),
    });
  }

  /**
   * Gives an endpoint a secret that nobody knows, and switches it off until its user rotates that.
   * @returns false when its secret was replaced since it was read
   */
  function giveUpEndpoint(row: WebhookEndpointRow): Promise<boolean> {
    const { id, workspace_id: workspaceId } = row;
    const at = isoNow(clock);
    return inLockedWorkspace(db, workspaceId, async (trx) => {
      const isGivenUp = await resealEndpoint(trx, row, {
        ...{ status: 'disabled', status_reason: UNREADABLE, previous_secret: null, previous_until: null },
        secret: keyring.seal(`whsec_${newSecret()}`, { table: 'webhook_endpoint', row: id, column: 'secret' }),
        updated_at: at,
      });
      if (!isGivenUp) return false;
      await cancelDeliveries(trx, id);
      await syncEventKinds(trx, workspaceId, at);
      return true;
    });
  }

  /** Marks a connection for reconnecting and deletes its tokens. @returns false when its tokens were replaced since it was read */
  function giveUp(row: ConnectionRow): Promise<boolean> {
    const at = isoNow(clock);
    return db.transaction().execute(async (trx) => {
      await markForReconnect(trx, row, { reason: 'tokens_unreadable', at });
      return updateConnection(trx, row, {
        access_token: keyring.seal('', { table: 'connection', row: row.id, column: 'access_token' }),
        refresh_token: null,
        token_version: row.token_version + 1,
        updated_at: at,
      });
    });
  }

  /** Reads every row once. Rows that another process changed meanwhile are counted as lost and left for the next pass. */
  async function pass(): Promise<Rekeyed & { readonly lost: number }> {
    const counts = { resealed: 0, unreadable: 0, lost: 0 };
    const attempt = async (work: () => Promise<boolean>, giveUpRow: () => Promise<void>) => {
      try {
        counts[(await work()) ? 'resealed' : 'lost'] += 1;
        faultPoint('after-reseal');
      } catch (error) {
        if (!(error instanceof UnreadableError)) throw error;
        await giveUpRow();
      }
    };
    const isCurrent = (...values: (string | null)[]) =>
      values.every((value) => value === null || keyring.isCurrent(value));
    for (let last = '', more = true; more; ) {
      const rows = await listConnectionsAfter(db, last, BATCH);
      for (const row of rows) {
        if (isCurrent(row.access_token, row.refresh_token)) continue;
        await attempt(
          () => resealOneConnection(row),
          async () => {
            const isLost = givesUp && !(await giveUp(row));
            counts[isLost ? 'lost' : 'unreadable'] += 1;
          },
        );
      }
      last = rows.at(-1)?.id ?? last;
      more = rows.length === BATCH;
    }
    for (const row of await listAllEndpoints(db)) {
      if (isCurrent(row.secret, row.previous_secret)) continue;
      await attempt(
        () => resealOneEndpoint(row),
        async () => {
          const isLost = givesUp && !(await giveUpEndpoint(row));
          counts[isLost ? 'lost' : 'unreadable'] += 1;
        },
      );
    }
    for (const row of await listFlows(db)) {
      if (isCurrent(row.code_verifier, row.tokens)) continue;
      // An unreadable flow is deleted: it lasts minutes, and its browser can begin another.
      await attempt(
        () => resealOneFlow(row),
        () => deleteFlow(db, row.id),
      );
    }
    for (const row of await listNetworkApps(db)) {
      if (isCurrent(row.client_secret)) continue;
      // An unreadable app is deleted: the next sign-in registers another.
      await attempt(
        () => resealOneApp(row),
        () => deleteNetworkApp(db, row),
      );
    }
    return counts;
  }

  return {
    async run(): Promise<Rekeyed> {
      let [resealed, givenUp] = [0, 0];
      for (;;) {
        const { lost, unreadable, ...done } = await pass();
        resealed += done.resealed;
        givenUp += givesUp ? unreadable : 0;
        if (lost === 0) return { resealed, unreadable: givesUp ? givenUp : unreadable };
      }
    },
  };
}
