import { asCount } from '../../counters.ts';
import type { CounterCapability, CounterField } from '../../driver.ts';
import { asRecord } from '../../http/lossless-json.ts';
import { goneIf } from '../../platform-error.ts';
import { callWebhook, type DiscordApi } from './api.ts';
import { isMissing, isThreadMissing, messagePath, requirePostId } from './post-id.ts';

const FIELDS: readonly CounterField[] = [{ name: 'reactions', kind: 'reactions', label: 'reactions' }];

/**
 * Reactions to a message, those of all emoji together. A message without any comes without the list.
 * @see https://discord.com/developers/docs/resources/webhook#get-webhook-message
 * @see https://discord.com/developers/docs/resources/message#reaction-object
 */
export function createDiscordCounters(api: DiscordApi): CounterCapability {
  return {
    fields: FIELDS,
    async read(postId, { accountId, accessToken }, call) {
      const place = requirePostId(postId);
      const webhook = { id: accountId, token: accessToken };
      const request = { method: 'GET', path: messagePath(place), effect: 'none' } as const;
      const reading = callWebhook(api, request, { webhook, call });
      const answer = await reading.catch(goneIf((error) => isMissing(error) || isThreadMissing(place, error)));
      if (answer === 'gone') return null;
      if (answer.body?.['id'] !== place.messageId) throw answer.broken();
      const { reactions = [] } = answer.body;
      if (!Array.isArray(reactions)) throw answer.broken();
      const counts = reactions.map((reaction) => asCount(asRecord(reaction)?.['count']) ?? 0);
      return { reactions: counts.reduce((sum, count) => sum + count, 0) };
    },
  };
}
