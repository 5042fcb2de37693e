import { PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../schema.ts';

export type DialectName = 'sqlite' | 'postgres';

/** Dialect that a database, or a transaction on it, speaks. */
export function dialectOf(db: Queryable): DialectName {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
}

/** Parts of a table definition that the databases spell differently. */
export interface TableSyntax {
  readonly dialect: DialectName;
  /** Text that sorts by bytes, so that ids and instants have the same order on every database. */
  readonly sorted: string;
  /** Instant in a table of better-auth. Our own are sorted text. */
  readonly instant: string;
  /** Flag in a table of better-auth. Our own are integers. */
  readonly flag: string;
  readonly bytes: string;
  /** Ends a table that SQLite keeps in the order of its primary key, so that it writes a row to one tree. */
  readonly inOrder: string;
}

const SYNTAX: Readonly<Record<DialectName, Omit<TableSyntax, 'dialect'>>> = {
  sqlite: { sorted: 'text', instant: 'text', flag: 'integer', bytes: 'blob', inOrder: 'without rowid' },
  postgres: { sorted: 'text collate "C"', instant: 'timestamptz', flag: 'boolean', bytes: 'bytea', inOrder: '' },
};

export function syntaxOf(dialect: DialectName): TableSyntax {
  return { dialect, ...SYNTAX[dialect] };
}

/** SQL that reads a text field of the JSON object in a column. Indexes on that field use the same SQL. */
export function textOfJson(dialect: DialectName, column: string, name: string): RawBuilder<string | null> {
  return dialect === 'sqlite'
    ? sql`json_extract(${sql.ref(column)}, ${sql.lit(`$.${name}`)})`
    : sql`((${sql.ref(column)}::jsonb) ->> ${sql.lit(name)})`;
}

/** Statement of a trigger that adds to the stored bytes of a workspace. @param bytes SQL that names the row `new` */
export function countingStored(bytes: string): string {
  return `update workspace set stored_bytes = stored_bytes + ${bytes} where id = new.workspace_id`;
}

/**
 * SQL statements that make a table run a statement about each row that is inserted, which it names `new`.
 * @param when condition of the rows
 */
export function afterInsert(dialect: DialectName, table: string, statement: string, when?: string): string[] {
  if (dialect === 'sqlite') {
    const condition = when === undefined ? '' : `when ${when}`;
    return [`create trigger ${table}_inserted after insert on ${table} ${condition} begin ${statement}; end`];
  }
  const body = when === undefined ? statement : `if ${when} then ${statement}; end if`;
  return [
    `create function ${table}_inserted() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    `create trigger ${table}_inserted after insert on ${table} for each row execute function ${table}_inserted()`,
  ];
}
