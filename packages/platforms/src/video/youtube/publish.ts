import type { OutgoingPost, PlatformDriver, Published, TokenSession } from '../../driver.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { cleanText } from '../../http/safe-quote.ts';
import { refusedFile } from '../../meanings.ts';
import { requireMedia } from '../../media-bytes.ts';
import { orElse, PlatformError } from '../../platform-error.ts';
import { callYoutube, type UploadSession, type YoutubeApi } from './api.ts';
import { publishComment } from './comments.ts';
import { publishCommunityPost } from './community-post.ts';
import { NO_UPLOAD } from './upload/checkpoint.ts';
import { readVideoResource } from './upload/metadata.ts';
import { findUploaded, type UploadedVideo, uploadVideo } from './upload/video-upload.ts';

const STATUS_TIMEOUT_MS = 10_000;

/** Publishes a video, a comment on one, or a text alone as a community post. */
export function createYoutubePublish(api: YoutubeApi): PlatformDriver['publish'] {
  return async (post, account, call) => {
    const session = { account, call };
    const { text, replyTo } = post;
    if (replyTo !== undefined) return publishComment(api, { text, replyTo }, session);
    // A refusal says that nothing is published, so an interrupted publish comes first.
    const earlier = await findUploaded(api, session);
    if (earlier) return presentVideo(api, { uploaded: earlier, post }, session);
    requireMedia({ platform: 'video', network: 'youtube' }, post.media);
    const [media] = post.media;
    if (!media) return publishCommunityPost(api, post, session);
    const { notifySubscribers } = post.settings;
    const upload = {
      ...{ media, resource: readVideoResource(post) },
      ...(typeof notifySubscribers === 'boolean' && { notifySubscribers }),
    };
    const uploaded = await uploadVideo(api, upload, session);
    call.onProgress?.({ stage: 'processing', doneBytes: media.bytes, totalBytes: media.bytes });
    return presentVideo(api, { uploaded, post }, session);
  };
}

/**
 * Describes a video right after its upload. Does not wait for its processing, and a failure to read its status changes
 * nothing. @throws PlatformError when the network has already refused the video; the checkpoint then starts again
 * @see https://developers.google.com/youtube/v3/docs/videos#status
 */
async function presentVideo(
  api: YoutubeApi,
  { uploaded, post }: { readonly uploaded: UploadedVideo; readonly post: OutgoingPost },
  session: UploadSession,
): Promise<Published> {
  const status = (await readStatus(api, uploaded.videoId, session)) ?? asRecord(uploaded.video['status']);
  const refusal = findRefusal(status);
  if (refusal) {
    await session.call.saveCheckpoint?.(NO_UPLOAD);
    throw refusal;
  }
  const url = `${api.siteUrl}/watch?v=${uploaded.videoId}`;
  const actual = asString(status?.['privacyStatus']);
  if (actual === null || actual === (post.settings['privacyStatus'] ?? 'public')) return { platformPostId: url, url };
  const note = `YouTube made the video ${cleanText(actual, 20)}; it does so for apps that it has not audited.`;
  return { platformPostId: url, url, note };
}

async function readStatus(api: YoutubeApi, id: string, { account, call }: TokenSession): Promise<JsonObject | null> {
  const timeoutMs = Math.min(call.timeoutMs ?? STATUS_TIMEOUT_MS, STATUS_TIMEOUT_MS);
  const request = { method: 'GET', path: '/youtube/v3/videos', query: { part: 'status', id }, effect: 'none' } as const;
  const answer = await callYoutube(api, request, { account, call: { ...call, timeoutMs } }).catch(orElse(null));
  const items = answer?.body?.['items'];
  return Array.isArray(items) ? asRecord(asRecord(items[0])?.['status']) : null;
}

function findRefusal(status: JsonObject | null): PlatformError | null {
  const uploadStatus = status?.['uploadStatus'];
  if (uploadStatus === 'failed') return unseen('could not process', status?.['failureReason']);
  return uploadStatus === 'rejected' ? unseen('rejected', status?.['rejectionReason']) : null;
}

function unseen(verb: string, reason: unknown): PlatformError {
  const upstreamCode = cleanText(asString(reason) ?? '', 60);
  const because = upstreamCode === '' ? '' : ` (${upstreamCode})`;
  const meaning = refusedFile(`YouTube ${verb} the video, so no one can see it${because}`);
  return new PlatformError('video', { ...meaning, ...(upstreamCode !== '' && { upstreamCode }) });
}
