import type { ActionCapability, Deletion } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { goneIf, PlatformError } from '../../platform-error.ts';
import { callTelegram, type TelegramApi } from './api.ts';
import { MESSAGE_GONE } from './errors.ts';

/** The number of one message, or the numbers of an album's messages. */
export const POST_ID = /^\d{1,16}(?:,\d{1,16}){0,9}$/;

/** Deletes an album message by message. @see https://core.telegram.org/bots/api#deletemessage */
export function createTelegramActions(api: TelegramApi): ActionCapability {
  return {
    deletePost: async (postId, account, call) => {
      const session = { token: account.accessToken, call };
      let deletion: Deletion = 'gone';
      for (const messageId of messageIds(postId)) {
        const params = { chat_id: account.accountId, message_id: messageId };
        const request = { method: 'deleteMessage', params, effect: 'change' } as const;
        const isGone = ({ message }: PlatformError): boolean => message === MESSAGE_GONE;
        const answer = await callTelegram(api, request, session).catch(goneIf(isGone));
        if (answer === 'gone') continue;
        if (answer.result !== true) throw answer.broken();
        deletion = 'deleted';
      }
      return deletion;
    },
  };
}

function messageIds(postId: string): number[] {
  if (POST_ID.test(postId)) return postId.split(',').map(Number);
  const message = 'messages of this network have a number, or several with commas for an album; check the id';
  throw new PlatformError('chatbot', invalid(message));
}
