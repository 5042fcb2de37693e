import type { CompiledQuery } from 'kysely';
import type { Queryable } from '../schema.ts';

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

/**
 * Makes a query that is compiled once per database and number of values, for a condition `in (…)`.
 * @param build builds the query with the given placeholders as the values
 */
export function prepareIn<Row>(
  build: (db: Queryable, placeholders: readonly string[]) => { compile(): CompiledQuery<Row> },
): (db: Queryable, values: readonly string[]) => Promise<Row[]> {
  const ofLength = new Map<number, (db: Queryable, ...values: readonly string[]) => Promise<Row[]>>();
  return (db, values) => {
    const { length } = values;
    const known = ofLength.get(length);
    if (known) return known(db, ...values);
    const made = prepare<readonly string[], Row>((on) => build(on, new Array<string>(length).fill('')));
    ofLength.set(length, made);
    return made(db, ...values);
  };
}
