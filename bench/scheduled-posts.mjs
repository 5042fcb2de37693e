import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { call, platform } from './connections.mjs';

const pg = createRequire(new URL('../packages/server/package.json', import.meta.url))('pg');

const ROWS_PER_STATEMENT = 5_000;
const HOUR_MS = 3_600_000;
let made = 0;

/**
 * Stores scheduled posts as the API stores them, but with SQL, since a call for each would take longer than sending them.
 * @param {{url?: string, dataDir: string}} place the database
 * @param {Iterable<{channel: object, text: string, dueAt: number}>} posts
 */
export async function storeScheduled(place, posts) {
  const store = await openStore(place);
  const turns = new Map();
  let rows = { post: [], post_platform: [], post_event: [] };
  const flush = async () => {
    for (const [table, ofTable] of Object.entries(rows)) await store.insert(table, ofTable);
    rows = { post: [], post_platform: [], post_event: [] };
  };
  try {
    for (const planned of posts) {
      const { post, turn, ...others } = rowsOf(planned);
      for (const [table, row] of Object.entries({ post, ...others })) rows[table].push(row);
      const known = turns.get(turn.profile_id);
      if (known === undefined || turn.next_due < known.next_due) turns.set(turn.profile_id, turn);
      if (rows.post.length === ROWS_PER_STATEMENT) await flush();
    }
    await flush();
    await store.insert('turn', [...turns.values()], SOONER);
  } finally {
    await store.close();
  }
}

const SOONER = `on conflict (profile_id, platform) do update set next_due = excluded.next_due
  where turn.next_due is null or turn.next_due > excluded.next_due`;

/** Rows of a scheduled post. */
function rowsOf({ channel, text, dueAt }) {
  const now = Date.now();
  const [at, due] = [now, dueAt].map((instant) => new Date(instant).toISOString());
  const [id, step] = [newId(now), newId(now)];
  const of = { workspace_id: channel.workspaceId, profile_id: channel.profileId };
  const empty = { thread: null, media_urls: null, media: null, meta: null, overrides: null, source: null };
  const content = { ...of, profile_slug: channel.profile, text, platforms: JSON.stringify([platform]), ...empty };
  const times = { scheduled_for: due, due_at: due, held_at: null, happens_at: due, created_at: at, updated_at: at };
  const bytes = { unsent_bytes: 2 * Buffer.byteLength(text) + 2_000, idempotency_key: null };
  const event = { id: step, workspace_id: of.workspace_id, post_id: id, platform: null, kind: 'scheduled' };
  const details = { attempt: null, at, details: JSON.stringify({ scheduledFor: due }), further: null };
  return {
    post: { id, ...content, status: 'scheduled', ...times, ...bytes },
    post_platform: { ...of, platform, post_id: id, due_at: due },
    post_event: { ...event, ...details },
    turn: { ...of, platform, next_due: due, worker_id: null },
  };
}

/** Ids of this process sort by their time and then by the order in which they were made, as the server's do. */
export function newId(now) {
  made++;
  const time = now.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${made.toString(16).padStart(12, '0')}`;
}

/** Inserts rows of equal columns, many at a time. */
export async function openStore({ url, dataDir }) {
  if (url !== undefined) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return {
      insert: (table, rows, orElse = '') => {
        const columns = rows.length > 0 ? Object.keys(rows[0]).join(', ') : '';
        const given = `select ${columns} from json_populate_recordset(null::${table}, $1)`;
        return rows.length > 0
          ? client.query(`insert into ${table} (${columns}) ${given} ${orElse}`, [JSON.stringify(rows)])
          : undefined;
      },
      close: () => client.end(),
    };
  }
  const db = new DatabaseSync(join(dataDir, 'social.db'), { timeout: 30_000, enableForeignKeyConstraints: true });
  db.exec('pragma synchronous = off; pragma cache_size = -200000;');
  return {
    insert: (table, rows, orElse = '') => {
      if (rows.length === 0) return;
      const columns = Object.keys(rows[0]);
      const values = columns.map(() => '?').join(', ');
      const insert = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${values}) ${orElse}`);
      db.exec('begin immediate');
      for (const row of rows) insert.run(...Object.values(row));
      db.exec('commit');
    },
    close: () => db.close(),
  };
}

/** Stores a post both ways. @throws Error where a column differs, apart from ids and the times of the two moments */
export async function compareWithApi(world) {
  const [channel] = world.neighbours;
  const [server] = world.running();
  const dueAt = Date.now() + HOUR_MS;
  const scheduledFor = new Date(dueAt).toISOString();
  const body = JSON.stringify({ text: 'Stored twice', platforms: [platform], profile: channel.profile, scheduledFor });
  const { headers } = channel;
  await call(`${server.url}/api/v1/posts`, { method: 'POST', headers, body });
  const read = async () => {
    const found = await Promise.all(
      ['post', 'post_platform', 'post_event', 'turn'].map((table) => world.query(`select * from ${table}`)),
    );
    return found.map((rows) => rows.filter((row) => JSON.stringify(row).includes(scheduledFor)));
  };
  const clear = async () => {
    for (const table of ['post_event', 'post_platform', 'turn', 'post']) await world.query(`delete from ${table}`);
  };
  const byApi = await read();
  await clear();
  await storeScheduled(world.place, [{ channel, text: 'Stored twice', dueAt }]);
  const bySql = await read();
  await clear();
  const shapeOf = (rows) => JSON.stringify(rows.map((row) => ofSamePost(row)));
  for (const [n, rows] of byApi.entries()) {
    if (rows.length !== 1) throw new Error(`a scheduled post has ${rows.length} rows in a table`);
    if (shapeOf(rows) !== shapeOf(bySql[n]))
      throw new Error(`the API stores ${shapeOf(rows)}, not ${shapeOf(bySql[n])}`);
  }
}

const OF_ONE_POST = ['id', 'post_id', 'created_at', 'updated_at', 'at'];

function ofSamePost(row) {
  const entries = Object.entries(row).filter(([column]) => !OF_ONE_POST.includes(column));
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
