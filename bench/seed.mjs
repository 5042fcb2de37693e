import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const ROWS_PER_TRANSACTION = 100_000;
const FIRST_AT = Date.UTC(2026, 0, 1);
const SECONDS_APART = 20;

/** The n-th instant in the server's form, and the n-th time-ordered id of a kind. */
const at = `strftime('%Y-%m-%dT%H:%M:%fZ', ${FIRST_AT / 1000} + n * ${SECONDS_APART}, 'unixepoch')`;
const id = (kind) => `printf('%012x-7000-8000-%04x%08x', ${FIRST_AT} + n * ${SECONDS_APART * 1000}, ${kind}, n)`;
const uuid = (kind) => `substr(${id(kind)}, 1, 8) || '-' || substr(${id(kind)}, 9)`;

/**
 * Fills the workspace with `count` published posts, each with its target, charge, Idempotency-Key and log entry, and updates the
 * counters, as if the server had published them. Writes the database file directly.
 * @param {{dataDir: string, workspaceId: string, profileId: string, count: number}} options
 */
export function seedPosts({ dataDir, workspaceId, profileId, count }) {
  const db = new DatabaseSync(join(dataDir, 'social.db'), { timeout: 5_000, enableForeignKeyConstraints: true });
  try {
    // A crash may lose the data, which the next run writes again.
    db.exec('pragma synchronous = off; pragma cache_size = -200000;');
    const { log_count: logged } = db.prepare('select log_count from workspace where id = ?').get(workspaceId);
    const inserts = statements(logged).map((sql) => db.prepare(sql));
    for (let from = 1; from <= count; from += ROWS_PER_TRANSACTION) {
      const rows = { from, to: Math.min(count, from + ROWS_PER_TRANSACTION - 1) };
      db.exec('begin immediate');
      for (const insert of inserts) insert.run({ ...rows, workspaceId, profileId });
      db.exec('commit');
    }
    db.prepare(
      'update workspace set log_count = log_count + ?, balance = balance - ?, used = used + ? where id = ?',
    ).run(count, count, count, workspaceId);
    db.exec('pragma wal_checkpoint(truncate);');
  } finally {
    db.close();
  }
}

function statements(logged) {
  const post = uuid(1);
  const target = uuid(2);
  return [
    `insert into post (id, workspace_id, profile_id, profile_slug, text, platforms, media_urls, media, meta, overrides, status,
      scheduled_for, due_at, happens_at, created_at, updated_at) select ${post}, :workspaceId, :profileId, 'default', 'Release 1.' || n || ' is out, with notes on the website.',
      '["profnet"]', null, null, null, null, 'published', null, null, ${at}, ${at}, ${at}`,
    `insert into post_platform (workspace_id, platform, post_id) select :workspaceId, 'profnet', ${post}`,
    `insert into post_target (id, post_id, workspace_id, platform, position, state, connection_id, account, platform_post_id, url,
      error, code, retryable, credits, note, attempt, sent_at, updated_at) select ${target}, ${post}, :workspaceId, 'profnet', 0, 'published', :profileId, '@bench',
      'urn:li:share:' || (7000000000000000000 + n), 'https://network.example/feed/update/urn:li:share:' || n, null, null, 0, 1,
      null, 1, ${at}, ${at}`,
    `insert into ledger_entry (id, workspace_id, amount, action, operation_id, metadata, created_at) select ${uuid(3)}, :workspaceId, -1, 'post.published', ${post},
      json_object('postId', ${post}, 'platform', 'profnet'), ${at}`,
    `insert into activity_log select ${uuid(4)}, :workspaceId, ${logged} + n, 'post.published', 'profnet', 'Default', 'success',
      json_object('postId', ${post}, 'text', 'Release 1.' || n || ' is out.', 'credits', 1), ${at}, profile_id`,
    `insert into idempotency_key (workspace_id, key, fingerprint, owner, locked_until, post_id, status, body, created_at, expires_at) select :workspaceId, 'seed-' || n, lower(hex(randomblob(32))), 'seed', ${at}, ${post}, 201,
      json_object('id', ${post}, 'status', 'published'), ${at}, null`,
  ].map(overRows);
}

/** Uses each named value once, since SQLite refuses values that a statement does not use. */
function overRows(insert) {
  return `with recursive given(workspace_id, profile_id) as (select :workspaceId, :profileId),
    row(n) as (select :from union all select n + 1 from row where n < :to) ${insert} from row, given`;
}
