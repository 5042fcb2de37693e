import type { OutgoingMedia, PublishSession } from '../../../driver.ts';
import { asId, type JsonObject } from '../../../http/lossless-json.ts';
import { unavailable } from '../../../meanings.ts';
import { ignore, PlatformError } from '../../../platform-error.ts';
import { callTiktok, type TiktokApi } from '../api.ts';
import { type Handover, isOfFile, saveHandover, saveStage, trustedUploadUrl } from '../publish/checkpoint.ts';
import { fetchStatus, insistOnStatus } from '../publish/status.ts';
import { planChunks } from './chunk-plan.ts';
import { endLost, type FileHandover, sendFile } from './send-file.ts';

export const VIDEO_INIT = '/v2/post/publish/video/init/';
/** The network's names of publishes: at most 64 characters. */
export const PUBLISH_ID = /^[\x21-\x7E]{1,64}$/;

/** Opens an upload and sends the file. Nothing is public before its last chunk. @throws PlatformError */
export async function uploadVideo(
  api: TiktokApi,
  { media, postInfo }: { readonly media: OutgoingMedia; readonly postInfo: JsonObject },
  about: Pick<Handover, 'username' | 'isPublic' | 'note'>,
  session: PublishSession,
): Promise<Handover> {
  // After a crash the next process may start again: an upload that was never sent publishes nothing.
  await saveStage('nothing', session);
  const { chunkBytes, chunkCount } = planChunks(media.bytes);
  const source = { video_size: media.bytes, chunk_size: chunkBytes, total_chunk_count: chunkCount };
  const json = { post_info: postInfo, source_info: { source: 'FILE_UPLOAD', ...source } };
  const { data, broken } = await callTiktok(api, { method: 'POST', path: VIDEO_INIT, json, effect: 'none' }, session);
  const publishId = asId(data['publish_id'], PUBLISH_ID);
  const url = trustedUploadUrl(api, data['upload_url']);
  if (publishId === null || !url) throw broken();
  const upload = { url, bytes: media.bytes, sha256: media.sha256, isLastSent: false };
  const handover = { ...about, publishId, upload };
  await saveHandover(handover, session);
  if (await finish(api, { handover, media, start: 0 }, session)) return handover;
  const meaning = unavailable(
    'TikTok ended the upload, which may take an hour, before the video was complete; nothing was published',
  );
  throw new PlatformError('shortvideo', { ...meaning, status: 403 });
}

/** Sends the missing chunks. Returns false when the network takes no more, and provably nothing was published. */
async function finish(
  api: TiktokApi,
  file: { readonly handover: FileHandover; readonly media: OutgoingMedia; readonly start: number },
  session: PublishSession,
): Promise<boolean> {
  if ((await sendFile(api, file, session)) === 'complete') return true;
  // A publish that has already failed counts as sent: waiting for its post yields the reason.
  const status = await fetchStatus(api, file.handover.publishId, session).catch(() => null);
  return status?.kind === 'failed';
}

/**
 * Resumes a publish that an earlier process began. Returns null when it provably published nothing, so that a new one may
 * start.
 * @throws PlatformError
 */
export async function resumeUpload(
  api: TiktokApi,
  { handover, media }: { readonly handover: Handover; readonly media: OutgoingMedia | undefined },
  session: PublishSession,
): Promise<Handover | null> {
  const { upload, publishId } = handover;
  // An upload whose last chunk was never sent has published nothing, whatever goes wrong now.
  const isSafe = upload?.isLastSent === false;
  const status = isSafe
    ? await fetchStatus(api, publishId, session).catch(ignore(({ kind }) => kind === 'not-found'))
    : await insistOnStatus(api, publishId, session);
  if (!status || status.kind === 'failed') return null;
  if (status.kind !== 'processing' || !upload) return handover;
  const arrivedBytes = status.arrivedBytes ?? 0;
  if (arrivedBytes >= upload.bytes) return handover;
  if (media && isOfFile(upload, media)) {
    const rest = { handover: { ...handover, upload }, media, start: arrivedBytes };
    return (await finish(api, rest, session)) ? handover : null;
  }
  if (isSafe) return null;
  throw endLost();
}
