import { accountOf, networkName, type PlatformId, platformFacts, platformOf, type Target } from '@social/types';
import { AppError, invalid } from '../../errors.ts';
import {
  keepAccountName,
  listAccountNames,
  listConnectedNames,
  listNamesOfAccounts,
  type NamedAccount,
} from '../../store/connections/account-names.ts';
import { type ConnectionRow, listConnections } from '../../store/connections/connections.ts';
import type { Queryable } from '../../store/schema.ts';
import { channelOf, channelOfProfile } from './accounts.ts';

const MAX_LENGTH = 32;
/** Most names that an account has had, and the accounts of a profile: each is kept for good. */
const MAX_NAMES_OF_ACCOUNT = 50;
const MAX_NAMES = 1_000;

/** Short names of a profile's accounts: name → channel of the account, also for names that an account had before. @param platform the only one */
export async function namesOf(db: Queryable, profileId: string, platform?: PlatformId): Promise<Map<string, string>> {
  const networks: readonly string[] | undefined = platform && platformFacts(platform).networks;
  const all = await listAccountNames(db, profileId);
  const own = all.filter(({ network }) => networks?.includes(network) ?? true);
  return new Map(own.map(({ name, channel }) => [name, channel]));
}

/** Present names of the accounts that a profile has, and the latest names of those that it had, by channel. */
export async function currentNames(db: Queryable, profileId: string): Promise<Map<string, string>> {
  const names = new Map((await listAccountNames(db, profileId)).map(({ name, channel }) => [channel, name]));
  for (const row of await listConnections(db, profileId)) names.set(channelOf(row), row.name);
  return names;
}

/**
 * Finds the accounts that targets mean or are bound to, connected or not.
 * @param targets with the channels that they are bound to; null for none
 */
export async function accountsMeant(db: Queryable, profileId: string, targets: ReadonlyMap<Target, string | null>) {
  const rows = await listConnections(db, profileId);
  const names = await listAccountNames(db, profileId);
  return [...targets].map(([target, bound]) => {
    const [platform, name] = [platformOf(target), accountOf(target)];
    const { networks } = platformFacts(platform);
    const known = names.find((one) => one.name === name && networks.some((id) => id === one.network));
    const own = rows.filter((row) => row.platform === platform);
    const isAccount = name !== null && !isNetworkOf(platform, name);
    const preferred = isAccount ? undefined : own.find((row) => isDefaultOf(row, name));
    const named = isAccount ? (known?.channel ?? null) : ((preferred && channelOf(preferred)) ?? null);
    const channel = bound === null || bound === channelOfProfile(profileId, target) ? named : bound;
    const row = own.find((one) => channelOf(one) === channel);
    const network = row?.network ?? (isAccount ? null : name);
    return { target, platform, network, channel, isGone: channel !== null && row === undefined };
  });
}

/** @param network null for the default account of the platform */
function isDefaultOf(row: ConnectionRow, network: string | null): boolean {
  if (network === null) return row.is_default === 1;
  return row.network === network && row.is_network_default === 1;
}

/**
 * Names a new account after its handle, else after its display name; made unique with `-2`. An account that was connected before gets
 * its latest name back.
 * @param names names of the profile's accounts, also earlier ones, with their channels
 * @param others other connections of the profile
 */
