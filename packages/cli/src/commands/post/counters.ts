import { findPostId, nameAmong } from '@social/post-input';
import type { Output, Schema } from '@social/sdk';
import { withNetwork } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { countersText } from '../../lib/post/report/counters.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social post counters <id>`: prints what the networks count about a post. With `--refresh` asks them now, also those that charge for it. */
export async function showCounters(
  context: Context,
  given: string,
  options: { readonly refresh?: boolean },
): Promise<void> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const { getPostCounters, refreshPostCounters } = client.counters;
  const read = options.refresh ? refreshPostCounters : getPostCounters;
  const counters: Output<'getPostCounters'> = await fetchData(context, 'asking the networks …', (call) =>
    read({ id }, call),
  );
  await context.output.data(counters, ({ layout, columns }) => {
    if (counters.readings.length === 0) return 'The post is not published on any platform';
    const rows = counters.readings.map((reading) => rowOf(reading, nameAmong(counters.readings, reading)));
    const table = layout.table(['PLATFORM', 'ACCOUNT', 'COUNTERS', 'READ'], rows, columns);
    const notes = counters.readings.flatMap(({ platform, note }) => (note ? [`${platform}: ${oneLine(note)}`] : []));
    return [table, ...notes].join('\n');
  });
}

function rowOf({ network, account, counters, readAt }: Schema<'CounterReading'>, name: string): string[] {
  return [
    withNetwork(name, network),
    oneLine(account ?? ''),
    countersText(counters),
    readAt === null ? 'never' : localTime(readAt),
  ];
}
