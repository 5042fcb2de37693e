import type { Checkpoint, OutgoingMedia, PublishContext } from '../../driver.ts';
import { fingerprintOf } from '../../meta-graph/fingerprint.ts';
import { PlatformError } from '../../platform-error.ts';

/**
 * How far a publish has come: files are on their way (ids of images; session, id and next part of a video),
 * or the call that publishes may have been made, or was.
 */
export type FacebookCheckpoint =
  | { readonly stage: 'uploading'; readonly uploads: readonly string[] }
  | { readonly stage: 'publishing' }
  | { readonly stage: 'processing'; readonly videoId: string };

/** The checkpoint of an interrupted publish; uploads of other files do not count. */
export function readFacebookCheckpoint(
  { checkpoint }: PublishContext,
  media: readonly OutgoingMedia[],
): FacebookCheckpoint {
  const stage = checkpoint?.['stage'];
  if (stage === 'publishing') return { stage };
  const videoId = checkpoint?.['videoId'];
  if (stage === 'processing' && typeof videoId === 'string') return { stage, videoId };
  const uploads = checkpoint?.['uploads'];
  const isSame = checkpoint?.['files'] === fingerprintOf(media);
  return {
    stage: 'uploading',
    uploads: isSame && typeof uploads === 'string' ? uploads.split(' ').filter(Boolean) : [],
  };
}

/** Stores how far it is. A process that dies is followed by one that goes on from there. */
export async function saveFacebookCheckpoint(
  call: PublishContext,
  media: readonly OutgoingMedia[],
  checkpoint: FacebookCheckpoint,
): Promise<void> {
  const plain: Checkpoint =
    checkpoint.stage === 'uploading'
      ? { stage: checkpoint.stage, files: fingerprintOf(media), uploads: checkpoint.uploads.join(' ') }
      : { ...checkpoint };
  await call.saveCheckpoint?.(plain);
}

/**
 * Makes the call that publishes, after storing that it may have been made: going on from the uploads could publish twice
 * then. A definite refusal takes that back, so that another attempt names the same uploads.
 */
export async function publishOnce<Answer>(
  call: PublishContext,
  { media, uploads }: { readonly media: readonly OutgoingMedia[]; readonly uploads: readonly string[] },
  publish: () => Promise<Answer>,
): Promise<Answer> {
  if (uploads.length > 0) await saveFacebookCheckpoint(call, media, { stage: 'publishing' });
  try {
    return await publish();
  } catch (error) {
    const isRefusal = error instanceof PlatformError && error.kind !== 'outcome-unknown';
    if (isRefusal && uploads.length > 0) await saveFacebookCheckpoint(call, media, { stage: 'uploading', uploads });
    throw error;
  }
}
