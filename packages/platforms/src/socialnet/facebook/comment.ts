import type { OutgoingPost, Published, Session } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { refused } from '../../meanings.ts';
import { callGraph } from '../../meta-graph/graph-call.ts';
import { PlatformError } from '../../platform-error.ts';
import type { FacebookApi } from './api.ts';
import { POST_ID, requirePostId } from './post-id.ts';

/**
 * Comments on a post or video of the page, with the permission `pages_manage_engagement`. Asks for no fields: Instagram makes the
 * comment and refuses the fields.
 * @see https://developers.facebook.com/docs/graph-api/reference/object/comments
 */
export async function commentOn(
  { graph, oauthUrl }: FacebookApi,
  { postId, comment }: { readonly postId: string; readonly comment: OutgoingPost },
  session: Session,
): Promise<Published> {
  requireNoStory(comment);
  const path = `/${requirePostId(postId)}/comments`;
  const request = { method: 'POST', path, json: { message: comment.text }, effect: 'change' } as const;
  const { body, broken } = await callGraph(graph, request, session);
  const id = asId(body['id'], POST_ID);
  if (id === null) throw broken();
  const page = postId.includes('_') ? postId : `reel/${postId}`;
  return { platformPostId: id, url: `${oauthUrl}/${page}?comment_id=${id.split('_').at(-1)}` };
}

/** @throws PlatformError for the settings of a story */
export function requireNoStory({ settings }: Pick<OutgoingPost, 'settings'>): void {
  if (settings['type'] !== 'story') return;
  throw new PlatformError('socialnet', refused('Facebook lets nobody comment on a story; leave the comments out'));
}

/** Returns true for the id of a comment, which begins with the post, where that of a post begins with the page. */
export function isCommentId(id: string, accountId: string): boolean {
  return id.includes('_') && !id.startsWith(`${accountId}_`);
}
