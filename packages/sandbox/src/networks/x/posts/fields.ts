import type { Call } from '../../../http/route.ts';
import { refuseParameter } from '../errors.ts';

const postFields = `article attachments author_id card_uri community_id context_annotations conversation_id created_at
  display_text_range edit_controls edit_history_tweet_ids entities geo id in_reply_to_user_id lang media_metadata
  non_public_metrics note_tweet organic_metrics paid_partnership possibly_sensitive promoted_metrics public_metrics referenced_tweets
  reply_settings scopes source suggested_source_links text username withheld`.split(/\s+/);

const userFields =
  `affiliation confirmed_email connection_status created_at description entities id is_identity_verified location
  most_recent_tweet_id name parody pinned_tweet_id profile_banner_url profile_image_url protected public_metrics
  receives_your_dm subscription subscription_type url username verified verified_followers_count verified_type
  withheld`.split(/\s+/);

const expansionNames = `article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet
  attachments.poll_ids author_id author_screen_name edit_history_tweet_ids entities.mentions.username
  entities.note.mentions.username geo.place_id in_reply_to_user_id pinned_tweet_id referenced_tweets.id
  referenced_tweets.id.attachments.media_keys referenced_tweets.id.author_id most_recent_tweet_id
  affiliation.user_id`.split(/\s+/);

const mediaFields = `alt_text duration_ms height media_key non_public_metrics organic_metrics preview_image_url
  promoted_metrics public_metrics type url variants width`.split(/\s+/);

const pollFields = ['duration_minutes', 'end_datetime', 'id', 'options', 'voting_status'];

/** The fields that a caller asked for in addition to the defaults. */
export interface FieldSelection {
  readonly post: ReadonlySet<string>;
  readonly user: ReadonlySet<string>;
  readonly media: ReadonlySet<string>;
  readonly poll: ReadonlySet<string>;
  readonly expansions: ReadonlySet<string>;
}

/** Reads the field parameters; the one for posts has two names. Refuses unknown fields. */
export function selectFields(call: Call): FieldSelection {
  const list = (names: readonly string[], allowed: readonly string[]) => {
    const values = names.flatMap((name) => call.query.getAll(name)).flatMap((value) => value.split(','));
    for (const value of values) if (!allowed.includes(value)) refuseParameter(names[0] ?? '', value);
    return new Set(values);
  };
  const expansions = list(['expansions'], expansionNames);
  // The field with an expanded reference is shown even when it is not asked for.
  const references = [...expansions].map((name) => name.split('.')[0] ?? name);
  return {
    post: new Set([...list(['tweet.fields', 'post.fields'], postFields), ...references]),
    user: list(['user.fields'], userFields),
    media: list(['media.fields'], mediaFields),
    poll: list(['poll.fields'], pollFields),
    expansions,
  };
}
