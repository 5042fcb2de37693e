import type { Input } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { parseFilter } from '../../lib/post/input/targets.ts';
import { type Post, shortId } from '../../lib/post/post.ts';
import { symbolOf } from '../../lib/post/report/result.ts';
import { fetchData } from '../../lib/server/send.ts';
import type { Style } from '../../lib/terminal/style.ts';
import { allowsLocalTime } from '../../lib/terminal/tty.ts';
import { parseDuration } from '../../lib/text/duration.ts';
import { quoted } from '../../lib/text/shell.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';
import { localTime, parseAt, timeUntil, utcText } from '../../lib/text/time.ts';

type Filter = Input<'listPosts'>;

export interface ListOptions extends Pick<Filter, 'limit' | 'cursor' | 'status' | 'outcome' | 'result'> {
  readonly platform?: string;
  readonly search?: string;
  readonly label?: string;
  readonly from?: string;
  readonly to?: string;
}

/** `social post list`. Filters by the profile that `--profile` names, not by the stored one. */
export async function listPosts(context: Context, options: ListOptions): Promise<void> {
  const filter: Filter = {
    limit: options.limit ?? 20,
    cursor: options.cursor,
    status: options.status,
    outcome: options.outcome,
    result: options.result,
    platform: options.platform === undefined ? undefined : parseFilter(options.platform),
    profile: context.flags.profile,
    q: options.search,
    label: options.label,
    from: instantOf(context, options.from, '--from'),
    to: instantOf(context, options.to, '--to'),
  };
  const client = await context.client();
  const page = await fetchData(context, 'reading …', (call) => client.posts.listPosts(filter, call));
  await context.output.data(page, ({ layout, columns, ...style }) => {
    if (page.posts.length === 0) return isFiltered(filter) ? 'No such posts' : NONE;
    const rows = page.posts.map((post) => [
      shortId(post.id ?? ''),
      post.held ? 'held' : oneLine(post.outcome),
      post.status === 'scheduled' ? timeUntil(post.scheduledFor ?? '', context.io.now()) : localTime(post.createdAt),
      platformsOf(post, style),
      oneLine([...(post.labels ?? []).map((label) => `[${label}]`), post.text].join(' ')),
    ]);
    const more = page.nextCursor ? `\nMore: ${nextPage(filter, page.nextCursor)}` : '';
    const held = page.posts.some((post) => post.held) ? `\n${HELD}` : '';
    return layout.table(['POST', 'OUTCOME', 'WHEN', 'PLATFORMS', 'TEXT'], rows, columns) + more + held;
  });
}

const NONE = 'No posts yet. Publish one with: social post "Hello" --to profnet';
const HELD =
  'Held posts came back with a backup and may already be published. The others are sent after: social-server release';

/** The instant of a time, or of a span before now. */
function instantOf({ io }: Context, value: string | undefined, flag: string): string | undefined {
  if (value === undefined) return undefined;
  if (/^\d+[a-z]$/i.test(value)) return utcText(new Date(io.now().getTime() - parseDuration(value, flag)));
  return utcText(parseAt(value, allowsLocalTime(io), flag));
}

function isFiltered({ limit: _limit, ...filter }: Filter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The command line for the next page. A cursor needs the filters of its list. */
function nextPage({ limit, cursor: _cursor, q: search, ...filter }: Filter, cursor: string): string {
  const flags = Object.entries({ ...filter, search, ...(limit !== 20 && { limit }), cursor });
  const words = flags.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, oneLine(String(value))]));
  return quoted(['social', 'post', 'list', ...words]);
}

function platformsOf(post: Post, style: Style): string {
  const words = post.platforms.map((platform) => {
    const result = post.platformResults[platform];
    const name = oneLine(platform);
    if (!result) return name;
    return `${name} ${symbolOf(result, style)}`;
  });
  return words.join(' ');
}
