import { actionCost, isBlankText, type PlatformAction } from '@social/rules';
import { invalid } from '../../errors.ts';
import type { ActionRequest } from '../../services/actions.ts';
import type { HandlersOf, Principal } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { mergeInputs, required } from './merged-input.ts';

export function microblogRoutes({
  actions,
  profiles,
}: Pick<Services, 'actions' | 'profiles'>): HandlersOf<'microblog'> {
  /** Runs an action of the microblog as the profile's account; what costs credits changes something. */
  async function run<Result>(
    principal: Principal,
    profile: string | undefined,
    action: PlatformAction<'microblog'>,
    perform: ActionRequest<Result>['perform'],
  ): Promise<Result> {
    const cost = actionCost('microblog', action);
    return actions.run({
      workspaceId: principal.workspaceId,
      plan: principal.plan,
      profile: await profiles.resolve(principal.workspaceId, profile),
      platform: 'microblog',
      action: `microblog.${action}`,
      cost,
      mutates: cost > 0,
      perform,
    });
  }

  return {
    async likePost({ body, principal }) {
      await run(principal, body.profile, 'like', ({ actions: at }, account, call) =>
        at.like?.(body.mpost_id, account, call),
      );
      return { status: 201, body: { ok: true, liked: true } };
    },

    async unlikePost({ query, body, principal }) {
      const input = mergeInputs(query, body);
      const id = required(input.mpost_id, 'mpost_id');
      await run(principal, input.profile, 'unlike', ({ actions: at }, account, call) => at.unlike?.(id, account, call));
      return { status: 200, body: { ok: true, liked: false, unliked: true } };
    },

    async followUser({ body, principal }) {
      const { pending } = await run(principal, body.profile, 'follow', ({ actions: at }, account, call) =>
        at.follow?.(body.target_user_id, account, call),
      );
      return { status: 201, body: { ok: true, following: !pending, pendingFollow: pending, pending_follow: pending } };
    },

    async unfollowUser({ query, body, principal }) {
      const input = mergeInputs(query, body);
      const id = required(input.target_user_id, 'target_user_id');
      await run(principal, input.profile, 'unfollow', ({ actions: at }, account, call) =>
        at.unfollow?.(id, account, call),
      );
      return { status: 200, body: { ok: true, following: false } };
    },

    async bookmarkPost({ body, principal }) {
      await run(principal, body.profile, 'bookmark', ({ actions: at }, account, call) =>
        at.bookmark?.(body.mpost_id, account, call),
      );
      return { status: 201, body: { ok: true, bookmarked: true } };
    },

    async removeBookmark({ query, body, principal }) {
      const input = mergeInputs(query, body);
      const id = required(input.mpost_id, 'mpost_id');
      await run(principal, input.profile, 'removeBookmark', ({ actions: at }, account, call) =>
        at.removeBookmark?.(id, account, call),
      );
      return { status: 200, body: { ok: true, bookmarkDeleted: true, bookmarked: false } };
    },

    async sendDirectMessage({ body, principal }) {
      if (isBlankText(body.text)) throw invalid('text', 'write something; the text is empty');
      const message = { recipientId: body.recipient_id, text: body.text };
      const sent = await run(principal, body.profile, 'directMessage', ({ actions: at }, account, call) =>
        at.sendDirectMessage?.(message, account, call),
      );
      return {
        status: 201,
        body: {
          ok: true,
          dmConversationId: sent.conversationId,
          dmEventId: sent.eventId,
          dm_conversation_id: sent.conversationId,
          dm_event_id: sent.eventId,
        },
      };
    },

    async deleteMicroblogPost({ query, body, principal }) {
      const input = mergeInputs(query, body);
      const id = required(input.mpost_id, 'mpost_id');
      await run(principal, input.profile, 'deletePost', ({ actions: at }, account, call) =>
        at.deletePost?.(id, account, call),
      );
      return { status: 200, body: { ok: true, deleted: true, mpostId: id } };
    },

    async setReplyHidden({ body, principal }) {
      const reply = { postId: body.mpost_id, hidden: body.hidden ?? true };
      const { hidden } = await run(principal, body.profile, 'hideReply', ({ actions: at }, account, call) =>
        at.setReplyHidden?.(reply, account, call),
      );
      return { status: 200, body: { ok: true, hidden } };
    },

    async readTimeline({ query, principal }) {
      const page = { maxResults: query.max_results ?? 10 };
      const posts = await run(principal, query.profile, 'readTimeline', ({ actions: at }, account, call) =>
        at.readTimeline?.(page, account, call),
      );
      const tweets = posts.map(({ id, text, createdAt }) => ({
        id,
        text,
        createdAt: createdAt?.toISOString() ?? null,
      }));
      return { status: 200, body: { ok: true, tweets, count: tweets.length } };
    },

    async findUser({ query, principal }) {
      const { id, name, username } = await run(principal, query.profile, 'findUser', ({ actions: at }, account, call) =>
        at.findUser?.(query.username, account, call),
      );
      return { status: 200, body: { ok: true, user: { id, name, username } } };
    },
  };
}
