import { deletionCost } from '@social/rules';
import type { PlatformId } from '@social/types';
import {
  intendedPlaces,
  type LoggedTarget,
  loggedPurpose,
  type Observation,
  type ObservedRemoval,
  type ObservedTarget,
  placeOf,
  purposeOf,
} from './observation.ts';

/** A removal that ended with the post gone: deleted by it, or gone before. */
const GONE: readonly string[] = ['deleted', 'gone'];

/** Posts that were taken back are gone and paid once, and nothing was deleted without being asked for. */
export function removalsAreTrue(observed: Observation): string[] {
  const { targets, removals } = observed;
  const byTarget = new Map(removals.map((removal) => [removal.target_id, removal]));
  return [
    ...removals.filter(({ state }) => state === 'removing').map(({ target_id }) => `stuck in removing: ${target_id}`),
    ...targets.flatMap((target) => contradictions(target, byTarget.get(target.id))),
    ...networksAgree(observed, byTarget),
    ...deletionsArePaid(observed),
    ...lastPartsGoFirst(targets),
  ];
}

function contradictions({ id, state, removed_at }: ObservedTarget, removal: ObservedRemoval | undefined): string[] {
  const isGone = removal !== undefined && GONE.includes(removal.state);
  return [
    ...(isGone === (removed_at !== null) ? [] : [`removal ${removal?.state}, removed at ${removed_at}: ${id}`]),
    ...(removal !== undefined && state !== 'published' ? [`taken back, though ${state}: ${id}`] : []),
  ];
}

/** A network has deleted what was taken back, and nothing else, apart from removals whose outcome is unknown. */
function networksAgree(observed: Observation, byTarget: ReadonlyMap<string, ObservedRemoval>): string[] {
  const { accepted, targets } = observed;
  const intended = intendedPlaces(observed);
  const there = new Map(accepted.map((post) => [placeOf(post), post]));
  return targets.flatMap((target) => {
    const post = there.get(intended(target));
    const removal = byTarget.get(target.id)?.state;
    if (post === undefined || removal === 'unknown') return [];
    const isDeleted = post.deletedAt !== null;
    const shouldBe = removal !== undefined && GONE.includes(removal);
    return isDeleted === shouldBe ? [] : [`removal ${removal}, at the network since ${post.deletedAt}: ${target.id}`];
  });
}

/** One charge of the right amount for each deletion that was done, and none for anything else. */
function deletionsArePaid({ ledger, removals }: Observation): string[] {
  const charges = ledger.filter(({ action }) => action === 'post.unpublished');
  const made = Map.groupBy(charges, ({ operation_id, metadata }) =>
    loggedPurpose(operation_id, JSON.parse(metadata) as LoggedTarget),
  );
  const purposes = removals.map((removal) => purposeOf(removal.operation_id, removal));
  const wrong = removals.flatMap(({ target_id, state, credits, platform }, index) => {
    const paid = (made.get(purposes[index] ?? '') ?? []).map(({ amount }) => -amount);
    const due = state === 'deleted' ? [deletionCost(platform as PlatformId) ?? 0] : [];
    const isRight = JSON.stringify(paid) === JSON.stringify(due) && credits === (due[0] ?? 0);
    return isRight ? [] : [`charged ${JSON.stringify(paid)}, shown ${credits} for a ${state} removal of ${target_id}`];
  });
  const unknown = [...made.keys()].filter((purpose) => !purposes.includes(purpose));
  return [...wrong, ...unknown.map((purpose) => `charged for no removal: ${purpose}`)];
}

/** A part of a thread is gone only when the published parts after it are gone too. */
function lastPartsGoFirst(targets: readonly ObservedTarget[]): string[] {
  return targets.flatMap(({ id, post_id, target, part, removed_at }) => {
    if (removed_at === null) return [];
    const left = targets.filter(
      (other) =>
        other.post_id === post_id &&
        other.target === target &&
        other.part > part &&
        other.state === 'published' &&
        other.removed_at === null,
    );
    return left.length === 0 ? [] : [`taken back before a later part: ${id}`];
  });
}
