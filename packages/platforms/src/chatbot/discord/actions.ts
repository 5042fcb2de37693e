import type { ActionCapability } from '../../driver.ts';
import { goneIf, type PlatformError } from '../../platform-error.ts';
import { callWebhook, type DiscordApi } from './api.ts';
import { messagePath, requirePostId } from './post-id.ts';

/** @see https://discord.com/developers/docs/resources/webhook#delete-webhook-message */
export function createDiscordActions(api: DiscordApi): ActionCapability {
  return {
    deletePost: async (postId, { accountId, accessToken }, call) => {
      const path = messagePath(requirePostId(postId));
      const request = { method: 'DELETE', path, effect: 'change' } as const;
      const webhook = { id: accountId, token: accessToken };
      // A thread that is not found proves nothing: the webhook may have been moved to another channel.
      const isGone = ({ upstreamCode }: PlatformError): boolean => upstreamCode === '10008';
      const answer = await callWebhook(api, request, { webhook, call }).catch(goneIf(isGone));
      if (answer === 'gone') return answer;
      if (answer.status !== 204) throw answer.broken();
      return 'deleted';
    },
  };
}
