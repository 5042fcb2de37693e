import type { Output, Schema } from '@social/sdk';
import { isPlatformId, isTarget, PLATFORM_IDS, type PlatformId, platformOf, type Target } from '@social/types';
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
type ReadConnections = () => Promise<Connections>;

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

/**
 * The targets of a post of which a part was sent before. What `mastodon:*` meant then counts where a name of that time is gone: its
 * account may have been renamed, and another name must not send to it again.
 * @param typed the targets as the key holds them
 * @param sent the targets of the earlier posts
 */
export function settleTargets(
  targets: readonly Target[],
  typed: readonly GivenTarget[],
  sent: readonly Target[],
): Target[] {
  const gone = sent.filter(
    (one) => !targets.includes(one) && (typed.includes(one) || typed.includes(`${platformOf(one)}:*`)),
  );
  const doubtful = new Set(gone.map(platformOf));
  const certain = targets.filter((one) => typed.includes(one) || sent.includes(one) || !doubtful.has(platformOf(one)));
  return inOrder([...certain, ...gone]);
}

type Counted = Pick<Schema<'CounterReading'>, 'platform' | 'target'>;

/** Names the platform of a reading, with its account where there are readings of several accounts of it. */
export function nameAmong(all: readonly Counted[], { platform, target }: Counted): string {
  const targets = new Set(all.filter((one) => one.platform === platform).map((one) => one.target));
  return targets.size > 1 && target !== undefined ? `${platform}:${target}` : platform;
}
