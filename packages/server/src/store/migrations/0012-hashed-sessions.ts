import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sha256 } from '../../secrets.ts';

interface Sessions {
  session: { id: string; token: string };
}

/**
 * Of a session's token only the hash is kept. Whoever is signed in stays signed in. All servers have to be stopped before:
 * one of an earlier version would go on storing tokens.
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
