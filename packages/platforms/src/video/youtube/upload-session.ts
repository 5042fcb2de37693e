import type { OutgoingMedia } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { brokenAnswer, type NetworkAnswer, type NetworkRequest, send } from '../../http/network-client.ts';
import { PlatformError } from '../../platform-error.ts';
import { callYoutube, type Session, type YoutubeApi } from './api.ts';
import { trustedUploadUrl } from './checkpoint.ts';
import { youtubeDialect } from './errors.ts';
import type { VideoResource } from './metadata.ts';

const VIDEO_ID = /^[A-Za-z0-9_-]{1,64}$/;
const INCOMPLETE = 308;
/** Only the first is documented; integrations have met the other. */
const SESSION_GONE = [404, 410];

/** What the network said about an upload. `lost`: nothing that can be relied on. */
export type UploadAnswer =
  | { readonly kind: 'open'; readonly confirmed: number }
  | { readonly kind: 'done'; readonly videoId: string; readonly video: Readonly<Record<string, unknown>> }
  | { readonly kind: 'gone' }
  | { readonly kind: 'lost'; readonly error: PlatformError };

/** Opens an upload session and returns its address. Nothing is public before its last byte. @throws PlatformError */
export async function openSession(
  api: YoutubeApi,
  { media, resource }: { readonly media: OutgoingMedia; readonly resource: VideoResource },
  session: Session,
): Promise<URL> {
  const answer = await callYoutube(
    api,
    {
      method: 'POST',
      path: '/upload/youtube/v3/videos',
      query: { uploadType: 'resumable', part: 'snippet,status' },
      headers: { 'x-upload-content-length': String(media.bytes), 'x-upload-content-type': media.contentType },
      json: { ...resource },
      effect: 'none',
    },
    session,
  );
  const url = trustedUploadUrl(api, answer.headers.get('location'));
  if (!url) throw answer.broken();
  return url;
}

/** Asks how far an upload has come. @throws PlatformError for a definite refusal */
export function probeSession(
  upload: { readonly url: URL; readonly totalBytes: number },
  session: Session,
): Promise<UploadAnswer> {
  const headers = { 'content-range': `bytes */${upload.totalBytes}` };
  return put({ ...upload, headers, effect: 'none' }, session);
}

/** Sends a part; with the last byte the video is published. @throws PlatformError for a definite refusal */
export function sendPart(
  upload: {
    readonly url: URL;
    readonly totalBytes: number;
    readonly start: number;
    readonly part: Uint8Array<ArrayBuffer>;
    readonly contentType: string;
  },
  session: Session,
): Promise<UploadAnswer> {
  const { start, part, totalBytes, contentType, url } = upload;
  const end = start + part.length;
  const headers = { 'content-type': contentType, 'content-range': `bytes ${start}-${end - 1}/${totalBytes}` };
  const effect = end === totalBytes ? 'change' : 'none';
  return put({ url, totalBytes, headers, body: part, effect }, session);
}

/** @see https://developers.google.com/youtube/v3/guides/using_resumable_upload_protocol */
async function put(
  request: Pick<NetworkRequest, 'url' | 'headers' | 'body' | 'effect'> & { readonly totalBytes: number },
  { account, call }: Session,
): Promise<UploadAnswer> {
  const { totalBytes, headers, ...rest } = request;
  const broken = (status: number): UploadAnswer => ({
    kind: 'lost',
    error: brokenAnswer(youtubeDialect, request, status),
  });
  let answer: NetworkAnswer;
  try {
    answer = await send(
      youtubeDialect,
      {
        ...rest,
        method: 'PUT',
        headers: { authorization: `Bearer ${account.accessToken}`, ...headers },
        ...(rest.body && { isUpload: true }),
        answers: [INCOMPLETE, ...SESSION_GONE],
        secrets: [account.accessToken, request.url.href, request.url.searchParams.get('upload_id') ?? ''],
      },
      call,
    );
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind !== 'unavailable' && error.kind !== 'outcome-unknown') throw error;
    return { kind: 'lost', error };
  }
  if (SESSION_GONE.includes(answer.status)) return { kind: 'gone' };
  if (answer.status === INCOMPLETE) {
    const confirmed = readConfirmed(answer.headers.get('range'));
    // All bytes there, and yet not finished: the video may be about to appear.
    return confirmed === null || confirmed >= totalBytes ? broken(answer.status) : { kind: 'open', confirmed };
  }
  const videoId = asId(answer.body?.['id'], VIDEO_ID);
  return videoId === null || !answer.body ? broken(answer.status) : { kind: 'done', videoId, video: answer.body };
}

/** Bytes that are safe at the network; none without the header, null where it makes no sense. */
function readConfirmed(range: string | null): number | null {
  if (range === null) return 0;
  const last = /^bytes=0-(\d{1,15})$/.exec(range)?.[1];
  return last === undefined ? null : Number(last) + 1;
}
