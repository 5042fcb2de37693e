import { areCommentsPosts, deletionCost } from '@social/rules';
import type { PlatformId } from '@social/types';
import {
  chargeOf,
  intendedPlaces,
  type LoggedTarget,
  type Observation,
  type ObservedRemoval,
  type ObservedTarget,
  placeOf,
} from './observation.ts';

/** A removal that ended with the post gone: deleted by it, or gone before. */
const GONE: readonly string[] = ['deleted', 'gone'];

/** Posts that were taken back are gone and paid once, and nothing was deleted without being asked for. */
export function removalsAreTrue(observed: Observation): string[] {
  const { targets, removals } = observed;
  return [
    ...removals.filter(({ state }) => state === 'removing').map(({ target_id }) => `stuck in removing: ${target_id}`),
    ...targets.flatMap((target) => contradictions(target, removalOf(target, observed))),
    ...networksAgree(observed),
    ...deletionsArePaid(observed),
    ...lastPartsGoFirst(targets),
  ];
}

/** The removal of a target: for a comment that goes with its post, that of the post. */
function removalOf({ id, post_id, target, platform, state }: ObservedTarget, { targets, removals }: Observation) {
  const goesWithPost = state === 'published' && !areCommentsPosts(platform as PlatformId);
  const post = targets.find((one) => one.post_id === post_id && one.target === target && one.part === 1);
  const own = removals.find(({ target_id }) => target_id === id);
  return own ?? (goesWithPost ? removals.find(({ target_id }) => target_id === post?.id) : undefined);
}

function contradictions({ id, state, removed_at }: ObservedTarget, removal: ObservedRemoval | undefined): string[] {
  const isGone = removal !== undefined && GONE.includes(removal.state);
  return [
    ...(isGone === (removed_at !== null) ? [] : [`removal ${removal?.state}, removed at ${removed_at}: ${id}`]),
    ...(removal !== undefined && state !== 'published' ? [`taken back, though ${state}: ${id}`] : []),
  ];
}

/** A network has deleted what was taken back, and nothing else, apart from removals whose outcome is unknown. */
function networksAgree(observed: Observation): string[] {
  const { accepted, targets } = observed;
  const intended = intendedPlaces(observed);
  const there = new Map(accepted.map((post) => [placeOf(post), post]));
  return targets.flatMap((target) => {
    const post = there.get(intended(target));
    const removal = removalOf(target, observed)?.state;
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
    chargeOf(operation_id, JSON.parse(metadata) as LoggedTarget),
  );
  const asked = Map.groupBy(removals, (removal) => chargeOf(removal.operation_id, removal));
  const wrong = [...asked].flatMap(([purpose, own]) => {
    const due = own.map(({ state, platform }) =>
      state === 'deleted' ? (deletionCost(platform as PlatformId) ?? 0) : undefined,
    );
    const paid = JSON.stringify((made.get(purpose) ?? []).map(({ amount }) => -amount));
    const isShown = own.every(({ credits }, index) => credits === (due[index] ?? 0));
    if (isShown && paid === JSON.stringify(due.filter((price) => price !== undefined))) return [];
    return own.map((one) => `charged ${paid}, shown ${one.credits} for a ${one.state} removal of ${one.target_id}`);
  });
  const unknown = [...made.keys()].filter((purpose) => !asked.has(purpose));
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
