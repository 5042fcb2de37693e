import type { DBAdapter, DBTransactionAdapter, Where } from 'better-auth/adapters';
import { sha256 } from '../../secrets.ts';

/** The library's access to the database, inside or outside a transaction. */
type Adapter = DBTransactionAdapter;

/**
 * Stores only the SHA-256 of a session's token, so that a copy of the database opens no session, even with the key that
 * signs the cookies. The library still gets the token it asked for.
 */
export function withHashedSessions(adapter: DBAdapter): DBAdapter {
  return {
    ...adapter,
    ...hashing(adapter),
    transaction: (work) => adapter.transaction((trx) => work({ ...trx, ...hashing(trx) })),
  };
}

function hashing(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: async (query) => {
      const { token } = query.data as { token?: unknown };
      if (query.model !== 'session' || typeof token !== 'string') return adapter.create(query);
      return { ...(await adapter.create({ ...query, data: { ...query.data, token: sha256(token) } })), token };
    },
    findOne: async <Row>(query: Parameters<Adapter['findOne']>[0]) =>
      withToken(query, await adapter.findOne<Row>(hashed(query))),
    findMany: (query) => adapter.findMany(hashed(query)),
    count: (query) => adapter.count(hashed(query)),
    update: async <Row>(query: Parameters<Adapter['update']>[0]) =>
      withToken(query, await adapter.update<Row>(hashed(query))),
    updateMany: (query) => adapter.updateMany(hashed(query)),
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
    consumeOne: async <Row>(query: Parameters<Adapter['consumeOne']>[0]) =>
      withToken(query, await adapter.consumeOne<Row>(hashed(query))),
    incrementOne: async <Row>(query: Parameters<Adapter['incrementOne']>[0]) =>
      withToken(query, await adapter.incrementOne<Row>(hashed(query))),
  };
}

interface Query {
  readonly model: string;
  readonly where?: Where[] | undefined;
}

/** Finds the token by which a query looks up a session. */
function tokenOf({ model, where = [] }: Query): string | undefined {
  const value = model === 'session' ? where.find(({ field }) => field === 'token')?.value : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Puts the queried token back into the row. */
function withToken<Row>(query: Query, row: Row | null): Row | null {
  const token = tokenOf(query);
  return row && token !== undefined ? { ...row, token } : row;
}

function hashed<Given extends Query>(query: Given): Given {
  const { model, where } = query;
  if (model !== 'session' || !where) return query;
  return { ...query, where: where.map(hashedCondition) };
}

function hashedCondition(condition: Where): Where {
  const { field, value } = condition;
  if (field !== 'token' || value === null) return condition;
  const hash = Array.isArray(value) ? value.map((each) => sha256(String(each))) : sha256(String(value));
  return { ...condition, value: hash };
}
