import type { Output, Schema, SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { describeFailure } from '../../lib/failure.ts';
import { sendWithKey } from '../../lib/send.ts';
import { mayAsk } from '../../lib/tty.ts';
import { awaitResults } from './await-results.ts';
import { reportToCi } from './ci-report.ts';
import { withKeyOfItsProfile } from './default-profile.ts';
import { openReleaseReader } from './find-release-posts.ts';
import { type GivenPost, type PostOptions, readPost } from './given-post.ts';
import { dryRun, keepWithin, tooExpensive } from './max-credits.ts';
import { withUploads } from './media-files.ts';
import { keepReleaseWithin, publishRelease } from './release-posts.ts';
import { asOnePost, type Continued, continuePost, postBehind, type RunResult } from './replayed.ts';
import { exitCodeOfPost, printDryRun, printPosts } from './result.ts';

interface PublishOptions extends PostOptions {
  readonly dryRun?: boolean;
  readonly continueOnPartial?: boolean;
  readonly maxCredits?: number;
}

type Post = Output<'getPost'>;
type Preview = Schema<'PostPreview'>;

/** `social post [text]`: publishes, schedules, or with `--dry-run` only checks. */
export async function publishPost(
  context: Context,
  argument: string | undefined,
  options: PublishOptions,
): Promise<ExitCode> {
  if (argument === undefined && Object.keys(options).length === 0 && mayAsk(context)) {
    return (await import('./ask.ts')).askPost(context);
  }
  let end: RunResult;
  try {
    end = await run(context, argument, options);
  } catch (error) {
    await reportToCi(context, { failure: describeFailure(error, context) });
    throw error;
  }
  await reportToCi(context, end);
  const failure = 'failure' in end ? end.failure : undefined;
  const exitCode = failure?.exitCode ?? exitCodeOfPost(await asOnePost(end));
  if (exitCode !== EXIT.someFailed || !options.continueOnPartial) return exitCode;
  await context.output.note('Some platforms failed; that is no error with --continue-on-partial');
  return EXIT.done;
}

async function run(context: Context, argument: string | undefined, options: PublishOptions): Promise<RunResult> {
  // By the files' content: each upload has another address.
  const given = await readPost(context, argument, options);
  const client = await context.client();
  const { maxCredits } = options;
  if (options.dryRun) {
    const post = await checkPost(context, client, given);
    if (maxCredits !== undefined && post.credits > maxCredits) throw tooExpensive(post.credits, maxCredits);
    return { post, spent: 0 };
  }
  if ('release' in given) {
    const reader = openReleaseReader(context, client, given);
    if (maxCredits !== undefined) await keepReleaseWithin(context, client, { given, reader, maxCredits });
    const end = await printEnd(context, client, await publishRelease(context, client, { given, reader }));
    return { ...end, wanted: given.input.platforms };
  }
  const keyed = await withKeyOfItsProfile(context, client, given);
  if (maxCredits !== undefined) await keepWithin(context, client, keyed, maxCredits);
  return await sendPost(context, client, keyed, keyed.key);
}

/** Publishes or schedules a post, waits for its results and prints them. */
export async function sendPost(
  context: Context,
  client: SocialClient,
  given: GivenPost,
  key: string,
): Promise<Continued> {
  const input = await withUploads(context, client, given.input, given.files);
  return await printEnd(context, client, await begin(context, client, { ...given, input }, key));
}

/** Waits for the results and prints them. */
async function printEnd(context: Context, client: SocialClient, begun: Continued): Promise<Continued> {
  const earlier: Post[] = [];
  let { spent } = begun;
  const awaitOne = async (one: Post) => {
    const ended = await awaitResults(context, client, one);
    spent += ended.credits - one.credits;
    return ended;
  };
  for (const one of begun.earlier ?? []) earlier.push(await awaitOne(one));
  const post = await awaitOne(begun.post);
  await printPosts(context, client, { post, spent, earlier });
  return { ...begun, post, spent, earlier };
}

async function begin(
  context: Context,
  client: SocialClient,
  { input, fit, otherwise }: GivenPost,
  key: string,
): Promise<Continued> {
  const progress = `publishing to ${input.platforms.join(', ')} …`;
  try {
    const sent = await sendWithKey(context, progress, key, (call) => client.posts.createPost(input, call));
    if (!sent.replayed) return { post: sent.data, spent: sent.data.credits };
    return await continuePost(context, client, String(sent.data.id));
  } catch (error) {
    // These keys leave something out on purpose: a fitted key where the text was cut, a renamed key the name of the profile. The
    // same key with another body is the same post there.
    const isRenamed = key === otherwise?.key;
    const earlier = fit || isRenamed ? postBehind(error) : undefined;
    if (earlier === undefined) throw error;
    return await continuePost(context, client, earlier, isRenamed ? '' : ', cut differently');
  }
}

/** Runs every check without sending anything, and prints what came out. */
export async function checkPost(context: Context, client: SocialClient, given: GivenPost): Promise<Preview> {
  const post = await dryRun(context, client, given);
  await printDryRun(context, post);
  return post;
}
