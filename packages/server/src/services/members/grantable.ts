import { AppError } from '../../errors.ts';
import { beyond, type Role, rightsOfRole } from '../access/rights.ts';
import type { Granter } from '../access/still-allowed.ts';

/** @throws AppError forbidden for a key that may do less than a person of the role */
export function requireGrantable({ sessionId, rights }: Granter, role: Role): void {
  if (sessionId !== null) return;
  const wider = beyond(rights, rightsOfRole(role));
  const fields = rights.limitedBy.length > 0 ? [...wider, 'creditLimit'] : wider;
  if (fields.length === 0) return;
  const message = `An API key invites, changes and removes only people who can do no more than itself, and this key is limited in ${fields.join(', ')}; nothing was done. Use another key, or sign in to the dashboard`;
  throw new AppError('forbidden', message, { details: { role, fields } });
}
