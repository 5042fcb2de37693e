import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, sortedText } from '../database/dialects.ts';

const COLUMNS = [
  'id',
  'post_id',
  'workspace_id',
  'platform',
  'position',
  'state',
  'connection_id',
  'account',
  'platform_post_id',
  'url',
  'error',
  'code',
  'retryable',
  'credits',
  'note',
  'attempt',
  'sent_at',
  'updated_at',
  'worker_id',
  'not_before',
  'progress',
  'checkpoint',
];

/** Adds threads: a post has a target per platform and part. */
export function threads(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);

  async function alterTargets(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('post_target')
      .addColumn('part', 'integer', (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('post_target').dropConstraint('post_target_platform').execute();
    await db.schema
      .alterTable('post_target')
      .addUniqueConstraint('post_target_part', ['post_id', 'platform', 'part'])
      .execute();
  }

  // SQLite cannot drop a constraint, so the table is created anew with its indexes.
  async function rebuildTargets(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('post_target_next')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('post_id', sorted, (c) => c.notNull().references('post.id').onDelete('cascade'))
      .addColumn('workspace_id', sorted, (c) => c.notNull())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('part', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('connection_id', 'text')
      .addColumn('account', 'text')
      .addColumn('platform_post_id', 'text')
      .addColumn('url', 'text')
      .addColumn('error', 'text')
      .addColumn('code', 'text')
      .addColumn('retryable', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('credits', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('note', 'text')
      .addColumn('attempt', 'integer', (c) => c.notNull().defaultTo(1))
      .addColumn('sent_at', sorted)
      .addColumn('updated_at', sorted, (c) => c.notNull())
      .addColumn('worker_id', sorted)
      .addColumn('not_before', sorted)
      .addColumn('progress', 'text')
      .addColumn('checkpoint', 'text')
      .addUniqueConstraint('post_target_part', ['post_id', 'platform', 'part'])
      .execute();
    const columns = sql.join(COLUMNS.map((column) => sql.ref(column)));
    await sql`insert into post_target_next (${columns}) select ${columns} from post_target order by id`.execute(db);
    await db.schema.dropTable('post_target').execute();
    await db.schema.alterTable('post_target_next').renameTo('post_target').execute();
    await indexTargets(db);
  }

  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('post').addColumn('thread', 'text').execute();
      await (dialect === 'sqlite' ? rebuildTargets(db) : alterTargets(db));
    },
  };
}

async function indexTargets(db: Kysely<never>): Promise<void> {
  const isOneOf = (states: string) => sql`(${sql.raw(states)})`;
  await db.schema
    .createIndex('post_target_result')
    .on('post_target')
    .column('platform_post_id')
    .where(sql.ref('platform_post_id'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('post_target_open')
    .on('post_target')
    .columns(['state', 'id'])
    .where(sql.ref('state'), 'in', isOneOf("'pending', 'sending', 'unknown'"))
    .execute();
  await db.schema
    .createIndex('post_target_postponed')
    .on('post_target')
    .column('not_before')
    .where(sql.ref('not_before'), 'is not', null)
    .execute();
  await db.schema
    .createIndex('post_target_trouble')
    .on('post_target')
    .columns(['workspace_id', 'state', 'post_id'])
    .where(sql.ref('state'), 'in', isOneOf("'failed', 'unknown'"))
    .execute();
}
