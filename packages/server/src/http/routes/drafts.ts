import type { Schema } from '@social/types';
import { publishBodyOf } from '../../services/drafts/approval.ts';
import { contentOf, readDraft } from '../../services/drafts/draft-content.ts';
import { requireOpen } from '../../services/drafts/draft-state.ts';
import { refusePast } from '../../services/posts/past-times.ts';
import { readPublishRequest } from '../../services/targets/publish-request.ts';
import type { DraftRow } from '../../store/drafts.ts';
import type { PostWithTargets } from '../../store/posts.ts';
import type { Principal } from '../callers/principal.ts';
import type { HandlersOf, HttpRequest } from '../operations/operation-types.ts';
import type { Services } from '../operations/services.ts';
import { presentDraft } from '../replies/present-draft.ts';
import { presentPost } from '../replies/present-post.ts';
import { previewDraft, publisherOf, timingOf } from './publisher.ts';

type DraftServices = Pick<
  Services,
  'db' | 'clock' | 'credits' | 'drafts' | 'posts' | 'profiles' | 'publishing' | 'mediaPolicy'
> & { readonly baseUrl: string };

/** Presents a draft with what publishing it would do. */
async function showDraft(services: DraftServices, draft: DraftRow, principal: Principal): Promise<Schema<'Draft'>> {
  if (draft.status === 'approved') return presentDraft(draft, services.baseUrl);
  const publisher = await publisherOf(services.profiles, principal, draft.profile_slug);
  const { scheduledFor, ...request } = contentOf(draft);
  const preview = await previewDraft(services, request, publisher, timingOf(scheduledFor ?? undefined));
  return presentDraft(draft, services.baseUrl, preview);
}

/**
 * Stores a draft, or finds the one that an interrupted run of the call has stored.
 * @param isPost set for a call whose Idempotency-Key will be that of the post
 */
export async function storeDraft(
  services: DraftServices,
  body: Schema<'NewDraft'>,
  { principal, http }: { readonly principal: Principal; readonly http: HttpRequest },
  isPost: boolean,
): Promise<Schema<'Draft'>> {
  const { drafts, profiles, mediaPolicy } = services;
  if (http.createdDraftId !== null) {
    return showDraft(services, await drafts.require(principal, http.createdDraftId), principal);
  }
  timingOf(body.scheduledFor);
  const { profile } = await publisherOf(profiles, principal, body.profile);
  const { key, link } = http.draftKey ?? { key: null, link: null };
  const content = readDraft(body, mediaPolicy);
  const draft = await drafts.create(principal, { profile, content, postKey: isPost ? key : null, link });
  return showDraft(services, draft, principal);
}

/** Drafts: store, read, change, delete and approve. */
export function draftRoutes(services: DraftServices): HandlersOf<'drafts'> {
  const { clock, drafts, posts, profiles, publishing, mediaPolicy, baseUrl } = services;
  return {
    async listDrafts({ query, principal }) {
      const { drafts: found, nextCursor } = await drafts.list(principal, query);
      return { status: 200, body: { drafts: found.map((draft) => presentDraft(draft, baseUrl)), nextCursor } };
    },

    async createDraft({ body, ...call }) {
      return { status: 201, body: await storeDraft(services, body, call, false) };
    },

    async getDraft({ path, principal }) {
      return { status: 200, body: await showDraft(services, await drafts.require(principal, path.draftId), principal) };
    },

    async updateDraft({ path, body, principal }) {
      timingOf(body.scheduledFor ?? undefined);
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
      const timing = timingOf(request.scheduledFor);
      refusePast('scheduledFor', timing.scheduledFor, { ifPast: body.ifPast ?? 'refuse', now: clock.now() });
      const publisher = await publisherOf(profiles, principal, draft.profile_slug);
      const checked = readPublishRequest(request, mediaPolicy);
      const approval = await drafts.approval(principal, draft);
      return reply(await publishing.publish(checked, publisher, timing, http.postKey(reply), approval));
    },
  };
}
