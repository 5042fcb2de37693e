import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { type Input, type Output, type Schema, SocialWaitTimeoutError } from '@social/sdk';
import { PLATFORM_IDS, type PlatformId, platformFacts, withNetwork } from '@social/types';
import * as z from 'zod';
import { CliError } from '../../lib/errors.ts';
import { EXIT } from '../../lib/exit-codes.ts';
import { failureOfCheck } from '../../lib/failure.ts';
import { readText } from '../../lib/post/input/read-text.ts';
import { namedOtherwise, type Otherwise, withKeyOfItsProfile } from '../../lib/post/key/default-profile.ts';
import { postBehind } from '../../lib/post/key/replayed.ts';
import { deriveKey, type PublishInput, parseTargets, timeOf } from '../../lib/post/key/request.ts';
import { findPostProfile, nameInPost } from '../../lib/server/profile-lookup.ts';
import { countOf } from '../../lib/text/terminal-text.ts';
import { parseAt } from '../../lib/text/time.ts';
import type { Calls, ToolAnswer, ToolCall } from './calls.ts';
import { describeDryRun, describePost } from './post-text.ts';

type Post = Output<'getPost'>;

/** Clients give up on a tool after a minute; the server goes on with a long upload by itself. */
const WAIT_MS = 30_000;

const LIMITS = PLATFORM_IDS.map((id) => {
  const { text, media, costs } = platformFacts(id);
  return `${withNetwork(id)}: ${text.max} ${text.unit}, ${countOf(costs.post, 'credit')}${media.required ? ', needs media' : ''}`;
}).join('; ');

/** Names that are not known are refused: a misspelt limit would be no limit. */
const POST = z.strictObject({
  text: z.string().min(1).max(100_000).describe('The text, the same for all platforms'),
  thread: z
    .array(z.string().min(1).max(100_000))
    .max(24)
    .optional()
    .describe('Further parts: replies where the platform has them (each costs as a post), else below the text'),
  platforms: z.array(z.enum(PLATFORM_IDS)).min(1).describe(`Where to publish. Longest text and cost: ${LIMITS}`),
  texts: z
    .partialRecord(z.enum(PLATFORM_IDS), z.string().min(1).max(100_000))
    .optional()
    .describe('Another text, instead of text and thread, for single platforms, such as a shorter one'),
  media: z
    .array(z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048), alt: z.string().max(1000).optional() }))
    .max(50)
    .optional()
    .describe('Public addresses of pictures or a video, each with a description for people who cannot see it'),
  scheduledFor: z.string().max(40).optional().describe('RFC 3339 with an offset: 2026-12-01T09:00:00Z. Left out: now'),
  profile: z.string().optional().describe('Slug of a profile; left out, the one in use'),
});

type Arguments = z.infer<typeof POST>;

/** The tool `dry_run`. */
export function registerDryRun(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Check a post',
    description: 'Runs every check on a post and tells length and cost for each platform. Nothing is sent or charged.',
    inputSchema: POST,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool('dry_run', config, (given, extra) =>
    calls.answer(extra, async (call) => {
      const { input } = await postOf(call, given);
      const checked = await check(call, input);
      return { data: checked, text: describeDryRun(checked) };
    }),
  );
}

