import type { Schema } from '@social/sdk';
import {
  isPlatformId,
  NETWORK_IDS,
  type NetworkId,
  networkFacts,
  networkName,
  PLATFORM_IDS,
  type PlatformId,
  platformFacts,
  withNetwork,
} from '@social/types';
import { usageError } from './errors.ts';
import { didYouMean } from './text/nearest.ts';
import { oneLine, quote } from './text/terminal-text.ts';

/** A platform that was named directly or by one of its networks. */
export interface NamedPlatform {
  readonly platform: PlatformId;
  /** Set when the name excludes the platform's other networks. */
  readonly network?: string;
}

/** Finds the network that people call so. */
export function networkCalled(given: string): NetworkId | undefined {
  const name = given.toLowerCase();
  return NETWORK_IDS.find((id) => id === name || networkFacts(id).names?.includes(name));
}

/** Finds the platform that a name means; undefined for any other name. */
export function platformNamed(given: string): NamedPlatform | undefined {
  if (isPlatformId(given)) return { platform: given };
  const network = networkCalled(given);
  if (network === undefined) return undefined;
  const { platform } = networkFacts(network);
  return { platform, ...(namesOf(platform).length > 1 && { network }) };
}

/** The platform that a name means. @throws {CliError} for the name of neither a platform nor a network */
export function parsePlatform(name: string): PlatformId {
  const named = platformNamed(name);
  if (named) return named.platform;
  throw usageError(`${quote(name)} is not a platform${didYouMeanPlatform(name)}`, `Platforms: ${allPlatforms()}`);
}

/** Names to suggest for a mistyped one. `x` is near too many words, and users never see a network that is reached through another. */
const SUGGESTED = [
  ...PLATFORM_IDS,
  ...NETWORK_IDS.filter((id) => networkFacts(id).through === undefined),
  ...NETWORK_IDS.flatMap((id) => networkFacts(id).names ?? []),
].filter((name) => name.length > 1);

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
