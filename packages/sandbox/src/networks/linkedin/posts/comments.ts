import { isRecord, jsonFields } from '../../../http/request-body.ts';
import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { Post } from '../../../world/posts.ts';
import { acceptPost } from '../../../world/world.ts';
import { commentingScopes, requireAuthor } from '../authors.ts';
import { accessDenied, coded, invalidField, invalidUrn, missingField, textTooLong } from '../errors.ts';
import { protect, type Session } from '../session.ts';
import type { LinkedinState } from '../state.ts';

const maxTextLength = 1250;
const created = { resource: 'partnerApiSocialActions.CREATE', scopes: commentingScopes } as const;
const deleted = { resource: 'partnerApiSocialActions.DELETE', scopes: commentingScopes } as const;

/** Comments on posts, for apps with the Community Management API. @see https://learn.microsoft.com/linkedin/marketing/community-management/shares/comments-api */
export function commentRoutes(state: LinkedinState): readonly Route[] {
  const path = '/rest/socialActions/:urn/comments';
  return [
    protect(state, {
      ...{ method: 'POST', path, operation: 'publish', ...created },
      handle: (call, session) => createComment(state, call, session),
    }),
    protect(state, {
      ...{ method: 'DELETE', path: `${path}/:id`, operation: 'delete', ...deleted },
      handle: (call, session) => deleteComment(state, call, session),
    }),
    // Reading needs a permission that the sandbox gives nobody.
    protect(state, {
      ...{ method: 'GET', path, operation: 'read', resource: 'partnerApiSocialActions.GET_ALL' },
      scopes: ['r_member_social_feed', 'r_organization_social_feed'],
      handle: () => ({ status: 404 }),
    }),
  ];
}

/** Comments on a post that are there. */
export function commentsOn({ world }: LinkedinState, postUrn: string): readonly Post[] {
  return world.posts.of('linkedin').filter((post) => post.replyToId === postUrn && post.deletedAt === undefined);
}

function createComment(state: LinkedinState, call: Call, session: Session): Reply {
  const { actor, object, message } = jsonFields(call.body) ?? {};
  if (typeof actor !== 'string') return missingField('actor');
  const text = isRecord(message) ? message['text'] : undefined;
  if (typeof text !== 'string' || text.trim() === '') return missingField('message');
  const author = requireAuthor(state, session, actor, created);
  const thread = requireThread(state, call);
  if (object !== thread) return invalidField('object', `${thread} is expected`);
  if (text.length > maxTextLength) return textTooLong(text, maxTextLength);
  const id = state.nextId();
  const commentUrn = `urn:li:comment:(${thread},${id})`;
  const post = { network: 'linkedin', id: commentUrn, accountId: author.id, text, media: [] } as const;
  acceptPost(state.world, { ...post, replyToId: thread, conversationId: thread });
  const time = { actor, time: state.world.now() };
  const json = { id, actor, object, commentUrn, message: { attributes: [], text }, created: time, lastModified: time };
  return { status: 201, headers: { 'x-restli-id': id }, json };
}

function deleteComment(state: LinkedinState, call: Call, session: Session): Reply {
  const actor = requireActor(state, call, session);
  const { urn = '', id = '' } = call.params;
  const commentUrn = `urn:li:comment:(${urn},${id})`;
  const comment = state.world.posts.find('linkedin', commentUrn);
  if (!comment || comment.deletedAt !== undefined) return notFound(commentUrn);
  if (comment.accountId !== actor.id) return accessDenied(`${deleted.resource} of another author`);
  comment.deletedAt = state.world.now();
  return { status: 204 };
}

function requireActor(state: LinkedinState, { query }: Call, session: Session): Account {
  const actor = query.get('actor');
  if (actor === null) throw new Refusal(missingField('actor'));
  return requireAuthor(state, session, actor, deleted);
}

function requireThread({ world }: LinkedinState, { params: { urn = '' } }: Call): string {
  if (!/^urn:li:(share|ugcPost|activity):/.test(urn)) throw new Refusal(invalidUrn(urn, 'INVALID_URN_TYPE'));
  if (!/^urn:li:(share|ugcPost|activity):\d+$/.test(urn)) throw new Refusal(invalidUrn(urn, 'INVALID_URN_ID'));
  const post = world.posts.find('linkedin', urn);
  if (!post || post.deletedAt !== undefined) throw new Refusal(notFound(urn));
  return urn;
}

function notFound(urn: string): Reply {
  return coded(404, 'RESOURCE_NOT_FOUND', `Could not find entity ${urn}`);
}
