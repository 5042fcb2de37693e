import { findPostId } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { shortId } from '../../lib/post/post.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { oneLine } from '../../lib/text/terminal-text.ts';

/** `social post label <id> [labels...]`. */
export async function labelPost(
  context: Context,
  given: string,
  labels: readonly string[],
  options: { readonly key?: string },
): Promise<void> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const { data } = await sendWithKey(context, 'labeling …', options.key, (call) =>
    client.posts.updatePost({ id, labels: [...labels] }, call),
  );
  const now = data.labels?.map(oneLine).join(', ') ?? 'no label';
  await context.output.data(data, (style) => `${style.ok} post ${shortId(id)} has now: ${now}`);
}
