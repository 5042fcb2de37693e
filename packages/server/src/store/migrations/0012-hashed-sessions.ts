import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sha256 } from '../../secrets.ts';

interface Sessions {
  session: { id: string; token: string };
}

/**
 * Replaces the tokens of sessions with their hashes; users stay signed in. Stop all servers first: an earlier version would
 * keep storing tokens.
 */
export const hashedSessions: Migration = {
  async up(db: Kysely<Sessions>) {
    for (const { id, token } of await db.selectFrom('session').select(['id', 'token']).execute()) {
      await db
        .updateTable('session')
        .set({ token: sha256(token) })
        .where('id', '=', id)
        .execute();
    }
  },
};
