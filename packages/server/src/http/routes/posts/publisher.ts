import { isBlankText, previewOutcomeOf } from '@social/rules';
import type { Schema } from '@social/types';
import { parseInstant } from '../../../clock.ts';
import { AppError, invalid } from '../../../errors.ts';
import type { Assessment, Publisher } from '../../../services/contents/assessment.ts';
import type { PublishRequest } from '../../../services/contents/publish-request.ts';
import type { Timing } from '../../../services/contents/stored-request.ts';
import { leftToSpend } from '../../../services/credits/key-limits.ts';
import { pastNotes } from '../../../services/posts/past-times.ts';
import type { Principal } from '../../callers/principal.ts';
import type { Services } from '../../operations/services.ts';
import { presentAssessments } from '../../presenters/present-post.ts';

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

/**
 * Reads the time and the slot of a request that has the contract's form.
 * @param field name of the time
 * @throws AppError invalid_request, also for both
 */
export function timingOf(
  scheduledFor: string | null | undefined,
  slot: 'next' | null | undefined,
  field = 'scheduledFor',
): Timing {
  if (!scheduledFor) return { scheduledFor: null, slot: slot ?? null };
  if (slot) {
    throw invalid('slot', `cannot be sent together with ${field}; leave one of them out. Nothing was done`);
  }
  const at = parseInstant(scheduledFor);
  if (at === null) throw invalid(field, 'must be a real date and time with an offset');
  return { scheduledFor: { text: scheduledFor, at }, slot: null };
}

/** Adds to a request for a slot the one that it would get now. Takes nothing. @throws AppError no_free_slot */
export async function expectedTiming(
  { db, slots }: Pick<Services, 'db' | 'slots'>,
  timing: Timing,
  { profile }: Publisher,
): Promise<Timing> {
  return timing.slot === null ? timing : { ...timing, scheduledFor: await slots.findNextSlot(db, profile) };
}

/** Assesses what publishing a post would do and cost. Sends and charges nothing. */
export async function previewPost(
  services: Pick<Services, 'db' | 'clock' | 'credits' | 'dryRuns'>,
  request: PublishRequest,
  publisher: Publisher,
  { timing, ...how }: { readonly timing: Timing; readonly isQuick: boolean; readonly isLater: boolean },
) {
  const assessments = await services.dryRuns.check(request, publisher, how);
  return previewOf(services, assessments, publisher, timing);
}

/** Assesses what publishing a draft would do and cost. Sends and charges nothing. */
export async function previewDraft(
  services: Pick<Services, 'db' | 'clock' | 'credits' | 'dryRuns' | 'slots'>,
  request: PublishRequest,
  publisher: Publisher,
  timing: Timing,
): Promise<Schema<'DraftPreview'>> {
  const assessments = await services.dryRuns.checkIncomplete(request, publisher);
  const { expected, problem } = await slotOfDraft(services, timing, publisher);
  const { needed, outcome, notes = [], ...preview } = await previewOf(services, assessments, publisher, expected);
  const isComplete = request.platforms.length > 0 && !isBlankText(request.text) && problem.length === 0;
  return {
    ...preview,
    outcome: isComplete ? outcome : 'problem',
    credits: needed,
    ...(expected.slot !== null && expected.scheduledFor && { scheduledFor: expected.scheduledFor.text }),
    ...(notes.length + problem.length > 0 && { notes: [...notes, ...problem] }),
  };
}

/** Finds the slot that a draft would get. A draft may be stored and changed while its profile has no free slot. */
async function slotOfDraft(
  services: Pick<Services, 'db' | 'slots'>,
  timing: Timing,
  publisher: Publisher,
): Promise<{ expected: Timing; problem: Schema<'PostNote'>[] }> {
  try {
    return { expected: await expectedTiming(services, timing, publisher), problem: [] };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_free_slot') throw error;
    return { expected: timing, problem: [{ code: 'no_free_slot', message: error.message }] };
  }
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
