import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/send.ts';
import { countOf, oneLine } from '../../lib/terminal-text.ts';
import { localTime } from '../../lib/time.ts';

/** `social usage`. */
export async function showUsage(context: Context): Promise<void> {
  const client = await context.client();
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
