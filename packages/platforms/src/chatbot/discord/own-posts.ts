import type { OwnPosts } from '../../driver.ts';
import { asDate, asId, asRecord, asString } from '../../http/lossless-json.ts';
import { pageBelow } from '../../http/page-address.ts';
import { ignore } from '../../platform-error.ts';
import { callWebhook, DISCORD_ID, type DiscordApi } from './api.ts';

const SITES = ['https://discord.com', 'https://discordapp.com'];
/** An address, in which nothing is escaped, or an escape of `escapeMarkdown`. */
const ADDRESS_OR_ESCAPE = /https?:\/\/[^\s<]+?(?=\\?<|\s|$)|\\([\\*_~`|<[\]>#-])/g;

/**
 * Names messages and reads them: a webhook is shown its own only.
 * @see https://discord.com/developers/docs/resources/webhook#get-webhook-message
 */
export function discordOwnPosts(api: DiscordApi): OwnPosts {
  return {
    form: 'its link, such as https://discord.com/channels/41771983423143937/127121515262115840/162701077035089920, or the last number in it',
    findId(text) {
      const page = pageBelow(text, api.oauthUrl, ...SITES);
      const [kind, , , message = ''] = page?.parts ?? [];
      const id = page ? (kind === 'channels' ? message : '') : text;
      return DISCORD_ID.test(id) ? id : null;
    },
    async read(id, { accountId, accountUrn, accessToken }, call) {
      const webhook = { id: accountId, token: accessToken };
      const request = { method: 'GET', path: `/messages/${id}`, effect: 'none' } as const;
      const reading = callWebhook(api, request, { webhook, call });
      const answer = await reading.catch(ignore(({ upstreamCode }) => upstreamCode === '10008'));
      if (!answer) return null;
      const { id: shown, channel_id: channel, timestamp, poll } = answer.body ?? {};
      // A poll goes without a text that would only repeat its question, which is not escaped.
      const question = asString(asRecord(asRecord(poll)?.['question'])?.['text']);
      const content = asString(answer.body?.['content']) || question;
      const messageId = asId(shown, DISCORD_ID);
      const text = content?.replace(ADDRESS_OR_ESCAPE, (found, escaped?: string) => escaped ?? found) ?? null;
      if (messageId === null || text === null) throw answer.broken();
      const url = `${api.oauthUrl}/channels/${accountUrn ?? '@me'}/${asString(channel)}/${messageId}`;
      return { id: messageId, url, text, createdAt: asDate(timestamp) };
    },
  };
}
