import { type ActionOptions, actorOf } from '../../lib/actor.ts';
import type { Context } from '../../lib/context.ts';
import { fetchData } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

/** `social microblog timeline`. */
export async function readTimeline(
  context: Context,
  options: ActionOptions & { readonly limit?: number },
): Promise<void> {
  const client = await context.client();
  const actor = await actorOf(context, options.account);
  const timeline = await fetchData(context, 'reading …', (call) =>
    client.microblog.readTimeline({ max_results: options.limit, ...actor }, call),
  );
  await context.output.data(timeline, ({ columns, layout }) => {
    const rows = timeline.tweets.map((one) => [oneLine(one.id), localTime(one.createdAt ?? ''), oneLine(one.text)]);
    return layout.table(['ID', 'WHEN', 'TEXT'], rows, columns);
  });
}
