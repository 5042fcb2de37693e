import { isBlankText, previewOutcomeOf } from '@social/rules';
import type { Schema } from '@social/types';
import { invalid } from '../../../errors.ts';
import { parseInstant } from '../../../instants.ts';
import { leftToSpend } from '../../../services/credits/key-limits.ts';
import { pastNotes } from '../../../services/posts/past-times.ts';
import type { Publisher, Timing } from '../../../services/posts/publishing.ts';
import type { Assessment } from '../../../services/targets/assessment.ts';
import type { PublishRequest } from '../../../services/targets/publish-request.ts';
import type { Principal } from '../../callers/principal.ts';
import type { Services } from '../../operations/services.ts';
import { presentAssessments } from '../../replies/present-post.ts';

/** The publisher of a call: its workspace, plan and profile. @throws AppError profile_not_found */
export async function publisherOf(
  profiles: Services['profiles'],
  principal: Principal,
  slug: string | undefined,
): Promise<Publisher> {
  const profile = await profiles.resolve(principal, slug);
  const { workspaceId, plan, rights } = principal;
  return { workspaceId, plan, profile, rights };
}

/** The instant of a `scheduledFor` that has the contract's form. @throws AppError invalid_request */
export function timingOf(scheduledFor: string | undefined): Timing {
  if (scheduledFor === undefined) return { scheduledFor: null };
  const at = parseInstant(scheduledFor);
  if (at === null) throw invalid('scheduledFor', 'must be a real date and time with an offset');
  return { scheduledFor: { text: scheduledFor, at } };
}

/** Assesses what publishing a post would do and cost. Sends and charges nothing. */
export async function previewPost(
  services: Pick<Services, 'db' | 'clock' | 'credits' | 'publishing'>,
  request: PublishRequest,
  publisher: Publisher,
  timing: Timing,
) {
  const assessments = await services.publishing.preview(request, publisher);
  return previewOf(services, assessments, publisher, timing);
}

/** Assesses what publishing a draft would do and cost. Sends and charges nothing. */
export async function previewDraft(
  services: Pick<Services, 'db' | 'clock' | 'credits' | 'publishing'>,
  request: PublishRequest,
  publisher: Publisher,
  timing: Timing,
): Promise<Schema<'DraftPreview'>> {
  const assessments = await services.publishing.previewIncomplete(request, publisher);
  const { needed, outcome, ...preview } = await previewOf(services, assessments, publisher, timing);
  const isComplete = request.platforms.length > 0 && !isBlankText(request.text);
  return { ...preview, outcome: isComplete ? outcome : 'problem', credits: needed };
}

async function previewOf(
  { db, clock, credits }: Pick<Services, 'db' | 'clock' | 'credits'>,
  assessments: readonly Assessment[],
  { workspaceId, rights }: Publisher,
  { scheduledFor }: Timing,
) {
  const platformResults = presentAssessments(assessments);
  const results = Object.values(platformResults);
  const { workspace } = await credits.usage(workspaceId);
  const needed = results.reduce((sum, result) => sum + result.credits, 0);
  const left = await leftToSpend(db, workspaceId, rights.limitedBy);
  const available = Math.min(workspace.balance - workspace.held, left);
  const notes = scheduledFor ? pastNotes(scheduledFor.at, clock.now(), 'would be published') : [];
  const outcome = previewOutcomeOf(results, { needed, available });
  return { platformResults, needed, available, outcome, ...(notes.length > 0 && { notes }) };
}
