import { nearest } from '@social/rules/nearest';
import type { Schema, SocialClient } from '@social/sdk';
import { inputError, quote } from '../report.ts';

/** The name of a profile in a post. The default profile has none: a post that names it is the same as one that does not. */
export function nameInPost({ slug, isDefault }: Schema<'Profile'>): string | undefined {
  return isDefault ? undefined : slug;
}

/** Finds the profile of calls that name none: the default one, or the only one that the key may use. */
export async function findDefaultProfile(
  client: SocialClient,
  signal: AbortSignal,
): Promise<Schema<'Profile'> | undefined> {
  const { profiles } = await client.profiles.listProfiles({}, { signal });
  return profiles.length === 1 ? profiles[0] : profiles.find(({ isDefault }) => isDefault);
}

/**
 * Finds the profile that a slug or id names.
 * @param name slug or id; undefined for the default profile
 * @throws {ReportedError} when there is no such profile; its hint lists the slugs
 */
export async function findProfile(
  client: SocialClient,
  name: string | undefined,
  signal: AbortSignal,
): Promise<Schema<'Profile'>> {
  const { profiles } = await client.profiles.listProfiles({}, { signal });
  const found = profiles.find((profile) =>
    name === undefined ? profile.isDefault : profile.slug === name || profile.id === name,
  );
  if (found) return found;
  const slugs = profiles.map((profile) => profile.slug);
  const near = name === undefined ? undefined : nearest(name, slugs);
  const meant = near === undefined ? '' : `: did you mean ${near}?`;
  throw inputError(`There is no profile ${quote(name ?? 'default')}${meant}`, `Profiles: ${slugs.join(', ')}`);
}
