import type { SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { EXIT } from '../exit-codes.ts';
import { failureOfCheck } from '../failure.ts';
import { fetchData } from '../server/send.ts';
import { countOf } from '../text/terminal-text.ts';
import { withFileChecks } from './input/file-checks.ts';
import type { GivenPost } from './input/given-post.ts';
import { withoutUploads } from './input/media-files.ts';
import type { Preview } from './post.ts';

/**
 * Checks a post on the server. Sends nothing.
 * @param key of the post as it is: the server names what it has published under it
 */
export async function dryRun(
  context: Context,
  client: SocialClient,
  { input, files, fit, typed }: GivenPost,
  key?: string,
): Promise<Preview> {
  // Behind the key is another request where files are uploaded, a text was cut, or other accounts were meant.
  const isAsSent = key !== undefined && files.size === 0 && fit === undefined && typed === undefined;
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

/** The post without its time and slot: that of an earlier run was made in time, and has had its slot. */
export function withoutTime<Given extends Pick<GivenPost, 'input'>>(given: Given): Given {
  return { ...given, input: { ...given.input, ifPast: undefined, slot: undefined } };
}

export function tooExpensive(cost: number, maxCredits: number): CliError {
  return new CliError({
    exitCode: EXIT.creditsOrPlan,
    code: 'max_credits_exceeded',
    message: `It would cost ${countOf(cost, 'credit')}, more than --max-credits ${maxCredits}`,
    hints: ['Nothing was sent.'],
  });
}
