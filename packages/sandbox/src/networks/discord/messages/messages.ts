import { createHash } from 'node:crypto';
import type { Call, Json, JsonObject, Reply } from '../../../http/route.ts';
import type { ChatMessage } from '../../../world/chat-message.ts';
import { countOf } from '../../../world/counters.ts';
import { hourMs, minuteMs } from '../../../world/durations.ts';
import { look } from '../../../world/files/look.ts';
import { createMedia, type Poll, type Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { invalidForm, refuse, unknownMessage } from '../errors.ts';
import { type Author, type MessageView, presentMessage } from '../present.ts';
import { discordSeed } from '../seed.ts';
import type { DiscordState, Thread } from '../state.ts';
import { mentionsIn } from './mentions.ts';
import { type MessageRequest, messageFlags, type PollRequest, readMessageRequest } from './message-body.ts';
import { requireThread, threadFor } from './threads.ts';

/** An address, inside which nothing is formatted, or a sign that an escape makes literal. */
const addressOrEscape = /https?:\/\/[^\s<]+|\\([!-/:-@[-`{-~])/g;

const nonceLifetimeMs = 5 * minuteMs;

export async function createMessage(state: DiscordState, call: Call, sender: Author): Promise<Json> {
  const request = await readMessageRequest(call);
  const author = authorOf(sender, request);
  // Webhooks have no nonces.
  const nonce = sender.kind === 'bot' && request.nonce !== undefined ? `${sender.id} ${request.nonce}` : undefined;
  const earlier = request.enforcesNonce ? findByNonce(state, nonce) : undefined;
  if (earlier) return presentSent(state, earlier, call);
  const replyToId = findReplied(state, sender, request)?.id;
  const id = state.nextId();
  const threadId = call.query.get('thread_id') ?? undefined;
  const thread = sender.kind === 'webhook' ? threadFor(state, request, { threadId, messageId: id }) : undefined;
  if (thread) state.threads.set(thread.id, thread);
  const chat = chatMessageOf(state, request, thread);
  const post = acceptPost(state.world, {
    network: 'discord',
    id,
    accountId: discordSeed.accounts.sandbox_owner,
    text: textOf(request),
    media: request.attachments.map(({ blob, type, description, fileName }) => {
      const found = look(blob) ?? { type, shows: 'nothing' };
      return { ...createMedia(blob, found.type, description), ...(found.shows === 'nothing' && { fileName }) };
    }),
    conversationId: thread?.id ?? discordSeed.channel,
    ...(chat && { chat }),
    ...(replyToId !== undefined && { replyToId }),
    ...(request.poll && { poll: pollOf(state, request.poll) }),
  });
  state.messages.set(post.id, { request, author });
  if (nonce !== undefined) state.nonces.set(nonce, post.id);
  return presentSent(state, post, call);
}

function pollOf({ world }: DiscordState, { hours, ...poll }: PollRequest): Poll {
  return { ...poll, endsAt: world.now() + hours * hourMs };
}

/** What readers see of the way it was sent; `undefined` for an ordinary message. */
function chatMessageOf({ settings }: DiscordState, request: MessageRequest, thread?: Thread): ChatMessage | undefined {
  const { content, flags, allowedMentions } = request;
  const mentioned = mentionsIn(content, allowedMentions);
  const mentions = allowedMentions.filter((kind) => mentioned[kind].length > 0);
  const tags = settings.tags.flatMap(({ id, name }) => (thread?.tagIds.includes(id) ? [name] : []));
  const shown: ChatMessage = {
    ...(thread && { thread: { id: thread.id, name: thread.name, ...(tags.length > 0 && { tags }) } }),
    ...((flags & messageFlags.silent) !== 0 && { silent: true }),
    ...((flags & messageFlags.withoutEmbeds) !== 0 && { linkPreview: false }),
    ...(mentions.length > 0 && { mentions }),
  };
  return Object.keys(shown).length > 0 ? shown : undefined;
}

function findReplied({ world }: DiscordState, sender: Author, { reference }: MessageRequest): Post | undefined {
  if (!reference) return undefined;
  const field = 'message_reference';
  if (sender.kind === 'webhook') refuse(invalidForm(field, 'SANDBOX_NOT_SIMULATED', 'A webhook cannot reply.'));
  const { messageId, channelId = discordSeed.channel, mustExist } = reference;
  const post = channelId === discordSeed.channel ? world.posts.find('discord', messageId) : undefined;
  if (post && post.deletedAt === undefined) return post;
  if (mustExist) refuse(invalidForm(field, 'MESSAGE_REFERENCE_UNKNOWN_MESSAGE', 'Unknown message'));
  return undefined;
}

/** A message through the webhook may have a name and a picture of its own. */
function authorOf(sender: Author, { username, avatarUrl }: MessageRequest): Author {
  if (sender.kind !== 'webhook') return sender;
  const avatar = avatarUrl && createHash('sha256').update(avatarUrl).digest('hex').slice(0, 32);
  return { ...sender, ...(username && { username }), ...(avatar && avatarUrl && { avatar, avatarUrl }) };
}

function findByNonce({ nonces, world }: DiscordState, nonce = ''): Post | undefined {
  const post = world.posts.find('discord', nonces.get(nonce) ?? '');
  return post && world.now() - post.createdAt < nonceLifetimeMs ? post : undefined;
}

/** Reads a message by its id. */
export function readMessage(state: DiscordState, call: Call): Reply {
  const post = findMessage(state, call);
  return post ? { status: 200, json: presentSent(state, post, call) } : unknownMessage();
}

/** The newest messages first, at most 50 unless `limit` says otherwise. */
export function listMessages(state: DiscordState, call: Call): Reply {
  const limit = Math.min(Number(call.query.get('limit') ?? 50) || 50, 100);
  const posts = state.world.posts.of('discord').filter(isOfChannel);
  const newest = posts.slice(-limit).reverse();
  return { status: 200, json: newest.map((post) => presentSent(state, post, call)) };
}

function isOfChannel({ deletedAt, conversationId }: Post): boolean {
  return deletedAt === undefined && conversationId === discordSeed.channel;
}

function presentSent(state: DiscordState, post: Post, call: Call): Json {
  const shown = presentAlone(state, post, call);
  const replied = state.world.posts.find('discord', post.replyToId ?? '');
  if (!replied) return shown;
  const { guild: guild_id, channel: channel_id } = discordSeed;
  const isGone = replied.deletedAt !== undefined;
  return {
    ...{ ...shown, type: 19, message_reference: { type: 0, guild_id, channel_id, message_id: replied.id } },
    referenced_message: isGone ? null : presentAlone(state, replied, call),
  };
}

/** A message without the one that it answers. */
function presentAlone(state: DiscordState, post: Post, { sandboxUrl }: Call): JsonObject {
  const { author, request } = state.messages.get(post.id) ?? seededMessage(state, post);
  const shown = presentMessage(post, { author, request, sandboxUrl });
  const count = countOf(post, 'reactions');
  return count === 0 ? shown : { ...shown, reactions: [presentReaction(count)] };
}

function seededMessage({ world }: DiscordState, { accountId: id, text }: Post): Omit<MessageView, 'sandboxUrl'> {
  const { username = '' } = world.accounts.find('discord', id) ?? {};
  const request = { content: text, embeds: [], attachments: [], allowedMentions: [], flags: 0 };
  return { author: { id, username, kind: 'person' }, request };
}

/** @see https://github.com/discord/discord-api-spec/blob/main/specs/openapi.json `MessageReactionResponse` */
function presentReaction(count: number): Json {
  const emoji = { id: null, name: '👍' };
  const details = { burst: 0, normal: count };
  return { emoji, count, count_details: details, burst_colors: [], me: false, me_burst: false };
}

export function deleteMessage(state: DiscordState, call: Call): Reply {
  const post = findMessage(state, call);
  if (!post) return unknownMessage();
  post.deletedAt = state.world.now();
  return { status: 204 };
}

function findMessage(state: DiscordState, call: Call): Post | undefined {
  const post = state.world.posts.find('discord', call.params['message'] ?? '');
  const place = requireThread(state, call.query) ?? discordSeed.channel;
  return post?.seeded || post?.deletedAt !== undefined || post?.conversationId !== place ? undefined : post;
}

function textOf({ content, embeds }: MessageRequest): string {
  const embedded = embeds.flatMap((embed) => [embed['title'], embed['description']]);
  const texts = [content, ...embedded].filter((text): text is string => typeof text === 'string' && text !== '');
  return withoutEscapes(texts.join('\n'));
}

/** Removes escapes, which readers do not see; formatting stays as it was written. */
function withoutEscapes(content: string): string {
  return content.replace(addressOrEscape, (piece, sign: string | undefined) => sign ?? piece);
}
