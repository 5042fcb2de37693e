import type { OutgoingPost, PlatformDriver } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { sealPublish } from '../../sealed-publish.ts';
import { callX, postUrl, X_ID, type XApi } from './api.ts';
import { needsChunks, uploadMedia } from './media/media.ts';
import { fieldsOf } from './settings.ts';

/** @see https://docs.x.com/x-api/posts/create-post */
export function createXPublish(api: XApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const sealed = sealPublish('microblog', call);
    const { fields, note } = fieldsOf(post);
    const mediaIds = await uploadMedia(api, post.media, { account, call: sealed.call });
    const json = {
      ...(post.text !== '' && { text: post.text }),
      ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...(post.poll && { poll: { options: post.poll.options, duration_minutes: post.poll.minutes } }),
      ...(post.replyTo !== undefined && { reply: { in_reply_to_tweet_id: post.replyTo } }),
      ...fields,
    };
    const request = { method: 'POST', path: '/2/tweets', json, effect: 'change' } as const;
    const send = () => callX(api, request, { account, call });
    const answer = await (hasLongUpload(post) ? sealed.sealWhile(send) : send());
    const id = asId(asRecord(answer.data)?.['id'], X_ID);
    if (id === null) throw answer.broken();
    return { platformPostId: id, url: postUrl(api, account, id), ...(note !== undefined && { note }) };
  };
}

const hasLongUpload = ({ media }: OutgoingPost): boolean => media.some(needsChunks);
