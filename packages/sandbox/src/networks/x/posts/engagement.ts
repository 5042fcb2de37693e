import { type Call, Refusal, type Reply, type Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import type { Post } from '../../../world/posts.ts';
import { forbidden, notFound } from '../errors.ts';
import { type Endpoint, pathId, protect, requireSelf, type Session } from '../session.ts';
import { follows, type XState } from '../state.ts';
import { arrayOf, boolean, object, readJson, string } from '../strict-body.ts';
import { isVisible } from './present.ts';

const idPattern = string(/^[0-9]{1,19}$/);
const likeScopes = ['like.write', 'tweet.read', 'users.read'];
const followScopes = ['follows.write', 'tweet.read', 'users.read'];
const bookmarkScopes = ['bookmark.write', 'tweet.read', 'users.read'];
const messageScopes = ['dm.write', 'tweet.read', 'users.read'];
const moderateScopes = ['tweet.moderate.write', 'tweet.read', 'users.read'];
const maxMessageLength = 10_000;

/** Likes, follows, bookmarks, direct messages and hidden replies. */
export function engagementRoutes(state: XState): readonly Route[] {
  const action = { operation: 'action', calls: 50 } as const;
  const like = { ...action, scopes: likeScopes };
  const follow = { ...action, scopes: followScopes };
  const mark = { ...action, scopes: bookmarkScopes };
  const unfollowPath = '/2/users/:source_user_id/following/:target_user_id';
  const messagePath = '/2/dm_conversations/with/:participant_id/messages';
  const hidePath = '/2/tweets/:tweet_id/hidden';
  const endpoints: readonly Endpoint[] = [
    { ...like, method: 'POST', path: '/2/users/:id/likes', handle: addLike },
    { ...like, method: 'DELETE', path: '/2/users/:id/likes/:tweet_id', handle: removeLike },
    { ...follow, method: 'POST', path: '/2/users/:id/following', handle: addFollow },
    { ...follow, method: 'DELETE', path: unfollowPath, handle: removeFollow },
    { ...mark, method: 'POST', path: '/2/users/:id/bookmarks', handle: addBookmark },
    { ...mark, method: 'DELETE', path: '/2/users/:id/bookmarks/:tweet_id', handle: removeBookmark },
    { ...action, calls: 15, scopes: messageScopes, method: 'POST', path: messagePath, handle: sendMessage },
    { ...action, scopes: moderateScopes, method: 'PUT', path: hidePath, handle: hideReply },
  ];
  return endpoints.map((endpoint) => protect(state, endpoint));
}

function done(data: Readonly<Record<string, boolean>>): Reply {
  return { status: 200, json: { data } };
}

function addLike(state: XState, call: Call, { account: user }: Session): Reply {
  requireSelf(call, 'id', user);
  const { tweet_id: id = '' } = readJson(call, object({ tweet_id: idPattern }, ['tweet_id']));
  requirePost(state, { parameter: 'tweet_id', id, user });
  state.likes.add(`${user.id}/${id}`);
  return done({ liked: true });
}

function removeLike(state: XState, call: Call, { account: user }: Session): Reply {
  requireSelf(call, 'id', user);
  state.likes.delete(`${user.id}/${pathId(call, 'tweet_id')}`);
  return done({ liked: false });
}

function addFollow(state: XState, call: Call, { account: user }: Session): Reply {
  requireSelf(call, 'id', user);
  const { target_user_id: id = '' } = readJson(call, object({ target_user_id: idPattern }, ['target_user_id']));
  const target = requireAccount(state, 'target_user_id', id);
  if (target.id === user.id) return forbidden('You cannot follow yourself.');
  const isPending = target.type === 'private' && !follows(state, user, target);
  state.follows.set(`${user.id}/${target.id}`, isPending ? 'pending' : 'following');
  return done({ following: !isPending, pending_follow: isPending });
}

function removeFollow(state: XState, call: Call, { account: user }: Session): Reply {
  requireSelf(call, 'source_user_id', user);
  state.follows.delete(`${user.id}/${pathId(call, 'target_user_id')}`);
  return done({ following: false });
}

function addBookmark(state: XState, call: Call, { account: user }: Session): Reply {
  requireSelf(call, 'id', user);
  const body = object({ tweet_id: idPattern, folder_id: idPattern }, ['tweet_id']);
  const { tweet_id: id = '' } = readJson(call, body);
  requirePost(state, { parameter: 'tweet_id', id, user });
  state.bookmarks.add(`${user.id}/${id}`);
  return done({ bookmarked: true });
}

function removeBookmark(state: XState, call: Call, { account: user }: Session): Reply {
  requireSelf(call, 'id', user);
  state.bookmarks.delete(`${user.id}/${pathId(call, 'tweet_id')}`);
  return done({ bookmarked: false });
}

function sendMessage(state: XState, call: Call, { account: user }: Session): Reply {
  const participant = requireAccount(state, 'participant_id', pathId(call, 'participant_id'));
  const attachments = arrayOf(object({ media_id: idPattern }, ['media_id']), { min: 1, max: 1 });
  const body = object({ text: string(new RegExp(`^[\\s\\S]{1,${maxMessageLength}}$`)), attachments }, []);
  const { text = '', attachments: attached } = readJson(call, body);
  if (text === '' && !attached) readJson(call, object({ text: string(), attachments }, ['text']));
  if (participant.type === 'private' || participant.id === user.id) {
    return forbidden('You do not have permission to DM one or more participants.');
  }
  const conversationId = [user.id, participant.id].sort().join('-');
  const id = state.nextId();
  state.messages.push({ id, conversationId, text });
  return { status: 201, json: { data: { dm_conversation_id: conversationId, dm_event_id: id } } };
}

/** @see https://docs.x.com/x-api/posts/hide-replies/quickstart */
function hideReply(state: XState, call: Call, { account: user }: Session): Reply {
  const id = pathId(call, 'tweet_id');
  const { hidden = true } = readJson(call, object({ hidden: boolean }, ['hidden']));
  const reply = requirePost(state, { parameter: 'tweet_id', id, user });
  const root = state.world.posts.find('x', reply.conversationId);
  if (reply.replyToId === undefined || root?.accountId !== user.id) return forbidden();
  reply.hidden = hidden;
  return done({ hidden });
}

function requirePost(state: XState, { parameter, id, user }: { parameter: string; id: string; user: Account }): Post {
  const post = state.world.posts.find('x', id);
  if (post && isVisible(state, post, user)) return post;
  throw new Refusal(notFound({ resource: 'tweet', parameter, value: id }));
}

function requireAccount(state: XState, parameter: string, id: string): Account {
  const account = state.world.accounts.find('x', id);
  if (account) return account;
  throw new Refusal(notFound({ resource: 'user', parameter, value: id }));
}
