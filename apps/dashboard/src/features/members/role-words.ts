import type { Role } from '../../shared/session/role.ts';

/** Says in a sentence what a role may do. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'May do everything, and manages members and API keys.',
  editor: 'May do everything but manage members and API keys.',
  writer: 'Reads, and writes drafts that somebody else approves.',
};

/** Says what a role may do, of somebody who gets it: `as a writer, who reads …`. */
export function roleOfSomebody(role: Role): string {
  const [first = '', ...rest] = ROLE_WORDS[role];
  return `as ${role === 'writer' ? 'a' : 'an'} ${role}, who ${first.toLowerCase()}${rest.join('')}`;
}

/** Roles by their names, for people. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = { owner: 'Owner', editor: 'Editor', writer: 'Writer' };
