import { expandTargets, type GivenTarget, inOrder } from '@social/post-input';
import type { Output } from '@social/sdk';
import { accountOf, isTarget, networkName, platformOf, type Target } from '@social/types';
import type { Context } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { allPlatforms, connectionOf, didYouMeanPlatform, platformNamed } from '../../networks.ts';
import { readConnections } from '../../server/connections.ts';
import { quote } from '../../text/terminal-text.ts';

/** A target that was named directly or by a network. */
export interface NamedTarget {
  readonly target: GivenTarget;
  /** As a derived key holds it: a network without an account is its platform. */
  readonly typed: GivenTarget;
  /** Set when the name excludes the platform's other networks. */
  readonly network?: string;
}

/** Reads `profnet`, `profnet:acme`, `profnet:*`, `linkedin:acme` or `all`. @throws {CliError} for anything else */
export function parseTarget(given: string): NamedTarget {
  if (given === 'all') return { target: given, typed: given };
  const [name = '', account] = given.split(/:(.*)/s);
  const named = platformNamed(name);
  if (!named)
    throw usageError(`${quote(name)} is not a platform${didYouMeanPlatform(name)}`, `Platforms: ${allPlatforms()}`);
  const { platform, network } = named;
  if (account === undefined) {
    return network === undefined
      ? { target: platform, typed: platform }
      : { target: `${platform}:${network}`, typed: platform, network };
  }
  if (account === '*' && network !== undefined)
    throw usageError(
      `${quote(given)} names a network; all accounts of the platform are ${platform}:*`,
      'Nothing was sent.',
    );
  const target: Target = `${platform}:${account}`;
  if (account !== '*' && !isTarget(target)) {
    throw usageError(
      `${quote(account)} is not the name of an account: it has 1-32 lower-case letters, digits and dashes`,
      'See the names with: social connect status',
    );
  }
  return { target, typed: target, ...(network !== undefined && { network }) };
}

/** The targets of `--to`, or of another flag. @throws {CliError} for an empty list, or an entry that is no target */
export function parseTargets(values: readonly string[], flag = '--to'): NamedTarget[] {
  if (values.length === 0) {
    throw usageError('Say where to publish: --to profnet,microblog', `Platforms: ${allPlatforms()}`);
  }
  return values.flatMap((value) => splitList(value, flag)).map(parseTarget);
}

/**
 * The target of `--platform` of a list, where a platform means all its accounts.
 * @throws {CliError} for `all`, or what is no target
 */
export function parseFilter(given: string): Target {
  const { target } = parseTarget(given.replace(/:\*$/, ''));
  if (isTarget(target)) return target;
  throw usageError(
    `--platform takes a platform or one of its accounts, not ${quote(given)}`,
    'Leave it out for all platforms.',
  );
}

/** The targets of a request. */
export interface ResolvedTargets {
  readonly platforms: Target[];
  /** As they were typed, where the request has others: a derived key holds these. */
  readonly typed?: readonly GivenTarget[];
}

/**
 * Finds the accounts that `all` and `profnet:*` mean, and checks networks that were named.
 * @param profileId undefined for the default profile
 * @param others named beside them, such as those of settings
 * @throws {CliError} for an account of another network
 */
export async function resolveTargets(
  context: Context,
  named: readonly NamedTarget[],
  profileId: string | undefined,
  others: readonly NamedTarget[] = [],
): Promise<ResolvedTargets> {
  const given = inOrder(named.map(({ target }) => target));
  const read = () => readConnections(context, profileId);
  const ofNetworks = [...named, ...others].filter(({ network }) => network !== undefined);
  if (ofNetworks.length > 0) checkNetworks(ofNetworks, await read());
  const platforms = await expandTargets(given, read);
  const typed = given.map((target) => named.find((one) => one.target === target)?.typed ?? target);
  const isSame = typed.length === platforms.length && platforms.every((target, index) => target === typed[index]);
  return { platforms, ...(!isSame && { typed }) };
}

/** @throws {CliError} when an account, or everything that is connected, is of another network than the one that was named */
export function checkNetworks(named: readonly NamedTarget[], connections: Output<'getConnectionStatus'>): void {
  for (const { target, network } of named) {
    if (target === 'all' || network === undefined) continue;
    const platform = platformOf(target);
    const { accounts = [], network: first = null } = connections[platform] ?? {};
    const isAlone = accountOf(target) === network;
    const known = accounts.length > 0 ? accounts.map((one) => one.network) : [first];
    const found = isAlone ? known : [connectionOf(connections, target)?.network ?? null];
    const names = [...new Set(found.flatMap((one) => (one === null ? [] : [networkName(one)])))];
    if (names.length === 0 || names.includes(networkName(network))) continue;
    const where = isAlone ? platform : target;
    throw usageError(
      `${where} is ${names.join(' and ')} here, not ${networkName(network)}`,
      `Nothing was done. Say ${where} instead`,
    );
  }
}

/**
 * The target of a post that was named: a network's name also finds the platform alone.
 * @throws {CliError} for `all` and `profnet:*`
 */
export function targetOfPost({ target, typed }: NamedTarget, platforms: readonly Target[]): Target {
  const meant = [target, typed].find((one) => platforms.some((platform) => platform === one)) ?? target;
  if (isTarget(meant)) return meant;
  throw usageError(`Name an account instead of ${meant}`, 'Nothing was changed.');
}

/** The entries of a comma-separated list. @throws {CliError} for an empty entry, which suggests an unset variable */
function splitList(list: string, flag: string): string[] {
  const entries = list.split(',').map((entry) => entry.trim());
  if (!entries.includes('')) return entries;
  throw usageError(`${flag} ${quote(list)} has an empty entry; is a variable unset?`, 'Nothing was sent.');
}
