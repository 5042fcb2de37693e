import { type Clock, systemClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';
import type { AccountOf } from '../../media/keep/account.ts';
import type { Quotas } from './plans.ts';

/** Quotas of what is used while something is under way, in this process. */
export type Budget = 'answerBytes' | 'temporaryBytes' | 'workerSeconds';

interface Kind {
  /** What everybody may use of this process together. */
  readonly together: number;
  /** Time after which use no longer counts; null when it counts until it is given back. */
  readonly spanMs: number | null;
  /** Follows the limit in a message. */
  readonly what: string;
  readonly retryAfterMs: number;
}

const SPAN_MS = 10 * 60_000;

const KINDS: Readonly<Record<Budget, Kind>> = {
  answerBytes: {
    together: 512_000_000,
    spanMs: null,
    what: 'bytes of answers are still unread; read them first. Nothing was done',
    retryAfterMs: 1_000,
  },
  temporaryBytes: {
    together: 16 * 1024 ** 3,
    spanMs: null,
    what: 'bytes of fetched files are stored while posts are sent; try again in a minute',
    retryAfterMs: 60_000,
  },
  workerSeconds: {
    together: Number.POSITIVE_INFINITY,
    spanMs: SPAN_MS,
    what: 'seconds of picture resizing were used in the last ten minutes; try again later, or make the picture smaller',
    retryAfterMs: SPAN_MS,
  },
};

/** What an owner uses, from an instant on. */
interface Use {
  amount: number;
  readonly since: number;
}

export type Budgets = ReturnType<typeof createBudgets>;

/**
 * Creates the count of what workspaces, and clients without one, use of this process. SECURITY.md has the table of all limits.
 * @param limits.together replaces what everybody may use together
 */
export function createBudgets({
  clock = systemClock,
  together = {},
}: {
  clock?: Pick<Clock, 'elapsed'>;
  together?: Partial<Record<Budget, number>>;
} = {}) {
  const uses: Readonly<Record<Budget, Map<string, Use>>> = {
    answerBytes: new Map(),
    temporaryBytes: new Map(),
    workerSeconds: new Map(),
  };
  const totals: Record<Budget, number> = { answerBytes: 0, temporaryBytes: 0, workerSeconds: 0 };

  function useOf(budget: Budget, owner: string): Use | undefined {
    const { spanMs } = KINDS[budget];
    const use = uses[budget].get(owner);
    if (use === undefined || spanMs === null || clock.elapsed() - use.since < spanMs) return use;
    uses[budget].delete(owner);
    totals[budget] -= use.amount;
    return undefined;
  }

  return {
    /**
     * Checks that an owner may use more.
     * @param owner a workspace, or a client without one
     * @throws AppError rate_limited for the owner's own limit, unavailable for that of the process
     */
    requireRoom(budget: Budget, owner: string, { quotas, more = 1 }: { quotas: Quotas; more?: number }): void {
      const { what, retryAfterMs, spanMs, ...kind } = KINDS[budget];
      const most = together[budget] ?? kind.together;
      // No workspace uses more than half of the process.
      const limit = Math.min(quotas[budget], most / 2);
      const use = useOf(budget, owner);
      if ((use?.amount ?? 0) + more > limit) {
        const waitMs = use && spanMs !== null ? use.since + spanMs - clock.elapsed() : retryAfterMs;
        const details = { quota: budget, limit };
        throw new AppError('rate_limited', `All ${limit} ${what}`, { details, retryAfterMs: waitMs });
      }
      if (totals[budget] + more <= most) return;
      const message = `The server is at its own limit: ${most} ${what}`;
      throw new AppError('unavailable', message, { details: { quota: budget, limit: most }, retryAfterMs });
    },

    /** Counts what an owner uses. @param amount below 0 to give something back */
    count(budget: Budget, owner: string, amount: number): void {
      const use = useOf(budget, owner) ?? { amount: 0, since: clock.elapsed() };
      use.amount += amount;
      totals[budget] += amount;
      if (KINDS[budget].spanMs !== null) for (const other of uses[budget].keys()) useOf(budget, other);
      if (use.amount > 0) uses[budget].set(owner, use);
      else uses[budget].delete(owner);
    },
  };
}

/** Makes the function that finds the account of an owner for one budget. */
export function accountsOf(
  budget: Budget,
  budgets: Pick<Budgets, 'requireRoom' | 'count'>,
  quotasOf: (owner: string) => Promise<Quotas>,
): AccountOf {
  return async (owner) => {
    const quotas = await quotasOf(owner);
    const count = (amount: number) => budgets.count(budget, owner, amount);
    return {
      count,
      take(amount) {
        budgets.requireRoom(budget, owner, { quotas, more: amount });
        count(amount);
      },
    };
  };
}
