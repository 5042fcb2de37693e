import { type KeyedPost, sendablePlatforms } from '@social/post-input';
import type { PlatformId, SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import { oneLine } from '../text/terminal-text.ts';
import { dryRun, tooExpensive } from './dry-run.ts';
import { findByKey } from './find-by-key.ts';
import type { GivenPost } from './input/given-post.ts';
import { failedPlatforms, type Post, type Preview } from './post.ts';
import { onlyFor } from './release/part-of-request.ts';
import { printDryRun } from './report/result.ts';

/** Findings of a check for which nothing is sent. */
export interface Refused {
  readonly refused: Preview;
  /** The text as it was fitted. */
  readonly given: GivenPost;
}

/** Findings for platforms that are left out while the others are sent to. */
export type LeftOut = Preview['platformResults'];

/** Options that decide what is sent. */
export interface SendOptions {
  readonly draft?: boolean;
  readonly continueOnPartial?: boolean;
  readonly maxCredits?: number;
}

/**
 * Checks a post before anything of it is uploaded or sent. Problems do not count for a draft, nor for a post of an earlier run,
 * of which only failed platforms are sent, and paid, again.
 * @throws {CliError} exit code 5 for a post that costs more than `maxCredits`
 */
export async function checkFirst(
  context: Context,
  client: SocialClient,
  given: GivenPost & KeyedPost,
  { draft = false, continueOnPartial = false, maxCredits }: SendOptions,
): Promise<Refused | { readonly given: GivenPost & KeyedPost; readonly leftOut: LeftOut }> {
  const asGiven = { given, leftOut: {} };
  if (draft && maxCredits === undefined) return asGiven;
  const { posts, drafts = [] } = await findByKey(context, client, given.key);
  // Nothing is sent while the draft waits.
  if (drafts.length > 0) return asGiven;
  const [earlier] = posts;
  if (earlier) {
    if (maxCredits !== undefined) await keepRetryWithin(context, client, { given, earlier, maxCredits });
    if (!continueOnPartial) return asGiven;
    // An earlier run may have left platforms out.
    const sent = given.input.platforms.filter((platform) => earlier.platforms.includes(platform));
    return sent.length === 0 ? asGiven : { ...asGiven, given: await narrowed(context, client, given, sent) };
  }
  const checked = await dryRun(context, client, given);
  const { platforms } = given.input;
  const sent = draft ? platforms : sendablePlatforms(checked, platforms, continueOnPartial);
  if (sent.length === 0) return { refused: checked, given };
  if (maxCredits !== undefined) keepWithin(checked, sent, maxCredits);
  return { given: await narrowed(context, client, given, sent), leftOut: leftOutBy(checked, platforms, sent) };
}

async function narrowed<Given extends GivenPost>(
  context: Context,
  client: SocialClient,
  given: Given,
  platforms: readonly PlatformId[],
): Promise<Given> {
  return { ...given, input: await onlyFor(context, client, { given, platforms }) };
}

/** The findings for the platforms that are not sent to. */
export function leftOutBy(
  { platformResults }: Preview,
  platforms: readonly PlatformId[],
  sent: readonly PlatformId[],
): LeftOut {
  const others = platforms.filter((platform) => !sent.includes(platform));
  return Object.fromEntries(
    others.flatMap((platform) => {
      const result = platformResults[platform];
      return result ? [[platform, result]] : [];
    }),
  );
}

/** Prints the findings of a post that is not sent as a dry run does, and what to do. */
export async function tellRefused(
  context: Context,
  { refused, given }: Refused,
): Promise<{ readonly post: Preview; readonly spent: 0 }> {
  await printDryRun(context, refused, given.input.overrides);
  const results = Object.entries(refused.platformResults);
  const bad = results.flatMap(([platform, { ok }]) => (ok ? [] : [platform]));
  const others = bad.length < results.length ? ', or publish to the others with --continue-on-partial' : '';
  await context.output.note(
    `Nothing was sent, because there is a problem with ${bad.join(', ')}: mend it and run it again${others}`,
  );
  return { post: refused, spent: 0 };
}

/** Says which platforms are left out, and why. */
export async function tellLeftOut({ output }: Context, leftOut: LeftOut): Promise<void> {
  for (const [platform, { error }] of Object.entries(leftOut)) {
    await output.note(`Leaving out ${platform}: ${oneLine(error ?? 'it has a problem')}`);
  }
}

async function keepRetryWithin(
  context: Context,
  client: SocialClient,
  { given, earlier, maxCredits }: { given: GivenPost; earlier: Post; maxCredits: number },
): Promise<void> {
  const failed = failedPlatforms(earlier);
  if (failed.length === 0) return;
  // The post was made in time, so its time may have passed; and it has had its slot.
  const input = { ...given.input, ifPast: undefined, slot: undefined };
  keepWithin(await dryRun(context, client, { ...given, input }), failed, maxCredits);
}

/** Refuses to pay more for these platforms. @throws {CliError} exit code 5 */
export function keepWithin({ platformResults }: Preview, platforms: readonly PlatformId[], maxCredits: number): void {
  const cost = platforms.reduce((sum, platform) => sum + (platformResults[platform]?.credits ?? 0), 0);
  if (cost > maxCredits) throw tooExpensive(cost, maxCredits);
}
