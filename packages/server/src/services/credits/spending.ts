import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { Schema } from '@social/types';
import type { Clock } from '../../clock.ts';
import { invalid } from '../../errors.ts';
import { sumCharges } from '../../store/ledger.ts';
import type { Database } from '../../store/schema.ts';
import type { Viewer } from '../access/rights.ts';
import { type LocalDay, lastLocalDays } from './local-days.ts';

export type Spending = ReturnType<typeof createSpending>;

/** Makes the service for spent credits per day. */
export function createSpending({ db, clock }: { db: Database; clock: Clock }) {
  function daysOf(timeZone: string, count: number): LocalDay[] {
    try {
      return lastLocalDays(timeZone, clock.now(), count);
    } catch {
      throw invalid('timeZone', 'is not the IANA name of a time zone, such as Europe/Berlin');
    }
  }

  return {
    /**
     * Lists the charges of the last days of a zone, including today, oldest first. Days without charges are included.
     * @throws AppError invalid_request for a zone that does not exist
     */
    async list(
      { workspaceId, rights }: Viewer,
      { days, timeZone }: { days: number; timeZone: string },
    ): Promise<Schema<'SpendingList'>['days']> {
      const spending = [];
      for (const { date, start, end } of daysOf(timeZone, days)) {
        const range = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
        const sums = await sumCharges(db, workspaceId, range, rights.profiles);
        const credits = sums.reduce((total, sum) => total + sum.credits, 0);
        const platforms = Object.fromEntries(
          sums.flatMap((sum) => (sum.platform === null ? [] : [[sum.platform, sum.credits]])),
        );
        spending.push({ date, credits, platforms });
        // Summing a day on SQLite blocks this process, so other requests get their chance in between.
        await letOthersRun();
      }
      return spending;
    },
  };
}
