import type { LeftOut } from '@social/post-input';
import { SocialApiError, type SocialClient } from '@social/sdk';
import type { Target } from '@social/types';
import type { Context } from '../../context.ts';
import { CliError, type FailureReport, failed } from '../../errors.ts';
import { EXIT } from '../../exit-codes.ts';
import { describeFailure } from '../../failure.ts';
import { sendStep } from '../../server/send.ts';
import { localTime } from '../../text/time.ts';
import { type Continued, retryFailed } from '../continue-post.ts';
import type { GivenRelease } from '../input/given-post.ts';
import { withUploads } from '../input/media-files.ts';
import { failedPlatforms, type Post, shortId, whatHappened } from '../post.ts';
import type { ReleasePosts, ReleaseReader } from './find-release-posts.ts';
import { onlyFor } from './part-of-request.ts';

const ASK_AGAIN_MS = 1_000;
/** Polls until another run with the same key has stored its post, which takes seconds. */
const MAX_TRIES = 60;

/** A release that was checked. */
interface Publishing {
  readonly given: GivenRelease;
  readonly reader: ReleaseReader;
  /** As the reader found it. */
  readonly found: ReleasePosts;
  /** Findings for missing platforms that are not sent to. */
  readonly leftOut: LeftOut;
}

/**
 * Publishes a release to wanted platforms without a post, and sends again to platforms that definitely failed. The posts have
 * numbered keys: a run that gets the next number has seen all earlier posts, and only one run gets it.
 * @returns the newest post for a wanted platform; the others are in `earlier`
 */
export async function publishRelease(
  context: Context,
  client: SocialClient,
  { given, reader, found: first, leftOut }: Publishing,
): Promise<Continued> {
  for (let tries = 0; ; tries += 1) {
    const found = tries === 0 ? first : withoutMissing(await reader.read(), leftOut);
    if (found.missing.length === 0) return await continueRelease(context, client, { given, posts: found.posts });
    refuseBesideScheduled(given, found);
    refuseElsewhere(given, found);
    if (found.posts.length > 0) await tellMissing(context, given, found);
    const sent = await sendMissing(context, client, { given, ...found });
    if (sent !== undefined) {
      return await continueRelease(context, client, { given, posts: [...found.posts, sent], sent });
    }
    if (tries >= MAX_TRIES) throw heldByAnother(given);
    await context.io.sleep(ASK_AGAIN_MS);
  }
}

/** What was found, as if the platforms that are left out were not missing. */
export function withoutMissing(found: ReleasePosts, leftOut: LeftOut): ReleasePosts {
  return { ...found, missing: found.missing.filter((platform) => !Object.hasOwn(leftOut, platform)) };
}

/** Refuses to add platforms while a post is scheduled: if it were canceled, its key could be used again. */
export function refuseBesideScheduled({ release }: GivenRelease, { scheduled, missing }: ReleasePosts): void {
  if (!scheduled) return;
  const id = shortId(String(scheduled.id));
  throw new CliError({
    exitCode: EXIT.usage,
    code: 'release_scheduled',
    message: `${release.title} is scheduled for ${localTime(scheduled.scheduledFor ?? '')} on ${scheduled.platforms.join(', ')} (post ${id}), and not for ${missing.join(', ')}`,
    hints: [`Nothing was sent. Run it again when that post is out, or after: social post cancel ${id}`],
  });
}

/** Refuses a release that has a post under another profile, when the default profile may have changed since. */
export function refuseElsewhere({ release, input }: GivenRelease, { elsewhere, missing }: ReleasePosts): void {
  if (!elsewhere) return;
  const id = shortId(elsewhere.id);
  throw new CliError({
    exitCode: EXIT.usage,
    code: 'release_of_another_profile',
    message: `${release.title} has a ${elsewhere.what} of the profile ${elsewhere.profile} (${elsewhere.what} ${id}), and ${input.profile} is the default profile now`,
    hints: [
      'Nothing was sent. Say which profile is meant:',
      `  --profile ${elsewhere.profile}  continues that release`,
      `  --profile ${input.profile}  publishes it on ${missing.join(', ')} of this one`,
    ],
  });
}

async function tellMissing(
  { output }: Context,
  { release }: GivenRelease,
  { posts, missing }: ReleasePosts,
): Promise<void> {
  const known = posts.map(
    (post) => `${whatHappened(post)} on ${post.platforms.join(', ')} (post ${shortId(String(post.id))})`,
  );
  await output.note(`${release.title} was already ${known.join(', ')}; sending it to ${missing.join(', ')} only`);
}

