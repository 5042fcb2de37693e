import { platformOf, type Target } from '@social/types';
import type { Queryable } from '../../store/schema.ts';
import { type Part, type Rights, requireParts } from '../access/rights.ts';
import { accountsMeant } from '../connections/account-names.ts';

/** What a target means, as limits of callers compare it. */
export interface MeantPart extends Part {
  /** Set where it names, or is bound to, an account that is not connected now. */
  readonly isGone?: boolean;
}

/**
 * Finds what targets mean, for the limits of a caller. @param bound channels of targets that are bound to an account
 * @returns only the platforms where the caller has no limit within one
 */
export async function partsMeant(
  db: Queryable,
  { platforms }: Rights,
  profileId: string,
  targets: readonly Target[],
  bound: ReadonlyMap<Target, string | null> = new Map(),
): Promise<MeantPart[]> {
  const isNarrow = platforms?.some(({ network, channel }) => network !== null || channel !== null) ?? false;
  if (!isNarrow)
    return targets.map((target) => ({ target, platform: platformOf(target), network: null, channel: null }));
  return accountsMeant(db, profileId, new Map(targets.map((target) => [target, bound.get(target) ?? null])));
}

/** @returns what the targets mean @throws AppError forbidden for a target that a caller may not use */
export async function requireTargets(
  db: Queryable,
  rights: Rights,
  ...[profileId, targets, bound]: [string, readonly Target[], ReadonlyMap<Target, string | null>?]
): Promise<MeantPart[]> {
  const parts = await partsMeant(db, rights, profileId, targets, bound);
  requireParts(rights, parts);
  return parts;
}
