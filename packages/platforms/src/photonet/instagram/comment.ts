import type { OutgoingPost, Published, PublishSession } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { refused } from '../../meanings.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { PlatformError } from '../../platform-error.ts';
import type { InstagramApi } from './api.ts';
import { readPermalink } from './permalink.ts';
import { isStory } from './settings/post-kind.ts';

const COMMENT_ID = /^(\d{1,30})_(\d{1,30})$/;

/** A comment and its post. The network's ids of both look alike, so that ours of a comment has both. */
export interface CommentName {
  readonly postId: string;
  readonly commentId: string;
}

/** Reads our id of a comment; null for that of a post, and for any other text. */
export function commentIn(id: string): CommentName | null {
  const [, postId, commentId] = COMMENT_ID.exec(id) ?? [];
  return postId !== undefined && commentId !== undefined ? { postId, commentId } : null;
}

/**
 * Comments on a post of the account. Asks for no fields: Instagram makes the comment, and refuses the fields.
 * @see https://developers.facebook.com/docs/instagram-platform/comment-moderation
 */
export async function commentOn(
  api: InstagramApi,
  { postId, comment }: { readonly postId: string; readonly comment: OutgoingPost },
  session: PublishSession,
): Promise<Published> {
  requireNoStory(comment);
  const path = `/${graphIdSegment('photonet', postId)}/comments`;
  const request = { method: 'POST', path, json: { message: comment.text }, effect: 'change' } as const;
  const { body, broken } = await callGraph(api.graph, request, session);
  const commentId = asId(body['id'], GRAPH_ID);
  if (commentId === null) throw broken();
  const url = commentUrl(await readPermalink(api, postId, session), commentId);
  return { platformPostId: `${postId}_${commentId}`, url };
}

/** Address of a comment below the page of its post. */
export function commentUrl(page: string, commentId: string): string {
  return /\/(?:p|reel)\//.test(page) ? `${page.replace(/\/?$/, '/')}c/${commentId}/` : page;
}

/** @throws PlatformError for the settings of a story */
export function requireNoStory({ settings }: Pick<OutgoingPost, 'settings'>): void {
  if (!isStory({ settings })) return;
  throw new PlatformError('photonet', refused('Instagram takes no comments on a story; leave the comments out'));
}