export function nameFor(
  account: Pick<ConnectionRow, 'platform' | 'network' | 'username' | 'display_name'>,
  channel: string,
  {
    names,
    others,
  }: { readonly names: ReadonlyMap<string, string>; readonly others: readonly Pick<ConnectionRow, 'name'>[] },
): string {
  const isTaken = (name: string) => others.some((other) => other.name === name);
  const own = [...names].filter(([name, of]) => of === channel && !isTaken(name)).at(-1);
  if (own) return own[0];
  const base = shortened(account.username ?? '') || shortened(account.display_name) || account.network;
  const isFree = (name: string) => !names.has(name) && !isTaken(name) && !isNetworkOf(account.platform, name);
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`;
    const name = base.slice(0, MAX_LENGTH - suffix.length) + suffix;
    if (isFree(name)) return name;
  }
}

/** Letters and digits of the Latin alphabet, others as dashes: `ada-example` of `Ada Éxample`. A handle loses its server. */
function shortened(text: string): string {
  const [handle = ''] = text.replace(/^@/, '').split(/[@/]/, 1);
  const latin = handle.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return latin
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
}

/** In a platform of several networks, the name of a network means its default account. */
export function isNetworkOf(platform: PlatformId, name: string): boolean {
  const { networks } = platformFacts(platform);
  return networks.length > 1 && networks.some((id) => id === name);
}

/** Gives an account another name; the earlier ones keep leading to it. @throws AppError invalid_request, conflict */
export async function rename(
  trx: Queryable,
  { profile_id, platform, network }: ConnectionRow,
  { name, channel, at }: { readonly name: string; readonly channel: string; readonly at: string },
): Promise<void> {
  if (isNetworkOf(platform, name)) {
    throw invalid(
      'name',
      `is the name of a network, so that ${platform}:${name} means the default account at ${networkName(name)}`,
    );
  }
  const names = await namesOf(trx, profile_id);
  const holder = names.get(name);
  if (holder !== undefined && holder !== channel) {
    throw new AppError('conflict', `Another account of this profile has or had the name ${name}; nothing was changed`);
  }
  await keepName(trx, { profile_id, name, network, channel, used_at: at }, names);
}

/** Has a name lead to an account for good. @param names those of the profile @throws AppError conflict for too many names */
export async function keepName(
  trx: Queryable,
  row: Parameters<typeof keepAccountName>[1],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  if (!names.has(row.name)) {
    const own = [...names.values()].filter((channel) => channel === row.channel);
    if (own.length >= MAX_NAMES_OF_ACCOUNT) {
      const message = `This account has had ${MAX_NAMES_OF_ACCOUNT} names, the most that are kept; take one of these. Nothing was changed`;
      throw new AppError('conflict', message);
    }
    if (names.size >= MAX_NAMES) {
      const message = `The accounts of this profile have had ${MAX_NAMES} names, the most that are kept; use another profile. Nothing was changed`;
      throw new AppError('conflict', message);
    }
  }
  await keepAccountName(trx, row);
}

/** Lists the targets that mean an account: by its name, by earlier ones, and as the default of its platform or network. */
export function targetsOf(connection: ConnectionRow, names: ReadonlyMap<string, string>): Target[] {
  const { platform, network, name } = connection;
  const channel = channelOf(connection);
  const earlier = [...names].flatMap(([other, of]) => (of === channel && other !== name ? [other] : []));
  const isOfNetwork = connection.is_network_default === 1 && isNetworkOf(platform, network);
  const named = [name, ...earlier, ...(isOfNetwork ? [network] : [])].map((each): Target => `${platform}:${each}`);
  return connection.is_default === 1 ? [...named, platform] : named;
}

/** Names the account of a channel: by its latest name, else as the target does. */
export async function nameOf(
  db: Queryable,
  profileId: string,
  target: Target,
  channel: string | null,
): Promise<Target> {
  const name = (await currentNames(db, profileId)).get(channel ?? '');
  return name === undefined ? target : `${platformOf(target)}:${name}`;
}

/** A target in its parts. */
interface Named {
  readonly platform: PlatformId;
  /** Short name of an account; null for the default account. */
  readonly name: string | null;
  /** Field of the request that names it. */
  readonly field: string;
}

/** The account that a target means. */
export interface MeantAccount {
  readonly connection: ConnectionRow | null;
  /** Accounts of the platform that are connected where no default account is, as targets. */
  readonly others: readonly string[];
  /** The account that a target is bound to and that is not connected, by its name. */
  readonly gone?: Target;
  /** Another target of the same post that has this account, so that this one must not send to it, too. */
  readonly sameAs?: Target;
}

/** Finds the account that a target means. @throws AppError invalid_request for a name that no account of the platform has or had */
export async function meant(
  db: Queryable,
  profileId: string,
  rows: readonly ConnectionRow[],
  target: Target,
): Promise<MeantAccount> {
  const named = { platform: platformOf(target), name: accountOf(target), field: 'platforms' };
  const connection = await connectionOf(db, profileId, rows, named);
  const isOther = ({ platform, network }: ConnectionRow) =>
    platform === named.platform && [null, network].includes(named.name);
  const others = connection ? [] : rows.filter(isOther);
  return { connection, others: others.map((row) => `${row.platform}:${row.name}`) };
}

/** The same for a target that was accepted before: an account that is unknown now is one that is not connected. */
export async function meantNow(...given: Parameters<typeof meant>): Promise<MeantAccount> {
  return (await meant(...given).catch(unknownAsNull)) ?? { connection: null, others: [] };
}

/** Takes an unknown account for none. @throws any other error */
export function unknownAsNull(error: unknown): null {
  if (error instanceof UnknownAccountError) return null;
  throw error;
}

/**
 * Finds the connection that a target means. @param rows connections of the profile
 * @throws AppError invalid_request for a name that no account of the platform has or had
 */
async function connectionOf(
  db: Queryable,
  profileId: string,
  rows: readonly ConnectionRow[],
  { platform, name, field }: Named,
): Promise<ConnectionRow | null> {
  const own = rows.filter((row) => row.platform === platform);
  if (name === null || isNetworkOf(platform, name)) return own.find((row) => isDefaultOf(row, name)) ?? null;
  return accountNamed(db, profileId, own, { platform, name, field });
}

/**
 * Finds the connection of an account by its name, or one that it had before. @returns null for an account that is not connected
 * @throws AppError invalid_request for a name that no account of the platform has or had
 */
export async function accountNamed(
  db: Queryable,
  profileId: string,
  rows: readonly ConnectionRow[],
  { platform, name, field }: Named & { readonly name: string },
): Promise<ConnectionRow | null> {
  const own = rows.filter((row) => row.platform === platform);
  const named = own.find((row) => row.name === name);
  if (named) return named;
  const channel = (await namesOf(db, profileId)).get(name);
  const renamed = own.find((row) => channelOf(row) === channel);
  if (renamed) return renamed;
  const known = own.map((row) => `${platform}:${row.name}`);
  throw new UnknownAccountError(`${platform}:${name}`, { field, what: 'a connected account of this profile', known });
}

/** Most names that a message lists. */
const MAX_KNOWN = 20;

/** Thrown for a name that no account has. Suggests none: who takes a suggestion publishes to another account. */
export class UnknownAccountError extends AppError {
  constructor(target: Target, { field, what, known }: { field: string; what: string; known: readonly string[] }) {
    const names = known.slice(0, MAX_KNOWN).join(', ');
    const advice = names === '' ? `no account of ${platformOf(target)} is connected` : `known are ${names}`;
    super('invalid_request', `${field}: ${target} is not ${what}; ${advice}. Nothing was done`, { details: { field } });
  }
}

/**
 * Finds the accounts that the filter of a list means, connected or not: those with a name in any of the profiles, each with all its names,
 * or those of a network. @returns undefined for all accounts of the platform
 * @param within profiles that the caller sees; undefined ids for all
 * @throws AppError invalid_request for a name that no account of these profiles has or had
 */
export async function accountsToShow(
  db: Queryable,
  within: { readonly workspaceId: string; readonly profileIds: readonly string[] | undefined },
  target: Target,
): Promise<NamedAccount[] | undefined> {
  const platform = platformOf(target);
  const name = accountOf(target);
  if (name === null) return undefined;
  if (isNetworkOf(platform, name)) return listNamesOfAccounts(db, within, [name], null);
  const found = await listNamesOfAccounts(db, within, platformFacts(platform).networks, name);
  if (found.length > 0) return found;
  const known = await listConnectedNames(db, within, platform, MAX_KNOWN);
  const targets = known.map((one) => `${platform}:${one}`);
  const what = 'an account that these profiles have or had';
  throw new UnknownAccountError(target, { field: 'platform', what, known: targets });
}

/** @throws AppError invalid_request for two targets that mean one account */
export function requireDistinct(found: ReadonlyMap<Target, MeantAccount>): void {
  const targets = new Map<string, Target>();
  for (const [target, { connection }] of found) {
    if (!connection) continue;
    const earlier = targets.get(connection.id);
    if (earlier !== undefined) {
      throw invalid('platforms', `names one account twice: ${earlier} and ${target} are the same. Nothing was done`);
    }
    targets.set(connection.id, target);
  }
}
