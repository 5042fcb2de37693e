import type { ConnectedAccount, PublishContext, Published } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { cleanText } from '../../http/safe-quote.ts';
import { refusedMedia } from '../../media-bytes.ts';
import { callGraph } from '../../meta-graph/graph-call.ts';
import { isPassingTrouble } from '../../meta-graph/passing-trouble.ts';
import { pollUntil } from '../../meta-graph/poll.ts';
import { PlatformError } from '../../platform-error.ts';
import type { FacebookApi } from './api.ts';
import { saveFacebookCheckpoint } from './checkpoint.ts';

const PROCESSING_TIMEOUT_MS = 8 * 60 * 1000;
/** In a row; fewer say nothing about the video. */
const MAX_FAILED_QUESTIONS = 5;

export interface VideoOwner {
  readonly account: ConnectedAccount;
  readonly call: PublishContext;
}

type Facts = Readonly<Record<string, unknown>>;

/** What a video is: `open` can still be published, `dead` never can. */
export type VideoFate = 'accepted' | 'open' | 'dead';

/** Asks whether the network has accepted a video for publishing. Null where it cannot be told. */
export async function findFate(api: FacebookApi, id: string, owner: VideoOwner): Promise<VideoFate | null> {
  const question = askPatiently(api, { id, fields: 'status,published' }, owner);
  try {
    const facts = await pollUntil('socialnet', question, { timeoutMs: PROCESSING_TIMEOUT_MS, call: owner.call });
    return facts && fateOf(facts);
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}

function fateOf({ status, published }: Facts): VideoFate | null {
  const facts = asRecord(status);
  const word = asString(facts?.['video_status']);
  const publishing = asRecord(facts?.['publishing_phase']);
  const phase = asString(publishing?.['status']);
  const isBegun = phase !== null && phase !== 'not_started';
  const isPublished = published === true || publishing?.['publish_status'] === 'published';
  if (isPublished || isBegun || word === 'processing' || word === 'ready' || word === 'error') return 'accepted';
  if (word === 'expired' || word === 'upload_failed') return 'dead';
  return word === 'uploading' || word === 'upload_complete' ? 'open' : null;
}

/** The network has accepted the video: only its own word that it cannot be shown changes that. */
export async function awaitVideo(api: FacebookApi, id: string, owner: VideoOwner): Promise<Published> {
  const published = { platformPostId: id, url: `${api.oauthUrl}/reel/${id}` };
  const question = askPatiently(api, { id, fields: 'status' }, owner);
  const ask = async (): Promise<'ready' | null> => {
    const status = asRecord((await question())?.['status']);
    const word = asString(status?.['video_status']);
    if (word === 'error' || word === 'upload_failed' || word === 'expired') {
      // Another attempt is not to hear of this video for ever.
      await saveFacebookCheckpoint(owner.call, [], { stage: 'uploading', uploads: [] });
      throw unprocessed(status);
    }
    return word === 'ready' ? word : null;
  };
  const pending = { ...published, note: 'The network is still processing the video.' };
  try {
    const word = await pollUntil('socialnet', ask, { timeoutMs: PROCESSING_TIMEOUT_MS, call: owner.call });
    return word === 'ready' ? published : pending;
  } catch (error) {
    if (error instanceof PlatformError && error.code !== 'media_refused') return pending;
    throw error;
  }
}

/** A question about a video; null while trouble at the network's side passes. */
function askPatiently(
  { graph }: FacebookApi,
  { id, fields }: { readonly id: string; readonly fields: string },
  { account, call }: VideoOwner,
): () => Promise<Facts | null> {
  let failures = 0;
  return async () => {
    const request = { method: 'GET', path: `/${id}`, query: { fields }, effect: 'none' } as const;
    try {
      const { body } = await callGraph(graph, request, { accessToken: account.accessToken, call });
      failures = 0;
      return body;
    } catch (error) {
      failures += 1;
      if (!isPassingTrouble(error) || failures === MAX_FAILED_QUESTIONS) throw error;
      return null;
    }
  };
}

function unprocessed(status: Facts | null): PlatformError {
  const reason = asString(asRecord(asRecord(status?.['processing_phase'])?.['error'])?.['message']);
  const quote = reason === null ? '' : `: "${cleanText(reason, 200)}"`;
  return refusedMedia('socialnet', `the network could not process the video, so that nobody can see it${quote}`);
}
