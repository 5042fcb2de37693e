import { isBlankText } from '@social/rules';
import { invalid } from '../../errors.ts';
import { mergeInputs, required } from '../operations/merged-input.ts';
import type { HandlersOf } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { createRunAction } from './run-action.ts';

/** Actions at the microblog network. */
export function microblogRoutes(
  services: Pick<Services, 'actions' | 'profiles' | 'removalSettlement'>,
): HandlersOf<'microblog'> {
  const { run, runDeletion } = createRunAction(services, 'microblog', ['readTimeline', 'findUser']);
  return {
    async likePost({ body, principal }) {
      const { mpost_id: id, ...by } = body;
      await run({ principal, ...by }, 'like', ({ like }) => like, id);
      return { status: 201, body: { ok: true, liked: true } };
    },

    async unlikePost({ query, body, principal }) {
      const { mpost_id, ...by } = mergeInputs(query, body);
      const id = required(mpost_id, 'mpost_id');
      await run({ principal, ...by }, 'unlike', ({ unlike }) => unlike, id);
      return { status: 200, body: { ok: true, liked: false, unliked: true } };
    },

    async followUser({ body, principal }) {
      const { target_user_id: id, ...by } = body;
      const { pending } = await run({ principal, ...by }, 'follow', ({ follow }) => follow, id);
      return { status: 201, body: { ok: true, following: !pending, pendingFollow: pending, pending_follow: pending } };
    },

    async unfollowUser({ query, body, principal }) {
      const { target_user_id, ...by } = mergeInputs(query, body);
      const id = required(target_user_id, 'target_user_id');
      await run({ principal, ...by }, 'unfollow', ({ unfollow }) => unfollow, id);
      return { status: 200, body: { ok: true, following: false } };
    },

    async bookmarkPost({ body, principal }) {
      const { mpost_id: id, ...by } = body;
      await run({ principal, ...by }, 'bookmark', ({ bookmark }) => bookmark, id);
      return { status: 201, body: { ok: true, bookmarked: true } };
    },

    async removeBookmark({ query, body, principal }) {
      const { mpost_id, ...by } = mergeInputs(query, body);
      const id = required(mpost_id, 'mpost_id');
      await run({ principal, ...by }, 'removeBookmark', ({ removeBookmark }) => removeBookmark, id);
      return { status: 200, body: { ok: true, bookmarkDeleted: true, bookmarked: false } };
    },

    async sendDirectMessage({ body, principal }) {
      const { recipient_id: recipientId, text, ...by } = body;
      if (isBlankText(text)) throw invalid('text', 'write something; the text is empty');
      const message = { recipientId, text };
      const { conversationId, eventId } = await run(
        { principal, ...by },
        'directMessage',
        ({ sendDirectMessage }) => sendDirectMessage,
        message,
      );
      const sent = { dmConversationId: conversationId, dmEventId: eventId };
      return { status: 201, body: { ok: true, ...sent, dm_conversation_id: conversationId, dm_event_id: eventId } };
    },

    async deleteMicroblogPost({ query, body, principal }) {
      const { mpost_id, ...by } = mergeInputs(query, body);
      const id = required(mpost_id, 'mpost_id');
      await runDeletion({ principal, ...by }, 'deletePost', id);
      return { status: 200, body: { ok: true, deleted: true, mpostId: id } };
    },

    async setReplyHidden({ body, principal }) {
      const { mpost_id: postId, hidden: isToHide = true, ...by } = body;
      const reply = { postId, hidden: isToHide };
      const { hidden } = await run({ principal, ...by }, 'hideReply', ({ setReplyHidden }) => setReplyHidden, reply);
      return { status: 200, body: { ok: true, hidden } };
    },

    async readTimeline({ query, principal }) {
      const { max_results: maxResults = 10, ...by } = query;
      const page = { maxResults };
      const posts = await run({ principal, ...by }, 'readTimeline', ({ readTimeline }) => readTimeline, page);
      const tweets = posts.map(({ id, text, createdAt }) => ({
        id,
        text,
        createdAt: createdAt?.toISOString() ?? null,
      }));
      return { status: 200, body: { ok: true, tweets, count: tweets.length } };
    },

    async findUser({ query, principal }) {
      const { username: wanted, ...by } = query;
      const { id, name, username } = await run({ principal, ...by }, 'findUser', ({ findUser }) => findUser, wanted);
      return { status: 200, body: { ok: true, user: { id, name, username } } };
    },
  };
}
