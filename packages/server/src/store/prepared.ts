import type { CompiledQuery } from 'kysely';
import type { Queryable } from './schema.ts';

/**
 * A query that is built and compiled once per database and then only gets its parameters, in the order in which the SQL
 * names them. For what every request asks: building the same SQL each time costs more than running it.
 * @param build uses any values of the right type in the places of the parameters
 */
export function prepare<Parameters extends readonly unknown[], Row>(
  build: (db: Queryable) => { compile(): CompiledQuery<Row> },
): (db: Queryable, ...parameters: Parameters) => Promise<Row[]> {
  // A transaction shares the adapter of its database.
  const compiled = new WeakMap<object, CompiledQuery<Row>>();
  return async (db, ...parameters) => {
    const { adapter } = db.getExecutor();
    const query = compiled.get(adapter) ?? build(db).compile();
    compiled.set(adapter, query);
    const { rows } = await db.executeQuery<Row>({ ...query, parameters });
    return rows;
  };
}
