// The library's main file would load its limiters for every kind of database.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js';
import RateLimiterPostgres from 'rate-limiter-flexible/lib/RateLimiterPostgres.js';
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js';
import { dialectOf } from '../../store/database/dialects.ts';
import { countingClient } from '../../store/rate-limits.ts';
import type { Database } from '../../store/schema.ts';

/** Limit of a limiter: points per key, from the first one on for a number of seconds. */
export interface Limit {
  readonly points: number;
  readonly duration: number;
  /** Count from which a key is refused in any case, if that is not every count above `points`. */
  readonly refuseAbove?: number;
}

/** State of a key after it was counted. */
export interface Count {
  readonly consumedPoints: number;
  readonly remainingPoints: number;
  readonly msBeforeNext: number;
}

export interface Limiter {
  /** Name of the quota in a refusal. */
  readonly name: string;
  readonly points: number;
  count(key: string): Promise<Count>;
  takeBack(key: string): Promise<void>;
}

/** Makes a limiter. @param name tells its keys from those of other limiters */
export type MakeLimiter = (name: string, limit: Limit) => Limiter;

/**
 * Returns a function that makes limiters. On Postgres, which several servers may share, they count in the database, and in memory
 * while it cannot be asked. On SQLite, which one process serves, they count in memory.
 */
export function createLimiters(db: Database): MakeLimiter {
  if (dialectOf(db) === 'sqlite')
    return (name, limit) => limiterOf(name, new RateLimiterMemory(memoryOptions(name, limit)));
  const storeClient = countingClient(db);
  return (name, limit) => {
    const options = memoryOptions(name, limit);
    return limiterOf(
      name,
      new RateLimiterPostgres({
        ...options,
        storeClient,
        storeType: 'client',
        tableName: 'rate_limit',
        // A migration makes the table, and maintenance deletes what has ended.
        tableCreated: true,
        clearExpiredByTimeout: false,
        // A key that is refused anyway costs no more statements until its time is over.
        inMemoryBlockOnConsumed: (limit.refuseAbove ?? limit.points) + 1,
        insuranceLimiter: new RateLimiterMemory(options),
      }),
    );
  };
}

function memoryOptions(name: string, { points, duration }: Limit) {
  return { keyPrefix: name, points, duration };
}

function limiterOf(name: string, limiter: RateLimiterMemory | RateLimiterPostgres): Limiter {
  const longest = limiter.duration * 1_000;
  return {
    name,
    points: limiter.points,
    async count(key) {
      const count = await limiter.consume(key).catch(countOf);
      // Clocks of servers differ; no wait is longer than the whole limit.
      return count.msBeforeNext <= longest ? count : { ...count, msBeforeNext: longest };
    },
    takeBack: async (key) => void (await limiter.reward(key)),
  };
}

function countOf(rejected: unknown): Count {
  if (!(rejected instanceof RateLimiterRes)) throw rejected;
  // A key that memory refuses has no count: it was not looked up.
  const { remainingPoints, msBeforeNext, consumedPoints } = rejected;
  return { remainingPoints, msBeforeNext, consumedPoints: consumedPoints || Number.POSITIVE_INFINITY };
}
