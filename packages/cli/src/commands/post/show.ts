import { findPostId } from '@social/post-input';
import type { Output, Schema, SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { printPost } from '../../lib/post/report/result.ts';
import { fetchData } from '../../lib/server/send.ts';
import { manyLines, oneLine } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

type Timeline = Output<'listPostEvents'>;

/** `social post show <id>`: prints post and timeline; as JSON the post, or with `--timeline` the timeline. */
export async function showPost(
  context: Context,
  given: string,
  options: { readonly timeline?: boolean },
): Promise<void> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  if (options.timeline) return printTimeline(context, await readTimeline(context, client, id));
  const post = await fetchData(context, 'reading …', (call) => client.posts.getPost({ id }, call));
  if (context.output.isJson) return printPost(context, client, post);
  const timeline = await readTimeline(context, client, id);
  context.io.stdout.write(`${manyLines(post.text)}\n\n`);
  await printPost(context, client, post);
  context.io.stdout.write('\n');
  await printTimeline(context, timeline);
}

function readTimeline(context: Context, client: SocialClient, id: string): Promise<Timeline> {
  return fetchData(context, 'reading …', (call) => client.posts.listPostEvents({ id }, call));
}

async function printTimeline({ output }: Context, timeline: Timeline): Promise<void> {
  await output.data(timeline, ({ layout, columns }) => {
    if (timeline.events.length === 0) return 'Nothing is recorded about this post';
    const rows = timeline.events.map((event) => [
      timeOf(event.at),
      `${placeOf(event, timeline)}${event.part === undefined ? '' : ` (part ${event.part})`}`,
      event.attempt !== undefined && event.attempt > 1 ? `${event.kind} (attempt ${event.attempt})` : event.kind,
      oneLine(detailOf(event)),
    ]);
    return layout.table(['WHEN', 'WHERE', 'WHAT', ''], rows, columns);
  });
}

/** Where a step happened: the platform, with the account where the post went to several. */
function placeOf({ platform, target }: Schema<'PostEvent'>, { events }: Timeline): string {
  if (platform === null) return 'post';
  const isShared = events.some((other) => other.platform === platform && other.target !== target);
  return oneLine(isShared && target !== undefined ? `${platform}:${target}` : platform);
}

/** Local time with seconds, because steps follow each other quickly. */
function timeOf(iso: string): string {
  const seconds = new Date(iso).getSeconds();
  return Number.isNaN(seconds) ? '' : `${localTime(iso)}:${String(seconds).padStart(2, '0')}`;
}

function detailOf({ scheduledFor, nextAttemptAt, error, url }: Schema<'PostEvent'>): string {
  const parts = [
    scheduledFor === undefined ? '' : `for ${localTime(scheduledFor)}`,
    nextAttemptAt === undefined ? '' : `again at ${localTime(nextAttemptAt)}`,
    error ?? url ?? '',
  ];
  return parts.filter((part) => part !== '').join('; ');
}
