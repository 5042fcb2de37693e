import type { Context } from '../../lib/context.ts';
import type { ExitCode } from '../../lib/exit-codes.ts';
import { findPostId } from '../../lib/post-id.ts';
import { sendWithKey } from '../../lib/send.ts';
import { awaitResults } from './await-results.ts';
import { exitCodeOfPost, printPost } from './result.ts';

/** `social post retry <id>`: sends only the platforms that definitely failed. */
export async function retryPost(
  context: Context,
  given: string,
  options: { readonly key?: string },
): Promise<ExitCode> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const before = await client.posts.getPost({ id }, { signal: context.io.signal });
  const { data, replayed } = await sendWithKey(context, 'publishing what failed …', options.key, (call) =>
    client.posts.retryPost({ id }, call),
  );
  if (replayed) await context.output.note('This retry was already done; nothing was sent again');
  const post = await awaitResults(context, client, data);
  await printPost(context, client, post, Math.max(0, post.credits - before.credits));
  return exitCodeOfPost(post);
}
