import type { Call, Reply, Route } from '../../../http/route.ts';
import { commentsOn } from '../comments/comments.ts';
import { badParameter, cannotDelete, videoNotFound } from '../errors.ts';
import { protect } from '../session.ts';
import type { YoutubeState } from '../state.ts';

/** Deleting a video. @see https://developers.google.com/youtube/v3/docs/videos/delete */
export function videoDeletionRoute(state: YoutubeState): Route {
  return protect(state, {
    method: 'DELETE',
    path: '/youtube/v3/videos',
    operation: 'delete',
    scopes: ['youtube', 'youtube.force-ssl'],
    quota: { bucket: 'general', units: 50 },
    handle: (call, { account }) => deleteVideo(state, call, account.id),
  });
}

/** Deletes a video with the comments on it. */
function deleteVideo(state: YoutubeState, call: Call, channelId: string): Reply {
  const { world, videos } = state;
  const id = call.query.get('id') ?? '';
  if (id === '') return badParameter('id', 'Required parameter: id');
  const video = videos.get(id);
  if (!video) return videoNotFound();
  if (video.channelId !== channelId) return cannotDelete();
  for (const comment of commentsOn(state, id)) comment.deletedAt = world.now();
  videos.delete(id);
  const post = world.posts.find('youtube', id);
  if (post) post.deletedAt = world.now();
  return { status: 204 };
}
