import { type Output, SocialApiError, type SocialClient } from '@social/sdk';
import type { PlatformId } from '@social/types';
import type { Context } from '../../lib/context.ts';
import { CliError } from '../../lib/errors.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { sendStep } from '../../lib/send.ts';
import { localTime } from '../../lib/time.ts';
import type { GivenRelease } from './given-post.ts';
import { dryRun } from './max-credits.ts';
import { withUploads } from './media-files.ts';
import { earlierReleaseKeys, keyOfReleasePost, platformsOfEarlierKeys } from './release-keys.ts';
import { type Continued, failedPlatforms, retryFailed, whatHappened } from './replayed.ts';
import type { PublishInput } from './request.ts';
import { shortId } from './result.ts';

type Post = Output<'getPost'>;

/** What has become of a release on the platforms that are wanted now. */
interface ReleasePosts {
  /** In the order in which they were made. */
  readonly posts: readonly Post[];
  /** Wanted platforms that no post of the release was made for. */
  readonly missing: readonly PlatformId[];
  /** The key of the next post. */
  readonly nextKey: string;
}

const ASK_AGAIN_MS = 1_000;
/** A run that holds a key has its post stored within seconds. */
const MAX_TRIES = 60;

/**
 * Publishes a release to the wanted platforms that no post of it was made for, and sends again what failed for certain. Its posts
 * have keys in a row: whoever sends under the next one has seen all before, and gets it only if nobody else did.
 * @returns the newest post that is about a wanted platform; the others are in `earlier`
 */
export async function publishRelease(context: Context, client: SocialClient, given: GivenRelease): Promise<Continued> {
  let sent: Post | undefined;
  for (let tries = 0; sent === undefined; tries += 1) {
    const found = await readRelease(context, client, given);
    if (found.missing.length === 0) return await continueRelease(context, client, { given, posts: found.posts });
    refuseBesideScheduled(given, found);
    if (found.posts.length > 0) await tellMissing(context, given, found);
    sent = await sendMissing(context, client, { given, ...found });
    if (sent === undefined) {
      if (tries >= MAX_TRIES) throw heldByAnother(given);
      await context.io.sleep(ASK_AGAIN_MS);
    } else if (found.posts.length > 0) {
      const continued = await continueRelease(context, client, { given, posts: found.posts, isSilent: true });
      const spent = continued.spent + sent.credits;
      return { post: sent, spent, earlier: [...(continued.earlier ?? []), continued.post] };
    }
  }
  return { post: sent, spent: sent.credits };
}

/** The platforms that a run would send to: those that are missing, and those that failed for certain. */
export async function openPlatforms(
  context: Context,
  client: SocialClient,
  given: GivenRelease,
): Promise<PlatformId[]> {
  const { posts, missing } = await readRelease(context, client, given);
  return [...missing, ...posts.flatMap((post) => retryable(post, given))];
}

async function readRelease(context: Context, client: SocialClient, given: GivenRelease): Promise<ReleasePosts> {
  const { identity } = given.release;
  const { profile, platforms: wanted } = given.input;
  const find = async (key: string) => (await client.posts.listPosts({ key }, { signal: context.io.signal })).posts[0];
  const posts: Post[] = [];
  let number = 0;
  for (;;) {
    const post = await find(keyOfReleasePost(identity, profile, number));
    if (!post) break;
    posts.push(post);
    number += 1;
  }
  const missingIn = (known: readonly Post[]) =>
    wanted.filter((id) => !known.some(({ platforms }) => platforms.includes(id)));
  const nextKey = keyOfReleasePost(identity, profile, number);
  const missing = missingIn(posts);
  if (missing.length === 0) return { posts: aboutWanted(posts, wanted), missing, nextKey };
  const earlier = await readEarlier(context, client, { given, missing });
  const all = [...earlier, ...posts];
  return { posts: aboutWanted(all, wanted), missing: missingIn(all), nextKey };
}

function aboutWanted(posts: readonly Post[], wanted: readonly PlatformId[]): Post[] {
  return posts.filter(({ platforms }) => platforms.some((id) => wanted.includes(id)));
}

/** The posts that earlier versions of the command have made of the release for one of the missing platforms. */
async function readEarlier(
  { io }: Context,
  client: SocialClient,
  { given, missing }: { given: GivenRelease; missing: readonly PlatformId[] },
): Promise<Post[]> {
  const { profile } = given.input;
  const { signal } = io;
  // A platform that the profile has never had a post for is named by no key.
  const used = await Promise.all(
    platformsOfEarlierKeys().map(async (platform) => {
      const { posts } = await client.posts.listPosts({ platform, profile, limit: 1 }, { signal });
      return posts.length > 0 ? [platform] : [];
    }),
  );
  const keys = earlierReleaseKeys(given.release.identity, profile, { wanted: missing, used: used.flat() });
  const found = new Map<string, Post>();
  for (let at = 0; at < keys.length; at += LOOK_UP_AT_ONCE) {
    const some = keys.slice(at, at + LOOK_UP_AT_ONCE);
    const pages = await Promise.all(some.map((key) => client.posts.listPosts({ key }, { signal })));
    for (const post of pages.flatMap(({ posts }) => posts)) {
      // Without a name it was the post of the profile that was the default one then.
      if (post.profile === profile) found.set(String(post.id), post);
    }
  }
  return [...found.values()].toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}

