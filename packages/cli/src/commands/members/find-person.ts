import type { Schema, SocialClient } from '@social/sdk';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { quote } from '../../lib/text/terminal-text.ts';

/** A member, or somebody who was invited. */
export interface FoundPerson {
  readonly id: string;
  readonly email: string | null;
  readonly isMember: boolean;
}

/**
 * Finds a member or an open invitation by e-mail address or id, or by the end of an id.
 * @param among `members` leaves out invitations @throws CliError wrong usage
 */
export async function findPerson(
  { io }: Context,
  client: SocialClient,
  given: string,
  among: 'members' | 'everybody',
): Promise<FoundPerson> {
  const { members, invitations } = await client.members.listMembers({}, { signal: io.signal });
  const known = (isMember: boolean) => (each: Schema<'Member'> | Schema<'Invitation'>) => ({
    ...{ id: each.id, email: each.email, isMember },
  });
  const open = among === 'members' ? [] : invitations.map(known(false));
  const wanted = given.trim();
  const people = [...members.map(known(true)), ...open];
  const named = people.filter(({ id, email }) => id === wanted || email === wanted.toLowerCase());
  const ending = people.filter(({ id }) => wanted.length >= 4 && id.endsWith(wanted));
  const [found, ...others] = named.length > 0 ? named : ending;
  const next = 'Nothing was changed. See: social members list';
  if (!found) throw usageError(`There is no member ${quote(given)}`, next);
  if (others.length > 0)
    throw usageError(`${others.length + 1} people match ${quote(given)}`, `${next} --json, and give the id`);
  return found;
}
