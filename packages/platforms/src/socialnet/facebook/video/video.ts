import type { OutgoingMedia, OutgoingPost, Published, PublishSession } from '../../../driver.ts';
import { asId } from '../../../http/lossless-json.ts';
import { unavailable } from '../../../meanings.ts';
import { refusedMedia, totalBytesOf } from '../../../media-bytes.ts';
import { callGraph, graphIdSegment } from '../../../meta-graph/graph-call.ts';
import { PlatformError } from '../../../platform-error.ts';
import type { FacebookApi } from '../api.ts';
import { saveFacebookCheckpoint, type UploadedVideo } from '../checkpoint.ts';
import { DISTURBED_UPLOAD, FORGOTTEN_UPLOAD, videoFinishDialects, videoUploadDialects } from '../errors.ts';
import { POST_ID } from '../post-id.ts';
import { asEdge, edgeFor, type VideoEdge } from './edge.ts';
import { awaitVideo, findFate } from './video-status.ts';
import { backOff, endlessUpload, MAX_SESSIONS, namesOf, uploadVideo } from './video-upload.ts';
import { uploadWholeVideo } from './whole-video.ts';

const MAX_FINISHES = 3;

/**
 * Publishes one video with the text as its description: uploads it, makes the one call that publishes, and waits until the
 * network has processed it.
 * @see https://developers.facebook.com/docs/graph-api/video-uploads
 */
export async function publishVideo(
  api: FacebookApi,
  post: OutgoingPost,
  session: PublishSession & { readonly uploaded: readonly string[] },
): Promise<Published> {
  const [file] = post.media;
  if (!file || post.media.length > 1)
    throw refusedMedia('socialnet', 'socialnet takes one video, and no images with it');
  const edge = edgeFor(post);
  let uploads = session.uploaded;
  for (let round = 1; round <= MAX_SESSIONS; round += 1) {
    const video = await upload(api, { file, edge }, { ...session, uploads });
    const published = await finishVideo(api, post, { ...session, video, doubt: null });
    if (published) return published;
    uploads = [];
  }
  throw endlessUpload();
}

async function upload(
  api: FacebookApi,
  { file, edge }: { readonly file: OutgoingMedia; readonly edge: VideoEdge },
  session: PublishSession & { readonly uploads: readonly string[] },
): Promise<UploadedVideo> {
  if (edge !== 'videos') return uploadWholeVideo(api, { file, edge }, session);
  const graph = { ...api.graph, apiUrl: api.videoUrl, dialects: videoUploadDialects };
  const uploaded = await uploadVideo(file, { ...session, graph, path: pathOf(edge, session) });
  return { videoId: uploaded.videoId, uploads: namesOf(uploaded) };
}

/**
 * Finds out what happened to a video whose publishing call an earlier process may have made, and publishes it if that is
 * possible.
 * @returns the post; null when it provably was not published and its upload has ended
 * @throws PlatformError `lost` where the network does not say
 */
export async function resumeVideo(
  api: FacebookApi,
  post: OutgoingPost,
  session: PublishSession & { readonly video: UploadedVideo; readonly lost: PlatformError },
): Promise<Published | null> {
  const { video, lost } = session;
  const fate = await findFate(api, video, session);
  if (fate === null) throw lost;
  if (fate === 'accepted') return acceptVideo(api, post, { ...session, postId: null });
  if (fate === 'open') return finishVideo(api, post, { ...session, doubt: lost });
  await forgetUpload(post, session);
  return null;
}

type Finish = PublishSession & {
  readonly video: UploadedVideo;
  /** Failure of an earlier publishing call that may have been carried out. */
  readonly doubt: PlatformError | null;
};

/**
 * Publishes an uploaded video, after storing that it may be published. After an answer that proves nothing, asks for the
 * state of the video and finishes an unpublished one again: the same upload can publish it once only.
 * @returns the post; null when it provably was not published and its upload has ended
 */
