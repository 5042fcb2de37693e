import type { Context } from '../../lib/context.ts';
import { findPostId } from '../../lib/post-id.ts';
import { fetchData } from '../../lib/send.ts';
import { manyLines } from '../../lib/terminal-text.ts';
import { printPost } from './result.ts';

/** `social post show <id>`. */
export async function showPost(context: Context, given: string): Promise<void> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const post = await fetchData(context, 'reading …', (call) => client.posts.getPost({ id }, call));
  if (!context.output.isJson) context.io.stdout.write(`${manyLines(post.text)}\n\n`);
  await printPost(context, client, post);
}
