import { nearest } from '@social/rules/nearest';
import type { Schema, SocialClient } from '@social/sdk';
import { inputError, quote } from './report.ts';

/**
 * Finds the profile that a slug or id names.
 * @param name slug or id; undefined for the default profile, or the only one that the key may use
 * @throws {ReportedError} when there is no such profile; its hint lists the slugs
 */
export async function findProfile(
  client: SocialClient,
  name: string | undefined,
  signal: AbortSignal,
): Promise<Schema<'Profile'>> {
  const { profiles } = await client.profiles.listProfiles({}, { signal });
  const found = profiles.find((profile) =>
    name === undefined ? profile.isDefault || profiles.length === 1 : profile.slug === name || profile.id === name,
  );
  if (found) return found;
  const slugs = profiles.map((profile) => profile.slug);
  const near = name === undefined ? undefined : nearest(name, slugs);
  const meant = near === undefined ? '' : `: did you mean ${near}?`;
  throw inputError(`There is no profile ${quote(name ?? 'default')}${meant}`, `Profiles: ${slugs.join(', ')}`);
}
