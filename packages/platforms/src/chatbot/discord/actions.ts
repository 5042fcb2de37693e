import type { ActionCapability } from '../../driver.ts';
import { invalid } from '../../meanings.ts';
import { goneIf, PlatformError } from '../../platform-error.ts';
import { callWebhook, DISCORD_ID, type DiscordApi } from './api.ts';

/** @see https://discord.com/developers/docs/resources/webhook#delete-webhook-message */
export function createDiscordActions(api: DiscordApi): ActionCapability {
  return {
    deletePost: async (postId, { accountId, accessToken }, call) => {
      if (!DISCORD_ID.test(postId)) throw invalidId();
      const request = { method: 'DELETE', path: `/messages/${postId}`, effect: 'change' } as const;
      const webhook = { id: accountId, token: accessToken };
      const isGone = ({ upstreamCode }: PlatformError): boolean => upstreamCode === '10008';
      const answer = await callWebhook(api, request, { webhook, call }).catch(goneIf(isGone));
      if (answer === 'gone') return answer;
      if (answer.status !== 204) throw answer.broken();
      return 'deleted';
    },
  };
}

function invalidId(): PlatformError {
  return new PlatformError('chatbot', invalid('ids of this network are numbers of at most 20 digits; check the id'));
}
