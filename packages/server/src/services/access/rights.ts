import { type PlatformId, SCOPES, type Schema, type Scope, type Target } from '@social/types';
import { AppError } from '../../errors.ts';

/** A platform, or a part of it: one of its networks, or one account. Null stands for the whole, or for what is not known. */
export interface Part {
  readonly target: Target;
  readonly platform: PlatformId;
  readonly network: string | null;
  /** Channel of the account, which stays when it is renamed, disconnected or connected again. */
  readonly channel: string | null;
}

/** Rights of a caller in its workspace. */
export interface Rights {
  readonly scopes: readonly Scope[];
  /** Ids of the only profiles that the caller sees; null for all. */
  readonly profiles: readonly string[] | null;
  /** The only platforms, networks and accounts that the caller publishes to, acts on and connects; null for all. */
  readonly platforms: readonly Part[] | null;
  /** Instant after which the caller is refused, ISO 8601; null for never. */
  readonly expiresAt: string | null;
  /** Keys whose monthly limits count what the caller spends; none for a caller without a limit. */
  readonly limitedBy: readonly string[];
}

/** A caller that reads or changes a workspace. */
export interface Viewer {
  readonly workspaceId: string;
  readonly rights: Rights;
}

export const ALL_RIGHTS: Rights = { scopes: SCOPES, profiles: null, platforms: null, expiresAt: null, limitedBy: [] };

/** Role of a person in a workspace. */
export type Role = Schema<'Role'>;

const OF_ROLES: Readonly<Record<Role, Rights>> = {
  owner: ALL_RIGHTS,
  // Members and keys are for owners: the contract says so where a call is about them.
  editor: ALL_RIGHTS,
  writer: { ...ALL_RIGHTS, scopes: ['read', 'draft'] },
};

/** Reads what a signed-in person may do. */
export function rightsOfRole(role: Role): Rights {
  return OF_ROLES[role];
}

/** Returns true when a caller may see what belongs to a profile. */
export function seesProfile({ profiles }: Rights, profileId: string): boolean {
  return profiles === null || profiles.includes(profileId);
}

/** @param what is of the whole workspace, for the message @throws AppError forbidden for a caller that sees only some profiles */
export function requireEveryProfile({ profiles }: Rights, what: string): void {
  if (profiles === null) return;
  const message = `This API key is bound to profiles, and ${what} is about all of them; nothing was done. Use another key, or make one without this limit`;
  throw new AppError('forbidden', message);
}

/** Returns true for a part that lies within one that the caller may use. */
export function mayUse({ platforms }: Pick<Rights, 'platforms'>, part: Part): boolean {
  return platforms?.some((own) => own.platform === part.platform && isWithin(own, part)) ?? true;
}

function isWithin({ network, channel }: Part, part: Part): boolean {
  if (channel !== null) return part.channel === channel;
  return network === null || part.network === network;
}

/** @throws AppError forbidden for accounts and platforms that the caller may not use */
export function requireParts(rights: Rights, wanted: readonly Part[]): void {
  const others = wanted.filter((part) => !mayUse(rights, part)).map(({ target }) => target);
  if (others.length === 0) return;
  const own = rights.platforms?.map(({ target }) => target).join(' and ');
  const message = `This API key may not use ${others.join(' and ')}, only ${own}; nothing was done. Use another key, or make one without this limit`;
  throw new AppError('forbidden', message, { details: { platforms: others } });
}

/** Names what of `wanted` goes beyond `own`. @returns names of fields of a new key; none when it may do no more */
export function beyond(own: Rights, wanted: Rights): string[] {
  const isSubset = <Value>(inner: readonly Value[] | null, outer: readonly Value[] | null) =>
    outer === null || (inner?.every((value) => outer.includes(value)) ?? false);
  const usesLess = own.platforms === null || (wanted.platforms?.every((part) => mayUse(own, part)) ?? false);
  const endsInTime = own.expiresAt === null || (wanted.expiresAt !== null && wanted.expiresAt <= own.expiresAt);
  return [
    ...(isSubset(wanted.scopes, own.scopes) ? [] : ['scopes']),
    ...(isSubset(wanted.profiles, own.profiles) ? [] : ['profiles']),
    ...(usesLess ? [] : ['platforms']),
    ...(endsInTime ? [] : ['expiresAt']),
  ];
}
