import { settingsOf } from '@social/types';
import type { OutgoingPost, Published, Session } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { refused } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { unusedSettings } from '../../settings/unused-settings.ts';
import { callYoutube, type YoutubeApi } from './api.ts';
import { countSubscribers } from './channels.ts';
import { communityDialect } from './errors.ts';

const REQUIRED_SUBSCRIBERS = 500;
/** Id of a community post. */
export const COMMUNITY_POST_ID = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * Publishes a text without a video, in the last documented shape of a channel's text post. The real network has withdrawn
 * this call and refuses it, and the error says so.
 * @see https://developers.google.com/youtube/v3/docs/activities/insert
 */
export async function publishCommunityPost(api: YoutubeApi, post: OutgoingPost, session: Session): Promise<Published> {
  const subscribers = await countSubscribers(api, session);
  if (subscribers !== null && subscribers < REQUIRED_SUBSCRIBERS) throw tooFew(subscribers);
  const content = { query: { part: 'snippet' }, json: { snippet: { description: post.text } } };
  const request = { method: 'POST', path: '/youtube/v3/activities', ...content, effect: 'change' } as const;
  const answer = await callYoutube(api, request, session, communityDialect);
  const id = asId(answer.body?.['id'], COMMUNITY_POST_ID);
  if (id === null) throw answer.broken();
  const note = unusedSettings(post, { where: 'community posts of YouTube', names: Object.keys(settingsOf('video')) });
  return { platformPostId: id, url: `${api.siteUrl}/post/${id}`, ...(note !== null && { note }) };
}

function tooFew(subscribers: number): PlatformError {
  const needed = `community posts need a channel with ${REQUIRED_SUBSCRIBERS} subscribers`;
  return new PlatformError('video', refused(`${needed}, and this one has ${subscribers}; add a video instead`));
}
