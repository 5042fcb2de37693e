import { look } from '../../../world/files/look.ts';
import { createMedia } from '../../../world/posts.ts';
import type { StoredBytes } from '../../../world/stored-bytes.ts';
import { problemOf } from '../../check-media.ts';
import { checksUntilReady } from '../../processing.ts';
import { mediaLimits, wholeLimits } from '../media-limits.ts';
import { addPost } from '../posts/posts.ts';
import type { FacebookState, Video, WholeEdge } from '../state.ts';

/** Stores a complete video, and posts it unless it is unpublished or cannot be played. */
export function completeVideo(
  state: FacebookState,
  video: Pick<Video, 'id' | 'pageId' | 'isPublished'> & {
    blob: StoredBytes;
    title: string | undefined;
    description: string;
    /** The connection that has taken it, where that is not the usual one. */
    edge?: WholeEdge;
    /** Id of the post, where it is not that of the video. */
    postId?: string;
  },
): void {
  const { id, pageId, blob, title, description, edge, postId = id } = video;
  const found = look(blob);
  const limits = edge ? wholeLimits[edge] : mediaLimits.videos;
  const isPlayable = problemOf(found, blob.bytes, limits) === undefined;
  const isPublished = video.isPublished && isPlayable;
  const pendingChecks = checksUntilReady;
  state.videos.set(id, { id, pageId, phase: 'processing', isPlayable, pendingChecks, title, description, isPublished });
  if (!isPublished) return;
  const media = [createMedia(blob, found?.type ?? '')];
  addPost(state, pageId, { id: postId, text: description, media, ...(edge && { settings: { edge } }) });
}
