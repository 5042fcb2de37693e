import { outcomeOf } from '@social/rules';
import type { Schema, SocialClient, Target } from '@social/sdk';
import { accountOf, platformOf } from '@social/types';
import { type KeyedPost, type PublishInput, postBehind } from './post-key.ts';
import { type EarlierPost, earlierNames, inOrder, type ReadConnections } from './targets.ts';

type Preview = Pick<Schema<'PostPreview'>, 'status' | 'platformResults'>;

/** Findings for platforms that a publish does not name. */
export type LeftOut = Schema<'PostPreview'>['platformResults'];

/** Problems of text and files, which count for a scheduled post too: until it is due, an account may still be connected. */
const OF_CONTENT: readonly (string | undefined)[] = ['invalid_request', 'media_refused'];

/**
 * The platforms that a publish may name after a dry run: all where none has a problem; none where one has, unless the others may
 * go alone. Then only a platform for which the request is wrong is left out, for which the server may refuse the whole post.
 * Another one fails alone, and is stored as failed, so that it can be tried again.
 * @param platforms the ones to be sent to
 * @param continueOnPartial set when the others may be sent to though some have a problem
 */
export function sendablePlatforms(
  { status, platformResults }: Preview,
  platforms: readonly Target[],
  continueOnPartial: boolean,
): Target[] {
  const ready = platforms.filter((platform) => {
    const { ok, code } = platformResults[platform] ?? {};
    return ok || (status === 'scheduled' && !OF_CONTENT.includes(code));
  });
  if (ready.length === platforms.length) return ready;
  if (!continueOnPartial || ready.length === 0) return [];
  return platforms.filter((platform) => platformResults[platform]?.code !== 'invalid_request');
}

/**
 * The findings for the platforms that are not sent to.
 * @param otherwise why a platform without a problem is not sent to
 */
export function leftOutBy(
  { platformResults }: Pick<Preview, 'platformResults'>,
  platforms: readonly Target[],
  { sent, otherwise }: { readonly sent: readonly Target[]; readonly otherwise: string },
): LeftOut {
  const others = platforms.filter((platform) => !sent.includes(platform));
  return Object.fromEntries(
    others.flatMap((platform) => {
      const result = platformResults[platform];
      if (!result) return [];
      return [[platform, result.ok ? { ...result, ok: false, state: 'problem' as const, error: otherwise } : result]];
    }),
  );
}

/** The post, as a post that was published in part where platforms were left out. Adds their findings. */
export function withLeftOut<Post extends Pick<Schema<'Post'>, 'status' | 'outcome' | 'platformResults'>>(
  post: Post,
  leftOut: LeftOut,
): Post & { readonly leftOut?: LeftOut } {
  if (Object.keys(leftOut).length === 0) return post;
  const failed = Object.fromEntries(Object.keys(leftOut).map((platform) => [platform, { state: 'failed' as const }]));
  const { status, platformResults } = post;
  return { ...post, outcome: outcomeOf({ status, platformResults: { ...failed, ...platformResults } }), leftOut };
}

/** Returns true when a key was refused because its post was made for fewer platforms, as a publish that left some out does. */
export async function isOfFewerPlatforms(
  error: unknown,
  { platforms }: PublishInput,
  { client, signal }: { readonly client: SocialClient; readonly signal: AbortSignal },
): Promise<boolean> {
  const id = postBehind(error);
  if (id === undefined) return false;
  const { platforms: sent } = await client.posts.getPost({ id }, { signal });
  return sent.length < platforms.length && sent.every((platform) => platforms.includes(platform));
}

/** The request for some of its platforms, without the texts and settings of the others. */
export function onlyPlatforms(input: PublishInput, platforms: readonly Target[]): PublishInput {
  if (input.platforms.length === platforms.length && input.platforms.every((one) => platforms.includes(one)))
    return input;
  const isKept = ([id]: [string, unknown]) => platforms.some((one) => one === id);
  return { ...input, platforms: [...platforms], ...perTarget(input, (entries) => entries.filter(isKept)) };
}

/** Changes what a request says of single targets; a field without entries is undefined. */
function perTarget(
  { overrides, settings }: PublishInput,
  change: (entries: [string, unknown][]) => [string, unknown][],
): Pick<PublishInput, 'overrides' | 'settings'> {
  const changed = <Given extends object>(given: Given | undefined): Given | undefined => {
    const entries = change(Object.entries(given ?? {}));
    return entries.length > 0 ? (Object.fromEntries(entries) as Given) : undefined;
  };
  return { overrides: changed(overrides), ...(settings && { settings: changed(settings) }) };
}

/**
 * The post as earlier runs have settled it: with the names that its accounts had then, and with all that `all` and `mastodon:*`
 * meant then.
 */
export async function settled<Given extends Pick<KeyedPost, 'input' | 'typed'>>(
  given: Given,
  earlier: readonly EarlierPost[],
  read: ReadConnections,
): Promise<Given> {
  const { input, typed = [] } = given;
  const names = await earlierNames(input.platforms, earlier, read);
  const renamed = renameTargets(input, names);
  const meantThen = earlier
    .flatMap(({ platforms }) => platforms)
    .filter((one) => typed.includes(`${platformOf(one)}:*`) || (typed.includes('all') && accountOf(one) === null));
  const platforms = inOrder([...renamed.platforms, ...meantThen]);
  return { ...given, input: onlyPlatforms(renamed, platforms) };
}

function renameTargets(input: PublishInput, names: ReadonlyMap<Target, Target>): PublishInput {
  if (names.size === 0) return input;
  const nameOf = (target: Target) => names.get(target) ?? target;
  return {
    ...input,
    platforms: inOrder(input.platforms.map(nameOf)),
    ...perTarget(input, (entries) => entries.map(([target, own]) => [nameOf(target as Target), own])),
  };
}
