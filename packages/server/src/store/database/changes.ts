import { CompiledQuery } from 'kysely';
import { type Clock, isoNow } from '../../clock.ts';
import type { Database } from '../schema.ts';
import { dialectOf } from './dialects.ts';

const READ = CompiledQuery.raw("select total_changes() || ' ' || data_version as changes from pragma_data_version");

/**
 * Reads a text that differs once anything was written to a SQLite database since it was last read, by this process or another.
 * @returns null on Postgres, which has no such count
 * @see https://www.sqlite.org/pragma.html#pragma_data_version
 */
export async function readChanges(db: Database): Promise<string | null> {
  if (dialectOf(db) === 'postgres') return null;
  const { rows } = await db.executeQuery<{ changes: string }>(READ as CompiledQuery<{ changes: string }>);
  return rows[0]?.changes ?? null;
}

/** Lets a job leave out rounds that would find nothing: on SQLite, until something is due or the database changes. */
export class Quiet {
  readonly #db: Database;
  readonly #clock: Clock;
  #read: string | null = null;
  #begun: { readonly changes: string; readonly until: string | null } | null = null;

  constructor({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Returns true when a round would find nothing. Ask before each round. */
  async lasts(): Promise<boolean> {
    // The round itself meets and reports what is wrong with the database.
    this.#read = await readChanges(this.#db).catch(() => null);
    const begun = this.#begun;
    if (begun === null || begun.changes !== this.#read) return false;
    return begun.until === null || isoNow(this.#clock) < begun.until;
  }

  /** Notes that a round has found nothing. @param findUntil finds the instant at which something is due; null when nothing waits */
  async begin(findUntil: () => Promise<string | null> = async () => null): Promise<void> {
    const changes = this.#read;
    this.#begun = changes === null ? null : { changes, until: await findUntil() };
  }
}
