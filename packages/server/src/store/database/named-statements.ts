import { createHash, randomUUID } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** Most statements with a name, each of which has a plan in every connection. Further ones have none. */
const MAX_NAMES = 200;
/** Codes of Postgres for a name that a connection does not know, or already has. The statement has not run then. */
const ABOUT_NAMES: readonly string[] = ['26000', '42P05'];
/** Code of Postgres for a statement after one that has failed in the same transaction. */
const TRANSACTION_FAILED = '25P02';

/** Names of statements by their text. A name follows from the text, so that no name ever means two texts. */
const names = new Map<string, string>();

/** Has Postgres parse and plan a statement once per connection. @throws Error for a `*`, whose columns another release may change */
export function giveName(text: string): void {
  if (/(?:select|returning|\.) ?\*/.test(text))
    throw new Error(`a statement with a name must list its columns: ${text}`);
  if (names.has(text) || names.size >= MAX_NAMES) return;
  names.set(text, `s_${createHash('sha256').update(text).digest('base64url').slice(0, 20)}`);
}

/** A pool that uses the names of statements while its connections keep them. */
export class NamingPool implements PostgresPool {
  readonly #pool: Pool;
  readonly #clients = new WeakMap<PoolClient, PostgresPoolClient>();
  #areKept = false;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  get options(): object {
    return this.#pool.options;
  }

  /** Uses names from now on, unless a pooler is between this process and Postgres that does not keep them. */
  async useNames(): Promise<void> {
    const client = await this.#pool.connect();
    try {
      // A pooler gives out numbers of its own.
      const { processID } = client as PoolClient & { readonly processID: number | null };
      this.#areKept = (await backendOf(client)) === processID || (await this.#surviveChange(client));
    } finally {
      client.release();
    }
  }

  /** Returns true when a name was known after a pooler has changed the connection to Postgres. */
  async #surviveChange(client: PoolClient): Promise<boolean> {
    const name = `probe_${randomUUID()}`;
    for (let tries = 0; tries < 5; tries++) {
      const other = await this.#pool.connect();
      try {
        const before = await backendOf(client, name);
        // Takes the connection to Postgres that was used last.
        await other.query('begin');
        await other.query('select 1');
        if ((await backendOf(client, name)) !== before) return true;
      } finally {
        await other.query('rollback').then(
          () => other.release(),
          () => other.release(true),
        );
      }
    }
    return false;
  }

  async connect(): Promise<PostgresPoolClient> {
    const client = await this.#pool.connect();
    const known = this.#clients.get(client);
    if (known) return known;
    const query = (text: string, parameters: readonly unknown[]) => this.#query(client, text, [...parameters]);
    const naming = { query, release: (destroy?: boolean) => client.release(destroy) } as PostgresPoolClient;
    this.#clients.set(client, naming);
    return naming;
  }

  async #query(client: PoolClient, text: string, values: unknown[]): Promise<unknown> {
    const name = this.#areKept ? names.get(text) : undefined;
    if (name === undefined) return client.query(text, values);
    try {
      return await client.query({ name, text, values });
    } catch (error) {
      if (!ABOUT_NAMES.includes(codeOf(error))) throw error;
      // A pooler came between.
      this.#areKept = false;
      return client.query(text, values).catch((again: unknown) => {
        throw codeOf(again) === TRANSACTION_FAILED ? error : again;
      });
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }
}

/** Longest wait for a connection that a pooler may not have. */
const PATIENCE_MS = 1_000;

/** Returns the number of the Postgres process behind a connection. @param name name of the statement; none by default */
async function backendOf(client: PoolClient, name?: string): Promise<number | undefined> {
  const query = { text: 'select pg_backend_pid() as pid where $1', values: [true], query_timeout: PATIENCE_MS };
  const { rows } = await client.query<{ pid: number }>({ ...query, ...(name !== undefined && { name }) });
  return rows[0]?.pid;
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}
