import type { ActionCapability, CallContext, ConnectedAccount } from '../../driver.ts';
import { asRecord, asString } from '../../http/lossless-json.ts';
import { PlatformError } from '../../platform-error.ts';
import { callX, idSegment, type XRequest } from './api.ts';

type Change = Omit<XRequest, 'effect'>;

/**
 * What an account does besides publishing. Each is sent once; undoing what is not there succeeds on the network's side.
 * @see https://docs.x.com/x-api/introduction
 */
export function createXActions(apiUrl: string): ActionCapability {
  /** Sends one change; the answer must hold the named flag, or it proves nothing. */
  async function change(request: Change, flag: string, as: Session): Promise<Readonly<Record<string, unknown>>> {
    const answer = await callX(apiUrl, { ...request, effect: 'change' }, as);
    const data = asRecord(answer.data);
    if (!data || typeof data[flag] !== 'boolean') throw answer.broken();
    return data;
  }

  return {
    deletePost: async (postId, account, call) => {
      const request: Change = { method: 'DELETE', path: `/2/tweets/${idSegment(postId)}` };
      await change(request, 'deleted', { account, call }).catch(ignoreNotFound);
    },
    like: async (postId, account, call) => {
      const request: Change = { method: 'POST', path: own(account, 'likes'), json: { tweet_id: idSegment(postId) } };
      await change(request, 'liked', { account, call });
    },
    unlike: async (postId, account, call) => {
      const request: Change = { method: 'DELETE', path: `${own(account, 'likes')}/${idSegment(postId)}` };
      await change(request, 'liked', { account, call });
    },
    follow: async (userId, account, call) => {
      const json = { target_user_id: idSegment(userId) };
      const data = await change({ method: 'POST', path: own(account, 'following'), json }, 'following', {
        account,
        call,
      });
      return { pending: data['pending_follow'] === true };
    },
    unfollow: async (userId, account, call) => {
      const request: Change = { method: 'DELETE', path: `${own(account, 'following')}/${idSegment(userId)}` };
      await change(request, 'following', { account, call });
    },
    bookmark: async (postId, account, call) => {
      const request: Change = {
        method: 'POST',
        path: own(account, 'bookmarks'),
        json: { tweet_id: idSegment(postId) },
      };
      await change(request, 'bookmarked', { account, call });
    },
    removeBookmark: async (postId, account, call) => {
      const request: Change = { method: 'DELETE', path: `${own(account, 'bookmarks')}/${idSegment(postId)}` };
      await change(request, 'bookmarked', { account, call });
    },
    sendDirectMessage: async ({ recipientId, text }, account, call) => {
      const path = `/2/dm_conversations/with/${idSegment(recipientId)}/messages`;
      const answer = await callX(apiUrl, { method: 'POST', path, json: { text }, effect: 'change' }, { account, call });
      const data = asRecord(answer.data);
      const conversationId = asString(data?.['dm_conversation_id']);
      // X's own playground names the event as it names everything else.
      const eventId = asString(data?.['dm_event_id']) ?? asString(data?.['id']);
      if (!conversationId || !eventId) throw answer.broken();
      return { conversationId, eventId };
    },
    setReplyHidden: async ({ postId, hidden }, account, call) => {
      const request: Change = { method: 'PUT', path: `/2/tweets/${idSegment(postId)}/hidden`, json: { hidden } };
      const data = await change(request, 'hidden', { account, call });
      return { hidden: data['hidden'] === true };
    },
  };
}

interface Session {
  readonly account: ConnectedAccount;
  readonly call: CallContext;
}

function own(account: ConnectedAccount, collection: 'likes' | 'following' | 'bookmarks'): string {
  return `/2/users/${idSegment(account.accountId)}/${collection}`;
}

function ignoreNotFound(error: unknown): void {
  if (!(error instanceof PlatformError && error.kind === 'not-found')) throw error;
}
