import type { ConnectedAccount, OutgoingPost, PublishContext, Published } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { cleanText } from '../../http/safe-quote.ts';
import { refusedMedia } from '../../media-bytes.ts';
import { callGraph, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { isPassingTrouble } from '../../meta-graph/passing-trouble.ts';
import { pollUntil } from '../../meta-graph/poll.ts';
import { PlatformError } from '../../platform-error.ts';
import type { FacebookApi } from './api.ts';
import { publishOnce, saveFacebookCheckpoint } from './checkpoint.ts';
import { namesOf, uploadVideo } from './video-upload.ts';

const PROCESSING_TIMEOUT_MS = 8 * 60 * 1000;
/** In a row; fewer say nothing about the video. */
const MAX_FAILED_QUESTIONS = 5;

interface Session {
  readonly account: ConnectedAccount;
  readonly call: PublishContext;
}

/**
 * Publishes one video with the text as its description: upload, then the one call that publishes, then waiting until the
 * network has processed it.
 * @see https://developers.facebook.com/docs/graph-api/video-uploads
 */
export async function publishVideo(
  api: FacebookApi,
  post: OutgoingPost,
  session: Session & { readonly uploaded: readonly string[] },
): Promise<Published> {
  const { account, call, uploaded } = session;
  const [video] = post.media;
  if (!video || post.media.length > 1)
    throw refusedMedia('socialnet', 'socialnet takes one video, and no images with it');
  const graph = { ...api.graph, apiUrl: api.videoUrl };
  const path = `/${graphIdSegment('socialnet', account.accountId)}/videos`;
  const upload = await uploadVideo(video, { graph, path, account, call, uploads: uploaded });
  const json = { upload_phase: 'finish', upload_session_id: upload.id, description: post.text };
  const request = { method: 'POST', path, json, effect: 'change', secrets: [upload.id] } as const;
  const named = { media: post.media, uploads: namesOf(upload) };
  try {
    const { body, broken } = await publishOnce(call, named, () =>
      callGraph(graph, request, { accessToken: account.accessToken, call }),
    );
    if (body['success'] !== true) throw broken();
  } catch (error) {
    // Another attempt is not to name an upload for ever that the network has forgotten.
    const isForgotten = error instanceof PlatformError && error.kind === 'not-found';
    if (isForgotten) await saveFacebookCheckpoint(call, post.media, { stage: 'uploading', uploads: [] });
    throw error;
  }
  const id = upload.videoId;
  await saveFacebookCheckpoint(call, post.media, { stage: 'processing', videoId: id });
  call.onProgress?.({ stage: 'processing', doneBytes: video.bytes, totalBytes: video.bytes });
  return awaitVideo(api, { id }, session);
}

/** The network has accepted the video: only its own word that it cannot be shown changes that. */
export async function awaitVideo(
  api: FacebookApi,
  { id }: { readonly id: string },
  { account, call }: Session,
): Promise<Published> {
  const published = { platformPostId: id, url: `${api.oauthUrl}/reel/${id}` };
  let failures = 0;
  const ask = async (): Promise<'ready' | null> => {
    const request = { method: 'GET', path: `/${id}`, query: { fields: 'status' }, effect: 'none' } as const;
    const asked = callGraph(api.graph, request, { accessToken: account.accessToken, call });
    const answer = await asked.catch((error: unknown) => {
      failures += 1;
      if (!isPassingTrouble(error) || failures === MAX_FAILED_QUESTIONS) throw error;
      return null;
    });
    if (!answer) return null;
    failures = 0;
    const status = asRecord(answer.body['status']);
    const word = asString(status?.['video_status']);
    if (word === 'error' || word === 'upload_failed' || word === 'expired') {
      // Another attempt is not to hear of this video for ever.
      await saveFacebookCheckpoint(call, [], { stage: 'uploading', uploads: [] });
      throw unprocessed(status);
    }
    return word === 'ready' ? word : null;
  };
  const pending = { ...published, note: 'The network is still processing the video.' };
  try {
    const word = await pollUntil('socialnet', ask, { timeoutMs: PROCESSING_TIMEOUT_MS, call });
    return word === 'ready' ? published : pending;
  } catch (error) {
    if (error instanceof PlatformError && error.code !== 'media_refused') return pending;
    throw error;
  }
}

function unprocessed(status: Readonly<Record<string, unknown>> | null): PlatformError {
  const reason = asString(asRecord(asRecord(status?.['processing_phase'])?.['error'])?.['message']);
  const quote = reason === null ? '' : `: "${cleanText(reason, 200)}"`;
  return refusedMedia('socialnet', `the network could not process the video, so that nobody can see it${quote}`);
}
