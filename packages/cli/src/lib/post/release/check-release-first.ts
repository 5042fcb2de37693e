import { type LeftOut, leftOutBy, sendablePlatforms } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import { keepWithin, type Refused, type SendOptions } from '../check-first.ts';
import { dryRun, withoutTime } from '../dry-run.ts';
import type { GivenRelease } from '../input/given-post.ts';
import type { ReleasePosts, ReleaseReader } from './find-release-posts.ts';
import { onlyFor } from './part-of-request.ts';
import { refuseBesideScheduled, refuseElsewhere, retryable, withoutMissing } from './release-posts.ts';

interface CheckedRelease {
  readonly found: ReleasePosts;
  readonly leftOut: LeftOut;
  /** What else publishes to platforms that are left out; empty when nothing does. */
  readonly others: string;
}

/**
 * Checks a release before anything of it is uploaded or sent: problems of the platforms without a post, and the cost on these and
 * on those that definitely failed.
 * @returns the posts that were found, without the missing platforms that are left out; the findings, and nothing to send, for a
 * release without posts
 * @throws {CliError} exit code 5 for a release that costs more than `maxCredits`
 */
export async function checkReleaseFirst(
  context: Context,
  client: SocialClient,
  { given, reader, options }: { given: GivenRelease; reader: ReleaseReader; options: SendOptions },
): Promise<Refused | CheckedRelease> {
  const { draft = false, continueOnPartial = false, maxCredits } = options;
  const found = await reader.read();
  const { missing, posts } = found;
  if (missing.length > 0 && !draft) {
    refuseBesideScheduled(given, found);
    refuseElsewhere(given, found);
  }
  const judged = draft ? [] : missing;
  const paid = maxCredits === undefined ? [] : [...missing, ...posts.flatMap((post) => retryable(post, posts, given))];
  const platforms = paid.length > 0 ? paid : judged;
  // Nothing is sent while a draft waits.
  if (platforms.length === 0 || found.isDraft) return { found, leftOut: {}, others: '' };
  const input = await onlyFor(context, client, { given, platforms });
  const part = { ...given, input };
  // Without a missing platform, nothing has a time of its own.
  const checked = await dryRun(context, client, missing.length > 0 ? part : withoutTime(part));
  const sent = sendablePlatforms(checked, judged, continueOnPartial);
  // What earlier runs have published stays said, and what failed of it is sent again.
  if (judged.length > 0 && sent.length === 0 && posts.length === 0) return { refused: checked, given: part };
  const leftOut = leftOutBy(checked, judged, { sent, otherwise: 'it waits, because another platform has a problem' });
  const isAnyReady = judged.some(
    (platform) => Object.hasOwn(leftOut, platform) && checked.platformResults[platform]?.ok,
  );
  if (maxCredits !== undefined) {
    keepWithin(
      checked,
      platforms.filter((platform) => !Object.hasOwn(leftOut, platform)),
      maxCredits,
    );
  }
  const others = isAnyReady ? ', or publish to the others with --continue-on-partial' : '';
  return { found: withoutMissing(found, leftOut), leftOut, others };
}
