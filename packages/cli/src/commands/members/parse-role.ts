import type { Schema } from '@social/sdk';
import { ROLES } from '@social/types';
import { usageError } from '../../lib/errors.ts';
import { quote } from '../../lib/text/terminal-text.ts';

type Role = Schema<'Role'>;

/** Reads a role. @throws CliError wrong usage */
export function parseRole(given: string): Role {
  const role = ROLES.find((each) => each === given.trim().toLowerCase());
  if (role) return role;
  throw usageError(`There is no role ${quote(given)}`, `Nothing was sent. Roles: ${ROLES.join(', ')}`);
}
