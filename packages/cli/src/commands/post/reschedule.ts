import { findPostId, timeOf } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { shortId } from '../../lib/post/post.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { allowsLocalTime } from '../../lib/terminal/tty.ts';
import { parsePostTime, timeUntil } from '../../lib/text/time.ts';

/** `social post reschedule <id> --at <time>`. */
export async function reschedulePost(
  context: Context,
  given: string,
  options: { readonly at: string; readonly key?: string },
): Promise<void> {
  const { scheduledFor, slot } = timeOf(parsePostTime(options.at, allowsLocalTime(context.io)));
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const { data } = await sendWithKey(context, 'moving …', options.key, (call) =>
    client.posts.updatePost({ id, scheduledFor, slot }, call),
  );
  const when = timeUntil(scheduledFor ?? data.scheduledFor ?? '', context.io.now());
  await context.output.data(data, (style) => `${style.ok} post ${shortId(id)} is now scheduled ${when}`);
}
