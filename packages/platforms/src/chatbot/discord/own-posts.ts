import type { OwnPosts } from '../../driver.ts';
import { asDate, asId, asRecord, asString } from '../../http/lossless-json.ts';
import { pageBelow } from '../../http/page-address.ts';
import { ignore } from '../../platform-error.ts';
import { callWebhook, DISCORD_ID, type DiscordApi } from './api.ts';
import { isMissing, messagePath, postIdOf, readPostId, requirePostId } from './post-id.ts';

const SITES = ['https://discord.com', 'https://discordapp.com'];
/** An address, in which nothing is escaped, or an escape of `escapeMarkdown`. */
const ADDRESS_OR_ESCAPE = /https?:\/\/[^\s<]+?(?=\\?<|\s|$)|\\([\\*_~`|<[\]>#-])/g;

/**
 * Names messages and reads them: a webhook is shown its own only.
 * @see https://discord.com/developers/docs/resources/webhook#get-webhook-message
 */
export function discordOwnPosts(api: DiscordApi): OwnPosts {
  return {
    form: 'its link, such as https://discord.com/channels/41771983423143937/127121515262115840/162701077035089920, or the last number in it; for a message in a thread, the last two as 12/34',
    findId: (text) => readPostId(text) && text,
    async lookUp(address, { accountId, accountUrn, accessToken }, call) {
      const page = pageBelow(address, api.oauthUrl, ...SITES);
      // The link of a post in a forum names its thread only, whose first message has the same id.
      const [kind, guildId, channelId = '', messageId = channelId] = page?.parts ?? [];
      const place = readPostId(`${channelId}/${messageId}`);
      if (!place || kind !== 'channels' || (accountUrn !== null && guildId !== accountUrn)) return null;
      const webhook = { id: accountId, token: accessToken };
      const { body, broken } = await callWebhook(api, { method: 'GET', effect: 'none' }, { webhook, call });
      const own = asId(body?.['channel_id'], DISCORD_ID);
      if (own === null) throw broken();
      return channelId === own ? messageId : postIdOf(place);
    },
    async read(id, { accountId, accountUrn, accessToken }, call) {
      const place = requirePostId(id);
      const webhook = { id: accountId, token: accessToken };
      const request = { method: 'GET', path: messagePath(place), effect: 'none' } as const;
      const answer = await callWebhook(api, request, { webhook, call }).catch(ignore(isMissing));
      if (!answer) return null;
      const { id: shown, channel_id: channel, timestamp, poll } = answer.body ?? {};
      // A poll goes without a text that would only repeat its question, which is not escaped.
      const question = asString(asRecord(asRecord(poll)?.['question'])?.['text']);
      const content = asString(answer.body?.['content']) || question;
      const messageId = asId(shown, DISCORD_ID);
      const text = content?.replace(ADDRESS_OR_ESCAPE, (found, escaped?: string) => escaped ?? found) ?? null;
      if (messageId === null || text === null) throw answer.broken();
      const url = `${api.oauthUrl}/channels/${accountUrn ?? '@me'}/${asString(channel)}/${messageId}`;
      return { id: postIdOf({ ...place, messageId }), url, text, createdAt: asDate(timestamp) };
    },
  };
}
