import { randomUUID } from 'node:crypto';
import { queryDatabase } from '../../src/databases/databases.ts';

/** Where the database of a server is. */
export interface Place {
  readonly url: string | undefined;
  readonly dataDir: string;
}

/** What a copy of a row is known by. */
interface Copy {
  readonly id: string;
  /** Instant, in milliseconds. */
  readonly ms: number;
}

/** Columns of a copy that differ, as SQL of the copy's `new_id`, its number `i` from 1 and its instant `new_at` or `new_ms`. */
export type Changed = Readonly<Record<string, string>>;

const AT_ONCE = 5_000;
/** Copies lie this far apart, so that 25 000 of them are the work of three months. */
const APART_MS = 5 * 60_000;

/** Identities for copies of posts: version 7 of RFC 9562, with their instants. */
export function makeCopies(count: number): readonly Copy[] {
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const ms = now - (index + 1) * APART_MS;
    const hex = ms.toString(16).padStart(12, '0');
    return { id: `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`, ms };
  });
}

/** Copies the one row of a table that fits. */
export async function multiply(
  place: Place,
  copies: readonly Copy[],
  { table, where, changed }: { table: string; where: string; changed: Changed },
): Promise<void> {
  const [row] = await queryDatabase(place, `select * from ${table} where ${where} limit 1`);
  if (!row) throw new Error(`${table} has no row where ${where}`);
  const columns = Object.keys(row).map((name) => `"${name}"`);
  const values = Object.keys(row).map((name) => changed[name] ?? `"${name}"`);
  for (let from = 0; from < copies.length; from += AT_ONCE) {
    const list = copies
      .slice(from, from + AT_ONCE)
      .map(({ id, ms }, index) => `('${id}', '${new Date(ms).toISOString()}', ${ms}, ${from + index + 1})`);
    await queryDatabase(
      place,
      `insert into ${table} (${columns.join(', ')})
        with copies (new_id, new_at, new_ms, i) as (values ${list.join(',')})
        select ${values.join(', ')} from (select * from ${table} where ${where} limit 1) as original cross join copies`,
    );
  }
}
