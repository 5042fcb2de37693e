import type { Context } from '../../lib/context.ts';
import { findPostId } from '../../lib/post-id.ts';
import { sendWithKey } from '../../lib/send.ts';
import { shortId } from './result.ts';

/** `social post cancel <id>`. */
export async function cancelPost(context: Context, given: string, options: { readonly key?: string }): Promise<void> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const { data } = await sendWithKey(context, 'canceling …', options.key, (call) =>
    client.posts.cancelPost({ id }, call),
  );
  await context.output.data(data, (style) => `${style.ok} post ${shortId(id)} is canceled; nothing will be sent`);
}
