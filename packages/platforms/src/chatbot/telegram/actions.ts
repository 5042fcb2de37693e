import type { ActionCapability } from '../../driver.ts';
import { PlatformError } from '../../platform-error.ts';
import { callTelegram, type TelegramApi } from './api.ts';
import { MESSAGE_GONE } from './errors.ts';

/** One message, or those of an album. */
const POST_ID = /^\d{1,16}(?:,\d{1,16}){0,9}$/;

/** @see https://core.telegram.org/bots/api#deletemessage */
export function createTelegramActions(api: TelegramApi): ActionCapability {
  return {
    deletePost: async (postId, account, call) => {
      const session = { token: account.accessToken, call };
      for (const messageId of messageIds(postId)) {
        const params = { chat_id: account.accountId, message_id: messageId };
        try {
          const answer = await callTelegram(api, { method: 'deleteMessage', params, effect: 'change' }, session);
          if (answer.result !== true) throw answer.broken();
        } catch (error) {
          if (!isGoneAlready(error)) throw error;
        }
      }
    },
  };
}

function messageIds(postId: string): number[] {
  if (POST_ID.test(postId)) return postId.split(',').map(Number);
  throw new PlatformError('chatbot', {
    kind: 'rejected',
    code: 'invalid_request',
    message: 'messages of this network have a number, or several with commas for an album; check the id',
  });
}

function isGoneAlready(error: unknown): boolean {
  return error instanceof PlatformError && error.message === MESSAGE_GONE;
}
