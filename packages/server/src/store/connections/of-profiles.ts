import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf, textOfJson } from '../database/dialects.ts';
import type { Queryable } from '../schema.ts';

/**
 * Makes the condition that a ledger entry belongs to one of some profiles: its metadata name the profile, or its operation is a post of
 * that profile.
 */
export function namesProfile(db: Queryable, profileIds: readonly string[]): RawBuilder<SqlBool> {
  const ids = sql.join(profileIds);
  return sql`(${textOfJson(dialectOf(db), 'metadata', 'profileId')} in (${ids})
    or exists (select 1 from post where post.id = operation_id and post.profile_id in (${ids})))`;
}
