import type { ConnectedAccount, PublishContext, Published } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { PlatformError } from '../../platform-error.ts';
import { callYoutube, type YoutubeApi } from './api.ts';
import { countSubscribers } from './channels.ts';
import { communityDialect } from './errors.ts';

const REQUIRED_SUBSCRIBERS = 500;
const POST_ID = /^[A-Za-z0-9_-]{1,128}$/;

/**
 * A text without a video, in the last documented shape of a channel's text post. The real network has withdrawn this call
 * and refuses it, which the error then says.
 * @see https://developers.google.com/youtube/v3/docs/activities/insert
 */
export async function publishCommunityPost(
  api: YoutubeApi,
  text: string,
  { account, call }: { readonly account: ConnectedAccount; readonly call: PublishContext },
): Promise<Published> {
  const subscribers = await countSubscribers(api, { account, call });
  if (subscribers !== null && subscribers < REQUIRED_SUBSCRIBERS) throw tooFew(subscribers);
  const answer = await callYoutube(
    api,
    {
      method: 'POST',
      path: '/youtube/v3/activities',
      query: { part: 'snippet' },
      json: { snippet: { description: text } },
      effect: 'change',
    },
    { account, call, dialect: communityDialect },
  );
  const id = asId(answer.body?.['id'], POST_ID);
  if (id === null) throw answer.broken();
  return { platformPostId: id, url: `${api.siteUrl}/post/${id}` };
}

function tooFew(subscribers: number): PlatformError {
  return new PlatformError('video', {
    kind: 'rejected',
    code: 'network_refused',
    message: `community posts need a channel with ${REQUIRED_SUBSCRIBERS} subscribers, and this one has ${subscribers}; add a video instead`,
  });
}
