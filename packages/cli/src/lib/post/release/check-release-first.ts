import { sendablePlatforms } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../../context.ts';
import { keepWithin, type LeftOut, leftOutBy, type Refused, type SendOptions } from '../check-first.ts';
import { dryRun } from '../dry-run.ts';
import type { GivenRelease } from '../input/given-post.ts';
import type { ReleasePosts, ReleaseReader } from './find-release-posts.ts';
import { onlyFor } from './part-of-request.ts';
import { refuseBesideScheduled, refuseElsewhere, retryable, withoutMissing } from './release-posts.ts';

/**
 * Checks a release before anything of it is uploaded or sent: problems of the platforms without a post, and the cost on these and
 * on those that definitely failed.
 * @returns the posts that were found, without the missing platforms that are left out
 * @throws {CliError} exit code 5 for a release that costs more than `maxCredits`
 */
export async function checkReleaseFirst(
  context: Context,
  client: SocialClient,
  { given, reader, options }: { given: GivenRelease; reader: ReleaseReader; options: SendOptions },
): Promise<Refused | { readonly found: ReleasePosts; readonly leftOut: LeftOut }> {
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
  if (platforms.length === 0 || found.isDraft) return { found, leftOut: {} };
  const input = await onlyFor(context, client, { given: missing.length > 0 ? given : withoutPast(given), platforms });
  const checked = await dryRun(context, client, { ...given, input });
  const sent = sendablePlatforms(checked, judged, continueOnPartial);
  // Posts of earlier runs are the others that go alone.
  const isPartial = continueOnPartial && posts.length > 0;
  if (judged.length > 0 && sent.length === 0 && !isPartial) return { refused: checked, given: { ...given, input } };
  const leftOut = leftOutBy(checked, judged, sent);
  if (maxCredits !== undefined) {
    keepWithin(
      checked,
      platforms.filter((platform) => !Object.hasOwn(leftOut, platform)),
      maxCredits,
    );
  }
  return { found: withoutMissing(found, leftOut), leftOut };
}

/** Allows a time in the past: an existing post was made in time. */
function withoutPast(given: GivenRelease): GivenRelease {
  return { ...given, input: { ...given.input, ifPast: undefined } };
}
