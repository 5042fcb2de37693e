import { findPostId } from '@social/post-input';
import type { Context } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { failedPlatforms, type Post } from '../../lib/post/post.ts';
import { awaitResults } from '../../lib/post/report/await-results.ts';
import { exitCodeOfPost, nextStep, printPost } from '../../lib/post/report/result.ts';
import { sendWithKey } from '../../lib/server/send.ts';

/** Refuses a post with unknown outcomes and no failures: the user resolves those. @throws {CliError} exit code 7 */
function refuseUnknown(post: Post): void {
  const unknown = post.platforms.filter((platform) => post.platformResults[platform]?.state === 'unknown');
  if (unknown.length === 0 || failedPlatforms(post).length > 0) return;
  throw new CliError({
    exitCode: EXIT.outcomeUnknown,
    code: 'outcome_unknown',
    message: `The outcome on ${unknown.join(', ')} is unknown: it may be published there, and is not sent again`,
    hints: unknown.map((platform) => nextStep({ ok: false, state: 'unknown', credits: 0 }, platform, String(post.id))),
  });
}

/** `social post retry <id>`: sends only the platforms that definitely failed. */
export async function retryPost(
  context: Context,
  given: string,
  options: { readonly key?: string },
): Promise<ExitCode> {
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const before = await client.posts.getPost({ id }, { signal: context.io.signal });
  refuseUnknown(before);
  const { data, replayed } = await sendWithKey(context, 'publishing what failed …', options.key, (call) =>
    client.posts.retryPost({ id }, call),
  );
  if (replayed) await context.output.note('This retry was already done; nothing was sent again');
  const post = await awaitResults(context, client, data);
  await printPost(context, client, post, Math.max(0, post.credits - before.credits));
  return exitCodeOfPost(post);
}
