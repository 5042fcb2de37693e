import { Refusal } from '../../../http/route.ts';
import { failure, invalidForm, refuse, unknownChannel } from '../errors.ts';
import type { DiscordState, Thread } from '../state.ts';
import type { MessageRequest } from './message-body.ts';

/**
 * Finds the thread that a message through the webhook goes to, or begins one, whose first message has the thread's id.
 *
 * @returns `undefined` for a message of the channel itself
 * @see https://discord.com/developers/docs/resources/webhook#execute-webhook
 */
export function threadFor(
  state: DiscordState,
  request: Pick<MessageRequest, 'threadName' | 'tagIds'>,
  { threadId, messageId }: { readonly threadId: string | undefined; readonly messageId: string },
): Thread | undefined {
  const { threadName, tagIds } = request;
  const { isForum } = state.settings;
  if (threadId !== undefined && threadName !== undefined) refuse(wrongThread.both);
  if (threadName === undefined && tagIds.length > 0) {
    refuse(invalidForm('applied_tags', 'SANDBOX_NOT_SIMULATED', 'Only new posts in a forum have tags.'));
  }
  if (threadId !== undefined) return openThread(state, threadId);
  if (threadName === undefined) return isForum ? refuse(wrongThread.neither) : undefined;
  if (!isForum) refuse(wrongThread.noForum);
  requireTags(state, tagIds);
  return { id: messageId, name: threadName, tagIds, isLocked: false };
}

/** The id of the thread that a call names; `undefined` for the channel itself. */
export function requireThread({ threads }: DiscordState, query: URLSearchParams): string | undefined {
  const id = query.get('thread_id') ?? undefined;
  if (id !== undefined && !threads.has(id)) throw new Refusal(unknownChannel());
  return id;
}

function openThread({ threads }: DiscordState, id: string): Thread {
  const thread = threads.get(id) ?? refuse(unknownChannel());
  return thread.isLocked ? refuse(failure(400, 160005, 'Thread is locked')) : thread;
}

function requireTags({ settings: { tags, requiresTag } }: DiscordState, tagIds: readonly string[]): void {
  if (tagIds.length === 0 && requiresTag) {
    refuse(failure(400, 40067, 'A tag is required to create a forum post in this channel'));
  }
  if (tagIds.length === 0) return;
  if (tags.length === 0) refuse(failure(400, 40066, 'There are no tags available that can be set by non-moderators'));
  if (!tagIds.every((id) => tags.some((tag) => tag.id === id))) refuse(failure(404, 10087, 'Unknown Tag'));
}

const wrongThread = {
  neither: failure(400, 220001, 'Webhooks posted to forum channels must have a thread_name or thread_id'),
  both: failure(400, 220002, 'Webhooks posted to forum channels cannot have both a thread_name and thread_id'),
  noForum: failure(400, 220003, 'Webhooks can only create threads in forum channels'),
};
