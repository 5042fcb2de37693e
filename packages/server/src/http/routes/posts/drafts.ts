import { readPublishRequest } from '../../../services/contents/publish-request.ts';
import { publishBodyOf } from '../../../services/drafts/approval.ts';
import { requireOpen } from '../../../services/drafts/draft-state.ts';
import { refusePast } from '../../../services/posts/past-times.ts';
import type { PostWithTargets } from '../../../store/posts/posts.ts';
import type { HandlersOf } from '../../operations/operation-types.ts';
import { presentPost } from '../../presenters/present-post.ts';
import { publisherOf, timingOf } from './publisher.ts';
import { type DraftServices, showDraft, showDrafts, storeDraft } from './store-draft.ts';

/** Drafts: store, read, change, delete and approve. */
export function draftRoutes(services: DraftServices): HandlersOf<'drafts'> {
  const { clock, drafts, posts, profiles, publishing, mediaPolicy } = services;
  return {
    async listDrafts({ query, principal }) {
      const { drafts: found, nextCursor } = await drafts.list(principal, query);
      return { status: 200, body: { drafts: await showDrafts(services, found, principal), nextCursor } };
    },

    async createDraft({ body, ...call }) {
      return { status: 201, body: await storeDraft(services, body, call, false) };
    },

    async getDraft({ path, principal }) {
      return { status: 200, body: await showDraft(services, await drafts.require(principal, path.draftId), principal) };
    },

    async updateDraft({ path, body, principal }) {
      timingOf(body.scheduledFor, body.slot);
      const profile =
        body.profile === undefined ? null : (await publisherOf(profiles, principal, body.profile)).profile;
      const draft = await drafts.change(principal, path.draftId, { change: body, profile });
      return { status: 200, body: await showDraft(services, draft, principal) };
    },

    async deleteDraft({ path, principal }) {
      await drafts.remove(principal, path.draftId);
      return { status: 200, body: { ok: true } };
    },

    async approveDraft({ path, body, principal, http }) {
      const reply = (post: PostWithTargets) => ({ status: 201, body: presentPost(post) }) as const;
      if (http.createdPostId !== null) return reply(await posts.require(principal, http.createdPostId));
      const draft = await drafts.require(principal, path.draftId);
      requireOpen(draft, body.ifUpdatedAt);
      const request = publishBodyOf(draft);
      const timing = timingOf(request.scheduledFor, request.slot);
      refusePast('scheduledFor', timing.scheduledFor, { ifPast: body.ifPast ?? 'refuse', now: clock.now() });
      const publisher = await publisherOf(profiles, principal, draft.profile_slug);
      const checked = readPublishRequest(request, mediaPolicy);
      const approval = await drafts.approval(principal, draft);
      return reply(await publishing.publish(checked, publisher, timing, http.postKey(reply), approval));
    },
  };
}
