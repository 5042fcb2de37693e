import type { Deletion, OutgoingPost, Published, Session } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { goneIf } from '../../platform-error.ts';
import { authorUrn, callLinkedin, checkedPostUrn, type LinkedinApi } from './api.ts';
import { type CommentPlace, commentAddress, commentUrn } from './comment-urn.ts';
import { commentDialect } from './errors.ts';

const ID = /^\d{1,30}$/;

/**
 * Comments on a post as its author. Mentions would be separate attributes, so the text goes as it is written.
 * @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/comments-api
 */
export async function publishComment(
  api: LinkedinApi,
  { text, replyTo }: Pick<OutgoingPost, 'text'> & { readonly replyTo: string },
  session: Session,
): Promise<Published> {
  const thread = checkedPostUrn(replyTo);
  const path = `/rest/socialActions/${encodeURIComponent(thread)}/comments`;
  const json = { actor: authorUrn(session.account), object: thread, message: { text } };
  const request = { method: 'POST', path, json, restliMethod: 'CREATE', effect: 'change' } as const;
  const { headers, body, broken } = await callLinkedin(api, request, session, commentDialect);
  const id = asId(headers.get('x-restli-id'), ID) ?? asId(body?.['id'], ID);
  if (id === null) throw broken();
  return { platformPostId: commentUrn({ thread, id }), url: commentAddress(api, { thread, id }) };
}

/** Deletes a comment, which LinkedIn deletes with its post, too. */
export async function deleteComment(
  api: LinkedinApi,
  { thread, id }: CommentPlace,
  session: Session,
): Promise<Deletion> {
  const actor = encodeURIComponent(authorUrn(session.account));
  const path = `/rest/socialActions/${encodeURIComponent(thread)}/comments/${id}?actor=${actor}`;
  const request = { method: 'DELETE', path, restliMethod: 'DELETE', effect: 'change' } as const;
  const deletion = callLinkedin(api, request, session, commentDialect);
  const answer = await deletion.catch(goneIf(({ kind }) => kind === 'not-found'));
  if (answer === 'gone') return answer;
  if (answer.status !== 204) throw answer.broken();
  return 'deleted';
}
