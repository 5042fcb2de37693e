import type { Keyring, SecretPlace } from '../secrets.ts';
import type { ConnectionRow } from '../store/connections.ts';
import type { OauthFlowRow } from '../store/oauth-flows.ts';
import type { Database } from '../store/schema.ts';
import { listConnectionsAfter, listFlows, resealConnection, resealFlow } from '../store/sealed.ts';

const BATCH = 100;

/** What a change of the key came to. */
export interface Rekeyed {
  /** Connections and flows that the first key seals now and did not before. */
  readonly resealed: number;
  /** Those that no key opens: they stay as they are. */
  readonly unreadable: number;
}

/**
 * Seals everything anew with the first key, beside servers that go on working. What was replaced meanwhile is looked at
 * again; a run that was broken off is simply repeated.
 */
export function createRekeying({ db, keyring }: { db: Database; keyring: Keyring }) {
  /** @throws Error when no key opens it */
  function reseal(sealed: string, place: SecretPlace): string {
    return keyring.isCurrent(sealed) ? sealed : keyring.seal(keyring.open(sealed, place), place);
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

  /** One pass; what lost against somebody else's write is left for the next. */
  async function pass(): Promise<Rekeyed & { readonly lost: number }> {
    const counts = { resealed: 0, unreadable: 0, lost: 0 };
    const attempt = async (isCurrent: boolean, work: () => Promise<boolean>) => {
      if (isCurrent) return;
      try {
        counts[(await work()) ? 'resealed' : 'lost'] += 1;
      } catch {
        counts.unreadable += 1;
      }
    };
    const isCurrent = (...values: (string | null)[]) =>
      values.every((value) => value === null || keyring.isCurrent(value));
    for (let last = '', more = true; more; ) {
      const rows = await listConnectionsAfter(db, last, BATCH);
      for (const row of rows) {
        await attempt(isCurrent(row.access_token, row.refresh_token), () => resealOneConnection(row));
      }
      last = rows.at(-1)?.id ?? last;
      more = rows.length === BATCH;
    }
    for (const row of await listFlows(db)) {
      await attempt(isCurrent(row.code_verifier, row.tokens), () => resealOneFlow(row));
    }
    return counts;
  }

  return {
    async run(): Promise<Rekeyed> {
      let resealed = 0;
      for (;;) {
        const { lost, unreadable, ...done } = await pass();
        resealed += done.resealed;
        if (lost === 0) return { resealed, unreadable };
      }
    },
  };
}
