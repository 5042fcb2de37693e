import type { Published, PublishSession } from '../../../driver.ts';
import { asRecord, asString, type JsonObject } from '../../../http/lossless-json.ts';
import { cleanText } from '../../../http/safe-quote.ts';
import { refusedMedia } from '../../../media-bytes.ts';
import { callGraph } from '../../../meta-graph/graph-call.ts';
import { orElse, PlatformError } from '../../../platform-error.ts';
import { pollUntil } from '../../../poll.ts';
import { isPassingTrouble } from '../../../repeat.ts';
import type { FacebookApi } from '../api.ts';
import { type AcceptedVideo, saveFacebookCheckpoint, type UploadedVideo } from '../checkpoint.ts';
import { asEdge, type VideoEdge } from './edge.ts';

const PROCESSING_TIMEOUT_MS = 8 * 60 * 1000;
/** Successive failures; fewer say nothing about the video. */
const MAX_FAILED_QUESTIONS = 5;

/** State of a video after a publishing call: `open` can still be published, `dead` never can. */
export type VideoFate = 'accepted' | 'open' | 'dead';

/** Asks whether the network has accepted a video for publishing. Returns null where the network does not say. */
export async function findFate(
  api: FacebookApi,
  { videoId, uploads }: UploadedVideo,
  session: PublishSession,
): Promise<VideoFate | null> {
  const question = askPatiently(api, { id: videoId, fields: 'status,published' }, session);
  const limits = { timeoutMs: PROCESSING_TIMEOUT_MS, call: session.call };
  const facts = await pollUntil('socialnet', question, limits).catch(orElse(null));
  return facts && fateOf(facts, asEdge(uploads[0]));
}

function fateOf({ status, published }: JsonObject, edge: VideoEdge): VideoFate | null {
  const facts = asRecord(status);
  const word = asString(facts?.['video_status']);
  const publishing = asRecord(facts?.['publishing_phase']);
  const phase = asString(publishing?.['status']);
  const isBegun = phase !== null && phase !== 'not_started';
  const isPublished = published === true || publishing?.['publish_status'] === 'published';
  if (isPublished || isBegun) return 'accepted';
  // Reels and stories may be processed before they are published.
  if (word === 'processing' || word === 'ready' || word === 'error') return edge === 'videos' ? 'accepted' : null;
  if (word === 'expired' || word === 'upload_failed') return 'dead';
  return word === 'uploading' || word === 'upload_complete' ? 'open' : null;
}

/** Waits for the processing of an accepted video, which counts as published unless the network says that it failed. */
export async function awaitVideo(api: FacebookApi, video: AcceptedVideo, session: PublishSession): Promise<Published> {
  const published = publishedAs(api, video, session);
  const question = askPatiently(api, { id: video.videoId, fields: 'status' }, session);
  const ask = async (): Promise<'ready' | null> => {
    const status = asRecord((await question())?.['status']);
    const word = asString(status?.['video_status']);
    if (word === 'error' || word === 'upload_failed' || word === 'expired') {
      // Another attempt uploads the video again instead of asking about this one.
      await saveFacebookCheckpoint(session.call, [], { stage: 'uploading', uploads: [] });
      throw unprocessed(status);
    }
    return word === 'ready' ? word : null;
  };
  const pending = { ...published, note: 'Facebook is still processing the video.' };
  try {
    const word = await pollUntil('socialnet', ask, { timeoutMs: PROCESSING_TIMEOUT_MS, call: session.call });
    return word === 'ready' ? published : pending;
  } catch (error) {
    if (error instanceof PlatformError && error.code !== 'media_refused') return pending;
    throw error;
  }
}

function publishedAs(
  { oauthUrl }: FacebookApi,
  { videoId, edge, postId }: AcceptedVideo,
  { account }: PublishSession,
): Published {
  if (edge !== 'video_stories') return { platformPostId: videoId, url: `${oauthUrl}/reel/${videoId}` };
  return { platformPostId: postId ?? videoId, url: `${oauthUrl}/${postId ?? account.accountId}` };
}

/** Makes a question about a video, which returns null during a few failures of the network. */
function askPatiently(
  { graph }: FacebookApi,
  { id, fields }: { readonly id: string; readonly fields: string },
  session: PublishSession,
): () => Promise<JsonObject | null> {
  let failures = 0;
  const request = { method: 'GET', path: `/${id}`, query: { fields }, effect: 'none' } as const;
  return async () => {
    try {
      const { body } = await callGraph(graph, request, session);
      failures = 0;
      return body;
    } catch (error) {
      failures += 1;
      if (!(error instanceof PlatformError && isPassingTrouble(error)) || failures === MAX_FAILED_QUESTIONS)
        throw error;
      return null;
    }
  };
}

function unprocessed(status: JsonObject | null): PlatformError {
  const reason = asString(asRecord(asRecord(status?.['processing_phase'])?.['error'])?.['message']);
  const quote = reason === null ? '' : `: "${cleanText(reason, 200)}"`;
  return refusedMedia('socialnet', `Facebook could not process the video, so no one can see it${quote}`);
}
