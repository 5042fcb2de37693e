import { look } from '../../../world/files/look.ts';
import { createMedia } from '../../../world/posts.ts';
import type { StoredBytes } from '../../../world/stored-bytes.ts';
import { problemOf } from '../../check-media.ts';
import { checksUntilReady } from '../../processing.ts';
import { mediaLimits } from '../media-limits.ts';
import { addPost } from '../posts/posts.ts';
import type { FacebookState, Video } from '../state.ts';

/** Stores a complete video, and posts it unless it is unpublished or cannot be played. */
export function completeVideo(
  state: FacebookState,
  video: Pick<Video, 'id' | 'pageId' | 'isPublished'> & {
    blob: StoredBytes;
    title: string | undefined;
    description: string;
  },
): void {
  const { id, pageId, blob, title, description } = video;
  const found = look(blob);
  const isPlayable = problemOf(found, blob.bytes, mediaLimits.videos) === undefined;
  const isPublished = video.isPublished && isPlayable;
  const pendingChecks = checksUntilReady;
  state.videos.set(id, { id, pageId, phase: 'processing', isPlayable, pendingChecks, title, description, isPublished });
  if (isPublished) addPost(state, pageId, { id, text: description, media: [createMedia(blob, found?.type ?? '')] });
}
