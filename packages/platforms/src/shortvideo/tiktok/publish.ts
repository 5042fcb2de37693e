import { platformFacts } from '@social/types';
import type { OutgoingMedia, OutgoingPost, PlatformDriver } from '../../driver.ts';
import { cleanText } from '../../http/safe-quote.ts';
import { refusedMedia } from '../../media-bytes.ts';
import type { TiktokApi } from './api.ts';
import { awaitPost } from './await-post.ts';
import { type Handover, type PublishSession, readCheckpoint } from './checkpoint.ts';
import { type Creator, choosePrivacy, isPublicLevel, queryCreator } from './creator.ts';
import { outcomeUnknown } from './lost.ts';
import { order } from './order.ts';
import { fetchableAddress, requirePhotoAddresses, splitText } from './photos.ts';
import { takeUp, uploadVideo, VIDEO_INIT } from './video.ts';

/** One video or several photos. @see https://developers.tiktok.com/doc/content-posting-api-get-started */
export function createTiktokPublish(api: TiktokApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const session = { account, call };
    const earlier = readCheckpoint(api, call.checkpoint);
    if (earlier.stage === 'ordered')
      throw outcomeUnknown('the network was told to fetch the files, but its answer was lost');
    const begun =
      earlier.stage === 'handed-over'
        ? await takeUp(api, { handover: earlier.handover, media: post.media[0] }, session)
        : null;
    return awaitPost(api, begun ?? (await begin(api, post, session)), session);
  };
}

async function begin(api: TiktokApi, post: OutgoingPost, session: PublishSession): Promise<Handover> {
  requireKnownMedia(post.media);
  const [first] = post.media;
  if (!first) throw refusedMedia('shortvideo', 'shortvideo needs a video or photos');
  const photos = first.kind === 'image' ? requirePhotoAddresses(api, post.media) : null;
  const creator = await queryCreator(api, session);
  const { level, note } = choosePrivacy(creator, post);
  const about = { username: creator.username, isPublic: isPublicLevel(level), note };
  if (photos) return order(api, photoRequest({ photos, text: post.text, level, creator }), about, session);
  const postInfo = videoInfo({ text: post.text, level, creator });
  const address = isPullWanted(post) ? fetchableAddress(api, first) : null;
  if (address === null) return uploadVideo(api, { media: first, postInfo }, about, session);
  const json = { post_info: postInfo, source_info: { source: 'PULL_FROM_URL', video_url: address } };
  return order(api, { path: VIDEO_INIT, json }, about, session);
}

/** Fetching needs an address that the app has proven to own, so that it is a choice. A command line writes `true` as text. */
function isPullWanted({ meta }: OutgoingPost): boolean {
  return meta['pull'] === true || meta['pull'] === 'true';
}

/** One video, or photos: nothing else and not both. */
function requireKnownMedia(media: readonly OutgoingMedia[]): void {
  const { images, imageTypes, videos, videoTypes } = platformFacts('shortvideo').media;
  const stranger = media.find(({ contentType }) => ![...imageTypes, ...videoTypes].includes(contentType));
  if (stranger) {
    const taken = [...imageTypes, ...videoTypes].join(', ');
    const name = cleanText(stranger.fileName, 100);
    throw refusedMedia('shortvideo', `shortvideo takes ${taken}; ${name} is ${stranger.contentType}`);
  }
  const clips = media.filter(({ kind }) => kind === 'video').length;
  const photos = media.length - clips;
  if (clips > 0 && photos > 0)
    throw refusedMedia('shortvideo', 'shortvideo takes a video or photos, not both in one post');
  if (clips > videos)
    throw refusedMedia('shortvideo', `shortvideo takes ${videos} video per post, and ${clips} were given`);
  if (photos > images)
    throw refusedMedia('shortvideo', `shortvideo takes at most ${images} photos, and ${photos} were given`);
}

interface Wanted {
  readonly text: string;
  readonly level: string;
  readonly creator: Creator;
}

function videoInfo({ text, level, creator }: Wanted) {
  return {
    title: text,
    privacy_level: level,
    disable_comment: creator.isCommentDisabled,
    disable_duet: creator.isDuetDisabled,
    disable_stitch: creator.isStitchDisabled,
  };
}

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-photo-post */
function photoRequest({ photos, text, level, creator }: Wanted & { readonly photos: readonly string[] }) {
  return {
    path: '/v2/post/publish/content/init/',
    json: {
      post_info: { ...splitText(text), privacy_level: level, disable_comment: creator.isCommentDisabled },
      source_info: { source: 'PULL_FROM_URL', photo_cover_index: 0, photo_images: photos },
      post_mode: 'DIRECT_POST',
      media_type: 'PHOTO',
    },
  };
}
