import type { Checkpoint, OutgoingPost, PlatformDriver, PublishContext } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { unknownOutcome } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX, postUrl, X_ID, type XApi } from './api.ts';
import { needsChunks, uploadMedia } from './media/media.ts';

/** @see https://docs.x.com/x-api/posts/create-post */
export function createXPublish(api: XApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    if (call.checkpoint?.['step'] === 'publish') throw interrupted();
    const uploaded = keepCheckpoint(call);
    const mediaIds = await uploadMedia(api, post.media, { account, call: uploaded.call });
    const json = {
      ...(post.text !== '' && { text: post.text }),
      ...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
      ...(post.replyTo !== undefined && { reply: { in_reply_to_tweet_id: post.replyTo } }),
    };
    const request = { method: 'POST', path: '/2/tweets', json, effect: 'change' } as const;
    const send = () => callX(api, request, { account, call });
    const answer = await (hasLongUpload(post) ? uploaded.sealWhile(send) : send());
    const id = asId(asRecord(answer.data)?.['id'], X_ID);
    if (id === null) throw answer.broken();
    return { platformPostId: id, url: postUrl(api, account, id) };
  };
}

const hasLongUpload = ({ media }: OutgoingPost): boolean => media.some(needsChunks);

/** Remembers the upload's last checkpoint, which is stored again after a post that was certainly not accepted. */
function keepCheckpoint(call: PublishContext) {
  let last = call.checkpoint ?? null;
  return {
    call: {
      ...call,
      saveCheckpoint: async (checkpoint: Checkpoint) => {
        await call.saveCheckpoint?.(checkpoint);
        last = checkpoint;
      },
    },
    /** Stores that the post may have been accepted: until that is disproved, no process may start again. */
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
  const reason = 'it was interrupted while the post was being created';
  const message = `${reason}, so it may be there; check the account before sending it again`;
  return new PlatformError('microblog', unknownOutcome(message));
}
