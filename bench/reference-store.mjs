import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** The statements that the server under test executes for lists and for a publish, in their order. */
const statements = {
  findKey:
    'select api_key.id as keyId, api_key.last_used_at as lastUsedAt, workspace.id as workspaceId, workspace.plan as plan, workspace.period_end as periodEnd from api_key inner join workspace on workspace.id = api_key.workspace_id where api_key.hash = ?',
  listKeys: 'select * from api_key where workspace_id = ? order by id desc',
  listPostIds: 'select id from post where workspace_id = ? order by id desc limit ?',
  countLogs: 'select log_count from workspace where id = ?',
  listLogs: 'select * from activity_log where workspace_id = ? and seq <= ? order by seq desc limit ?',
  findEarlier: 'select * from idempotency_key where workspace_id = ? and key = ?',
  findProfile: 'select * from profile where workspace_id = ? and is_default = ?',
  findConnections: 'select * from connection where profile_id = ?',
  insertPost:
    'insert into post (id, workspace_id, profile_id, profile_slug, text, platforms, media_urls, media, meta, overrides, status, scheduled_for, due_at, held_at, happens_at, idempotency_key, created_at, updated_at) values (?, ?, ?, ?, ?, ?, null, null, null, null, ?, null, null, null, ?, null, ?, ?)',
  insertPlatform: 'insert into post_platform (workspace_id, platform, post_id) values (?, ?, ?)',
  insertKey:
    'insert into idempotency_key (workspace_id, key, fingerprint, owner, locked_until, post_id, created_at) values (?, ?, ?, ?, ?, ?, ?) on conflict (workspace_id, key) do nothing returning key',
  insertTarget:
    'insert into post_target (id, post_id, workspace_id, platform, position, state, connection_id, account, platform_post_id, url, error, code, retryable, credits, held, note, attempt, sent_at, worker_id, not_before, updated_at) values (?, ?, ?, ?, 0, ?, ?, ?, null, null, null, null, 0, 0, ?, null, 1, ?, ?, null, ?)',
  hold: 'update workspace set held = held + ? where id = ? and balance - held >= ? returning id',
  endTarget:
    'update post_target set updated_at = ?, platform_post_id = ?, url = ?, error = null, code = null, retryable = 0, note = null, credits = ?, state = ? where id = ? and attempt = ? and state in (?, ?) returning *',
  insertEvent:
    'insert into post_event (id, workspace_id, post_id, platform, kind, attempt, at, details, further) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  endHold: 'update post_target set held = ? where id = ? and held = ? returning id',
  count:
    'update workspace set held = held - ?, balance = balance - ?, used = used + ?, log_count = log_count + ? where id = ? returning log_count',
  insertLedgerEntry:
    'insert into ledger_entry (id, workspace_id, amount, action, operation_id, metadata, created_at) values (?, ?, ?, ?, ?, ?, ?)',
  insertActivity:
    'insert into activity_log (id, workspace_id, seq, action, platform, profile_name, status, metadata, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  finishPost:
    'update post set status = ?, updated_at = ? where id = ? and status = ? and not exists (select id from post_target where post_id = ? and state in (?, ?)) returning *',
  storeAnswer:
    'update idempotency_key set status = ?, body = ?, expires_at = null where workspace_id = ? and key = ? and owner = ? and status is null',
};

/** Opens a database of the server under test with the durability that the server uses. */
export function openReferenceStore(path) {
  const db = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma wal_autocheckpoint = 3000;');
  const prepared = Object.fromEntries(Object.entries(statements).map(([name, sql]) => [name, db.prepare(sql)]));
  const begin = db.prepare('begin immediate');
  const commit = db.prepare('commit');
  return {
    ...prepared,
    /** Reads the rows whose column has one of the values. The statement for each number of values is prepared once. */
    allOf(select, values, order = '') {
      const sql = `${select} in (${values.map(() => '?').join(', ')})${order}`;
      prepared[sql] ??= db.prepare(sql);
      return prepared[sql].all(...values);
    },
    transaction(work) {
      begin.run();
      const result = work();
      commit.run();
      return result;
    },
    close: () => db.close(),
  };
}

/** Creates an id that sorts by time, as the server's ids do. */
export function newId() {
  return `${Date.now().toString(16).padStart(12, '0')}${randomUUID().slice(12)}`;
}
