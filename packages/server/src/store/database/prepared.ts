import type { CompiledQuery, Insertable } from 'kysely';
import type { Queryable, Tables } from '../schema.ts';
import { dialectOf } from './dialects.ts';
import { giveName } from './named-statements.ts';

type Build<Row> = (db: Queryable) => { compile(): CompiledQuery<Row> };

/** Compiled queries per database, each by its shape. A transaction shares the adapter of its database. */
type Compiled<Row> = WeakMap<object, Map<string, CompiledQuery<Row>>>;

function compileOnce<Row>(
  compiled: Compiled<Row>,
  db: Queryable,
  shape: string,
  build: Build<Row>,
): CompiledQuery<Row> {
  const { adapter } = db.getExecutor();
  const known = compiled.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
  compiled.set(adapter, known);
  const query = known.get(shape) ?? build(db).compile();
  if (!known.has(shape) && dialectOf(db) === 'postgres') giveName(query.sql);
  known.set(shape, query);
  return query;
}

/**
 * Makes a query that is compiled once per database, and that Postgres parses and plans once per connection. Use it for queries of every
 * request: building the SQL costs more than running it. It must list its columns, and the parameters are passed in the order in which
 * the SQL names them.
 * @param build builds the query with any values of the right types in place of the parameters
 */
export function prepare<Parameters extends readonly unknown[], Row>(
  build: Build<Row>,
): (db: Queryable, ...parameters: Parameters) => Promise<Row[]> {
  const compiled: Compiled<Row> = new WeakMap();
  return async (db, ...parameters) => {
    const query = compileOnce(compiled, db, '', build);
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

/** The same for a query of several shapes, with what builds it for a shape. Use it where the shapes are few. */
export function prepareShapes<Row>(): (
  db: Queryable,
  shape: string,
  parameters: readonly unknown[],
  build: Build<Row>,
) => Promise<Row[]> {
  const compiled: Compiled<Row> = new WeakMap();
  return async (db, shape, parameters, build) => {
    const query = compileOnce(compiled, db, shape, build);
    return (await db.executeQuery<Row>({ ...query, parameters })).rows;
  };
}

const inserts: Compiled<unknown> = new WeakMap();

/** Inserts rows that have the same columns, in one statement that is compiled once per database. */
export async function insertRows<Table extends keyof Tables>(
  db: Queryable,
  table: Table,
  rows: readonly [Insertable<Tables[Table]>, ...Insertable<Tables[Table]>[]],
): Promise<void> {
  const columns = Object.keys(rows[0]);
  const shape = `${table} ${rows.length} ${columns.join()}`;
  const query = compileOnce<unknown>(inserts, db, shape, (on) => on.insertInto(table).values([...rows]));
  const parameters = rows.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
  await db.executeQuery({ ...query, parameters });
}

/**
 * Makes a query that is compiled once per database and number of values, for a condition `in (…)`. Postgres plans it each time: there
 * would be a plan for each number.
 * @param build builds the query with the given placeholders as the values
 */
export function prepareIn<Row>(
  build: (db: Queryable, placeholders: readonly string[]) => { compile(): CompiledQuery<Row> },
): (db: Queryable, values: readonly string[]) => Promise<Row[]> {
  const compiled = new WeakMap<object, Map<number, CompiledQuery<Row>>>();
  return async (db, values) => {
    const { adapter } = db.getExecutor();
    const known = compiled.get(adapter) ?? new Map<number, CompiledQuery<Row>>();
    compiled.set(adapter, known);
    const { length } = values;
    const query = known.get(length) ?? build(db, new Array<string>(length).fill('')).compile();
    known.set(length, query);
    return (await db.executeQuery<Row>({ ...query, parameters: values })).rows;
  };
}

type Words<Line extends string> = Line extends `${infer Word} ${infer Rest}` ? Word | Words<Rest> : Line;

/** Makes a list of columns from lines of their names. */
export function columns<const Lines extends readonly string[]>(...lines: Lines): Words<Lines[number]>[] {
  return lines.flatMap((line) => line.split(' ')) as Words<Lines[number]>[];
}
