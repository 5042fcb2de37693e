import type { AccountOption, TokenSession } from '../../driver.ts';
import { asId, asRecord, asString } from '../../http/lossless-json.ts';
import { cleanName, cleanPicture } from '../../identity.ts';
import { PlatformError } from '../../platform-error.ts';
import { callYoutube, type YoutubeApi } from './api.ts';
import { NO_CHANNEL } from './errors.ts';

const CHANNEL_ID = /^[A-Za-z0-9_-]{1,64}$/;
const HANDLE = /^@([\p{L}\p{N}._·-]{1,64})$/u;

/**
 * Lists the channel that the person chose at consent, as the only account to choose from.
 * @see https://developers.google.com/youtube/v3/docs/channels/list
 */
export async function listChannels(api: YoutubeApi, session: TokenSession): Promise<AccountOption[]> {
  const { items, broken } = await readOwnChannels(api, 'snippet', session);
  return items.map((item) => {
    const accountId = asId(item['id'], CHANNEL_ID);
    if (accountId === null) throw broken();
    const snippet = asRecord(item['snippet']);
    const handle = HANDLE.exec(asString(snippet?.['customUrl']) ?? '')?.[1] ?? null;
    const thumbnails = asRecord(snippet?.['thumbnails']);
    return {
      accountId,
      name: cleanName(snippet?.['title']) ?? handle ?? accountId,
      description: handle === null ? 'Channel' : `Channel @${handle}`,
      type: 'personal',
      // The default one has 88 pixels.
      picture: cleanPicture(asRecord(thumbnails?.['medium'] ?? thumbnails?.['default'])?.['url']),
      username: handle,
      accountUrn: null,
    };
  });
}

/** Counts the channel's subscribers; null where the channel hides them. The network rounds large numbers. */
export async function countSubscribers(api: YoutubeApi, session: TokenSession): Promise<number | null> {
  const { items } = await readOwnChannels(api, 'statistics', session);
  const statistics = asRecord(items[0]?.['statistics']);
  const count = asId(statistics?.['subscriberCount'], /^\d{1,15}$/);
  return count === null || statistics?.['hiddenSubscriberCount'] === true ? null : Number(count);
}

async function readOwnChannels(api: YoutubeApi, part: string, session: TokenSession) {
  const query = { part, mine: 'true' };
  const request = { method: 'GET', path: '/youtube/v3/channels', query, effect: 'none' } as const;
  const { body, broken } = await callYoutube(api, request, session);
  if (!body) throw broken();
  const { items = [] } = body;
  if (!Array.isArray(items)) throw broken();
  if (items.length === 0) throw new PlatformError('video', NO_CHANNEL);
  return { items: items.map((item) => asRecord(item) ?? {}), broken };
}
