import type { Context } from '../../lib/context.ts';
import { shortId } from '../../lib/post/post.ts';
import { fetchData } from '../../lib/server/send.ts';
import { allowsLocalTime } from '../../lib/terminal/tty.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { parseAt, utcText } from '../../lib/text/time.ts';

interface ListOptions {
  readonly free?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: number;
}

/** `social slots list`. Times are those of the profile's zone. */
export async function listSlots(context: Context, { free, from, to, limit }: ListOptions): Promise<void> {
  const isLocalAllowed = allowsLocalTime(context.io);
  const instantOf = (flag: string, value: string | undefined) =>
    value === undefined ? undefined : utcText(parseAt(value, isLocalAllowed, flag));
  const filter = { free, limit, from: instantOf('--from', from), to: instantOf('--to', to) };
  const client = await context.client();
  const profile = await context.profile();
  const page = await fetchData(context, 'reading …', (call) => client.slots.listSlots({ ...filter, profile }, call));
  await context.output.data(page, ({ layout, columns }) => {
    const name = oneLine(page.profile);
    if (page.slots.length === 0) {
      return `No such slots. To see the weekly times of profile ${name}: social slots show --profile ${name}`;
    }
    const rows = page.slots.map(({ at, free: isFree, postId }) => [
      dayOf(at),
      at.slice(0, 10),
      at.slice(11, 16),
      isFree ? 'free' : postId === null ? 'past' : `post ${shortId(postId)}`,
    ]);
    return layout.table(['DAY', 'DATE', oneLine(page.timeZone), ''], rows, columns);
  });
}

/** Day of the week of the date that an instant has in its own zone. */
function dayOf(at: string): string {
  return new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${at.slice(0, 10)}Z`));
}
