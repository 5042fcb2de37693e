import type { Call } from '../../../http/route.ts';
import type { PostSettings } from '../../../world/posts.ts';
import { refuseBody } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { arrayOf, boolean, integer, object, oneOf, readJson, string } from '../strict-body.ts';

const id = string(/^[0-9]{1,19}$/);

const createBody = object({
  text: string(),
  media: object(
    {
      media_ids: arrayOf(id, { min: 1, max: mediaLimits.maxFiles }),
      tagged_user_ids: arrayOf(id, { min: 0, max: 10 }),
    },
    ['media_ids'],
  ),
  reply: object(
    {
      in_reply_to_tweet_id: id,
      exclude_reply_user_ids: arrayOf(id, { min: 0, max: 50 }),
      auto_populate_reply_metadata: boolean,
    },
    ['in_reply_to_tweet_id'],
  ),
  quote_tweet_id: id,
  poll: object(
    {
      options: arrayOf(string(/^.{1,25}$/u), { min: 2, max: 4 }),
      duration_minutes: integer(5, 10080),
      reply_settings: oneOf('following', 'mentionedUsers', 'subscribers', 'verified'),
    },
    ['options', 'duration_minutes'],
  ),
  reply_settings: oneOf('following', 'mentionedUsers', 'subscribers', 'verified'),
  community_id: id,
  geo: object({ place_id: string() }),
  nullcast: boolean,
  for_super_followers_only: boolean,
  direct_message_deep_link: string(),
  card_uri: string(),
  edit_options: object({ previous_post_id: id }, ['previous_post_id']),
  made_with_ai: boolean,
  paid_partnership: boolean,
  share_with_followers: boolean,
});

/** Parts of a create request that the sandbox acts on. */
export interface CreateRequest {
  readonly text: string;
  readonly mediaIds: readonly string[];
  readonly replyToId?: string;
  readonly quotedId?: string;
  readonly poll?: { readonly options: readonly string[]; readonly minutes: number };
  readonly settings: PostSettings;
}

/**
 * Reads the body of a create call.
 *
 * @see https://docs.x.com/x-api/posts/create-post
 */
export function readCreateRequest(call: Call): CreateRequest {
  const { text = '', media, reply, quote_tweet_id, poll, card_uri, ...others } = readJson(call, createBody);
  const { reply_settings, community_id, share_with_followers, made_with_ai, paid_partnership } = others;
  const exclusive = [media, quote_tweet_id, poll, card_uri].filter((each) => each !== undefined);
  if (exclusive.length > 1) refuseBody('$: media, quote_tweet_id, poll and card_uri are mutually exclusive');
  if (text.trim() === '' && !media) refuseBody('$.text: is missing but it is required');
  return {
    text,
    mediaIds: media?.media_ids ?? [],
    ...(reply?.in_reply_to_tweet_id !== undefined && { replyToId: reply.in_reply_to_tweet_id }),
    ...(quote_tweet_id !== undefined && { quotedId: quote_tweet_id }),
    ...(poll?.options && poll.duration_minutes && { poll: { options: poll.options, minutes: poll.duration_minutes } }),
    settings: {
      ...(reply_settings && { reply_settings }),
      ...(community_id !== undefined && { community_id }),
      ...(share_with_followers && { share_with_followers }),
      ...(made_with_ai && { made_with_ai }),
      ...(paid_partnership && { paid_partnership }),
    },
  };
}
