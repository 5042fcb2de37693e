import { platformFacts } from '@social/types';
import type { OutgoingMedia, OutgoingPost, PlatformDriver, PublishContext, Published } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { cleanText } from '../../http/safe-quote.ts';
import { refusedMedia } from '../../media-bytes.ts';
import { PlatformError } from '../../platform-error.ts';
import { callYoutube, type Session, type YoutubeApi } from './api.ts';
import { NO_UPLOAD } from './checkpoint.ts';
import { publishCommunityPost } from './community-post.ts';
import { readVideoResource } from './metadata.ts';
import { findUploaded, type UploadedVideo, uploadVideo } from './video-upload.ts';

const STATUS_TIMEOUT_MS = 10_000;

/** A video is uploaded; a text without one becomes a community post. */
export function createYoutubePublish(api: YoutubeApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    // A refusal says that nothing is published, so what may be is settled first.
    const earlier = await findUploaded(api, { account, call });
    if (earlier) return presentVideo(api, { uploaded: earlier, post }, { account, call });
    const media = requireOneVideo(post.media);
    if (!media) return publishCommunityPost(api, post.text, { account, call });
    const resource = readVideoResource(post);
    const uploaded = await uploadVideo(api, { media, resource }, { account, call });
    call.onProgress?.({ stage: 'processing', doneBytes: media.bytes, totalBytes: media.bytes });
    return presentVideo(api, { uploaded, post }, { account, call });
  };
}

interface PublishSession extends Session {
  readonly call: PublishContext;
}

interface Uploaded {
  readonly uploaded: UploadedVideo;
  readonly post: OutgoingPost;
}

async function presentVideo(
  api: YoutubeApi,
  { uploaded, post }: Uploaded,
  session: PublishSession,
): Promise<Published> {
  const url = `${api.siteUrl}/watch?v=${uploaded.videoId}`;
  const note = await readNote(api, { uploaded, post }, session);
  return { platformPostId: url, url, ...(note !== null && { note }) };
}

function requireOneVideo(media: readonly OutgoingMedia[]): OutgoingMedia | undefined {
  const { videoTypes } = platformFacts('video').media;
  const stranger = media.find(({ kind, contentType }) => kind !== 'video' || !videoTypes.includes(contentType));
  if (stranger) {
    const name = cleanText(stranger.fileName, 100);
    throw refusedMedia('video', `video takes videos only, and no ${stranger.contentType}; leave out ${name}`);
  }
  if (media.length > 1) throw refusedMedia('video', `video takes 1 video per post, and ${media.length} were given`);
  return media[0];
}

/**
 * What the network has to say about a video right after its upload: it exists, but not everybody may see it. Processing is
 * not waited for, and a failure to read changes nothing. @throws PlatformError when the network has refused it already; the
 * checkpoint then begins anew
 * @see https://developers.google.com/youtube/v3/docs/videos#status
 */
async function readNote(
  api: YoutubeApi,
  { uploaded, post }: Uploaded,
  session: PublishSession,
): Promise<string | null> {
  const status = (await readStatus(api, uploaded.videoId, session)) ?? asRecord(uploaded.video['status']);
  const refusal = findRefusal(status);
  if (refusal) {
    await session.call.saveCheckpoint?.(NO_UPLOAD);
    throw refusal;
  }
  const actual = asString(status?.['privacyStatus']);
  if (actual === null || actual === (post.meta['privacyStatus'] ?? 'public')) return null;
  return `The network made the video ${cleanText(actual, 20)}; it does so for apps that it has not audited.`;
}

async function readStatus(api: YoutubeApi, id: string, { account, call }: Session) {
  const timeoutMs = Math.min(call.timeoutMs ?? STATUS_TIMEOUT_MS, STATUS_TIMEOUT_MS);
  const request = { method: 'GET', path: '/youtube/v3/videos', query: { part: 'status', id }, effect: 'none' } as const;
  try {
    const { body } = await callYoutube(api, request, { account, call: { ...call, timeoutMs } });
    const items = body?.['items'];
    return Array.isArray(items) ? asRecord(asRecord(items[0])?.['status']) : null;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

function findRefusal(status: Readonly<Record<string, unknown>> | null): PlatformError | null {
  const uploadStatus = status?.['uploadStatus'];
  if (uploadStatus === 'failed') return unseen('could not process', status?.['failureReason']);
  return uploadStatus === 'rejected' ? unseen('rejected', status?.['rejectionReason']) : null;
}

function unseen(verb: string, reason: unknown): PlatformError {
  const upstreamCode = cleanText(asString(reason) ?? '', 60);
  const because = upstreamCode === '' ? '' : ` (${upstreamCode})`;
  return new PlatformError('video', {
    kind: 'rejected',
    code: 'media_refused',
    message: `the network ${verb} the video, so that nobody can see it${because}`,
    ...(upstreamCode !== '' && { upstreamCode }),
  });
}
