import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import {
  cleanText,
  deriveKey,
  expandTargets,
  findProfile,
  inOrder,
  isGivenTarget,
  type KeyedPost,
  type LeftOut,
  type PublishInput,
  parseAt,
  timeOf,
  withLeftOut,
} from '@social/post-input';
import { countOf } from '@social/post-input/report';
import { mediaFacts } from '@social/rules';
import { type Output, SocialWaitTimeoutError } from '@social/sdk';
import { isTarget, PLATFORM_IDS, platformFacts, settingsOf, type Target, withNetwork } from '@social/types';
import * as z from 'zod';
import type { Calls, ToolAnswer, ToolCall } from '../calls.ts';
import { describeDryRun, describePost } from '../post-text.ts';
import { check, checkFirst, describeLeftOut, describeRefused } from './check-first.ts';
import { storeDraft } from './store-draft.ts';
import { GIVEN_TARGET, TARGET } from './targets.ts';

type Post = Output<'getPost'>;

/** Time to wait for results. Clients give up on a tool after a minute, and the server finishes a long upload without them. */
const WAIT_MS = 30_000;

const LIMITS = PLATFORM_IDS.map((id) => {
  const { text, costs } = platformFacts(id);
  const needs = mediaFacts(id).required ? ', needs media' : '';
  return `${withNetwork(id)}: ${text.max} ${text.unit}, ${countOf(costs.post, 'credit')}${needs}`;
}).join('; ');

const SETTING_NAMES = PLATFORM_IDS.map((id) => `${id}: ${Object.keys(settingsOf(id)).join(', ')}`).join('; ');

/** The arguments of a post. Unknown names are refused: a misspelled limit would not limit anything. */
const POST = z.strictObject({
  text: z.string().min(1).max(100_000).describe('The text, the same for all platforms'),
  thread: z
    .array(z.string().min(1).max(100_000))
    .max(24)
    .optional()
    .describe('Further parts: replies where the platform has them (each costs as a post), else below the text'),
  comments: z
    .array(z.string().min(1).max(10_000))
    .max(10)
    .optional()
    .describe(
      'Comments of the account below its post, such as a link; each costs as a post. Left out where a network has none',
    ),
  platforms: z
    .array(GIVEN_TARGET)
    .min(1)
    .describe(
      `Where to publish: a platform (its default account), one of its accounts as connection_status names it (mastodon:news), every account (mastodon:*), or all (the default account of each). Longest text and cost: ${LIMITS}`,
    ),
  texts: z
    .record(TARGET, z.string().min(1).max(100_000))
    .optional()
    .describe('Another text, instead of text and thread, for single platforms or accounts, such as a shorter one'),
  media: z
    .array(z.strictObject({ url: z.url({ protocol: /^https?$/ }).max(2048), alt: z.string().max(5000).optional() }))
    .max(50)
    .optional()
    .describe('Public addresses of pictures, a video or a document, each with a description for people who cannot see'),
  poll: z
    .strictObject({
      question: z.string().min(1).max(300).optional().describe('Where it stands beside the text; left out: the text'),
      options: z.array(z.string().min(1).max(300)).min(2).max(20).describe('The answers'),
      minutes: z.int().min(1).max(100_000).describe('How long people may vote'),
      multiple: z.boolean().optional().describe('Whether people may choose several answers'),
    })
    .optional()
    .describe('A poll on X, LinkedIn, Telegram, Discord and Mastodon; the others leave it out'),
  settings: z
    .record(TARGET, z.record(z.string(), z.union([z.string(), z.boolean(), z.int(), z.array(z.string())])))
    .optional()
    .describe(
      `Settings of single platforms or accounts, such as {"video": {"madeForKids": false}}; a wrong value is answered with those that are known. Names: ${SETTING_NAMES}`,
    ),
  aiGenerated: z.boolean().optional().describe('Networks label the post as made with AI, where they have such a label'),
  paidPartnership: z
    .boolean()
    .optional()
    .describe('Networks label the post as a paid partnership, where they have such a label'),
  fitMedia: z
    .boolean()
    .optional()
    .describe(
      'Whether pictures are made to fit each network, and place, time and device are removed from files, which is so when left out; false: files go as they are',
    ),
  copyMedia: z
    .boolean()
    .optional()
    .describe(
      'Copy the files of a scheduled post now, so that their addresses may end; those that say that they end before the post is due are copied anyway',
    ),
  labels: z
    .array(z.string().min(1).max(50))
    .max(20)
    .optional()
    .describe('Words that group posts in lists; not sent to the networks'),
  scheduledFor: z.string().max(40).optional().describe('RFC 3339 with an offset: 2026-12-01T09:00:00Z. Left out: now'),
  slot: z
    .literal('next')
    .optional()
    .describe('Instead of scheduledFor: the next free one of the weekly times that the profile has'),
  profile: z.string().optional().describe('Slug of a profile; left out, the one in use'),
});

type Arguments = z.infer<typeof POST>;

/** The tool `dry_run`. */
export function registerDryRun(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Check a post',
    description: 'Runs every check on a post and shows length and cost for each platform. Nothing is sent or charged.',
    inputSchema: POST,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
  server.registerTool('dry_run', config, (given, extra) =>
    calls.answer(extra, async (call) => {
      const post = await postOf(call, given);
      const checked = await check(call, post);
      return { data: checked, text: describeDryRun(checked) };
    }),
  );
}

