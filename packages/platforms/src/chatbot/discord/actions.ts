import type { ActionCapability } from '../../driver.ts';
import { PlatformError } from '../../platform-error.ts';
import { callWebhook, DISCORD_ID, type DiscordApi } from './api.ts';

/** @see https://discord.com/developers/docs/resources/webhook#delete-webhook-message */
export function createDiscordActions(api: DiscordApi): ActionCapability {
  return {
    deletePost: async (postId, { accountId, accessToken }, call) => {
      if (!DISCORD_ID.test(postId)) throw invalidId();
      const request = { method: 'DELETE', path: `/messages/${postId}`, effect: 'change' } as const;
      const webhook = { id: accountId, token: accessToken };
      try {
        const answer = await callWebhook(api, request, { webhook, call });
        if (answer.status !== 204) throw answer.broken();
      } catch (error) {
        // Gone already: exactly what was asked for.
        if (!(error instanceof PlatformError && error.upstreamCode === '10008')) throw error;
      }
    },
  };
}

function invalidId(): PlatformError {
  return new PlatformError('chatbot', {
    kind: 'rejected',
    code: 'invalid_request',
    message: 'ids of this network are numbers of at most 20 digits; check the id',
  });
}
