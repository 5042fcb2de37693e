import type { Schema, SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { failureOfCheck } from '../failure.ts';
import { fetchData } from '../server/send.ts';
import { countOf } from '../text/terminal-text.ts';
import { withFileChecks } from './input/file-checks.ts';
import type { GivenPost } from './input/given-post.ts';
import { withoutUploads } from './input/media-files.ts';
import { failedPlatforms } from './post.ts';

/**
 * Checks a post on the server. Sends nothing.
 * @param key of the post as it is: the server names what it has published under it
 */
export async function dryRun(
  context: Context,
  client: SocialClient,
  { input, files, fit }: GivenPost,
  key?: string,
): Promise<Schema<'PostPreview'>> {
  // Behind the key is another request where files are uploaded, or a text was cut.
  const isAsSent = key !== undefined && files.size === 0 && fit === undefined;
  try {
    const checked = await fetchData(context, 'checking …', (call) =>
      client.posts.createPost(
        { ...withoutUploads(input, files), dryRun: true },
        isAsSent ? { ...call, idempotencyKey: key } : call,
      ),
    );
    return await withFileChecks(context, client, { input, files }, checked);
  } catch (error) {
    throw failureOfCheck(error);
  }
}

/**
 * Refuses a post that costs more than `maxCredits`. For a post of an earlier run only failed platforms are paid again.
 * @throws {CliError} exit code 5
 */
export async function keepWithin(
  context: Context,
  client: SocialClient,
  given: GivenPost & { readonly key: string },
  maxCredits: number,
): Promise<void> {
  const { posts, drafts = [] } = await client.posts.listPosts({ key: given.key }, { signal: context.io.signal });
  // Nothing is sent while the draft waits.
  if (drafts.length > 0) return;
  const [earlier] = posts;
  const failed = earlier && failedPlatforms(earlier);
  if (failed?.length === 0) return;
  // An existing post was made in time, so its time may have passed; and it has had its slot.
  const input = earlier ? { ...given.input, ifPast: undefined, slot: undefined } : given.input;
  const checked = await dryRun(context, client, { ...given, input });
  const cost = failed
    ? failed.reduce((sum, platform) => sum + (checked.platformResults[platform]?.credits ?? 0), 0)
    : checked.credits;
  if (cost > maxCredits) throw tooExpensive(cost, maxCredits);
}

export function tooExpensive(cost: number, maxCredits: number): CliError {
  return new CliError({
    exitCode: EXIT.creditsOrPlan,
    code: 'max_credits_exceeded',
    message: `It would cost ${countOf(cost, 'credit')}, more than --max-credits ${maxCredits}`,
    hints: ['Nothing was sent.'],
  });
}
