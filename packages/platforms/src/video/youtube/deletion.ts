import type { ActionCapability } from '../../driver.ts';
import { invalid, undeletable } from '../../meanings.ts';
import { goneIf, PlatformError } from '../../platform-error.ts';
import { callYoutube, type YoutubeApi } from './api.ts';
import { deleteComment } from './comments.ts';
import { COMMUNITY_POST_ID } from './community-post.ts';
import { commentId, videoId } from './video-id.ts';

/** Deletes a video, or a comment on one. @see https://developers.google.com/youtube/v3/docs/videos/delete */
export function createYoutubeDeletion(api: YoutubeApi): ActionCapability['deletePost'] {
  return async (postId, account, call) => {
    const comment = commentId(postId);
    if (comment !== null) return deleteComment(api, comment, { account, call });
    const query = { id: requireVideoId(postId) };
    const request = { method: 'DELETE', path: '/youtube/v3/videos', query, effect: 'change' } as const;
    const deletion = callYoutube(api, request, { account, call });
    const answer = await deletion.catch(goneIf(({ kind }) => kind === 'not-found'));
    if (answer === 'gone') return answer;
    if (answer.status !== 204) throw answer.broken();
    return 'deleted';
  };
}

/** @throws PlatformError for a community post, which the API cannot delete, and for any other text */
function requireVideoId(postId: string): string {
  const id = videoId(postId);
  if (id !== null) return id;
  if (COMMUNITY_POST_ID.test(postId)) {
    throw new PlatformError(
      'video',
      undeletable('YouTube lets programs delete videos and comments only, and no community posts'),
    );
  }
  const message = 'ids of videos are their addresses, such as https://www.youtube.com/watch?v=…; check the id';
  throw new PlatformError('video', invalid(message));
}
