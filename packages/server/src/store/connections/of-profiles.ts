import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf, textOfJson } from '../database/dialects.ts';
import type { Queryable } from '../schema.ts';

/**
 * Makes the condition that a row belongs to one of some profiles: its metadata name the profile, or the post is of that profile.
 * @param post column of the post's id, or the field of the metadata that holds it
 */
export function namesProfile(
  db: Queryable,
  profileIds: readonly string[],
  post: 'operation_id' | 'postId',
): RawBuilder<SqlBool> {
  const ids = sql.join(profileIds);
  const inMetadata = (name: string) => textOfJson(dialectOf(db), 'metadata', name);
  const postId = post === 'operation_id' ? sql.ref(post) : inMetadata(post);
  return sql`(${inMetadata('profileId')} in (${ids})
    or exists (select 1 from post where post.id = ${postId} and post.profile_id in (${ids})))`;
}
