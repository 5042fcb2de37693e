import type { Checkpoint, OutgoingMedia, PublishContext } from '../../driver.ts';
import { fingerprintOf, idsOf } from '../../meta-graph/checkpoints.ts';
import { PlatformError } from '../../platform-error.ts';
import { asEdge, type VideoEdge } from './video/edge.ts';

/** A completely uploaded video: its id, and the names of its upload in a checkpoint, the session or the edge first. */
export interface UploadedVideo {
  readonly videoId: string;
  readonly uploads: readonly string[];
}

/** A video that the network has accepted for publishing. */
export interface AcceptedVideo {
  readonly videoId: string;
  /** The connection of the page that has taken it. */
  readonly edge: VideoEdge;
  /** Id of the story, where it is one and the network has said it. */
  readonly postId: string | null;
}

/**
 * Progress of a publish: `uploading` names what has arrived (ids of images; session, id and next part of a video),
 * `publishing` says that the publishing call may have been made, `processing` that it was.
 */
export type FacebookCheckpoint =
  | { readonly stage: 'uploading'; readonly uploads: readonly string[] }
  | { readonly stage: 'publishing'; readonly video: UploadedVideo | null }
  | { readonly stage: 'processing'; readonly video: AcceptedVideo };

/** Reads the checkpoint of an interrupted publish; ignores uploads of other files. */
export function readFacebookCheckpoint(
  { checkpoint }: PublishContext,
  media: readonly OutgoingMedia[],
): FacebookCheckpoint {
  const stage = checkpoint?.['stage'];
  const videoId = checkpoint?.['videoId'];
  const uploads = idsOf(checkpoint?.['uploads']);
  // The state of images cannot be read, and checkpoints of earlier versions name no video.
  if (stage === 'publishing') {
    const isNamed = typeof videoId === 'string' && uploads.length > 0;
    return { stage, video: isNamed ? { videoId, uploads } : null };
  }
  if (stage === 'processing' && typeof videoId === 'string') {
    const { edge, postId } = checkpoint ?? {};
    return { stage, video: { videoId, edge: asEdge(edge), postId: typeof postId === 'string' ? postId : null } };
  }
  const isSame = checkpoint?.['files'] === fingerprintOf(media);
  return { stage: 'uploading', uploads: isSame ? uploads : [] };
}

/** Stores the progress, from which another process resumes after a crash. */
export async function saveFacebookCheckpoint(
  call: PublishContext,
  media: readonly OutgoingMedia[],
  checkpoint: FacebookCheckpoint,
): Promise<void> {
  await call.saveCheckpoint?.(plainCheckpoint(media, checkpoint));
}

function plainCheckpoint(media: readonly OutgoingMedia[], checkpoint: FacebookCheckpoint): Checkpoint {
  const { stage } = checkpoint;
  if (stage === 'processing') {
    const { videoId, edge, postId } = checkpoint.video;
    return { stage, videoId, ...(edge !== 'videos' && { edge }), ...(postId !== null && { postId }) };
  }
  if (stage === 'uploading') return { stage, files: fingerprintOf(media), uploads: checkpoint.uploads.join(' ') };
  const { video } = checkpoint;
  return video ? { stage, videoId: video.videoId, uploads: video.uploads.join(' ') } : { stage };
}

/**
 * Makes the call that publishes images. Stores before that it may have been made: resuming from the uploads could then
 * publish twice. A definite refusal restores the uploads, so that another attempt uses them.
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
