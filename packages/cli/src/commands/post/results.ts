import { nameAmong } from '@social/post-input';
import type { Input, Output, Schema } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { shortId } from '../../lib/post/post.ts';
import { countersText } from '../../lib/post/report/counters.ts';
import { fetchData } from '../../lib/server/send.ts';
import { countOf, manyLines, oneLine } from '../../lib/text/terminal-text.ts';

export interface ResultsOptions extends Pick<Input<'listCounters'>, 'month' | 'by' | 'limit'> {
  readonly csv?: boolean;
}

/** `social post results`: prints how the posts of a month did, best first, or all of them as CSV. Asks no network. */
export async function listResults(context: Context, { csv, limit = 20, by, month }: ResultsOptions): Promise<void> {
  const client = await context.client();
  const wanted = { month, profile: context.flags.profile };
  if (csv) {
    const text = await fetchData(context, 'reading …', (call) => client.counters.exportCounters(wanted, call));
    context.io.stdout.write(manyLines(text));
    return;
  }
  const table: Output<'listCounters'> = await fetchData(context, 'reading …', (call) =>
    client.counters.listCounters({ ...wanted, by, limit }, call),
  );
  await context.output.data(table, ({ layout, columns }) => {
    if (table.posts.length === 0)
      return `No readings of posts from ${table.month}. Read a post with: social post counters <id>`;
    const nameOf = (row: Pick<Counted, 'platform' | 'target'>) => nameAmong(table.accounts, row);
    const rows = table.posts.map((post) => [
      ...[shortId(post.postId), nameOf(post), countersText(post.counters)],
      oneLine(post.text),
    ]);
    const accounts = table.accounts.map((counted) => describeAccount(counted, nameOf(counted)));
    return [layout.table(['POST', 'PLATFORM', 'COUNTERS', 'TEXT'], rows, columns), '', ...accounts].join('\n');
  });
  if (table.isComplete) return;
  const { month: shown } = table;
  const all = `get all with: social post results --month ${shown} --csv`;
  await context.output.note(
    `Not complete: ${shown} has more readings than this list is made of, the latest ones; ${all}`,
  );
}

type Counted = Output<'listCounters'>['accounts'][number];

function describeAccount({ account, posts, sums }: Counted, name: string): string {
  const numbers = sums.map(({ kind, value }: Schema<'CounterSum'>) => `${kind} ${value}`).join(', ');
  return `${name} ${oneLine(account ?? '')}: ${countOf(posts, 'post')}, ${numbers}`;
}
