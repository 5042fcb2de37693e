import type { Clock } from '../../clock.ts';
import { isoNow } from '../../clock.ts';
import { faultPoint } from '../../fault-points.ts';
import type { Keyring, SecretPlace } from '../../secrets.ts';
import { type ConnectionRow, updateConnection } from '../../store/connections.ts';
import type { DialectName } from '../../store/dialects.ts';
import { deleteFlow, type OauthFlowRow } from '../../store/oauth-flows.ts';
import type { Database } from '../../store/schema.ts';
import { listConnectionsAfter, listFlows, resealConnection, resealFlow } from '../../store/sealed.ts';
import { markForReconnect } from './reconnection.ts';

const BATCH = 100;

/** Told from a database that fails, which must not cost anybody an account. */
class UnreadableError extends Error {}

/** What a change of the key came to. */
export interface Rekeyed {
  /** Connections and flows that the first key seals now and did not before. */
  readonly resealed: number;
  /** Connections that no key opens: left as they are, or given up where that was asked for. */
  readonly unreadable: number;
}

/**
 * Seals everything anew with the first key, beside servers that go on working. What was replaced meanwhile is looked at
 * again; a run that was broken off is simply repeated.
 * @param deps `givesUp`: connections that no key opens have to be connected again
 */
export function createRekeying(deps: {
  db: Database;
  dialect: DialectName;
  clock: Clock;
  keyring: Keyring;
  givesUp: boolean;
}) {
  const { db, dialect, clock, keyring, givesUp } = deps;

  /** @throws UnreadableError when no key opens it */
  function reseal(sealed: string, place: SecretPlace): string {
    if (keyring.isCurrent(sealed)) return sealed;
    return keyring.seal(openOrRefuse(sealed, place), place);
  }

  function openOrRefuse(sealed: string, place: SecretPlace): string {
    try {
      return keyring.open(sealed, place);
    } catch (cause) {
      throw new UnreadableError('no key opens it', { cause });
    }
  }

  async function resealOneConnection(row: ConnectionRow): Promise<boolean> {
    const place = (column: string) => ({ table: 'connection', row: row.id, column });
    const { access_token: access, refresh_token: refresh } = row;
    return resealConnection(db, row, {
      access_token: reseal(access, place('access_token')),
      refresh_token: refresh === null ? null : reseal(refresh, place('refresh_token')),
    });
  }

  async function resealOneFlow(row: OauthFlowRow): Promise<boolean> {
    const place = (column: string) => ({ table: 'oauth_flow', row: row.id, column });
    const { code_verifier: verifier, tokens } = row;
    return resealFlow(db, row, {
      code_verifier: reseal(verifier, place('code_verifier')),
      tokens: tokens === null ? null : reseal(tokens, place('tokens')),
    });
  }

  /** False: its tokens were replaced since they were read. */
  function giveUp(row: ConnectionRow): Promise<boolean> {
    const at = isoNow(clock);
    return db.transaction().execute(async (trx) => {
      await markForReconnect(trx, dialect, row, { reason: 'tokens_unreadable', at });
      return updateConnection(trx, row, {
        access_token: keyring.seal('', { table: 'connection', row: row.id, column: 'access_token' }),
        refresh_token: null,
        token_version: row.token_version + 1,
        updated_at: at,
      });
    });
  }

  /** One pass; what lost against somebody else's write is left for the next. */
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
    for (const row of await listFlows(db)) {
      if (isCurrent(row.code_verifier, row.tokens)) continue;
      // A flow lives for minutes, and its browser can begin another.
      await attempt(
        () => resealOneFlow(row),
        () => deleteFlow(db, row.id),
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
