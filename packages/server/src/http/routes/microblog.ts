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
      await run({ principal, profile: body.profile }, 'like', ({ like }) => like, body.mpost_id);
      return { status: 201, body: { ok: true, liked: true } };
    },

    async unlikePost({ query, body, principal }) {
      const { profile, mpost_id } = mergeInputs(query, body);
      const id = required(mpost_id, 'mpost_id');
      await run({ principal, profile }, 'unlike', ({ unlike }) => unlike, id);
      return { status: 200, body: { ok: true, liked: false, unliked: true } };
    },

    async followUser({ body, principal }) {
      const { profile, target_user_id: id } = body;
      const { pending } = await run({ principal, profile }, 'follow', ({ follow }) => follow, id);
      return { status: 201, body: { ok: true, following: !pending, pendingFollow: pending, pending_follow: pending } };
    },

    async unfollowUser({ query, body, principal }) {
      const { profile, target_user_id } = mergeInputs(query, body);
      const id = required(target_user_id, 'target_user_id');
      await run({ principal, profile }, 'unfollow', ({ unfollow }) => unfollow, id);
      return { status: 200, body: { ok: true, following: false } };
    },

    async bookmarkPost({ body, principal }) {
      await run({ principal, profile: body.profile }, 'bookmark', ({ bookmark }) => bookmark, body.mpost_id);
      return { status: 201, body: { ok: true, bookmarked: true } };
    },

    async removeBookmark({ query, body, principal }) {
      const { profile, mpost_id } = mergeInputs(query, body);
      const id = required(mpost_id, 'mpost_id');
      await run({ principal, profile }, 'removeBookmark', ({ removeBookmark }) => removeBookmark, id);
      return { status: 200, body: { ok: true, bookmarkDeleted: true, bookmarked: false } };
    },

    async sendDirectMessage({ body, principal }) {
      const { profile, recipient_id: recipientId, text } = body;
      if (isBlankText(text)) throw invalid('text', 'write something; the text is empty');
      const message = { recipientId, text };
      const { conversationId, eventId } = await run(
        { principal, profile },
        'directMessage',
        ({ sendDirectMessage }) => sendDirectMessage,
        message,
      );
      const sent = { dmConversationId: conversationId, dmEventId: eventId };
      return { status: 201, body: { ok: true, ...sent, dm_conversation_id: conversationId, dm_event_id: eventId } };
    },

    async deleteMicroblogPost({ query, body, principal }) {
      const { profile, mpost_id } = mergeInputs(query, body);
      const id = required(mpost_id, 'mpost_id');
      await runDeletion({ principal, profile }, 'deletePost', id);
      return { status: 200, body: { ok: true, deleted: true, mpostId: id } };
    },

    async setReplyHidden({ body, principal }) {
      const reply = { postId: body.mpost_id, hidden: body.hidden ?? true };
      const actor = { principal, profile: body.profile };
      const { hidden } = await run(actor, 'hideReply', ({ setReplyHidden }) => setReplyHidden, reply);
      return { status: 200, body: { ok: true, hidden } };
    },

    async readTimeline({ query, principal }) {
      const page = { maxResults: query.max_results ?? 10 };
      const actor = { principal, profile: query.profile };
      const posts = await run(actor, 'readTimeline', ({ readTimeline }) => readTimeline, page);
      const tweets = posts.map(({ id, text, createdAt }) => ({
        id,
        text,
        createdAt: createdAt?.toISOString() ?? null,
      }));
      return { status: 200, body: { ok: true, tweets, count: tweets.length } };
    },

    async findUser({ query, principal }) {
      const actor = { principal, profile: query.profile };
      const { id, name, username } = await run(actor, 'findUser', ({ findUser }) => findUser, query.username);
      return { status: 200, body: { ok: true, user: { id, name, username } } };
    },
  };
}
