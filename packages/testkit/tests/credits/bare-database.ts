import { randomUUID } from 'node:crypto';
import { createTestDatabase, dialectUnderTest } from '@social/testkit';
import { insertWorkspace } from '../../../server/src/store/accounts/workspaces.ts';
import { prepareDatabase } from '../../../server/src/store/database/migrate.ts';
import { openDatabase } from '../../../server/src/store/database/open.ts';
import type { Database } from '../../../server/src/store/schema.ts';
import { temporaryDirectory } from '../../src/programs/server-process.ts';

/** Instant at which everything in a bare database was made. */
export const MADE_AT = '2027-01-31T12:00:00.000Z';

/** A database with the server's schema, one workspace without credits, and no server. */
export interface BareDatabase extends AsyncDisposable {
  readonly db: Database;
  readonly dialect: 'sqlite' | 'postgres';
  readonly workspaceId: string;
}

/** Makes one of the kind that this test run is about. */
export async function createBareDatabase(): Promise<BareDatabase> {
  const folder = temporaryDirectory();
  const database = await createTestDatabase();
  const config =
    database.url === undefined
      ? ({ dialect: 'sqlite', path: `${folder.path}/social.db` } as const)
      : ({ dialect: 'postgres', url: database.url } as const);
  const db = openDatabase(config);
  await prepareDatabase(db, config);
  const dialect = dialectUnderTest();
  const workspaceId = randomUUID();
  await insertOwner(db, workspaceId, dialect);
  await insertWorkspace(db, {
    id: workspaceId,
    owner_user_id: workspaceId,
    email: 'owner@example.com',
    plan: 'free',
    anchor_at: MADE_AT,
    period_start: MADE_AT,
    period_end: '2027-02-28T12:00:00.000Z',
    created_at: MADE_AT,
  });
  return {
    db,
    dialect,
    workspaceId,
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await database.drop();
      folder[Symbol.dispose]();
    },
  };
}

// The table of users belongs to the library for accounts; the server's schema does not know it.
async function insertOwner(db: Database, id: string, dialect: BareDatabase['dialect']): Promise<void> {
  const emailVerified = dialect === 'sqlite' ? 1 : true;
  const user = { id, name: 'owner', email: 'owner@example.com', emailVerified, createdAt: MADE_AT, updatedAt: MADE_AT };
  await db
    .insertInto('user' as never)
    .values(user as never)
    .execute();
}
