import { escapeMarkdown } from '@social/rules';
import type { CheckedPost, OutgoingPost } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { DISCORD_ID } from './api.ts';

/** @see https://discord.com/developers/docs/resources/message#message-object-message-flags */
const FLAGS = { withoutEmbeds: 1 << 2, silent: 1 << 12 } as const;
const MENTIONS = ['users', 'roles', 'everyone'] as const;
/** What the network shows as the name of a user or role, after an escape that keeps it literal. */
const ESCAPED = { users: /\\(<@!?\d{1,20}>)/g, roles: /\\(<@&\d{1,20}>)/g } as const;

/** How a message is sent, by the settings of its post. */
export interface MessageSettings {
  /** Thread that takes the message; null for the channel, and for a new post in a forum. */
  readonly threadId: string | null;
  /** Title of the new post in a forum; null for a message elsewhere. */
  readonly threadName: string | null;
  readonly tagIds: readonly string[];
  readonly mentions: readonly (typeof MENTIONS)[number][];
  readonly flags: number;
}

/** @throws PlatformError before anything is sent */
export function checkSettings(post: Pick<CheckedPost, 'settings'>): void {
  readSettings(post);
}

/** @throws PlatformError for settings that exclude each other */
export function readSettings({ settings }: Pick<OutgoingPost, 'settings'>): MessageSettings {
  const threadId = textOf(settings['threadId']);
  const threadName = textOf(settings['threadName']);
  const tagIds = textsOf(settings['tagIds']);
  if (threadId !== null && !DISCORD_ID.test(threadId)) throw wrong('threadId must be the number of a thread');
  if (threadId !== null && threadName !== null) {
    throw wrong('threadName begins a new post in a forum, and threadId names one that is there; leave one of them out');
  }
  if (threadName === null && tagIds.length > 0) {
    throw wrong('tagIds are for a new post in a forum; give threadName as well, or leave them out');
  }
  const named = textsOf(settings['mentions']);
  return {
    ...{ threadId, threadName, tagIds },
    mentions: MENTIONS.filter((each) => named.includes(each)),
    flags:
      (settings['linkPreview'] === false ? FLAGS.withoutEmbeds : 0) | (settings['silent'] === true ? FLAGS.silent : 0),
  };
}

/** Members of a message that its settings add. @see https://discord.com/developers/docs/resources/webhook#execute-webhook */
export function settingMembers({ flags, threadName, tagIds }: MessageSettings): Readonly<Record<string, unknown>> {
  return {
    ...(flags !== 0 && { flags }),
    ...(threadName !== null && { thread_name: threadName }),
    ...(tagIds.length > 0 && { applied_tags: tagIds }),
  };
}

/** Escapes a text, except where it names users or roles who are to be notified. */
export function escapeText(text: string, { mentions }: MessageSettings): string {
  const escaped = escapeMarkdown(text);
  const withUsers = mentions.includes('users') ? escaped.replace(ESCAPED.users, '$1') : escaped;
  return mentions.includes('roles') ? withUsers.replace(ESCAPED.roles, '$1') : withUsers;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

function wrong(message: string): PlatformError {
  return new PlatformError('chatbot', invalid(message));
}
