import type { Blob } from '../../../world/blobs.ts';
import { createMedia } from '../../../world/posts.ts';
import { sniff } from '../../../world/sniff.ts';
import { addPost } from '../posts/posts.ts';
import type { FacebookState, Video } from '../state.ts';

const checksUntilReady = 2;
const videoTypes = new Set(['video/mp4', 'video/quicktime']);

/** Stores a complete video, and posts it unless it is unpublished or cannot be played. */
export function completeVideo(
  state: FacebookState,
  video: Pick<Video, 'id' | 'pageId' | 'isPublished'> & {
    blob: Blob;
    title: string | undefined;
    description: string;
  },
): void {
  const { id, pageId, blob, title, description } = video;
  const type = sniff(blob.read(0, 4096))?.type ?? '';
  const isPlayable = videoTypes.has(type);
  const isPublished = video.isPublished && isPlayable;
  const pendingChecks = checksUntilReady;
  state.videos.set(id, { id, pageId, phase: 'processing', isPlayable, pendingChecks, title, description, isPublished });
  if (isPublished) addPost(state, pageId, { id, text: description, media: [createMedia(blob, type)] });
}
