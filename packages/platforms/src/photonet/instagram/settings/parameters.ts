import type { OutgoingMedia, OutgoingPost } from '../../../driver.ts';
import type { JsonObject } from '../../../http/lossless-json.ts';
import type { InstagramApi } from '../api.ts';
import { kindOf, type PostKind } from './post-kind.ts';
import { userTags } from './user-tags.ts';

const FEED: readonly PostKind[] = ['image', 'reel', 'carousel'];

interface Setting {
  readonly parameter: string;
  /** Posts that take it. */
  readonly kinds: readonly PostKind[];
  /** Is sent for true only. */
  readonly isLabel?: true;
  /** Only Facebook's Graph has it. */
  readonly isOfFacebook?: true;
}

/** @see https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/ig-user/media */
const SETTINGS: Readonly<Record<string, Setting>> = {
  shareToFeed: { parameter: 'share_to_feed', kinds: ['reel'] },
  coverMs: { parameter: 'thumb_offset', kinds: ['reel'] },
  collaborators: { parameter: 'collaborators', kinds: FEED },
  locationId: { parameter: 'location_id', kinds: FEED },
  userTags: { parameter: 'user_tags', kinds: FEED },
  aiGenerated: { parameter: 'is_ai_generated', kinds: FEED, isLabel: true },
  paidPartnership: { parameter: 'is_paid_partnership', kinds: FEED, isLabel: true, isOfFacebook: true },
};

/** Parameters of the container that is published, besides files and text. */
export function postParameters(api: InstagramApi, post: OutgoingPost): JsonObject {
  const { settings } = post;
  const kind = kindOf(post);
  const given = givenSettings(api, settings).filter(([, { kinds }]) => kinds.includes(kind));
  const values: Record<string, unknown> = Object.fromEntries(
    given.map(([name, { parameter }]) => [parameter, name === 'userTags' ? tagsOf(post) : settings[name]]),
  );
  if (kind === 'reel' && settings['type'] === 'feed') values['share_to_feed'] = true;
  // The tags of a carousel are those of its first picture.
  if (kind === 'carousel') delete values['user_tags'];
  return values;
}

/** Parameters of one file of a carousel, besides the file itself. */
export function itemParameters(post: OutgoingPost, file: OutgoingMedia): JsonObject {
  const tags = tagsOf(post);
  return tags.length > 0 && file === firstPicture(post) ? { user_tags: tags } : {};
}

/** Names of the settings that have no effect in a post, because it is not of their kind. */
export function settingsLeftOut(api: InstagramApi, post: OutgoingPost): readonly string[] {
  const kind = kindOf(post);
  const isUsed = ([name, { kinds }]: readonly [string, Setting]) =>
    kinds.includes(kind) && !(name === 'userTags' && kind === 'carousel' && !firstPicture(post));
  return givenSettings(api, post.settings).flatMap((entry) => (isUsed(entry) ? [] : [entry[0]]));
}

function givenSettings({ uploadOrigin }: InstagramApi, settings: OutgoingPost['settings']) {
  return Object.entries(SETTINGS).filter(([name, { isLabel, isOfFacebook }]) => {
    const value = settings[name] ?? undefined;
    if (isOfFacebook && uploadOrigin === null) return false;
    if (isLabel) return value === true;
    return value !== undefined && !(Array.isArray(value) && value.length === 0);
  });
}

/** Accounts have places in pictures only. */
function tagsOf(post: OutgoingPost): readonly JsonObject[] {
  const isReel = kindOf(post) === 'reel';
  return userTags(post.settings).map(({ name, x, y }) => ({ username: name, ...(!isReel && { x, y }) }));
}

function firstPicture({ media }: OutgoingPost): OutgoingMedia | undefined {
  return media.find(({ kind }) => kind === 'image');
}
