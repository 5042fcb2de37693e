import type { Schema, SocialClient } from '@social/sdk';
import type { Context } from '../context.ts';
import { usageError } from '../errors.ts';
import { didYouMean } from '../text/nearest.ts';
import { quote } from '../text/terminal-text.ts';

/**
 * The profile that a post is given. Looks nothing up where none is.
 * @throws {CliError} when there is none; the text lists the slugs
 */
export async function findPostProfile(
  context: Pick<Context, 'io' | 'client'>,
  given: string | undefined,
): Promise<Schema<'Profile'> | undefined> {
  return given === undefined ? undefined : await findProfile(context, await context.client(), given);
}

/** How a post names a profile. The default one is not named: with it a post is the same one as without, and has the same key. */
export function nameInPost({ slug, isDefault }: Schema<'Profile'>): string | undefined {
  return isDefault ? undefined : slug;
}

/**
 * The profile a slug or id names, or the default profile.
 * @throws {CliError} when there is none; the text lists the slugs
 */
export async function findProfile(
  { io }: Pick<Context, 'io'>,
  client: SocialClient,
  name: string | undefined,
): Promise<Schema<'Profile'>> {
  const { profiles } = await client.profiles.listProfiles({}, { signal: io.signal });
  const found = profiles.find((profile) =>
    name === undefined ? profile.isDefault : profile.slug === name || profile.id === name,
  );
  if (found) return found;
  const slugs = profiles.map((profile) => profile.slug);
  const near = name === undefined ? '' : didYouMean(name, slugs);
  throw usageError(`There is no profile ${quote(name ?? 'default')}${near}`, `Profiles: ${slugs.join(', ')}`);
}
