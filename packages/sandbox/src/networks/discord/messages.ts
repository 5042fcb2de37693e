import type { Call, Json, Reply } from '../../http/route.ts';
import { countOf } from '../../world/counters.ts';
import { look } from '../../world/files/look.ts';
import { createMedia, type Post } from '../../world/posts.ts';
import { acceptPost } from '../../world/world.ts';
import { unknownMessage } from './errors.ts';
import { type MessageRequest, readMessageRequest } from './message-body.ts';
import { type Author, presentMessage } from './present.ts';
import { discordSeed } from './seed.ts';
import type { DiscordState } from './state.ts';

/** An address, inside which nothing is formatted, or a sign that an escape makes literal. */
const addressOrEscape = /https?:\/\/[^\s<]+|\\([!-/:-@[-`{-~])/g;

export async function createMessage(state: DiscordState, call: Call, author: Author): Promise<Json> {
  const request = await readMessageRequest(call);
  const post = acceptPost(state.world, {
    network: 'discord',
    id: state.nextId(),
    accountId: discordSeed.accounts.sandbox_owner,
    text: textOf(request),
    media: request.attachments.map(({ blob, type, description }) =>
      createMedia(blob, look(blob)?.type ?? type, description),
    ),
    conversationId: discordSeed.channel,
  });
  state.contents.set(post.id, request.content);
  return presentMessage(post, { author, request, sandboxUrl: call.sandboxUrl });
}

/** Reads a message by its id. */
export function readMessage(state: DiscordState, call: Call, author: Author): Reply {
  const post = findMessage(state, call);
  return post ? { status: 200, json: presentRead(state, post, { call, author }) } : unknownMessage();
}

/** The newest messages first, at most 50 unless `limit` says otherwise. */
export function listMessages(state: DiscordState, call: Call, author: Author): Reply {
  const limit = Math.min(Number(call.query.get('limit') ?? 50) || 50, 100);
  const posts = state.world.posts.of('discord').filter(({ deletedAt }) => deletedAt === undefined);
  const newest = posts.slice(-limit).reverse();
  return { status: 200, json: newest.map((post) => presentRead(state, post, { call, author })) };
}

function presentRead(state: DiscordState, post: Post, { call, author }: { call: Call; author: Author }): Json {
  const { sandboxUrl } = call;
  const content = state.contents.get(post.id) ?? post.text;
  const request = { content, embeds: [], attachments: [], mayMentionEveryone: false };
  const shown = presentMessage(post, { author, request, sandboxUrl });
  const count = countOf(post, 'reactions');
  return count === 0 ? shown : { ...shown, reactions: [presentReaction(count)] };
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
  return post?.seeded || post?.deletedAt !== undefined ? undefined : post;
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
