import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, syntaxOf } from '../database/dialects.ts';
import { connections, invitations, keys, people, profiles, signIns, workspaces } from './first-release/accounts.ts';
import { drafts, idempotencyKeys, lists, media, posts, search, steps, targets, tasks } from './first-release/posts.ts';
import { credits, log, mail, servers, webhooks } from './first-release/records.ts';

/** Subjects of the tables, each after those that it refers to. */
const SUBJECTS = [
  ...[people, workspaces, invitations, keys, profiles, connections, signIns],
  ...[servers, media, drafts, posts, lists, idempotencyKeys, steps, search, targets, tasks],
  ...[credits, log, webhooks, mail],
];

/** Creates the tables of the first release. `store/schema.ts` says what the columns hold. */
export function firstVersion(dialect: DialectName): Migration {
  const statements = SUBJECTS.flatMap((statementsOf) => statementsOf(syntaxOf(dialect)));
  return {
    async up(db: Kysely<never>) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