const LOOK_UP_AT_ONCE = 8;

/** A scheduled post may be canceled, and its key be taken again for other platforms: nothing is sent beside one. */
function refuseBesideScheduled({ release }: GivenRelease, { posts, missing }: ReleasePosts): void {
  const scheduled = posts.find(({ status }) => status === 'scheduled');
  if (!scheduled) return;
  const id = shortId(String(scheduled.id));
  throw new CliError({
    exitCode: EXIT.usage,
    code: 'release_scheduled',
    message: `${release.title} is scheduled for ${localTime(scheduled.scheduledFor ?? '')} on ${scheduled.platforms.join(', ')} (post ${id}), and not for ${missing.join(', ')}`,
    hints: [`Nothing was sent. Run it again when that post is out, or after: social post cancel ${id}`],
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

/** Sends the release to the platforms that are missing; undefined when another run has the key. */
async function sendMissing(
  context: Context,
  client: SocialClient,
  { given, missing, nextKey }: { given: GivenRelease; missing: readonly PlatformId[]; nextKey: string },
): Promise<Post | undefined> {
  const part = await onlyFor(context, client, { given, platforms: missing });
  const input = await withUploads(context, client, part, given.files);
  try {
    // Under the key alone, without what was looked up before, the command would publish to every platform.
    const { data, replayed } = await sendStep(context, `publishing to ${missing.join(', ')} …`, (call) =>
      client.posts.createPost(input, { ...call, idempotencyKey: nextKey }),
    );
    return replayed ? undefined : data;
  } catch (error) {
    if (error instanceof SocialApiError && error.code === 'idempotency_key_reused') return undefined;
    throw error;
  }
}

/** The request for some of the platforms, without the texts and settings of the others. */
async function onlyFor(
  context: Context,
  client: SocialClient,
  { given, platforms }: { given: GivenRelease; platforms: readonly PlatformId[] },
): Promise<PublishInput> {
  const { input } = given;
  const texts = Object.entries(input.overrides ?? {}).filter(([id]) => platforms.some((one) => one === id));
  const overrides = texts.length > 0 ? Object.fromEntries(texts) : undefined;
  const part: PublishInput = { ...input, platforms: [...platforms], overrides };
  if (typeof input.meta !== 'object' || platforms.length === input.platforms.length) return part;
  // A misspelt setting is refused here. One that is refused below belongs to a platform that has the release.
  await dryRun(context, client, given);
  const meta = new Map(Object.entries(input.meta));
  for (;;) {
    const some = { ...part, meta: meta.size > 0 ? Object.fromEntries(meta) : undefined };
    try {
      await dryRun(context, client, { ...given, input: some });
      return some;
    } catch (error) {
      const field = error instanceof SocialApiError ? String(error.details?.['field']) : '';
      if (!field.startsWith('meta.') || !meta.delete(field.slice('meta.'.length))) throw error;
    }
  }
}

async function continueRelease(
  context: Context,
  client: SocialClient,
  { given, posts, isSilent = false }: { given: GivenRelease; posts: readonly Post[]; isSilent?: boolean },
): Promise<Continued> {
  const ended: Post[] = [];
  let spent = 0;
  for (const post of posts) {
    const failed = retryable(post, given);
    if (!isSilent || failed.length > 0) await tellContinued(context, given, { post, failed });
    const continued = failed.length > 0 ? await retryFailed(context, client, post) : { post, spent: 0 };
    ended.push(continued.post);
    spent += continued.spent;
  }
  const [newest, ...others] = ended.toReversed();
  if (!newest) throw new Error('a release without a post was continued');
  return { post: newest, spent, ...(others.length > 0 && { earlier: others.toReversed() }) };
}

/** What failed is sent again only all together: none of it where a platform is among it that is no longer wanted. */
function retryable(post: Post, { input }: GivenRelease): PlatformId[] {
  const failed = failedPlatforms(post);
  return failed.every((id) => input.platforms.includes(id)) ? failed : [];
}

async function tellContinued(
  { output }: Context,
  { release, input }: GivenRelease,
  { post, failed }: { post: Post; failed: readonly PlatformId[] },
): Promise<void> {
  const notes = post.text === input.text ? '' : ' with other notes';
  const done = `${release.title} was already ${whatHappened(post)}${notes} (post ${shortId(String(post.id))})`;
  if (failed.length > 0) return await output.note(`${done}; sending again only what failed: ${failed.join(', ')}`);
  const isOpen = Object.values(post.platformResults).some(({ state }) => state === 'unknown');
  const unwanted = failedPlatforms(post);
  const more =
    unwanted.length > 0
      ? `; what failed, also for platforms that are not in --to, is sent again by: social post retry ${shortId(String(post.id))}`
      : isOpen
        ? ''
        : '; --again publishes it once more';
  await output.note(`${done}, nothing was sent again${more}`);
}

function heldByAnother({ release }: GivenRelease): CliError {
  return new CliError({
    exitCode: EXIT.failed,
    code: 'idempotency_in_progress',
    message: `Another run is publishing ${release.title}`,
    hints: ['This run has sent nothing. Run the same command again: it publishes nothing twice.'],
  });
}
