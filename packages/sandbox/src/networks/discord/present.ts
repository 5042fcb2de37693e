import type { Json, JsonObject } from '../../http/route.ts';
import type { Account } from '../../world/accounts.ts';
import type { Poll, Post } from '../../world/posts.ts';
import { mentionsIn } from './messages/mentions.ts';
import type { Attachment, MessageRequest } from './messages/message-body.ts';
import { discordSeed } from './seed.ts';
import type { DiscordSettings } from './settings.ts';

/** The author of a message. */
export interface Author {
  readonly id: string;
  readonly username: string;
  readonly kind: 'webhook' | 'bot' | 'person';
  /** Hash in the address of the picture. */
  readonly avatar?: string;
  /** The picture that a message through the webhook brought along. */
  readonly avatarUrl?: string;
}

export const webhookAuthor: Author = {
  ...{ id: discordSeed.webhook.id, username: 'Sandbox Webhook', kind: 'webhook' },
  avatar: 'b8a1c5d7e9f30421b8a1c5d7e9f30421',
};
export const botAuthor: Author = { id: '1180000000000000004', username: 'Sandbox Bot', kind: 'bot' };

/** Parts of an answer that are not in the post. */
export interface MessageView {
  readonly author: Author;
  readonly request: Pick<MessageRequest, 'content' | 'embeds' | 'attachments' | 'allowedMentions' | 'flags' | 'nonce'>;
  readonly sandboxUrl: string;
}

export function presentMessage(post: Post, { author, request, sandboxUrl }: MessageView): JsonObject {
  const timestamp = new Date(post.createdAt).toISOString();
  const { content, embeds, attachments, allowedMentions, flags, nonce } = request;
  const mentions = mentionsIn(content, allowedMentions);
  return {
    ...{ id: post.id, type: 0, content, channel_id: post.conversationId, timestamp, edited_timestamp: null },
    author: presentAuthor(author),
    attachments: attachments.map((file, index) =>
      presentAttachment(file, { id: String(BigInt(post.id) + BigInt(index) + 1n), sandboxUrl }),
    ),
    embeds: embeds.map((embed) => ({ type: 'rich', ...(embed as JsonObject) })),
    ...{ mentions: mentions.users.map(presentMentioned), mention_roles: mentions.roles },
    ...{ mention_everyone: mentions.everyone.length > 0, pinned: false, tts: false, flags, components: [] },
    ...(nonce !== undefined && { nonce }),
    ...(post.poll && { poll: presentPoll(post.poll) }),
    ...(author.kind === 'webhook' && { webhook_id: author.id }),
  };
}

function presentMentioned(id: string): JsonObject {
  return presentUser({ id, username: `user${id}`, discriminator: '0' });
}

/** @see https://discord.com/developers/docs/resources/poll#poll-object */
function presentPoll({ question = '', options, isMultiple, endsAt }: Poll): JsonObject {
  return {
    ...{ question: { text: question }, expiry: new Date(endsAt).toISOString() },
    answers: options.map((text, index) => ({ answer_id: index + 1, poll_media: { text } })),
    ...{ allow_multiselect: isMultiple, layout_type: 1 },
  };
}

/** The webhook with its address. */
export function presentWebhook(base: string): JsonObject {
  const { guild, channel, webhook } = discordSeed;
  return {
    ...{ id: webhook.id, type: 1, guild_id: guild, channel_id: channel, name: webhookAuthor.username },
    ...{ avatar: webhookAuthor.avatar ?? null, application_id: null, token: webhook.token },
    url: `${base}/api/webhooks/${webhook.id}/${webhook.token}`,
  };
}

/** A channel of texts, or a forum. @see https://discord.com/developers/docs/resources/channel#channel-object-channel-types */
export function presentChannel({ isForum, tags, requiresTag }: DiscordSettings): Json {
  const { guild: guild_id, channel: id } = discordSeed;
  return {
    ...{ id, type: isForum ? 15 : 0, guild_id, name: 'announcements', position: 0, permission_overwrites: [] },
    ...{ topic: null, nsfw: false, last_message_id: null, parent_id: null, rate_limit_per_user: 0 },
    flags: isForum && requiresTag ? 1 << 4 : 0,
    ...(isForum && { available_tags: tags.map((tag) => ({ ...tag, moderated: false })) }),
  };
}

export function presentBot(): Json {
  return { ...presentAuthor(botAuthor), mfa_enabled: false, locale: 'en-US', verified: true, email: null };
}

/** A person who signed in, with the members that the scopes allow. */
export function presentPerson(account: Account, scopes: readonly string[]): Json {
  const email = scopes.includes('email') && { email: `${account.username}@sandbox.example`, verified: true };
  return {
    ...presentUser({ id: account.id, username: account.username, discriminator: '0' }),
    ...{ global_name: account.name, mfa_enabled: false, locale: 'en-US', ...email },
  };
}

/** The bot's application, which has the bot's id. */
export function presentApplication(owner: Account): Json {
  const { id, username: name } = botAuthor;
  return {
    ...{ id, name, icon: null, description: '', summary: '', type: null, flags: 0, verify_key: '0'.repeat(64) },
    ...{ bot_public: false, bot_require_code_grant: false, bot: presentAuthor(botAuthor), team: null },
    owner: presentUser({ id: owner.id, username: owner.username, discriminator: '0' }),
  };
}

function presentAuthor({ id, username, kind, avatar }: Author): JsonObject {
  const user = presentUser({ id, username, discriminator: kind === 'person' ? '0' : '0000' });
  return { ...user, avatar: avatar ?? null, ...(kind !== 'person' && { bot: true }) };
}

function presentUser(user: { id: string; username: string; discriminator: string }): JsonObject {
  return { ...user, avatar: null, public_flags: 0, flags: 0, global_name: null, primary_guild: null };
}

function presentAttachment(file: Attachment, { id, sandboxUrl }: { id: string; sandboxUrl: string }): Json {
  const url = `${sandboxUrl}/_sandbox/media/${file.blob.sha256}`;
  return {
    ...{ id, filename: file.fileName, size: file.blob.bytes, url, proxy_url: url, content_type: file.type },
    ...(file.description !== undefined && { description: file.description }),
  };
}
