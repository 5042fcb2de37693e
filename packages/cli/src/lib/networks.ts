import { accountMeant } from '@social/post-input';
import type { Output, Schema } from '@social/sdk';
import {
  accountOf,
  isPlatformId,
  isTarget,
  NETWORK_IDS,
  type NetworkId,
  networkFacts,
  networkName,
  PLATFORM_IDS,
  type PlatformId,
  platformFacts,
  platformName,
  platformOf,
  type Target,
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

/** @returns `: did you mean X?` for a mistyped platform or network, else nothing */
export function didYouMeanPlatform(given: string): string {
  return didYouMean(given, SUGGESTED);
}

/** Names of a platform's networks, each once; some networks have several ids. */
function namesOf(platform: PlatformId): string[] {
  return [...new Set(platformFacts(platform).networks.map(networkName))];
}

/** The account that a platform is connected as. */
export function accountName(
  { username, displayName }: Pick<Schema<'ConnectionStatus'>, 'username' | 'displayName'>,
  nameless = '',
): string {
  return oneLine(username ? `@${username.replace(/^@/, '')}` : (displayName ?? nameless));
}

/** The network's name, with the account where one is named: `Mastodon (news)`. Another name is returned as it is. */
export function nameOfTarget(target: string): string {
  if (!isTarget(target)) return oneLine(target);
  const platform = platformOf(target);
  const account = accountOf(target);
  if (account === null) return platformName(platform);
  const isNetwork = namesOf(platform).length > 1 && networkFacts(account)?.platform === platform;
  return isNetwork ? networkName(account) : `${platformName(platform)} (${account})`;
}

/** The connection of a target's account; undefined for an account that is not connected, or is named otherwise now. */
export function connectionOf(
  connections: Output<'getConnectionStatus'>,
  target: Target,
): Schema<'ConnectionStatus'> | undefined {
  return accountOf(target) === null ? connections[platformOf(target)] : accountMeant(connections, target);
}

/** Every platform with its networks, for a hint. */
export function allPlatforms(): string {
  return PLATFORM_IDS.map((id) => withNetwork(id)).join(', ');
}
