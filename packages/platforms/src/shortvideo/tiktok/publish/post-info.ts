import type { OutgoingPost } from '../../../driver.ts';
import type { JsonObject } from '../../../http/lossless-json.ts';
import type { Creator } from '../account/creator.ts';
import { splitText } from './photos.ts';
import { readTitle } from './settings.ts';

/** A post, and what the account lets it be. */
export interface Wanted {
  readonly post: Pick<OutgoingPost, 'text' | 'settings'>;
  readonly level: string;
  readonly creator: Creator;
}

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-direct-post */
export function videoInfo({ post: { text, settings }, level, creator }: Wanted): JsonObject {
  const { coverMs, aiGenerated } = settings;
  return {
    title: text,
    privacy_level: level,
    disable_comment: creator.isCommentDisabled || settings['disableComment'] === true,
    disable_duet: creator.isDuetDisabled || settings['disableDuet'] === true,
    disable_stitch: creator.isStitchDisabled || settings['disableStitch'] === true,
    ...(typeof coverMs === 'number' && { video_cover_timestamp_ms: coverMs }),
    ...brandFields(settings),
    ...(typeof aiGenerated === 'boolean' && { is_aigc: aiGenerated }),
  };
}

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-photo-post */
export function photoRequest({ photos, ...wanted }: Wanted & { readonly photos: readonly string[] }) {
  const { settings } = wanted.post;
  const { coverIndex } = settings;
  return {
    path: '/v2/post/publish/content/init/',
    json: {
      post_info: photoInfo(wanted),
      source_info: {
        source: 'PULL_FROM_URL',
        photo_cover_index: typeof coverIndex === 'number' ? coverIndex : 0,
        photo_images: photos,
      },
      post_mode: 'DIRECT_POST',
      media_type: 'PHOTO',
    },
  };
}

function photoInfo({ post: { text, settings }, level, creator }: Wanted): JsonObject {
  const { autoAddMusic } = settings;
  return {
    ...splitText(text, readTitle(settings)),
    privacy_level: level,
    disable_comment: creator.isCommentDisabled || settings['disableComment'] === true,
    ...(typeof autoAddMusic === 'boolean' && { auto_add_music: autoAddMusic }),
    ...brandFields(settings),
  };
}

/** Both fields or none: where one is named, the network may want the other. */
function brandFields({ ownBrand, paidPartnership }: OutgoingPost['settings']): JsonObject {
  if (typeof ownBrand !== 'boolean' && typeof paidPartnership !== 'boolean') return {};
  return { brand_content_toggle: paidPartnership === true, brand_organic_toggle: ownBrand === true };
}
