import type { OutgoingMedia, OutgoingPost, PlatformDriver, PublishSession } from '../../../driver.ts';
import { asId, type JsonObject } from '../../../http/lossless-json.ts';
import { cleanText } from '../../../http/safe-quote.ts';
import { refusedMedia, requireMedia } from '../../../media-bytes.ts';
import { PlatformError } from '../../../platform-error.ts';
import { type Creator, choosePrivacy, isPublicLevel, queryCreator } from '../account/creator.ts';
import { callTiktok, type TiktokApi } from '../api.ts';
import { PUBLISH_ID, resumeUpload, uploadVideo, VIDEO_INIT } from '../upload/video.ts';
import { awaitPost } from './await-post.ts';
import { type Handover, readCheckpoint, saveHandover, saveStage } from './checkpoint.ts';
import { fetchableAddress } from './photos.ts';
import { photoRequest, videoInfo } from './post-info.ts';
import { outcomeUnknown } from './publish-errors.ts';
import { noteOf, requireSuitable, requireVisible } from './settings.ts';

/** Publishes one video or several photos. @see https://developers.tiktok.com/doc/content-posting-api-get-started */
export function createTiktokPublish(api: TiktokApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const session = { account, call };
    const earlier = readCheckpoint(api, call.checkpoint);
    if (earlier.stage === 'ordered')
      throw outcomeUnknown('TikTok was asked to fetch the files, but its answer was lost');
    const begun =
      earlier.stage === 'handed-over'
        ? await resumeUpload(api, { handover: earlier.handover, media: post.media[0] }, session)
        : null;
    return awaitPost(api, begun ?? (await begin(api, post, session)), session);
  };
}

async function begin(api: TiktokApi, post: OutgoingPost, session: PublishSession): Promise<Handover> {
  requireMedia({ platform: 'shortvideo', network: 'tiktok' }, post.media);
  const [first] = post.media;
  if (!first) throw refusedMedia('shortvideo', 'shortvideo needs a video or photos');
  requireSuitable(post);
  const photos = first.kind === 'image' ? photoAddresses(api, post.media) : null;
  const creator = await queryCreator(api, session);
  requireShortEnough(first, creator);
  const { level, note } = choosePrivacy(creator, post);
  requireVisible(post.settings, level);
  const notes = [note, noteOf(post, creator)].filter((sentence) => sentence !== null);
  const about = {
    ...{ username: creator.username, isPublic: isPublicLevel(level) },
    note: notes.length > 0 ? notes.join(' ') : null,
  };
  if (photos) return order(api, photoRequest({ photos, post, level, creator }), about, session);
  const postInfo = videoInfo({ post, level, creator });
  const address = isPullWanted(post) ? fetchableAddress(api, first) : null;
  if (address === null) return uploadVideo(api, { media: first, postInfo }, about, session);
  const json = { post_info: postInfo, source_info: { source: 'PULL_FROM_URL', video_url: address } };
  return order(api, { path: VIDEO_INIT, json }, about, session);
}

/** The addresses of all photos. @throws PlatformError for a photo that TikTok cannot fetch */
function photoAddresses(api: TiktokApi, photos: readonly OutgoingMedia[]): string[] {
  return photos.map((photo) => {
    const address = fetchableAddress(api, photo);
    if (address !== null) return address;
    const name = cleanText(photo.fileName, 100);
    throw refusedMedia('shortvideo', `${name} has no public https address from which TikTok can fetch it`);
  });
}

/**
 * Tells the network to fetch files and publish them, which it then does without further calls. Stores before that this is
 * about to happen, and afterwards if it did not. @throws PlatformError
 */
async function order(
  api: TiktokApi,
  request: { readonly path: string; readonly json: JsonObject },
  about: Pick<Handover, 'username' | 'isPublic' | 'note'>,
  session: PublishSession,
): Promise<Handover> {
  await saveStage('ordered', session);
  try {
    const { data, broken } = await callTiktok(api, { ...request, method: 'POST', effect: 'change' }, session);
    const publishId = asId(data['publish_id'], PUBLISH_ID);
    if (publishId === null) throw broken();
    const handover = { ...about, publishId, upload: null };
    await saveHandover(handover, session);
    return handover;
  } catch (error) {
    if (error instanceof PlatformError && error.kind !== 'outcome-unknown') await saveStage('nothing', session);
    throw error;
  }
}

/** Returns true when the network shall fetch the file, for which the app must have proven to own this server's address. */
function isPullWanted({ settings }: OutgoingPost): boolean {
  return settings['pull'] === true;
}

/** Refuses a video that is longer than the account may post. */
function requireShortEnough({ kind, duration, fileName }: OutgoingMedia, { maxVideoSeconds }: Creator): void {
  if (kind !== 'video' || duration === null || maxVideoSeconds === null || duration <= maxVideoSeconds) return;
  const name = cleanText(fileName, 100);
  const limit = `this account may post videos of up to ${maxVideoSeconds} seconds`;
  const message = `${name} lasts ${Math.ceil(duration)} seconds; ${limit}`;
  throw refusedMedia('shortvideo', message);
}