/** The tool `publish_post`. */
export function registerPublishPost(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Publish or schedule a post',
    description:
      'Publishes a post in public, or schedules it; it cannot be taken back here. The same arguments publish once, however often they are sent: a further call answers what became of the first and sends nothing.',
    inputSchema: POST.extend({
      maxCredits: z.int().min(0).optional().describe('Send nothing if it would cost more credits than this'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  };
  server.registerTool('publish_post', config, ({ maxCredits, ...given }, extra) =>
    calls.answer(extra, async (call) => {
      const post = await withKeyOfItsProfile(call.context, call.client, await postOf(call, given));
      if (maxCredits !== undefined) await checkCost(call, post, maxCredits);
      return publish(call, post);
    }),
  );
}

/** The request that `social post` makes of the same content, so that both derive the same key. */
async function postOf({ context }: ToolCall, given: Arguments): Promise<KeyedPost> {
  const platforms = parseTargets(given.platforms);
  const { media = [], texts = {}, thread = [], scheduledFor } = given;
  const overrides = platforms.flatMap((id): [PlatformId, { text: string }][] => {
    const text = texts[id];
    return text === undefined ? [] : [[id, { text }]];
  });
  const profile = await findPostProfile(context, given.profile ?? (await context.profile()));
  const input = {
    // A lone dash would be read as "from stdin".
    text: given.text === '-' ? '-' : await readText(context.io, given.text, undefined),
    ...(thread.length > 0 && { thread }),
    platforms,
    media: media.length > 0 ? media.map(({ url, alt }) => ({ url, ...(alt !== undefined && { alt }) })) : undefined,
    meta: undefined,
    overrides: overrides.length > 0 ? Object.fromEntries(overrides) : undefined,
    ...timeOf(scheduledFor === undefined ? undefined : parseAt(scheduledFor, false, 'scheduledFor')),
    profile: profile && nameInPost(profile),
  };
  return { input, key: deriveKey(input), otherwise: profile && namedOtherwise(profile, input, deriveKey) };
}

async function check({ client, signal }: ToolCall, input: Input<'createPost'>): Promise<Schema<'PostPreview'>> {
  try {
    return await client.posts.createPost({ ...input, dryRun: true }, { signal });
  } catch (error) {
    throw failureOfCheck(error);
  }
}

interface KeyedPost {
  readonly input: PublishInput;
  readonly key: string;
  readonly otherwise?: Otherwise | undefined;
}

async function checkCost(call: ToolCall, { input, key }: KeyedPost, maxCredits: number): Promise<void> {
  const { posts } = await call.client.posts.listPosts({ key }, { signal: call.signal });
  // A further call sends nothing, and so costs nothing.
  if (posts.length > 0) return;
  const { credits } = await check(call, input);
  if (credits <= maxCredits) return;
  throw new CliError({
    exitCode: EXIT.creditsOrPlan,
    code: 'max_credits_exceeded',
    message: `It would cost ${countOf(credits, 'credit')}, more than the ${maxCredits} of maxCredits`,
    hints: ['Nothing was sent. Ask for fewer platforms, or for a higher maxCredits.'],
  });
}

async function publish({ client, signal }: ToolCall, { input, key, otherwise }: KeyedPost): Promise<ToolAnswer> {
  const { data, replayed } = await client.posts
    .createPost(input, { idempotencyKey: key, signal })
    .withResponse()
    .catch(async (error: unknown) => {
      const id = key === otherwise?.key ? postBehind(error) : undefined;
      if (id === undefined) throw error;
      return { data: await client.posts.getPost({ id }, { signal }), replayed: true };
    });
  // The stored answer is as old as the first call.
  const sent = replayed ? await client.posts.getPost({ id: data.id }, { signal }) : data;
  const post = await settle({ client, signal }, sent);
  const done = post.status === 'scheduled' ? 'scheduled' : 'sent';
  const before = `Already ${done} at ${post.createdAt} by an earlier call; nothing was sent again.\n`;
  const results = Object.values(post.platformResults);
  const isError = results.length > 0 && results.every(({ state }) => state === 'failed');
  return { data: { ...post, replayed }, text: (replayed ? before : '') + describePost(post), isError };
}

/** Waits a while for what is still being sent. */
async function settle({ client, signal }: Pick<ToolCall, 'client' | 'signal'>, post: Post): Promise<Post> {
  if (!Object.values(post.platformResults).some(({ state }) => state === 'sending')) return post;
  try {
    return await client.posts.waitUntilPublished(post, { signal, timeoutMs: WAIT_MS });
  } catch (error) {
    if (error instanceof SocialWaitTimeoutError) return error.post ?? post;
    throw error;
  }
}
