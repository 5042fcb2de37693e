import type { Role } from '../account/role.ts';

/** What a role may do, in a sentence. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: 'May do everything, and manages members and API keys.',
  editor: 'May do everything but manage members and API keys.',
  writer: 'Reads, and writes drafts that somebody else approves.',
};

/** Roles by their names, for people. */
export const ROLE_NAMES: Readonly<Record<Role, string>> = { owner: 'Owner', editor: 'Editor', writer: 'Writer' };
