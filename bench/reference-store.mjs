import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';

/** Table and columns of each plain insert of a publish. */
const inserts = {
  insertPost: [
    'post',
    'id, workspace_id, profile_id, profile_slug, text, thread, platforms, media_urls, media, poll, comments, meta, settings, disclosures, overrides, fit_media, copy_media, source, labels, status, scheduled_for, due_at, held_at, happens_at, copies, copies_due_at, copier_id, from_slot, unsent_bytes, limited_by, idempotency_key, approval, created_at, updated_at',
  ],
  insertPlatform: ['post_platform', 'workspace_id, platform, post_id, target, channel, due_at'],
  insertTarget: [
    'post_target',
    'channel, account_name, connection_id, account, platform_post_id, by_hand, url, error, code, retryable, credits, held, spending, note, attempt, sent_at, worker_id, not_before, due_at, progress, checkpoint, fitted, removed_at, id, post_id, workspace_id, profile_id, platform, target, position, part, state, updated_at',
  ],
  insertEvent: ['post_event', 'id, workspace_id, post_id, platform, kind, attempt, at, details, further'],
  insertLedgerEntry: ['ledger_entry', 'id, workspace_id, amount, action, operation_id, metadata, created_at'],
  insertActivity: [
    'activity_log',
    'id, workspace_id, seq, action, platform, profile_name, status, metadata, created_at, profile_id, target',
  ],
};

/** Columns of what is read as a whole. */
const [, POST] = inserts.insertPost;
const TARGET =
  'id, post_id, workspace_id, profile_id, platform, target, account_name, channel, position, part, state, connection_id, account, platform_post_id, by_hand, url, error, code, retryable, credits, held, spending, note, attempt, sent_at, worker_id, not_before, due_at, progress, checkpoint, fitted, removed_at, updated_at';
const KEY =
  'id, workspace_id, name, hash, preview, created_at, last_used_at, scopes, profiles, platforms, expires_at, credit_limit, limited_by, spent, spent_period, revoked_at, created_by';
const LOG = 'id, workspace_id, seq, action, platform, profile_id, profile_name, status, metadata, created_at';
const IDEMPOTENCY_KEY =
  'workspace_id, key, fingerprint, owner, caller, locked_until, post_id, draft_id, status, body, created_at, expires_at';
const CONNECTION =
  'id, workspace_id, profile_id, platform, network, network_origin, account_id, account_urn, account_type, username, display_name, picture, access_token, refresh_token, access_expires_at, refresh_expires_at, missing_scopes, scopes, state, token_version, expiry_warned_days, limits, limits_read_at, picture_version, picture_due_at, name, is_default, is_network_default, connected_at, updated_at';

/** Reads posts and targets by lists of ids. */
export const postsById = `select ${POST} from post where id`;
export const targetsOfPosts = `select ${TARGET} from post_target where post_id`;

/** The statements that the server under test executes for lists and for a publish, besides those of `inserts`. */
const statements = {
  findKey:
    'select api_key.id as keyId, api_key.last_used_at as lastUsedAt, scopes, profiles, platforms, expires_at, limited_by, workspace.id as workspaceId, workspace.plan as plan, workspace.period_end as periodEnd, workspace.stored_bytes as storedBytes from api_key inner join workspace on workspace.id = api_key.workspace_id where api_key.hash = ? and api_key.revoked_at is null',
  listKeys: `select ${KEY} from api_key where workspace_id = ? and revoked_at is null order by id desc`,
  listPostIds: 'select id from post where workspace_id = ? order by id desc limit ?',
  countLogs:
    'select log_count, (select min(seq) from activity_log where activity_log.workspace_id = workspace.id) as first from workspace where id = ?',
  listLogs: `select ${LOG} from activity_log where workspace_id = ? and seq <= ? order by seq desc limit ?`,
  findEarlier: `select ${IDEMPOTENCY_KEY} from idempotency_key where workspace_id = ? and key = ?`,
  findProfile:
    'select id, workspace_id, name, slug, is_default, created_at from profile where workspace_id = ? and is_default = ?',
  findConnections: `select ${CONNECTION} from connection where profile_id = ?`,
  insertKey:
    'insert into idempotency_key (workspace_id, key, fingerprint, owner, caller, locked_until, post_id, created_at) values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (workspace_id, key) do nothing returning key',
  hold: 'update workspace set held = held + ? where id = ? and balance - held >= ? returning id',
  endTarget: `update post_target set due_at = ?, updated_at = ?, platform_post_id = ?, url = ?, error = ?, code = ?, retryable = ?, progress = ?, checkpoint = ?, note = ?, credits = ?, state = ? where id = ? and attempt = ? and state in (?, ?) returning ${TARGET}, (select workspace.event_kinds from workspace where workspace.id = post_target.workspace_id) as event_kinds`,
  endReservation: 'update post_target set held = ? where id = ? and held = ? returning id',
  count:
    'update workspace set held = held - ?, balance = balance - ?, used = used + ?, log_count = log_count + ? where id = ? returning log_count, balance, plan, event_kinds',
  finishPost: `update post set status = ?, updated_at = ? where id = ? and status = ? and not exists (select id from post_target where post_id = ? and state in (?, ?)) returning ${POST}`,
  storeAnswer:
    'update idempotency_key set status = ?, body = ?, expires_at = ? where (workspace_id = ? and key = ? and owner = ?) and status is null returning key',
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
    ...Object.fromEntries(Object.entries(inserts).map(([name, into]) => [name, prepareInsert(db, ...into)])),
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

/** Prepares an insert of one row, given by column; a column that is not given is null. */
function prepareInsert(db, table, list) {
  const columns = list.split(', ');
  const insert = db.prepare(`insert into ${table} (${list}) values (${columns.map(() => '?').join(', ')})`);
  return (row) => insert.run(...columns.map((column) => row[column] ?? null));
}

/** Creates an id that sorts by time, as the server's ids do. */
export function newId() {
  return `${Date.now().toString(16).padStart(12, '0')}${randomUUID().slice(12)}`;
}
