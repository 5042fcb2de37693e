import { isOfFewerPlatforms, type KeyedPost, type LeftOut, postBehind } from '@social/post-input';
import type { SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import { sendWithKey } from '../server/send.ts';
import { type Continued, continuePost } from './continue-post.ts';
import { dryRun } from './dry-run.ts';
import type { GivenPost } from './input/given-post.ts';
import { withUploads } from './input/media-files.ts';
import type { Post, Preview } from './post.ts';
import { awaitResults } from './report/await-results.ts';
import { printDryRun, printPosts } from './report/result.ts';

/** Publishes or schedules a post, waits for its results and prints them. */
export async function sendPost(
  context: Context,
  client: SocialClient,
  given: GivenPost & KeyedPost,
  leftOut: LeftOut = {},
): Promise<Continued> {
  const input = await withUploads(context, client, given.input, given.files);
  const begun = await begin(context, client, { ...given, input }, given.key);
  return await printEnd(context, client, { ...begun, leftOut });
}

/** Waits for the results and prints them. */
export async function printEnd(context: Context, client: SocialClient, begun: Continued): Promise<Continued> {
  const earlier: Post[] = [];
  let { spent } = begun;
  const awaitOne = async (one: Post) => {
    const ended = await awaitResults(context, client, one);
    spent += ended.credits - one.credits;
    return ended;
  };
  for (const one of begun.earlier ?? []) earlier.push(await awaitOne(one));
  const post = await awaitOne(begun.post);
  const end = { ...begun, post, spent, earlier };
  await printPosts(context, client, end);
  return end;
}

async function begin(
  context: Context,
  client: SocialClient,
  { input, fit }: GivenPost,
  key: string,
): Promise<Continued> {
  const progress = `publishing to ${input.platforms.join(', ')} …`;
  try {
    const sent = await sendWithKey(context, progress, key, (call) => client.posts.createPost(input, call));
    if (!sent.replayed) return { post: sent.data, spent: sent.data.credits };
    return await continuePost(context, client, String(sent.data.id));
  } catch (error) {
    // A fitted key ignores where the text was cut: another body is still the same post.
    const earlier = fit && postBehind(error);
    if (earlier === undefined) throw error;
    return await continuePost(context, client, earlier, ', cut differently');
  }
}

/** Runs every check without sending anything, and prints the findings. */
export async function checkPost(
  context: Context,
  client: SocialClient,
  given: GivenPost & { readonly key?: string },
): Promise<Preview> {
  const { signal } = context.io;
  const post = await dryRun(context, client, given, given.key).catch(async (error: unknown) => {
    if (!(await isOfFewerPlatforms(error, given.input, { client, signal }))) throw error;
    return await dryRun(context, client, given);
  });
  await printDryRun(context, post, given.input.overrides);
  return post;
}
