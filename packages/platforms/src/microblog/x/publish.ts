import type { OutgoingPost, PlatformDriver, PublishContext } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX, X_ID } from './api.ts';
import { needsChunks, uploadMedia } from './media.ts';
import { postUrl } from './post-url.ts';

/** @see https://docs.x.com/x-api/posts/create-post */
export function createXPublish(bases: {
  readonly apiUrl: string;
  readonly oauthUrl: string;
}): PlatformDriver['publish'] {
  return async (post, account, call) => {
    if (call.checkpoint?.['step'] === 'publish') throw interrupted();
    const uploaded = keepCheckpoint(call);
    const mediaIds = await uploadMedia(bases.apiUrl, post.media, { account, call: uploaded.call });
    const json = {
      ...(post.text !== '' && { text: post.text }),
      ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...(post.replyTo !== undefined && { reply: { in_reply_to_tweet_id: post.replyTo } }),
    };
    const request = { method: 'POST', path: '/2/tweets', json, effect: 'change' } as const;
    const send = () => callX(bases.apiUrl, request, { account, call });
    const answer = await (hasLongUpload(post) ? uploaded.sealWhile(send) : send());
    const id = asId(asRecord(answer.data)?.['id'], X_ID);
    if (id === null) throw answer.broken();
    return { platformPostId: id, url: postUrl(bases.oauthUrl, account, id) };
  };
}

const hasLongUpload = ({ media }: OutgoingPost): boolean => media.some(needsChunks);

/** Remembers where the upload had come, for the time after a post that was certainly not accepted. */
function keepCheckpoint(call: PublishContext) {
  let last = call.checkpoint ?? null;
  return {
    call: {
      ...call,
      saveCheckpoint: async (checkpoint: NonNullable<PublishContext['checkpoint']>) => {
        await call.saveCheckpoint?.(checkpoint);
        last = checkpoint;
      },
    },
    /** From before the first byte leaves until it is known that nothing was accepted, nobody may begin anew. */
    async sealWhile<Answer>(send: () => Promise<Answer>): Promise<Answer> {
      await call.saveCheckpoint?.({ step: 'publish' });
      try {
        return await send();
      } catch (error) {
        const isUnknown = !(error instanceof PlatformError) || error.kind === 'outcome-unknown';
        if (!isUnknown && last) await call.saveCheckpoint?.(last);
        throw error;
      }
    },
  };
}

function interrupted(): PlatformError {
  return new PlatformError('microblog', {
    kind: 'outcome-unknown',
    code: 'outcome_unknown',
    message:
      'it was interrupted while the post was being created, so it may be there; check the account before sending it again',
  });
}
