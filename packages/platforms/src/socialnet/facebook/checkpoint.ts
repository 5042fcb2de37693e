import type { Checkpoint, OutgoingMedia, PublishContext } from '../../driver.ts';
import { fingerprintOf } from '../../meta-graph/fingerprint.ts';
import { PlatformError } from '../../platform-error.ts';

/** A video that has arrived: its id, and what names its upload in a checkpoint, the session first. */
export interface UploadedVideo {
  readonly videoId: string;
  readonly uploads: readonly string[];
}

/**
 * How far a publish has come: files are on their way (ids of images; session, id and next part of a video),
 * or the call that publishes may have been made, or was.
 */
export type FacebookCheckpoint =
  | { readonly stage: 'uploading'; readonly uploads: readonly string[] }
  | { readonly stage: 'publishing'; readonly video: UploadedVideo | null }
  | { readonly stage: 'processing'; readonly videoId: string };

/** The checkpoint of an interrupted publish; uploads of other files do not count. */
export function readFacebookCheckpoint(
  { checkpoint }: PublishContext,
  media: readonly OutgoingMedia[],
): FacebookCheckpoint {
  const stage = checkpoint?.['stage'];
  const videoId = checkpoint?.['videoId'];
  const uploads = listOf(checkpoint?.['uploads']);
  // Images have no id that could be asked about, and checkpoints of earlier versions name none.
  if (stage === 'publishing') {
    const isNamed = typeof videoId === 'string' && uploads.length > 0;
    return { stage, video: isNamed ? { videoId, uploads } : null };
  }
  if (stage === 'processing' && typeof videoId === 'string') return { stage, videoId };
  const isSame = checkpoint?.['files'] === fingerprintOf(media);
  return { stage: 'uploading', uploads: isSame ? uploads : [] };
}

function listOf(names: Checkpoint[string] | undefined): readonly string[] {
  return typeof names === 'string' ? names.split(' ').filter(Boolean) : [];
}

/** Stores how far it is. A process that dies is followed by one that goes on from there. */
export async function saveFacebookCheckpoint(
  call: PublishContext,
  media: readonly OutgoingMedia[],
  checkpoint: FacebookCheckpoint,
): Promise<void> {
  await call.saveCheckpoint?.(plainCheckpoint(media, checkpoint));
}

function plainCheckpoint(media: readonly OutgoingMedia[], checkpoint: FacebookCheckpoint): Checkpoint {
  const { stage } = checkpoint;
  if (stage === 'processing') return { ...checkpoint };
  if (stage === 'uploading') return { stage, files: fingerprintOf(media), uploads: checkpoint.uploads.join(' ') };
  const { video } = checkpoint;
  return video ? { stage, videoId: video.videoId, uploads: video.uploads.join(' ') } : { stage };
}

/**
 * Makes the call that publishes images, after storing that it may have been made: going on from the uploads could publish
 * twice then. A definite refusal takes that back, so that another attempt names the same uploads.
 */
export async function publishOnce<Answer>(
  call: PublishContext,
  { media, uploads }: { readonly media: readonly OutgoingMedia[]; readonly uploads: readonly string[] },
  publish: () => Promise<Answer>,
): Promise<Answer> {
  if (uploads.length > 0) await saveFacebookCheckpoint(call, media, { stage: 'publishing', video: null });
  try {
    return await publish();
  } catch (error) {
    const isRefusal = error instanceof PlatformError && error.kind !== 'outcome-unknown';
    if (isRefusal && uploads.length > 0) await saveFacebookCheckpoint(call, media, { stage: 'uploading', uploads });
    throw error;
  }
}
