import type { Output, Schema } from '@social/sdk';
import {
  accountOf,
  isPlatformId,
  isTarget,
  PLATFORM_IDS,
  type PlatformId,
  platformFacts,
  platformOf,
  type Target,
} from '@social/types';
import { ReportedError } from './report.ts';

/** Every account of a platform, such as `mastodon:*`. */
export type EveryAccount = `${PlatformId}:*`;
/** A target as people give it: also every account of a platform, and `all`, the default account of each connected platform. */
export type GivenTarget = Target | EveryAccount | 'all';

type Connections = Output<'getConnectionStatus'>;
type Account = Schema<'AccountStatus'>;

/** Returns true for a target, `mastodon:*` and `all`. */
export function isGivenTarget(text: string): text is GivenTarget {
  return text === 'all' || isTarget(text) || isEvery(text);
}

function isEvery(text: string): text is EveryAccount {
  return text.endsWith(':*') && isPlatformId(text.slice(0, -2));
}

/** Each target once and in a fixed order, so that the same post is the same request. */
export function inOrder<Given extends GivenTarget>(targets: readonly Given[]): Given[] {
  const placeOf = (target: Given) =>
    target === 'all' ? PLATFORM_IDS.length : PLATFORM_IDS.indexOf(platformOf(target));
  return [...new Set(targets)].toSorted(
    (one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : Number(one > other)),
  );
}

/** Finds the account that a target means. */
export function accountMeant(connections: Connections, target: Target): Account | undefined {
  return connections[platformOf(target)]?.accounts?.find(({ targets }) => targets.includes(target));
}

/** Reads what is connected. Called only for targets that depend on it. */
export type ReadConnections = () => Promise<Connections>;

/** A connection by the target that means it. */
export interface NamedConnection {
  readonly target: string;
  readonly connection: Schema<'ConnectionStatus'>;
  /** Set for the default account of a platform with others. */
  readonly isDefault: boolean;
}

/** The accounts of each platform where their names matter; else the platform, whose only account is the default one. */
export function byAccount(connections: Connections): NamedConnection[] {
  return Object.entries(connections).flatMap(([platform, connection]): NamedConnection[] => {
    const { accounts = [] } = connection;
    if (accounts.length < 2 && accounts.every(({ isDefault }) => isDefault))
      return [{ target: platform, connection, isDefault: false }];
    return accounts.map((account) => ({
      target: `${platform}:${account.name}`,
      connection: account,
      isDefault: account.isDefault,
    }));
  });
}

/**
 * The targets of a request: `all` and `mastodon:*` as the accounts that they mean now, without those that are named beside them.
 * @throws {ReportedError} when nothing is connected that one of them could mean
 */
export async function expandTargets(given: readonly GivenTarget[], read: ReadConnections): Promise<Target[]> {
  const named = given.filter(isTarget);
  if (named.length === given.length) return inOrder(named);
  const connections = await read();
  const isNamed = (platform: PlatformId, { name }: Account) =>
    named.some((one) => platformOf(one) === platform && accountMeant(connections, one)?.name === name);
  const every = given.filter(isEvery).map((one) => ({ one, platform: platformOf(one) }));
  const ofPlatforms = every.flatMap(({ one, platform }): Target[] => {
    const { accounts = [] } = connections[platform] ?? {};
    if (accounts.length === 0) throw notConnected(`No account is connected for ${one}`);
    return accounts.flatMap((account): Target[] => (isNamed(platform, account) ? [] : [`${platform}:${account.name}`]));
  });
  const defaults = given.includes('all') ? connectedPlatforms(connections) : [];
  const others = defaults.filter((platform) => {
    const account = accountMeant(connections, platform);
    const isOfEvery = every.some((one) => one.platform === platform);
    return !isOfEvery && (account === undefined || !isNamed(platform, account));
  });
  return inOrder([...named, ...ofPlatforms, ...others]);
}

/** Platforms with an account, also one that has to be connected again: it is reported, not left out in silence. */
function connectedPlatforms(connections: Connections): PlatformId[] {
  const connected = PLATFORM_IDS.filter((id) => {
    const { state = 'not_connected', accounts = [] } = connections[id] ?? {};
    return state !== 'not_connected' || accounts.length > 0;
  });
  if (connected.length === 0) throw notConnected('No account is connected to the profile');
  return connected;
}

function notConnected(message: string): ReportedError {
  return new ReportedError({ code: 'not_connected', message, hints: ['Nothing was sent.'] });
}

/** What an earlier run has sent, and as which accounts. */
export interface EarlierPost {
  readonly platforms: readonly Target[];
  readonly platformResults: Schema<'Post'>['platformResults'];
}

/**
 * Finds how earlier posts name the accounts that targets mean now, so that no account gets the same post twice: it may have been
 * renamed since, or another one may be the default.
 * @returns the earlier names by target, where these are others
 */
export async function earlierNames(
  targets: readonly Target[],
  earlier: readonly EarlierPost[],
  read: ReadConnections,
): Promise<Map<Target, Target>> {
  const sent = earlier.flatMap(({ platforms }) => platforms);
  const others = (target: Target) => sent.filter((one) => platformOf(one) === platformOf(target));
  const doubtful = targets.filter((target) => !sent.includes(target) && others(target).length > 0);
  if (doubtful.length === 0) return new Map();
  const connections = await read();
  return new Map(
    doubtful.flatMap((target): [Target, Target][] => {
      const same = others(target).find((one) => hadAccountOf(target, one, { earlier, connections }));
      return same === undefined ? [] : [[target, same]];
    }),
  );
}

/** Returns true when an earlier post went to the account that a target means now. In doubt it did. */
function hadAccountOf(
  target: Target,
  sent: Target,
  { earlier, connections }: { readonly earlier: readonly EarlierPost[]; readonly connections: Connections },
): boolean {
  const account = accountMeant(connections, target);
  if (!account) return false;
  const present = accountMeant(connections, sent);
  // A name stays with its account; the default may have been another one then.
  if (present && !isDefaultOfMany(sent)) return present.name === account.name;
  const labels = earlier.flatMap(({ platformResults }) => platformResults[sent]?.account ?? []);
  const { accounts = [] } = connections[platformOf(target)] ?? {};
  const known = accounts.filter((one) => labels.includes(labelOf(one)));
  return known.length > 0 ? known.includes(account) : present?.name === account.name;
}

function isDefaultOfMany(target: Target): boolean {
  const name = accountOf(target);
  const { networks } = platformFacts(platformOf(target));
  return name === null || (networks.length > 1 && networks.some((id) => id === name));
}

/** The account as results name it. */
function labelOf({ username, displayName }: Account): string {
  return username === null ? (displayName ?? '') : `@${username}`;
}

type Counted = Pick<Schema<'CounterReading'>, 'platform' | 'target'>;

/** Names the platform of a reading, with its account where there are readings of several accounts of it. */
export function nameAmong(all: readonly Counted[], { platform, target }: Counted): string {
  const targets = new Set(all.filter((one) => one.platform === platform).map((one) => one.target));
  return targets.size > 1 && target !== undefined ? `${platform}:${target}` : platform;
}
