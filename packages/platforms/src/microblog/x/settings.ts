import type { Schema } from '@social/types';
import type { OutgoingPost } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';

/** Fields of a post that come from its settings, and a sentence for the user where one has no effect. */
export interface PostFields {
  readonly fields: JsonObject;
  readonly note?: string;
}

/**
 * Reads the settings of a post. The further parts of a thread are where its first part is, and answered by whom it lets answer: they
 * have labels alone.
 * @see https://docs.x.com/x-api/posts/create-post
 */
export function fieldsOf({ settings, replyTo }: Pick<OutgoingPost, 'settings' | 'replyTo'>): PostFields {
  const { replySettings, communityId, shareWithFollowers, aiGenerated, paidPartnership }: Schema<'MicroblogSettings'> =
    settings;
  const labels = { ...(aiGenerated && { made_with_ai: true }), ...(paidPartnership && { paid_partnership: true }) };
  if (replyTo !== undefined) return { fields: labels };
  const isShared = communityId !== undefined && shareWithFollowers !== undefined;
  const fields = {
    ...(replySettings && { reply_settings: replySettings }),
    ...(communityId !== undefined && { community_id: communityId }),
    ...(isShared && { share_with_followers: shareWithFollowers }),
    ...labels,
  };
  if (isShared || shareWithFollowers === undefined) return { fields };
  return { fields, note: 'shareWithFollowers has no effect without a communityId.' };
}