async function finishVideo(api: FacebookApi, post: OutgoingPost, finish: Finish): Promise<Published | null> {
  const { video, call } = finish;
  let { doubt } = finish;
  let isLost = false;
  for (let round = 1; ; round += 1) {
    await saveFacebookCheckpoint(call, post.media, { stage: 'publishing', video });
    const { failure, postId } = await callFinish(api, post, finish);
    if (!failure) return acceptVideo(api, post, { ...finish, postId });
    const isDefinite = failure.kind !== 'outcome-unknown';
    if (isDefinite && !doubt) {
      // Another attempt uses the same upload.
      await saveFacebookCheckpoint(call, post.media, { stage: 'uploading', uploads: video.uploads });
      throw failure;
    }
    const fate = await findFate(api, video, finish);
    if (fate === null) throw doubt ?? failure;
    if (fate === 'accepted') return acceptVideo(api, post, { ...finish, postId: null });
    // The network may have forgotten an upload because an earlier call ended it.
    const isForgotten = failure.upstreamCode === FORGOTTEN_UPLOAD && failure.status === 400;
    if (fate === 'dead' || (isForgotten && !doubt)) {
      await forgetUpload(post, finish);
      return null;
    }
    if (isDefinite) throw failure;
    doubt ??= failure;
    isLost ||= !DISTURBED_UPLOAD.includes(failure.upstreamCode ?? '');
    if (round === MAX_FINISHES) throw isLost ? doubt : unfinished();
    await backOff(round, call);
  }
}

interface Finished {
  /** Null for a confirmed call. */
  readonly failure: PlatformError | null;
  /** Id of a story. */
  readonly postId: string | null;
}

/** Makes the publishing call. */
async function callFinish(api: FacebookApi, post: OutgoingPost, finish: Finish): Promise<Finished> {
  const { video } = finish;
  const [id = ''] = video.uploads;
  const edge = asEdge(id);
  const isWhole = edge !== 'videos';
  const graph = { ...api.graph, ...(!isWhole && { apiUrl: api.videoUrl }), dialects: videoFinishDialects };
  const json = {
    upload_phase: 'finish',
    ...(isWhole ? { video_id: video.videoId } : { upload_session_id: id }),
    ...(edge === 'video_reels' && { video_state: 'PUBLISHED' }),
    ...(edge !== 'video_stories' && { description: post.text }),
  };
  const request = { method: 'POST', path: pathOf(edge, finish), json, effect: 'change' } as const;
  try {
    const { body, broken } = await callGraph(graph, { ...request, ...(!isWhole && { secrets: [id] }) }, finish);
    const postId = edge === 'video_stories' ? asId(body['post_id'], POST_ID) : null;
    return { failure: body['success'] === true ? null : broken(), postId };
  } catch (error) {
    if (error instanceof PlatformError) return { failure: error, postId: null };
    throw error;
  }
}

async function acceptVideo(
  api: FacebookApi,
  { media }: OutgoingPost,
  owner: PublishSession & { readonly video: UploadedVideo; readonly postId: string | null },
): Promise<Published> {
  const { videoId, uploads } = owner.video;
  const video = { videoId, edge: asEdge(uploads[0]), postId: owner.postId };
  await saveFacebookCheckpoint(owner.call, media, { stage: 'processing', video });
  const totalBytes = totalBytesOf(media);
  owner.call.onProgress?.({ stage: 'processing', doneBytes: totalBytes, totalBytes });
  return awaitVideo(api, video, owner);
}

/** Makes another attempt upload the video again. */
async function forgetUpload({ media }: OutgoingPost, { call }: PublishSession): Promise<void> {
  await saveFacebookCheckpoint(call, media, { stage: 'uploading', uploads: [] });
}

function pathOf(edge: VideoEdge, { account }: PublishSession): string {
  return `/${graphIdSegment('socialnet', account.accountId)}/${edge}`;
}

function unfinished(): PlatformError {
  const message = 'Facebook did not take the end of the upload of the video; nothing was published, try again later';
  return new PlatformError('socialnet', unavailable(message));
}
