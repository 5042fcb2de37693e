import { findPostId } from '@social/post-input';
import type { Output, Schema } from '@social/sdk';
import type { Target } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { EXIT, type ExitCode, exitCodeOf } from '../../lib/exit-codes.ts';
import { parseTargets, targetOfPost } from '../../lib/post/input/targets.ts';
import { shortId } from '../../lib/post/post.ts';
import { sendWithKey } from '../../lib/server/send.ts';
import { type ConfirmOption, confirm } from '../../lib/terminal/confirm.ts';
import type { View } from '../../lib/terminal/output.ts';
import { countOf, oneLine } from '../../lib/text/terminal-text.ts';

type Unpublished = Output<'unpublishPost'>;
type Removal = Schema<'RemovalResult'>;

/** `social post unpublish <id>`: deletes at the networks what a post has published. */
export async function unpublishPost(
  context: Context,
  given: string,
  options: ConfirmOption & { readonly platform?: readonly string[]; readonly key?: string },
): Promise<ExitCode> {
  const named = options.platform && parseTargets(options.platform, '--platform');
  const client = await context.client();
  const id = await findPostId(client, given, context.io.signal);
  const post = await client.posts.getPost({ id }, { signal: context.io.signal });
  const platforms = named?.map((one) => targetOfPost(one, post.platforms));
  const places = placesOf(post, platforms);
  if (places.length > 0) {
    await confirm(context, `Delete post ${shortId(id)} from ${places.join(', ')}?`, options);
  } else if (platforms?.some((platform) => !post.platforms.includes(platform))) {
    throw usageError(`Post ${shortId(id)} was made for ${post.platforms.join(', ')}`, 'Nothing was deleted.');
  }
  const { data } = await sendWithKey(context, 'deleting …', options.key, (call) =>
    client.posts.unpublishPost({ id, platforms }, call),
  );
  await context.output.data(data, (view) => wordsOf(data, view));
  return exitCode(data);
}

/** Lists the platforms that still have something of a post. */
function placesOf(
  { platforms, platformResults }: Output<'getPost'>,
  asked: readonly Target[] = platforms,
): readonly Target[] {
  return platforms.filter((platform) => {
    const result = platformResults[platform];
    const parts = result ? [...(result.parts ?? [result]), ...(result.comments ?? [])] : [];
    return asked.includes(platform) && parts.some((part) => part.state === 'published' && !part.removedAt);
  });
}

/** 0 when everything is gone, 7 while something is unknown, 3 when some was deleted, else the code of the common reason. */
function exitCode({ ok, results }: Unpublished): ExitCode {
  if (ok) return EXIT.done;
  const all = Object.values(results);
  if (all.some(({ state }) => state === 'unknown' || state === 'removing')) return EXIT.outcomeUnknown;
  if (all.some((result) => result.ok)) return EXIT.someFailed;
  const codes = new Set(all.map(({ code }) => exitCodeOf(code)));
  const [common = EXIT.failed] = codes;
  return codes.size === 1 ? common : EXIT.failed;
}

function wordsOf({ id, credits, outcome, results }: Unpublished, view: View): string {
  const { layout, columns, dot } = view;
  const entries = Object.entries(results);
  const heads = layout.alignColumns(
    entries.map(([platform, result]) => [
      `${symbolOf(result, view)} ${oneLine(platform)}`,
      oneLine(result.state),
      countOf(result.credits, 'credit'),
    ]),
  );
  const lines = entries.flatMap(([, result], index) => [
    heads[index] ?? '',
    ...[oneLine(result.error ?? ''), oneLine(result.url ?? '')]
      .filter((text) => text !== '')
      .flatMap((text) => layout.wrap(text, Math.max(27, columns - 13)))
      .map((line) => `${' '.repeat(13)}${view.color.dim(line)}`),
  ]);
  const gone = entries.filter(([, { ok }]) => ok).length;
  const state = outcome === 'unpublished' ? 'taken back' : `gone from ${gone} of ${entries.length}`;
  return [...lines, `${state} ${dot} ${countOf(credits, 'credit')} spent ${dot} post ${shortId(id)}`].join('\n');
}

function symbolOf({ ok, state }: Removal, view: View): string {
  if (ok) return view.ok;
  return state === 'unknown' || state === 'removing' ? view.waiting : view.failed;
}
