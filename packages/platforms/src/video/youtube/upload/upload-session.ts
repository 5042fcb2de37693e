import type { OutgoingMedia, TokenSession } from '../../../driver.ts';
import { asId, type JsonObject } from '../../../http/lossless-json.ts';
import { type NetworkAnswer, type NetworkRequest, send } from '../../../http/network-client.ts';
import { PlatformError } from '../../../platform-error.ts';
import { callYoutube, type YoutubeApi } from '../api.ts';
import { youtubeDialect } from '../errors.ts';
import { trustedUploadUrl } from './checkpoint.ts';
import type { VideoResource } from './metadata.ts';

const VIDEO_ID = /^[A-Za-z0-9_-]{1,64}$/;
const INCOMPLETE = 308;
/** Only 404 is documented; integrations have seen 410 too. */
const SESSION_GONE = [404, 410];

/** The network's answer about an upload. `lost`: no answer, or one that proves nothing. */
export type UploadAnswer =
  | { readonly kind: 'open'; readonly confirmed: number }
  | { readonly kind: 'done'; readonly videoId: string; readonly video: JsonObject }
  | { readonly kind: 'gone' }
  | { readonly kind: 'lost'; readonly error: PlatformError };

/** A video that is to be published. */
export interface Upload {
  readonly media: OutgoingMedia;
  readonly resource: VideoResource;
  /** Left to the network when undefined. */
  readonly notifySubscribers?: boolean;
}

/** Opens an upload session and returns its address. Nothing is public before the last byte. @throws PlatformError */
export async function openSession(
  api: YoutubeApi,
  { media, resource, notifySubscribers }: Upload,
  session: TokenSession,
): Promise<URL> {
  const headers = { 'x-upload-content-length': String(media.bytes), 'x-upload-content-type': media.contentType };
  const query = {
    uploadType: 'resumable',
    part: Object.keys(resource).join(','),
    ...(notifySubscribers !== undefined && { notifySubscribers: String(notifySubscribers) }),
  };
  const content = { query, headers, json: { ...resource } };
  const request = { method: 'POST', path: '/upload/youtube/v3/videos', ...content, effect: 'none' } as const;
  const answer = await callYoutube(api, request, session);
  const url = trustedUploadUrl(api, answer.headers.get('location'));
  if (!url) throw answer.broken();
  return url;
}

/** Asks how many bytes of an upload the network has. @throws PlatformError for a definite refusal */
export function probeSession(
  upload: { readonly url: URL; readonly totalBytes: number },
  session: TokenSession,
): Promise<UploadAnswer> {
  const headers = { 'content-range': `bytes */${upload.totalBytes}` };
  return put({ ...upload, headers, effect: 'none' }, session);
}

/** Sends a part; the last byte publishes the video. @throws PlatformError for a definite refusal */
export function sendPart(
  upload: {
    readonly url: URL;
    readonly totalBytes: number;
    readonly start: number;
    readonly part: Uint8Array<ArrayBuffer>;
    readonly contentType: string;
  },
  session: TokenSession,
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
  { account, call }: TokenSession,
): Promise<UploadAnswer> {
  const { totalBytes, headers, ...rest } = request;
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
  const lost: UploadAnswer = { kind: 'lost', error: answer.broken() };
  if (answer.status === INCOMPLETE) {
    const confirmed = readConfirmed(answer.headers.get('range'));
    // An upload with all bytes that is not finished may still be published.
    return confirmed === null || confirmed >= totalBytes ? lost : { kind: 'open', confirmed };
  }
  const videoId = asId(answer.body?.['id'], VIDEO_ID);
  return videoId === null || !answer.body ? lost : { kind: 'done', videoId, video: answer.body };
}

/** Number of bytes that the network has stored: 0 without the header, null for an invalid one. */
function readConfirmed(range: string | null): number | null {
  if (range === null) return 0;
  const last = /^bytes=0-(\d{1,15})$/.exec(range)?.[1];
  return last === undefined ? null : Number(last) + 1;
}
