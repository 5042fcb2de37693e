import type { Schema } from '@social/types';
import { contentOf, readDraft } from '../../../services/drafts/draft-content.ts';
import type { DraftRow } from '../../../store/posts/drafts.ts';
import type { Principal } from '../../callers/principal.ts';
import type { RateLimits } from '../../callers/rate-limit.ts';
import type { HttpRequest } from '../../operations/operation-types.ts';
import type { Services } from '../../operations/services.ts';
import { presentDraft } from '../../presenters/present-draft.ts';
import { readAddresses } from '../../replies/current-addresses.ts';
import { previewDraft, publisherOf, timingOf } from './publisher.ts';

export type DraftServices = Pick<
  Services,
  | 'db'
  | 'clock'
  | 'credits'
  | 'drafts'
  | 'dryRuns'
  | 'library'
  | 'posts'
  | 'profiles'
  | 'publishing'
  | 'slots'
  | 'mediaPolicy'
> & { readonly baseUrl: string; readonly rateLimits: Pick<RateLimits, 'countDraft'> };

/** Presents a draft with what publishing it would do, and with addresses of its files that can be opened. */
export async function showDraft(
  services: DraftServices,
  draft: DraftRow,
  principal: Principal,
): Promise<Schema<'Draft'>> {
  const stored = presentDraft(draft, services.baseUrl);
  const shown = (await readAddresses(services.library, draft.workspace_id, [stored]))(stored);
  if (draft.status === 'approved') return shown;
  const publisher = await publisherOf(services.profiles, principal, draft.profile_slug);
  const { scheduledFor, slot, ...request } = contentOf(draft);
  return { ...shown, preview: await previewDraft(services, request, publisher, timingOf(scheduledFor, slot)) };
}

/** Presents drafts as lists do: without what publishing them would do, and with addresses of their files that can be opened. */
export async function showDrafts(
  { baseUrl, library }: Pick<DraftServices, 'baseUrl' | 'library'>,
  drafts: readonly DraftRow[],
  { workspaceId }: Pick<Principal, 'workspaceId'>,
): Promise<Schema<'Draft'>[]> {
  const stored = drafts.map((draft) => presentDraft(draft, baseUrl));
  return stored.map(await readAddresses(library, workspaceId, stored));
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
  timingOf(body.scheduledFor, body.slot);
  const { profile } = await publisherOf(profiles, principal, body.profile);
  const { key, link } = http.draftKey ?? { key: null, link: null };
  const content = readDraft(body, mediaPolicy);
  const takeBack = await services.rateLimits.countDraft(principal.workspaceId);
  const created = drafts.create(principal, { profile, content, postKey: isPost ? key : null, link });
  const draft = await created.catch(async (error: unknown) => {
    await takeBack();
    throw error;
  });
  return showDraft(services, draft, principal);
}
