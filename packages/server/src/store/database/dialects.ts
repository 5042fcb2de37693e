import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../schema.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Dialect that a database, or a transaction on it, speaks. */
export function dialectOf(db: Queryable): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** Text type that sorts by bytes, so that ids and instants have the same order on every database. */
export function sortedText(dialect: DialectName): 'text' | RawBuilder<unknown> {
  return dialect === 'sqlite' ? 'text' : sql`text collate "C"`;
}

/** SQL that reads a text field of the JSON object in a column. Indexes on that field use the same SQL. */
export function textOfJson(dialect: DialectName, column: string, name: string): RawBuilder<string | null> {
  return dialect === 'sqlite'
    ? sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`
    : sql`((${sql.ref(column)}::jsonb) ->> ${sql.lit(name)})`;
}

/** SQL that turns the JSON array in a column into a table with a column `value`. */
export function elementsOfJson(dialect: DialectName, column: string): RawBuilder<unknown> {
  return dialect === 'sqlite'
    ? sql`json_each(${sql.ref(column)})`
    : sql`json_array_elements_text(${sql.ref(column)}::json)`;
}

/** SQL statements that make a table append-only. */
export function forbidChanges(dialect: DialectName, table: string): string[] {
  const message = `${table} is append-only`;
  if (dialect === 'sqlite') {
    return ['update', 'delete'].map(
      (change) =>
        `create trigger ${table}_no_${change} before ${change} on ${table} begin select raise(abort, '${message}'); end`,
    );
  }
  return [
    `create function ${table}_append_only() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
    `create trigger ${table}_no_change before update or delete on ${table} for each row execute function ${table}_append_only()`,
  ];
}

/** SQL statements that make a table run a statement about each row that is inserted, which it names `new`. */
export function afterInsert(dialect: DialectName, table: string, statement: string): string[] {
  if (dialect === 'sqlite')
    return [`create trigger ${table}_inserted after insert on ${table} begin ${statement}; end`];
  return [
    `create function ${table}_inserted() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
    `create trigger ${table}_inserted after insert on ${table} for each row execute function ${table}_inserted()`,
  ];
}