/** Sends the release to the missing platforms. @returns the post, or undefined when another run has the key */
async function sendMissing(
  context: Context,
  client: SocialClient,
  { given, missing, nextKey }: { given: GivenRelease; missing: readonly Target[]; nextKey: string },
): Promise<Post | undefined> {
  const part = await onlyFor(context, client, { given, platforms: missing });
  const input = await withUploads(context, client, part, given.files);
  try {
    // Hide this key from the user: `--key` with it would publish to every platform.
    const { data, replayed } = await sendStep(context, `publishing to ${missing.join(', ')} …`, (call) =>
      client.posts.createPost(input, { ...call, idempotencyKey: nextKey }),
    );
    return replayed ? undefined : data;
  } catch (error) {
    if (error instanceof SocialApiError && error.code === 'idempotency_key_reused') return undefined;
    throw error;
  }
}

/**
 * Sends again to platforms that definitely failed. An error here does not hide what this run sent before.
 * @param sent the post of this run, the last of `posts`
 */
async function continueRelease(
  context: Context,
  client: SocialClient,
  { given, posts, sent }: { given: GivenRelease; posts: readonly Post[]; sent?: Post },
): Promise<Continued> {
  const ended = new Map(posts.map((post) => [post.id, post]));
  let spent = sent?.credits ?? 0;
  let hasSent = sent !== undefined;
  let failure: FailureReport | undefined;
  for (const known of posts.filter((post) => post !== sent)) {
    let failed: readonly Target[] = [];
    try {
      // The post may have changed while the new one was sent.
      const post = sent ? await client.posts.getPost({ id: String(known.id) }, { signal: context.io.signal }) : known;
      ended.set(post.id, post);
      const all = [...ended.values()];
      failed = failure ? [] : retryable(post, all, given);
      if (!sent || failed.length > 0) await tellContinued(context, given, { post, failed, all });
      if (failed.length === 0) continue;
      const retried = await retryFailed(context, client, post);
      ended.set(post.id, retried.post);
      spent += retried.spent;
      hasSent = true;
    } catch (error) {
      if (!hasSent) throw error;
      failure ??= describeFailure(error, context);
      await tellFailure(context, failure, failed);
    }
  }
  const [newest, ...others] = [...ended.values()].toReversed();
  if (!newest) throw new Error('a release without a post was continued');
  return { post: newest, spent, failure, ...(others.length > 0 && { earlier: others.toReversed() }) };
}

/**
 * The platforms of a post to send again: all that failed, or no platform if one of them is no longer wanted, has a newer
 * post, or may have been reached by an older one.
 */
export function retryable(post: Post, all: readonly Post[], { input }: GivenRelease): Target[] {
  const failed = failedPlatforms(post);
  const isOpen = failed.every((id) => input.platforms.includes(id) && !isOfAnother(id, post, all));
  return isOpen ? failed : [];
}

function isOfAnother(id: Target, post: Post, all: readonly Post[]): boolean {
  const place = all.findIndex((one) => one.id === post.id);
  return all.some(
    ({ platforms, platformResults }, index) =>
      index !== place && platforms.includes(id) && (index > place || platformResults[id]?.state !== 'failed'),
  );
}

async function tellContinued(
  { output }: Context,
  { release, input }: GivenRelease,
  { post, failed, all }: { post: Post; failed: readonly Target[]; all: readonly Post[] },
): Promise<void> {
  const notes = post.text === input.text ? '' : ' with other notes';
  const done = `${release.title} was already ${whatHappened(post)}${notes} (post ${shortId(String(post.id))})`;
  if (failed.length > 0) return await output.note(`${done}; sending again only what failed: ${failed.join(', ')}`);
  await output.note(`${done}, nothing was sent again${adviceOn(post, all)}`);
}

function adviceOn(post: Post, all: readonly Post[]): string {
  const failed = failedPlatforms(post);
  const id = shortId(String(post.id));
  if (failed.some((one) => isOfAnother(one, post, all))) return '; what failed belongs to another post of the release';
  if (failed.length > 0) {
    return `; what failed, also for platforms that are not in --to, is sent again by: social post retry ${id}`;
  }
  const isOpen = Object.values(post.platformResults).some(({ state }) => state === 'unknown');
  return isOpen ? '' : '; --again publishes it again';
}

/** Prints an error after something was sent. Leaves out "Nothing was sent", which is true of the failed step only. */
async function tellFailure(
  { output }: Context,
  { message, hints, exitCode }: FailureReport,
  failed: readonly Target[],
): Promise<void> {
  const what = failed.length > 0 ? `${failed.join(', ')} could not be sent again` : 'A post could not be read again';
  const steps = hints.filter((hint) => !/^Nothing was sent/.test(hint));
  await output.note([`${what} (exit code ${exitCode}): ${message}`, ...steps].join('\n'));
}

function heldByAnother({ release }: GivenRelease): CliError {
  return failed(
    'idempotency_in_progress',
    `Another run is publishing ${release.title}`,
    'This run has sent nothing. Run the same command again: it publishes nothing twice.',
  );
}
