import type { Schema } from '@social/sdk';
import { isPlatformId, networkName, PLATFORM_IDS, type PlatformId, platformFacts, withNetwork } from '@social/types';
import { usageError } from './errors.ts';
import { didYouMean } from './text/nearest.ts';
import { oneLine, quote } from './text/terminal-text.ts';

/** A platform that was named directly or by one of its networks. */
export interface NamedPlatform {
  readonly platform: PlatformId;
  /** Set when the name excludes the platform's other networks. */
  readonly network?: string;
}

/** Finds the platform that a name means; undefined for any other name. */
export function platformNamed(given: string): NamedPlatform | undefined {
  if (isPlatformId(given)) return { platform: given };
  const name = given.toLowerCase();
  const network = name === 'twitter' ? 'x' : name;
  const platform = PLATFORM_IDS.find((id) => platformFacts(id).networks.includes(network));
  if (platform === undefined) return undefined;
  return { platform, ...(namesOf(platform).length > 1 && { network }) };
}

/** The platform that a name means. @throws {CliError} for the name of neither a platform nor a network */
export function parsePlatform(name: string): PlatformId {
  const named = platformNamed(name);
  if (named) return named.platform;
  throw usageError(`${quote(name)} is not a platform${didYouMeanPlatform(name)}`, `Platforms: ${allPlatforms()}`);
}

/** Names to suggest for a mistyped one. `x` is near too many words, and users never see `instagram-facebook`. */
const SUGGESTED = [...PLATFORM_IDS, ...PLATFORM_IDS.flatMap((id) => platformFacts(id).networks), 'twitter'].filter(
  (name) => name.length > 1 && name !== 'instagram-facebook',
);

/**
 * @param takesEveryNetwork allows networks that share a platform; otherwise only the platform's own name is suggested
 * @returns `: did you mean X?` for a mistyped platform or network, else nothing
 */
export function didYouMeanPlatform(given: string, takesEveryNetwork = true): string {
  return didYouMean(
    given,
    SUGGESTED.filter((name) => takesEveryNetwork || platformNamed(name)?.network === undefined),
  );
}

/** Names of a platform's networks, each once; some networks have several ids. */
function namesOf(platform: PlatformId): string[] {
  return [...new Set(platformFacts(platform).networks.map(networkName))];
}

/** The account that a platform is connected as. */
export function accountOf(
  { username, displayName }: Pick<Schema<'ConnectionStatus'>, 'username' | 'displayName'>,
  nameless = '',
): string {
  return oneLine(username ? `@${username.replace(/^@/, '')}` : (displayName ?? nameless));
}

/** Every platform with its networks, for a hint. */
export function allPlatforms(): string {
  return PLATFORM_IDS.map((id) => withNetwork(id)).join(', ');
}
