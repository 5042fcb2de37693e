import type { OutgoingMedia } from '../../driver.ts';
import { asId, asString } from '../../http/lossless-json.ts';
import { PlatformError } from '../../platform-error.ts';
import { callTiktok, type TiktokApi } from './api.ts';
import {
  type Handover,
  isOfFile,
  type PublishSession,
  saveHandover,
  saveStage,
  trustedUploadUrl,
} from './checkpoint.ts';
import { planChunks } from './chunk-plan.ts';
import { PUBLISH_ID } from './order.ts';
import { fetchStatus, insistOnStatus } from './status.ts';
import { endLost, type FileHandover, sendFile } from './upload.ts';

export const VIDEO_INIT = '/v2/post/publish/video/init/';

/** Opens an upload and sends the file. Nothing is public before its last chunk. @throws PlatformError */
export async function uploadVideo(
  api: TiktokApi,
  { media, postInfo }: { readonly media: OutgoingMedia; readonly postInfo: Readonly<Record<string, unknown>> },
  about: Pick<Handover, 'username' | 'isPublic' | 'note'>,
  session: PublishSession,
): Promise<Handover> {
  // From here on a crash leaves something to go on from: nothing public comes of an upload that was never sent.
  await saveStage('nothing', session);
  const { chunkBytes, chunkCount } = planChunks(media.bytes);
  const source = { video_size: media.bytes, chunk_size: chunkBytes, total_chunk_count: chunkCount };
  const json = { post_info: postInfo, source_info: { source: 'FILE_UPLOAD', ...source } };
  const { data, broken } = await callTiktok(api, { method: 'POST', path: VIDEO_INIT, json, effect: 'none' }, session);
  const publishId = asId(data['publish_id'], PUBLISH_ID);
  const url = trustedUploadUrl(api, asString(data['upload_url']));
  if (publishId === null || !url) throw broken();
  const upload = { url, bytes: media.bytes, sha256: media.sha256, isLastSent: false };
  const handover = { ...about, publishId, upload };
  await saveHandover(handover, session);
  if (await finish(api, { handover, media, start: 0 }, session)) return handover;
  throw new PlatformError('shortvideo', {
    kind: 'unavailable',
    code: 'network_unavailable',
    message:
      'the network ended the upload, which may take an hour, before the video was complete; nothing was published',
    status: 403,
  });
}

/** Sends what is missing. False: the network takes no more of the file, and provably nothing was published. */
async function finish(
  api: TiktokApi,
  file: { readonly handover: FileHandover; readonly media: OutgoingMedia; readonly start: number },
  session: PublishSession,
): Promise<boolean> {
  if ((await sendFile(api, file, session)) === 'complete') return true;
  // Why a publish has failed already is told to who waits for its post.
  const status = await fetchStatus(api, file.handover.publishId, session).catch(() => null);
  return status?.kind === 'failed';
}

/**
 * Goes on with a publish that an earlier process began. Null when provably nothing came of it, so that it may begin anew.
 * @throws PlatformError
 */
export async function takeUp(
  api: TiktokApi,
  { handover, media }: { readonly handover: Handover; readonly media: OutgoingMedia | undefined },
  session: PublishSession,
): Promise<Handover | null> {
  const { upload, publishId } = handover;
  // An upload whose last chunk was never sent has published nothing, whatever goes wrong now.
  const isSafe = upload?.isLastSent === false;
  const status = isSafe
    ? await fetchStatus(api, publishId, session).catch(nothingIfForgotten)
    : await insistOnStatus(api, publishId, session);
  if (status === null || status.kind === 'failed') return null;
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

function nothingIfForgotten(error: unknown): null {
  if (error instanceof PlatformError && error.kind === 'not-found') return null;
  throw error;
}
