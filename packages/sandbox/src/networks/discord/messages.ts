import type { Call, Json, Reply } from '../../network.ts';
import { createMedia, type Post } from '../../posts.ts';
import { sniff } from '../../sniff.ts';
import { unknownMessage } from './errors.ts';
import { withoutEscapes } from './markdown.ts';
import { type Attachment, type MessageRequest, readMessageRequest } from './message-body.ts';
import { discordSeed } from './seed.ts';
import type { DiscordState } from './state.ts';

const sniffedBytes = 64 * 1024;

/** Who writes: the webhook or the bot. */
export interface Author {
  readonly id: string;
  readonly username: string;
  readonly isWebhook: boolean;
}

export async function createMessage(state: DiscordState, call: Call, author: Author): Promise<Json> {
  const request = await readMessageRequest(call);
  const post: Post = {
    network: 'discord',
    id: state.nextId(),
    accountId: discordSeed.accounts.sandbox_owner,
    text: textOf(request),
    media: request.attachments.map(({ blob, type, description }) =>
      createMedia(blob, sniff(blob.read(0, sniffedBytes))?.type ?? type, description),
    ),
    createdAt: state.world.now(),
    hidden: false,
    seeded: false,
    conversationId: discordSeed.channel,
  };
  state.world.posts.add(post);
  return presentMessage(post, { author, request, base: call.base });
}

/** Reads a message back; only its id says what to look for. */
export function readMessage(state: DiscordState, call: Call, author: Author): Reply {
  const post = findMessage(state, call);
  if (!post) return unknownMessage();
  const request = { content: post.text, embeds: [], attachments: [], mayMentionEveryone: false };
  return { status: 200, json: presentMessage(post, { author, request, base: call.base }) };
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

function presentMessage(
  post: Post,
  { author, request, base }: { author: Author; request: MessageRequest; base: string },
): Json {
  const timestamp = new Date(post.createdAt).toISOString();
  const { content, embeds, attachments, mayMentionEveryone } = request;
  return {
    ...{ id: post.id, type: 0, content, channel_id: discordSeed.channel, timestamp, edited_timestamp: null },
    author: { id: author.id, username: author.username, avatar: null, discriminator: '0000', bot: true },
    attachments: attachments.map((file, index) => presentAttachment(file, { id: `${post.id}${index}`, base })),
    embeds: embeds as readonly Json[],
    ...{ mentions: [], mention_roles: [], pinned: false, tts: false, flags: 0, components: [] },
    mention_everyone: mayMentionEveryone && content.includes('@everyone'),
    ...(author.isWebhook && { webhook_id: author.id }),
  };
}

function presentAttachment(file: Attachment, { id, base }: { id: string; base: string }): Json {
  const url = `${new URL(base).origin}/_sandbox/media/${file.blob.sha256}`;
  return {
    ...{ id, filename: file.fileName, size: file.blob.bytes, url, proxy_url: url, content_type: file.type },
    ...(file.description !== undefined && { description: file.description }),
  };
}
