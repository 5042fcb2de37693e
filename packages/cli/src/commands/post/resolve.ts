import { findPostId } from '@social/post-input';
import type { Target } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { type NamedTarget, parseTarget, targetOfPost } from '../../lib/post/input/targets.ts';
import { printPost } from '../../lib/post/report/result.ts';
import { sendWithKey } from '../../lib/server/send.ts';

/** `social post resolve <id> <platform>`: records an outcome that only the user can see. */
export async function resolvePost(
  context: Context,
  given: string,
  targetName: string,
  options: {
    readonly published?: string;
    readonly notPublished?: boolean;
    readonly part?: number;
    readonly key?: string;
  },
): Promise<void> {
  if ((options.published === undefined) === (options.notPublished !== true)) {
    throw usageError('Say what you saw on the network: --published ID or --not-published');
  }
  const named = parseTarget(targetName);
  const published = options.published ?? (false as const);
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const platform = targetOfPost(named, await platformsOf(context, id, named));
  const { data } = await sendWithKey(context, 'settling …', options.key, (call) =>
    client.posts.resolvePost({ id, platform, part: options.part, published }, call),
  );
  await printPost(context, client, data);
}

/** The targets of a post where the name of a network leaves open which one is meant. */
async function platformsOf(context: Context, id: string, { network }: NamedTarget): Promise<Target[]> {
  if (network === undefined) return [];
  const client = await context.client();
  return (await client.posts.getPost({ id }, { signal: context.io.signal })).platforms;
}
