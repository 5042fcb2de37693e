import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, forbidChanges, sortedText } from '../database/dialects.ts';

/** Creates the tables of the first release. Instants are sorted text, flags integers; see `schema.ts`. */
export function initial(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  const instant = dialect === 'sqlite' ? 'text' : 'timestamptz';
  const flag = dialect === 'sqlite' ? 'integer' : 'boolean';

  async function accounts(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('user')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('emailVerified', flag, (c) => c.notNull())
      .addColumn('image', 'text')
      .addColumn('createdAt', instant, (c) => c.notNull())
      .addColumn('updatedAt', instant, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('session')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('expiresAt', instant, (c) => c.notNull())
      .addColumn('token', 'text', (c) => c.notNull().unique())
      .addColumn('createdAt', instant, (c) => c.notNull())
      .addColumn('updatedAt', instant, (c) => c.notNull())
      .addColumn('ipAddress', 'text')
      .addColumn('userAgent', 'text')
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .execute();
    await db.schema.createIndex('session_user').on('session').column('userId').execute();
    await db.schema
      .createTable('account')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('accountId', 'text', (c) => c.notNull())
      .addColumn('providerId', 'text', (c) => c.notNull())
      .addColumn('userId', 'text', (c) => c.notNull().references('user.id').onDelete('cascade'))
      .addColumn('accessToken', 'text')
      .addColumn('refreshToken', 'text')
      .addColumn('idToken', 'text')
      .addColumn('accessTokenExpiresAt', instant)
      .addColumn('refreshTokenExpiresAt', instant)
      .addColumn('scope', 'text')
      .addColumn('password', 'text')
      .addColumn('createdAt', instant, (c) => c.notNull())
      .addColumn('updatedAt', instant, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('account_user').on('account').column('userId').execute();
    await db.schema
      .createTable('verification')
      .addColumn('id', 'text', (c) => c.primaryKey())
      .addColumn('identifier', 'text', (c) => c.notNull())
      .addColumn('value', 'text', (c) => c.notNull())
      .addColumn('expiresAt', instant, (c) => c.notNull())
      .addColumn('createdAt', instant, (c) => c.notNull())
      .addColumn('updatedAt', instant, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('verification_identifier').on('verification').column('identifier').execute();
  }

  async function workspaces(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('workspace')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('owner_user_id', 'text', (c) => c.notNull().unique().references('user.id').onDelete('cascade'))
      .addColumn('email', 'text', (c) => c.notNull().unique())
      .addColumn('plan', 'text', (c) => c.notNull())
      .addColumn('anchor_at', sorted, (c) => c.notNull())
      .addColumn('period_start', sorted, (c) => c.notNull())
      .addColumn('period_end', sorted, (c) => c.notNull())
      .addColumn('balance', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`balance >= 0`))
      .addColumn('held', 'bigint', (c) => c.notNull().defaultTo(0).check(sql`held >= 0`))
      .addColumn('used', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('log_count', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('created_at', sorted, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('profile')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('slug', sorted, (c) => c.notNull())
      .addColumn('is_default', 'integer', (c) => c.notNull())
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addUniqueConstraint('profile_slug', ['workspace_id', 'slug'])
      .execute();
    await db.schema
      .createIndex('profile_one_default')
      .unique()
      .on('profile')
      .column('workspace_id')
      .where(sql.ref('is_default'), '=', sql.lit(1))
      .execute();
    await db.schema
      .createTable('api_key')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('hash', 'text', (c) => c.notNull().unique())
      .addColumn('preview', 'text', (c) => c.notNull())
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addColumn('last_used_at', sorted)
      .execute();
    await db.schema.createIndex('api_key_workspace').on('api_key').columns(['workspace_id', 'id']).execute();
  }

  async function connections(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('connection')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('profile_id', sorted, (c) => c.notNull().references('profile.id').onDelete('cascade'))
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('network', 'text', (c) => c.notNull())
      .addColumn('network_origin', 'text', (c) => c.notNull())
      .addColumn('account_id', 'text', (c) => c.notNull())
      .addColumn('account_urn', 'text')
      .addColumn('account_type', 'text', (c) => c.notNull())
      .addColumn('username', 'text')
      .addColumn('display_name', 'text', (c) => c.notNull())
      .addColumn('picture', 'text')
      .addColumn('access_token', 'text', (c) => c.notNull())
      .addColumn('refresh_token', 'text')
      .addColumn('access_expires_at', sorted)
      .addColumn('refresh_expires_at', sorted)
      .addColumn('missing_scopes', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('token_version', 'integer', (c) => c.notNull())
      .addColumn('connected_at', sorted, (c) => c.notNull())
      .addColumn('updated_at', sorted, (c) => c.notNull())
      .addUniqueConstraint('connection_profile_platform', ['profile_id', 'platform'])
      .execute();
    await db.schema.createIndex('connection_workspace').on('connection').column('workspace_id').execute();
    await db.schema
      .createIndex('connection_account')
      .on('connection')
      .columns(['platform', 'account_id', 'network_origin'])
      .execute();
    await db.schema
      .createTable('oauth_flow')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('network', 'text', (c) => c.notNull())
      .addColumn('network_origin', 'text', (c) => c.notNull())
      .addColumn('profile_id', 'text')
      .addColumn('started_by', 'text')
      .addColumn('browser_hash', 'text', (c) => c.notNull())
      .addColumn('code_verifier', 'text', (c) => c.notNull())
      .addColumn('redirect_uri', 'text', (c) => c.notNull())
      .addColumn('stage', 'text', (c) => c.notNull())
      .addColumn('connect_hash', 'text', (c) => c.unique())
      .addColumn('tokens', 'text')
      .addColumn('options', 'text')
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addColumn('expires_at', sorted, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('oauth_flow_expiry').on('oauth_flow').column('expires_at').execute();
  }

  async function posts(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('post')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('profile_id', sorted, (c) => c.notNull())
      .addColumn('profile_slug', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('platforms', 'text', (c) => c.notNull())
      .addColumn('media_urls', 'text')
      .addColumn('media', 'text')
      .addColumn('meta', 'text')
      .addColumn('overrides', 'text')
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('scheduled_for', 'text')
      .addColumn('due_at', sorted)
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addColumn('updated_at', sorted, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('post_workspace').on('post').columns(['workspace_id', 'id']).execute();
    await db.schema.createIndex('post_status').on('post').columns(['workspace_id', 'status', 'id']).execute();
    await db.schema
      .createIndex('post_due')
      .on('post')
      .column('due_at')
      .where(sql.ref('due_at'), 'is not', null)
      .execute();
    await db.schema
      .createTable('post_target')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('post_id', sorted, (c) => c.notNull().references('post.id').onDelete('cascade'))
      .addColumn('workspace_id', sorted, (c) => c.notNull())
      .addColumn('platform', 'text', (c) => c.notNull())
      .addColumn('position', 'integer', (c) => c.notNull())
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
      .addUniqueConstraint('post_target_platform', ['post_id', 'platform'])
      .execute();
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
      .where(sql.ref('state'), 'in', sql`('pending', 'sending', 'unknown')`)
      .execute();
  }

  async function credits(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('credit_hold')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addColumn('resolved_at', sorted)
      .execute();
    await db.schema.createIndex('credit_hold_workspace').on('credit_hold').column('workspace_id').execute();
    await db.schema
      .createIndex('credit_hold_open')
      .on('credit_hold')
      .column('created_at')
      .where(sql.ref('state'), '=', sql.lit('held'))
      .execute();
    await db.schema
      .createTable('ledger_entry')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.notNull())
      .addColumn('amount', 'bigint', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('operation_id', sorted, (c) => c.notNull())
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('created_at', sorted, (c) => c.notNull())
      .execute();
    await db.schema.createIndex('ledger_entry_workspace').on('ledger_entry').columns(['workspace_id', 'id']).execute();
    for (const statement of forbidChanges(dialect, 'ledger_entry')) await sql.raw(statement).execute(db);
  }

  async function records(db: Kysely<never>): Promise<void> {
    await db.schema
      .createTable('activity_log')
      .addColumn('id', sorted, (c) => c.primaryKey())
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('seq', 'bigint', (c) => c.notNull())
      .addColumn('action', 'text', (c) => c.notNull())
      .addColumn('platform', 'text')
      .addColumn('profile_name', 'text', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('metadata', 'text', (c) => c.notNull())
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addUniqueConstraint('activity_log_seq', ['workspace_id', 'seq'])
      .execute();
    await db.schema
      .createTable('idempotency_key')
      .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
      .addColumn('key', sorted, (c) => c.notNull())
      .addColumn('fingerprint', 'text', (c) => c.notNull())
      .addColumn('owner', 'text', (c) => c.notNull())
      .addColumn('locked_until', sorted, (c) => c.notNull())
      .addColumn('post_id', sorted)
      .addColumn('status', 'integer')
      .addColumn('body', 'text')
      .addColumn('created_at', sorted, (c) => c.notNull())
      .addColumn('expires_at', sorted)
      .addPrimaryKeyConstraint('idempotency_key_pk', ['workspace_id', 'key'])
      .execute();
    await db.schema.createIndex('idempotency_key_expiry').on('idempotency_key').column('expires_at').execute();
    await db.schema
      .createIndex('idempotency_key_unanswered')
      .on('idempotency_key')
      .column('owner')
      .where(sql.ref('status'), 'is', null)
      .execute();
    await db.schema.createIndex('idempotency_key_post').on('idempotency_key').column('post_id').execute();
    await db.schema
      .createTable('lease')
      .addColumn('name', sorted, (c) => c.primaryKey())
      .addColumn('owner', 'text', (c) => c.notNull())
      .addColumn('until', sorted, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('server_meta')
      .addColumn('name', 'text', (c) => c.primaryKey())
      .addColumn('value', 'text', (c) => c.notNull())
      .execute();
  }

  return {
    async up(db) {
      for (const step of [accounts, workspaces, connections, posts, credits, records]) {
        await step(db as Kysely<never>);
      }
    },
  };
}
