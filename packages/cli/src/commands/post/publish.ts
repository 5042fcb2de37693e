import { type CallResult, type Output, SocialApiError, type SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import type { ExitCode } from '../../lib/exit-codes.ts';
import { sendWithKey } from '../../lib/send.ts';
import { localTime, parseAt, utcText, waitUntil } from '../../lib/time.ts';
import { mayAsk } from '../../lib/tty.ts';
import { awaitResults } from './await-results.ts';
import { allowsLocalTime } from './local-time.ts';
import { type GivenMedia, type MediaOption, readMedia, withoutUploads, withUploads } from './media-files.ts';
import { readText } from './read-text.ts';
import { deriveKey, type PublishInput, parseMeta, parseTargets } from './request.ts';
import { exitCodeOfPost, printDryRun, printPost, shortId } from './result.ts';

export interface PublishOptions {
  readonly to?: string[];
  readonly file?: string;
  readonly media?: MediaOption[];
  readonly at?: string;
  readonly meta?: string[];
  readonly key?: string;
  readonly again?: boolean;
  readonly dryRun?: boolean;
  readonly fit?: 'shorten';
}

type Post = Output<'createPost'>;

/** `social post [text]`: publishes, schedules, or with `--dry-run` only checks. */
export async function publishPost(
  context: Context,
  argument: string | undefined,
  options: PublishOptions,
): Promise<ExitCode> {
  if (argument === undefined && Object.keys(options).length === 0 && mayAsk(context)) {
    return (await import('./ask.ts')).askPost(context);
  }
  const given = await buildInput(context, argument, options);
  const client = await context.client();
  if (options.dryRun) {
    return exitCodeOfPost(await checkPost(context, client, given));
  }
  // By the files' content: each upload has another address.
  return sendPost(context, client, given, options.key ?? deriveKey(given.input, options.again === true));
}

/** A post before its files are uploaded. */
export interface GivenPost {
  readonly input: PublishInput;
  readonly files: GivenMedia['files'];
}

/** Publishes or schedules a post, waits for its results and prints them. */
export async function sendPost(
  context: Context,
  client: SocialClient,
  given: GivenPost,
  key: string,
): Promise<ExitCode> {
  const input = await withUploads(context, client, given.input, given.files);
  const progress = `publishing to ${input.platforms.join(', ')} …`;
  const sent = await sendWithKey(context, progress, key, (call) => client.posts.createPost(input, call));
  const begun = sent.replayed
    ? await continueReplayed(context, client, sent)
    : { post: sent.data, spent: sent.data.credits };
  const post = await awaitResults(context, client, begun.post);
  const spent = begun.spent + post.credits - begun.post.credits;
  await printPost(context, client, post, spent);
  return exitCodeOfPost(post);
}

async function buildInput(context: Context, argument: string | undefined, options: PublishOptions): Promise<GivenPost> {
  if (options.key !== undefined && options.again)
    throw usageError('--again makes a new key: leave out --key or --again');
  const platforms = parseTargets(options.to ?? []);
  const meta = parseMeta(options.meta ?? []);
  const at = options.at === undefined ? undefined : parseAt(options.at, allowsLocalTime(context.io));
  const text = await readText(context.io, argument, options.file);
  const overrides = options.fit === 'shorten' ? await shortenTexts(context, platforms, text) : undefined;
  const { items, files } = await readMedia(context, options.media ?? []);
  if (at) await noteTime(context, at);
  const input = {
    text,
    platforms,
    media: items.length > 0 ? items : undefined,
    meta,
    overrides,
    scheduledFor: at && utcText(at),
    profile: await context.profile(),
  };
  return { input, files };
}

/** Says which instant a local or offset time came to, before anything is sent. */
async function noteTime({ io, output }: Context, at: Date): Promise<void> {
  const isPast = at.getTime() <= io.now().getTime();
  const meaning = isPast ? 'that is not in the future: it is published at once' : waitUntil(at, io.now());
  await output.note(`--at is ${utcText(at)}, ${meaning}`);
}

/** Shorter texts for the platforms whose limit the text exceeds, as the network counts. */
export async function shortenTexts(context: Context, platforms: PublishInput['platforms'], text: string) {
  const { fitText } = await import('@social/rules');
  const shortened = platforms.map((platform) => [platform, { text: fitText(platform, text) }] as const);
  const changed = shortened.filter(([, override]) => override.text !== text);
  if (changed.length === 0) return undefined;
  await context.output.note(`Shortened for ${changed.map(([platform]) => platform).join(', ')}`);
  return Object.fromEntries(changed);
}

/** Runs every check without sending anything, and prints what came out. */
export async function checkPost(context: Context, client: SocialClient, { input, files }: GivenPost): Promise<Post> {
  const { data } = await sendWithKey(context, 'checking …', undefined, (call) =>
    client.posts.createPost({ ...withoutUploads(input, files), dryRun: true }, call),
  );
  await printDryRun(context, data);
  return data;
}

/**
 * The stored answer of an earlier run is as old as that run: what the post looks like now decides, and only what
 * definitely failed is sent once more.
 */
async function continueReplayed(
  context: Context,
  client: SocialClient,
  { data }: CallResult<Post>,
): Promise<{ post: Post; spent: number }> {
  const id = String(data.id);
  const post = await client.posts.getPost({ id }, { signal: context.io.signal });
  const failed = post.platforms.filter((platform) => post.platformResults[platform]?.state === 'failed');
  const done = `Already ${whatHappened(post)} (post ${shortId(id)})`;
  if (failed.length === 0) {
    await context.output.note(`${done}, nothing was sent again; --again publishes it once more`);
    return { post, spent: 0 };
  }
  await context.output.note(`${done}; sending again only what failed: ${failed.join(', ')}`);
  try {
    const retried = await sendWithKey(context, `publishing to ${failed.join(', ')} …`, undefined, (call) =>
      client.posts.retryPost({ id }, call),
    );
    return { post: retried.data, spent: retried.data.credits - post.credits };
  } catch (error) {
    if (!(error instanceof SocialApiError) || error.code !== 'conflict') throw error;
    // Another run has taken the failed platforms up in between.
    return { post: await client.posts.getPost({ id }, { signal: context.io.signal }), spent: 0 };
  }
}

function whatHappened({ status, scheduledFor, createdAt, platformResults }: Post): string {
  if (status === 'scheduled') return `scheduled for ${localTime(scheduledFor ?? '')}`;
  const isPublished = Object.values(platformResults).every((result) => result.ok);
  return `${isPublished ? 'published' : 'sent'} ${localTime(createdAt)}`;
}
