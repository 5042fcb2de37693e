import type { SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social usage`. */
export async function showUsage(context: Context, options: { readonly days?: number }): Promise<void> {
  const client = await context.client();
  if (options.days !== undefined) return showSpending(context, client, options.days);
  const usage = await fetchData(context, 'reading …', (call) => client.usage.getUsage({}, call));
  await context.output.data(usage, ({ columns, layout }) => {
    const { plan, credits, recentTransactions } = usage;
    const held = credits.held > 0 ? `, ${credits.held} held for posts being sent` : '';
    const summary = [
      `Plan ${oneLine(plan.label)} (${plan.price} per month)`,
      `${countOf(credits.available, 'credit')} available${held}; ${credits.used} of ${credits.monthlyAllowance} used`,
      `Reset on ${localTime(credits.resetAt)}`,
    ];
    const rows = recentTransactions.map(({ amount, action, metadata, createdAt }) => {
      const platforms = Array.isArray(metadata['platforms']) ? metadata['platforms'].map(String) : [];
      return [
        localTime(createdAt),
        amount > 0 ? `+${amount}` : String(amount),
        oneLine(action),
        oneLine(platforms.join(', ')),
      ];
    });
    if (rows.length === 0) return summary.join('\n');
    return `${summary.join('\n')}\n\n${layout.table(['WHEN', 'CREDITS', 'FOR', 'PLATFORMS'], rows, columns)}`;
  });
}

/** `social usage --days <n>`: days in the zone of this machine, without those on which nothing was spent. */
async function showSpending(context: Context, client: SocialClient, days: number): Promise<void> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const spending = await fetchData(context, 'reading …', (call) => client.usage.listSpending({ days, timeZone }, call));
  await context.output.data(spending, ({ columns, layout }) => {
    const total = spending.days.reduce((sum, { credits }) => sum + credits, 0);
    const summary = `${countOf(total, 'credit')} in ${countOf(days, 'day')}, ${oneLine(spending.timeZone)}`;
    const spent = spending.days.filter(({ credits }) => credits !== 0).toReversed();
    if (spent.length === 0) return summary;
    const rows = spent.map(({ date, credits, platforms }) => [
      oneLine(date),
      String(credits).padStart(7),
      oneLine(
        Object.entries(platforms)
          .map(([platform, count]) => `${platform} ${count}`)
          .join(', '),
      ),
    ]);
    return `${layout.table(['DAY', 'CREDITS', 'PLATFORMS'], rows, columns)}\n${summary}`;
  });
}
