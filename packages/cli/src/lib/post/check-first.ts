import { findProfile, type KeyedPost, type LeftOut, leftOutBy, sendablePlatforms, settled } from '@social/post-input';
import type { SocialClient, Target } from '@social/sdk';
import type { Context } from '../context.ts';
import { nameOfTarget } from '../networks.ts';
import { readConnections } from '../server/connections.ts';
import { oneLine } from '../text/terminal-text.ts';
import { dryRun, tooExpensive, withoutTime } from './dry-run.ts';
import { findByKey } from './find-by-key.ts';
import type { GivenPost } from './input/given-post.ts';
import { failedPlatforms, type Post, type Preview, shortId } from './post.ts';
import { onlyFor } from './release/part-of-request.ts';
import { printDryRun } from './report/result.ts';

/** Findings of a check for which nothing is sent. */
export interface Refused {
  readonly refused: Preview;
  /** The text as it was fitted. */
  readonly given: GivenPost;
}

/** Options that decide what is sent. */
export interface SendOptions {
  readonly draft?: boolean;
  readonly continueOnPartial?: boolean;
  readonly maxCredits?: number;
}

/** A post to send, for the platforms that it may be sent to. */
interface Checked {
  readonly given: GivenPost & KeyedPost;
  readonly leftOut: LeftOut;
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
): Promise<Refused | Checked> {
  const asGiven = { given, leftOut: {} };
  if (draft && maxCredits === undefined) return asGiven;
  const { signal } = context.io;
  const { posts, drafts = [] } = await findByKey(context, client, given.key);
  // Nothing is sent while the draft waits.
  if (drafts.length > 0) return asGiven;
  const [earlier] = posts;
  if (earlier) {
    const read = async () => readConnections(context, (await findProfile(client, given.input.profile, signal)).id);
    const again = await settled(given, [earlier], read);
    if (maxCredits !== undefined) await keepRetryWithin(context, client, { given, earlier, maxCredits });
    return draft ? { given: again, leftOut: {} } : await asEarlier(context, client, again, earlier);
  }
  const checked = await dryRun(context, client, given);
  const { platforms } = given.input;
  const sent = draft ? platforms : sendablePlatforms(checked, platforms, continueOnPartial);
  if (sent.length === 0) return { refused: checked, given };
  if (maxCredits !== undefined) keepWithin(checked, sent, maxCredits);
  const leftOut = leftOutBy(checked, platforms, { sent, otherwise: '' });
  return { given: await narrowed(context, client, given, sent), leftOut };
}

/** The post as an earlier run has sent it, which may have left platforms out. They are left out again: the key has its post. */
async function asEarlier(
  context: Context,
  client: SocialClient,
  given: GivenPost & KeyedPost,
  { id, platforms: sent }: Post,
): Promise<Checked> {
  const { platforms } = given.input;
  const missing = platforms.filter((platform) => !sent.includes(platform));
  if (missing.length === 0 || missing.length === platforms.length) return { given, leftOut: {} };
  const otherwise = `the earlier post ${shortId(String(id))} was made without it`;
  // All of it: the server may refuse a check of platforms that the plan lacks, which are left out here.
  const checked = await dryRun(context, client, withoutTime(given));
  const leftOut = leftOutBy(checked, missing, { sent, otherwise });
  const rest = platforms.filter((platform) => sent.includes(platform));
  return { given: await narrowed(context, client, given, rest), leftOut };
}

async function narrowed<Given extends GivenPost>(
  context: Context,
  client: SocialClient,
  given: Given,
  platforms: readonly Target[],
): Promise<Given> {
  return { ...given, input: await onlyFor(context, client, { given, platforms }) };
}

/** Prints the findings of a post that is not sent as a dry run does, and what to do. */
export async function tellRefused(
  context: Context,
  { refused, given }: Refused,
): Promise<{ readonly post: Preview; readonly spent: 0 }> {
  await printDryRun(context, refused, given.input.overrides);
  const results = Object.entries(refused.platformResults);
  const bad = results.flatMap(([platform, { ok }]) => (ok ? [] : [nameOfTarget(platform)]));
  const others = bad.length < results.length ? ', or publish to the others with --continue-on-partial' : '';
  await context.output.note(
    `Nothing was sent, because there is a problem with ${bad.join(', ')}: fix it and run again${others}`,
  );
  return { post: refused, spent: 0 };
}

/**
 * Says which platforms are left out, why, and what sends to them.
 * @param how the end of that sentence
 */
export async function tellLeftOut({ output }: Context, leftOut: LeftOut, how: string): Promise<void> {
  const platforms = Object.keys(leftOut);
  for (const [platform, { error }] of Object.entries(leftOut)) {
    await output.note(`Leaving out ${nameOfTarget(platform)}: ${oneLine(error || 'it has a problem')}`);
  }
  if (platforms.length > 0) await output.note(`To post there too, fix it and run again${how}`);
}

async function keepRetryWithin(
  context: Context,
  client: SocialClient,
  { given, earlier, maxCredits }: { given: GivenPost; earlier: Post; maxCredits: number },
): Promise<void> {
  const failed = failedPlatforms(earlier);
  if (failed.length === 0) return;
  keepWithin(await dryRun(context, client, withoutTime(given)), failed, maxCredits);
}

/** Refuses to pay more for these platforms. @throws {CliError} exit code 5 */
export function keepWithin({ platformResults }: Preview, platforms: readonly Target[], maxCredits: number): void {
  const cost = platforms.reduce((sum, platform) => sum + (platformResults[platform]?.credits ?? 0), 0);
  if (cost > maxCredits) throw tooExpensive(cost, maxCredits);
}
