import type { ActionCapability } from '../../driver.ts';
import { notFound } from '../../meanings.ts';
import { goneIf, PlatformError } from '../../platform-error.ts';
import { callWebhook, type DiscordApi } from './api.ts';
import { isMissing, isThreadMissing, type MessagePlace, messagePath, requirePostId } from './post-id.ts';

/** @see https://discord.com/developers/docs/resources/webhook#delete-webhook-message */
export function createDiscordActions(api: DiscordApi): ActionCapability {
  return {
    deletePost: async (postId, { accountId, accessToken }, call) => {
      const place = requirePostId(postId);
      const request = { method: 'DELETE', path: messagePath(place), effect: 'change' } as const;
      const webhook = { id: accountId, token: accessToken };
      const deleting = callWebhook(api, request, { webhook, call }).catch(inThread(place));
      const answer = await deleting.catch(goneIf(isMissing));
      if (answer === 'gone') return answer;
      if (answer.status !== 204) throw answer.broken();
      return 'deleted';
    },
  };
}

/** Explains that a thread is not found, for which publishing has another sentence. */
function inThread(place: MessagePlace): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof PlatformError && isThreadMissing(place, error))) throw error;
    const message =
      'the thread is gone, or the webhook was moved to another channel; if you deleted the thread, nothing is left to take back';
    const { status, upstreamCode } = error;
    const upstream = { ...(status !== null && { status }), ...(upstreamCode !== null && { upstreamCode }) };
    throw new PlatformError('chatbot', { ...notFound(message), ...upstream, cause: error });
  };
}
