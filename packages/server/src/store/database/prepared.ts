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
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db).compile();
    compiled.set(adapter, query);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
