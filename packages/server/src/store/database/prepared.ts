import type { CompiledQuery, Insertable } from 'kysely';
import type { Queryable, Tables } from '../schema.ts';

/**
 * Makes a query that is compiled once per database. Use it for queries of every request: building the SQL costs more than
 * running it. The parameters are passed in the order in which the SQL names them.
 * @param build builds the query with any values of the right types in place of the parameters
 */
export function prepare<Parameters extends readonly unknown[], Row>(
  build: (db: Queryable) => { compile(): CompiledQuery<Row> },
): (db: Queryable, ...parameters: Parameters) => Promise<Row[]> {
  // A transaction shares the adapter of its database, so the adapter identifies the database.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...parameters) => {
    const executor = db.getExecutor();
    const known = compiled.get(executor.adapter);
    const query = known ?? build(db).compile();
    if (known === undefined) compiled.set(executor.adapter, query);
    const { rows } = await executor.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}

/** Compiled inserts per database, by table, columns and number of rows. */
const inserts = new WeakMap<object, Map<string, CompiledQuery>>();

/** Inserts rows that have the same columns, in one statement that is compiled once per database. */
export async function insertRows<Table extends keyof Tables>(
  db: Queryable,
  table: Table,
  rows: readonly [Insertable<Tables[Table]>, ...Insertable<Tables[Table]>[]],
): Promise<void> {
  const { adapter } = db.getExecutor();
  const known = inserts.get(adapter) ?? new Map<string, CompiledQuery>();
  inserts.set(adapter, known);
  const columns = Object.keys(rows[0]);
  const name = `${table} ${rows.length} ${columns.join()}`;
  const query =
    known.get(name) ??
    db
      .insertInto(table)
      .values([...rows])
      .compile();
  known.set(name, query);
  const parameters = rows.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
  await db.executeQuery({ ...query, parameters });
}

/**
 * Makes a query that is compiled once per database and shape: what its SQL depends on besides the parameters.
 * @param build builds the query of a shape with any values of the right types in place of the parameters
 */
export function prepareShaped<Shape, Row>(
  build: (db: Queryable, shape: Shape) => { compile(): CompiledQuery<Row> },
): (db: Queryable, shape: Shape, parameters: readonly unknown[]) => Promise<Row[]> {
  const ofShape = new Map<string, (db: Queryable, ...parameters: readonly unknown[]) => Promise<Row[]>>();
  return (db, shape, parameters) => {
    const name = JSON.stringify(shape);
    const run = ofShape.get(name) ?? prepare<readonly unknown[], Row>((on) => build(on, shape));
    ofShape.set(name, run);
    return run(db, ...parameters);
  };
}

/**
 * Makes a query that is compiled once per database and number of values, for a condition `in (…)`.
 * @param build builds the query with the given placeholders as the values
 */
export function prepareIn<Row>(
  build: (db: Queryable, placeholders: readonly string[]) => { compile(): CompiledQuery<Row> },
): (db: Queryable, values: readonly string[]) => Promise<Row[]> {
  const run = prepareShaped<number, Row>((db, length) => build(db, new Array<string>(length).fill('')));
  return (db, values) => run(db, values.length, values);
}