/** The tool `publish_post` for a caller that may only draft: a person approves what it stores. */
export function registerDraftPost(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Store a post as a draft',
    description:
      'Stores a post for a person to approve, on the page that the answer names; nothing is sent. The same arguments store one draft, however often they are sent.',
    inputSchema: POST.extend({ draft: z.literal(true).optional().describe('Every post is a draft here') }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  };
  server.registerTool('publish_post', config, ({ draft: _, ...given }, extra) =>
    calls.answer(extra, async (call) => storeDraft(call, await postOf(call, given))),
  );
}

/** The tool `publish_post`. */
export function registerPublishPost(server: McpServer, calls: Calls): void {
  const config = {
    title: 'Publish or schedule a post',
    description:
      'Publishes a post in public, or schedules it; it cannot be taken back here. Everything is checked first, as dry_run does: if a platform has a problem, nothing is sent. The same arguments publish once, however often they are sent: a second call returns the result of the first and sends nothing. With draft, it stores the post for a person to approve, and nothing is sent.',
    inputSchema: POST.extend({
      draft: z
        .boolean()
        .optional()
        .describe('Store the post as a draft; a person approves it on the page that the answer names'),
      maxCredits: z.int().min(0).optional().describe('Send nothing if it would cost more credits than this'),
      continueOnPartial: z
        .boolean()
        .optional()
        .describe('Publish to the other platforms though some have a problem; else nothing is sent'),
    }),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  };
  server.registerTool('publish_post', config, ({ draft, maxCredits, continueOnPartial, ...given }, extra) =>
    calls.answer(extra, async (call) => {
      const post = await postOf(call, given);
      const checked = await checkFirst(call, post, { draft, maxCredits, continueOnPartial });
      if ('refused' in checked) return { data: checked.refused, text: describeRefused(checked.refused), isError: true };
      if (draft) return storeDraft(call, post);
      const { leftOut, sent } = checked;
      const { post: done, replayed } = await publish(call, sent);
      return answerOf(withLeftOut(done, leftOut), replayed);
    }),
  );
}

/** The request that `social post` makes of the same content, so that both derive the same key and send the same bytes. */
async function postOf(call: ToolCall, given: Arguments): Promise<KeyedPost> {
  const { media = [], texts = {}, thread = [], scheduledFor, slot } = given;
  const { client, signal } = call;
  const profile = await findProfile(client, given.profile ?? call.profile, signal);
  const named = inOrder(given.platforms.filter(isGivenTarget));
  const platforms = await expandTargets(named, () =>
    client.connections.getConnectionStatus({ profileId: profile.id }, { signal }),
  );
  const typed = named.every(isTarget) ? undefined : named;
  const overrides = platforms.flatMap((target): [Target, { text: string }][] => {
    const text = texts[target];
    return text === undefined ? [] : [[target, { text }]];
  });
  const input = {
    text: cleanText(given.text, 'The text'),
    ...(thread.length > 0 && { thread }),
    platforms,
    media: media.length > 0 ? media.map(({ url, alt }) => ({ url, ...(alt !== undefined && { alt }) })) : undefined,
    ...(given.poll && { poll: pollOf(given.poll) }),
    ...(given.comments && { comments: given.comments }),
    meta: undefined,
    ...(given.settings && { settings: given.settings as PublishInput['settings'] }),
    ...(given.aiGenerated && { aiGenerated: true }),
    ...(given.paidPartnership && { paidPartnership: true }),
    overrides: overrides.length > 0 ? Object.fromEntries(overrides) : undefined,
    ...(given.fitMedia === false && { fitMedia: false }),
    ...(given.copyMedia && { copyMedia: true }),
    ...(given.labels && { labels: given.labels }),
    ...timeOf(scheduledFor === undefined ? slot : parseAt(scheduledFor, false, 'scheduledFor')),
    ...(slot && { slot }),
    profile: profile.slug,
  };
  return { input, typed, key: deriveKey(profile.id, input, { typed }) };
}

function pollOf({ question, options, minutes, multiple }: NonNullable<Arguments['poll']>): PublishInput['poll'] {
  return { ...(question !== undefined && { question }), options, minutes, ...(multiple && { multiple }) };
}

interface Published {
  readonly post: Post;
  /** Set when an earlier call has made the post. */
  readonly replayed: boolean;
}

async function publish({ client, signal }: ToolCall, { input, key }: KeyedPost): Promise<Published> {
  const { data, replayed } = await client.posts.createPost(input, { idempotencyKey: key, signal }).withResponse();
  // The stored answer shows the post as it was at the first call.
  const sent = replayed ? await client.posts.getPost({ id: data.id }, { signal }) : data;
  return { post: await awaitResults({ client, signal }, sent), replayed };
}

function answerOf(post: Post & { readonly leftOut?: LeftOut }, replayed: boolean): ToolAnswer {
  const done = post.status === 'scheduled' ? 'scheduled' : 'sent';
  const before = `Already ${done} at ${post.createdAt} by an earlier call; nothing was sent again.\n`;
  const results = Object.values(post.platformResults);
  const isError = results.length > 0 && results.every(({ state }) => state === 'failed');
  const text = (replayed ? before : '') + describePost(post);
  return { data: { ...post, replayed }, text: [...describeLeftOut(post.leftOut ?? {}), text].join('\n'), isError };
}

/** Waits a while for the platforms that are still being sent to. */
async function awaitResults({ client, signal }: Pick<ToolCall, 'client' | 'signal'>, post: Post): Promise<Post> {
  if (!Object.values(post.platformResults).some(({ state }) => state === 'sending')) return post;
  try {
    return await client.posts.waitUntilPublished(post, { signal, timeoutMs: WAIT_MS });
  } catch (error) {
    if (error instanceof SocialWaitTimeoutError) return error.post ?? post;
    throw error;
  }
}
