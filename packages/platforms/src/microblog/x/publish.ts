import type { PlatformDriver } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { callX, X_ID } from './api.ts';
import { uploadImages } from './media.ts';
import { postUrl } from './post-url.ts';

/** @see https://docs.x.com/x-api/posts/create-post */
export function createXPublish(bases: {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const mediaIds = await uploadImages(bases.apiUrl, post.media, { account, call });
    const json = {
      ...(post.text !== '' && { text: post.text }),
      ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
    };
    const request = { method: 'POST', path: '/2/tweets', json, effect: 'change' } as const;
    const answer = await callX(bases.apiUrl, request, { account, call });
    const id = asId(asRecord(answer.data)?.['id'], X_ID);
    if (id === null) throw answer.broken();
    return { platformPostId: id, url: postUrl(bases.oauthUrl, account, id) };
  };
}
