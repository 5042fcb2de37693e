import type { ActionCapability, ConnectedAccount, Session } from '../../driver.ts';
import { asRecord, asString, type JsonObject } from '../../http/lossless-json.ts';
import { goneIf } from '../../platform-error.ts';
import { callX, idSegment, type XApi, type XRequest } from './api.ts';

/**
 * Actions of an account besides publishing. Each is sent once; undoing an action that is not in effect succeeds at X.
 * @see https://docs.x.com/x-api/introduction
 */
export function createXActions(api: XApi): ActionCapability {
  /** Sends one change; the answer must hold the named flag, or it proves nothing. */
  async function change(request: Omit<XRequest, 'effect'>, flag: string, session: Session): Promise<JsonObject> {
    const answer = await callX(api, { ...request, effect: 'change' }, session);
    const data = asRecord(answer.data);
    if (!data || typeof data[flag] !== 'boolean') throw answer.broken();
    return data;
  }

  /** Adds a post or an account to a collection of the connected account. */
  const add = (collection: Collection, json: JsonObject, session: Session): Promise<JsonObject> =>
    change({ method: 'POST', path: pathOf(collection, session.account), json }, FLAGS[collection], session);

  /** Removes a post or an account from a collection of the connected account. */
  async function remove(collection: Collection, id: string, session: Session): Promise<void> {
    const path = `${pathOf(collection, session.account)}/${idSegment(id)}`;
    await change({ method: 'DELETE', path }, FLAGS[collection], session);
  }

  return {
    deletePost: async (postId, account, call) => {
      const request = { method: 'DELETE', path: `/2/tweets/${idSegment(postId)}` } as const;
      // X says the same about a post that it deleted before. @see https://docs.x.com/x-api/posts/delete-post
      const deletion = change(request, 'deleted', { account, call }).then(() => 'deleted' as const);
      return deletion.catch(goneIf(({ kind }) => kind === 'not-found'));
    },
    like: async (postId, account, call) => {
      await add('likes', { tweet_id: idSegment(postId) }, { account, call });
    },
    unlike: (postId, account, call) => remove('likes', postId, { account, call }),
    follow: async (userId, account, call) => {
      const data = await add('following', { target_user_id: idSegment(userId) }, { account, call });
      return { pending: data['pending_follow'] === true };
    },
    unfollow: (userId, account, call) => remove('following', userId, { account, call }),
    bookmark: async (postId, account, call) => {
      await add('bookmarks', { tweet_id: idSegment(postId) }, { account, call });
    },
    removeBookmark: (postId, account, call) => remove('bookmarks', postId, { account, call }),
    sendDirectMessage: async ({ recipientId, text }, account, call) => {
      const path = `/2/dm_conversations/with/${idSegment(recipientId)}/messages`;
      const answer = await callX(api, { method: 'POST', path, json: { text }, effect: 'change' }, { account, call });
      const data = asRecord(answer.data);
      const conversationId = asString(data?.['dm_conversation_id']);
      // X's API playground names the event's id `id`, as in its other answers.
      const eventId = asString(data?.['dm_event_id']) ?? asString(data?.['id']);
      if (!conversationId || !eventId) throw answer.broken();
      return { conversationId, eventId };
    },
    setReplyHidden: async ({ postId, hidden }, account, call) => {
      const request = { method: 'PUT', path: `/2/tweets/${idSegment(postId)}/hidden`, json: { hidden } } as const;
      const data = await change(request, 'hidden', { account, call });
      return { hidden: data['hidden'] === true };
    },
  };
}

type Collection = keyof typeof FLAGS;

/** The flag that an answer about each collection must hold. */
const FLAGS = { likes: 'liked', following: 'following', bookmarks: 'bookmarked' } as const;

function pathOf(collection: Collection, account: ConnectedAccount): string {
  return `/2/users/${idSegment(account.accountId)}/${collection}`;
}
