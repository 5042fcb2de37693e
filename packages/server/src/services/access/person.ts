import type { Schema } from '@social/types';
import { findKeyRow } from '../../store/accounts/api-keys.ts';
import { findUserEmail } from '../../store/accounts/sign-ins.ts';
import type { Queryable } from '../../store/schema.ts';
import type { Viewer } from './rights.ts';

/** A caller that writes or approves. */
export interface Author extends Viewer {
  /** Id of the API key or user. */
  readonly callerId: string;
  /** Id of the user; null when an API key calls. */
  readonly userId: string | null;
}

/** Describes a caller as it is named now, so that it stays readable when the key or the account is gone. */
export async function personOf(db: Queryable, { callerId: id, userId }: Author): Promise<Schema<'Person'>> {
  if (userId === null) return { kind: 'key', id, name: (await findKeyRow(db, id))?.name ?? '' };
  return { kind: 'user', id, name: (await findUserEmail(db, userId)) ?? '' };
}
