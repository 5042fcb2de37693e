import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Schema } from '@social/types';
import type { Clock } from '../../clock.ts';
import { invalid } from '../../errors.ts';
import type { DialectName } from '../../store/dialects.ts';
import { sumCharges } from '../../store/ledger.ts';
import type { Database } from '../../store/schema.ts';
import { type LocalDay, lastLocalDays } from './local-days.ts';

export type Spending = ReturnType<typeof createSpending>;

/** What credits were spent on, day by day. */
export function createSpending({ db, dialect, clock }: { db: Database; dialect: DialectName; clock: Clock }) {
  function daysOf(timeZone: string, count: number): LocalDay[] {
    try {
      return lastLocalDays(timeZone, clock.now(), count);
    } catch {
      throw invalid('timeZone', 'is not the IANA name of a time zone, such as Europe/Berlin');
    }
  }

  return {
    /**
     * Charges of the last days of a zone, today included, the oldest first; a day without charges is there too.
     * @throws AppError invalid_request for a zone that does not exist
     */
    async list(
      workspaceId: string,
      { days, timeZone }: { days: number; timeZone: string },
    ): Promise<Schema<'SpendingList'>['days']> {
      const spending = [];
      for (const { date, start, end } of daysOf(timeZone, days)) {
        const range = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
        const sums = await sumCharges(db, dialect, workspaceId, range);
        const credits = sums.reduce((total, sum) => total + sum.credits, 0);
        const platforms = Object.fromEntries(
          sums.flatMap((sum) => (sum.platform === null ? [] : [[sum.platform, sum.credits]])),
        );
        spending.push({ date, credits, platforms });
        // SQLite keeps everybody waiting while it adds up a day.
        await letOthersRun();
      }
      return spending;
    },
  };
}
