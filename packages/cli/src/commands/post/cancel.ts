import { findPostId } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { shortId } from '../../lib/post/post.ts';
import { sendWithKey } from '../../lib/server/send.ts';

/** `social post cancel <id>`. */
export async function cancelPost(context: Context, given: string, options: { readonly key?: string }): Promise<void> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const { data } = await sendWithKey(context, 'canceling …', options.key, (call) =>
    client.posts.cancelPost({ id }, call),
  );
  await context.output.data(data, (style) => `${style.ok} post ${shortId(id)} is canceled; nothing will be sent`);
}
