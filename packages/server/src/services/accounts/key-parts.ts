import { accountOf, platformOf, type Target } from '@social/types';
import { invalid } from '../../errors.ts';
import { listConnections } from '../../store/connections/connections.ts';
import type { ProfileRow } from '../../store/connections/profiles.ts';
import type { Queryable } from '../../store/schema.ts';
import type { Part, Rights } from '../access/rights.ts';
import { accountsMeant, currentNames, isNetworkOf, UnknownAccountError } from '../connections/account-names.ts';

/**
 * Reads what a key is to be limited to. Accounts are bound to their channels, so that the limit stays with them.
 * @param profiles those in which accounts are looked for
 * @throws AppError invalid_request for a name that no connected account has, and for one that means several
 */
export async function readParts(
  trx: Queryable,
  targets: readonly Target[],
  profiles: readonly ProfileRow[],
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const target of targets) {
    const part = await readPart(trx, target, profiles);
    const isKnown = ({ platform, network, channel }: Part) =>
      platform === part.platform && network === part.network && channel === part.channel;
    if (!parts.some(isKnown)) parts.push(part);
  }
  return parts;
}

async function readPart(trx: Queryable, target: Target, profiles: readonly ProfileRow[]): Promise<Part> {
  const [platform, name] = [platformOf(target), accountOf(target)];
  if (name === null || isNetworkOf(platform, name)) return { target, platform, network: name, channel: null };
  const found = new Map<string | null, Part>();
  for (const { id } of profiles) {
    const [meant] = await accountsMeant(trx, id, new Map([[target, null]]));
    if (meant && !meant.isGone && meant.channel !== null) {
      const { network, channel } = meant;
      found.set(channel, { target, platform, network, channel });
    }
  }
  const [part, ...others] = found.values();
  const slugs = profiles.map(({ slug }) => slug).join(' and ');
  if (others.length > 0) {
    throw invalid('platforms', `${target} is another account in each of ${slugs}; make a key for each profile`);
  }
  return part ?? (await refuse(trx, target, { profiles, slugs }));
}

async function refuse(
  trx: Queryable,
  target: Target,
  { profiles, slugs }: { readonly profiles: readonly ProfileRow[]; readonly slugs: string },
): Promise<never> {
  const rows = (await Promise.all(profiles.map(({ id }) => listConnections(trx, id)))).flat();
  const known = rows.filter(({ platform }) => platform === platformOf(target));
  const names = [...new Set(known.map(({ platform, name }) => `${platform}:${name}`))];
  throw new UnknownAccountError(target, { field: 'platforms', what: `a connected account of ${slugs}`, known: names });
}

/**
 * Spells what keys are limited to, accounts by their present names. @param profiles all of the workspace
 * @returns targets in the order of the keys; null for a key without a limit
 */
export async function spellParts(
  db: Queryable,
  keys: readonly Pick<Rights, 'profiles' | 'platforms'>[],
  profiles: readonly ProfileRow[],
): Promise<(Target[] | null)[]> {
  const isBound = keys.some(({ platforms }) => platforms?.some(({ channel }) => channel !== null));
  const ordered = profiles.toSorted((one, other) => other.is_default - one.is_default);
  const names = new Map<string, ReadonlyMap<string, string>>();
  for (const { id } of isBound ? ordered : []) names.set(id, await currentNames(db, id));
  const spelled = ({ target, platform, channel }: Part, own: readonly string[]): Target => {
    const name = own.map((id) => names.get(id)?.get(channel ?? '')).find((one) => one !== undefined);
    return name === undefined ? target : `${platform}:${name}`;
  };
  const all = ordered.map(({ id }) => id);
  return keys.map(({ platforms, profiles: own }) => platforms?.map((part) => spelled(part, own ?? all)) ?? null);
}
