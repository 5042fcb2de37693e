import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { type DialectName, forbidChanges, sortedText } from '../database/dialects.ts';

/**
 * A table that SQLite keeps in the order of its primary key: a row is then written to one tree, and not to a table and an index.
 * The others stay as they are: larger rows, or keys in no order, would split more pages than the index costs.
 */
interface OrderedTable {
  readonly name: string;
  readonly key: string;
  readonly columns: readonly string[];
}

const ORDERED: readonly OrderedTable[] = [
  {
    name: 'post_event',
    key: 'post_id, id',
    columns: [
      'id text not null',
      'workspace_id text not null',
      'post_id text not null references post (id) on delete cascade',
      'platform text',
      'kind text not null',
      'attempt integer',
      'at text not null',
      'details text',
      'further text',
    ],
  },
  {
    name: 'activity_log',
    key: 'workspace_id, seq',
    columns: [
      'id text not null',
      'workspace_id text not null references workspace (id) on delete cascade',
      'seq bigint not null',
      'action text not null',
      'platform text',
      'profile_name text not null',
      'status text not null',
      'metadata text not null',
      'created_at text not null',
    ],
  },
  {
    // A period's charges lie side by side, so their sum needs no index.
    name: 'ledger_entry',
    key: 'workspace_id, created_at, id',
    columns: [
      'id text not null',
      'workspace_id text not null',
      'amount bigint not null',
      'action text not null',
      'operation_id text not null',
      'metadata text not null',
      'created_at text not null',
    ],
  },
];

/** Indexes of the tables that are built anew, with the question that each answers. */
const INDEXES = [
  // What has happened in a workspace since?
  'create index post_event_workspace on post_event (workspace_id, id)',
  // Which log entries pass a filter?
  'create index activity_log_filter on activity_log (workspace_id, seq, action, platform, status)',
];

/**
 * Lowers the number of pages that a publish writes: a target has the credits that are held for it, steps that are stored together
 * are one row, SQLite keeps tables in the order of their key, and posts in their usual states are not indexed by it.
 */
export function fewerPages(dialect: DialectName): Migration {
  const isSqlite = dialect === 'sqlite';
  const targetOfHold = sql.raw(
    isSqlite ? `substr(credit_hold.id, 1, instr(credit_hold.id, '.') - 1)` : `split_part(credit_hold.id, '.', 1)`,
  );

  /** Moves the open holds of targets into the targets. Any other open hold stays, and is released like that of an action. */
  async function moveHolds(db: Kysely<never>): Promise<void> {
    await db.schema
      .alterTable('post_target')
      .addColumn('held', 'integer', (c) => c.notNull().defaultTo(0).check(sql`held >= 0`))
      .execute();
    const isOpen = sql`state in ('pending', 'sending', 'unknown')`;
    await sql`update post_target set held =
        (select sum(amount) from credit_hold where credit_hold.state = 'held' and ${targetOfHold} = post_target.id)
      where ${isOpen} and id in (select ${targetOfHold} from credit_hold where state = 'held')`.execute(db);
    const isNeeded = sql`state = 'held' and ${targetOfHold} not in (select id from post_target where ${isOpen})`;
    await sql`delete from credit_hold where id like '%.%' and not (${isNeeded})`.execute(db);
  }

  /** Stores the keys of scheduled posts, which are deleted when such a post ends unsent, with the post: this saves an index. */
  async function moveKeys(db: Kysely<never>): Promise<void> {
    await db.schema.alterTable('post').addColumn('idempotency_key', sortedText(dialect)).execute();
    await sql`update post set idempotency_key = (select max(key) from idempotency_key where post_id = post.id)
      where status = 'scheduled'`.execute(db);
    await db.schema.dropIndex('idempotency_key_post').execute();
  }

  /** Indexes the posts that wait or have ended unsent; those with targets are found by their targets. */
  async function narrowStatuses(db: Kysely<never>): Promise<void> {
    await db.schema.dropIndex('post_status').execute();
    await sql`create index post_status on post (workspace_id, status, id)
      where status in ('scheduled', 'canceled', 'missed')`.execute(db);
  }

  return {
    async up(db: Kysely<never>) {
      if (isSqlite) {
        for (const table of ORDERED) await rebuild(db, table, { further: sql`null` });
        for (const index of INDEXES) await sql.raw(index).execute(db);
        for (const trigger of forbidChanges(dialect, 'ledger_entry')) await sql.raw(trigger).execute(db);
      } else {
        await db.schema.alterTable('post_event').addColumn('further', 'text').execute();
        await db.schema.dropIndex('ledger_entry_workspace').execute();
        const order = ['workspace_id', 'created_at', 'id'] as never[];
        await db.schema.createIndex('ledger_entry_workspace').on('ledger_entry').columns(order).execute();
      }
      await moveHolds(db);
      await moveKeys(db);
      await narrowStatuses(db);
    },
  };
}

/** Builds a table anew with its rows, without its indexes. @param added values of columns that it did not have */
async function rebuild(
  db: Kysely<never>,
  { name, key, columns }: OrderedTable,
  added: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const next = sql.table(`${name}_next`);
  const definition = sql.raw([...columns, `constraint ${name}_pk primary key (${key})`].join(', '));
  await sql`create table ${next} (${definition}) without rowid`.execute(db);
  const names = columns.map((column) => column.split(' ', 1)[0] ?? column);
  const values = sql.join(names.map((column) => added[column] ?? sql.ref(column)));
  await sql`insert into ${next} (${sql.join(names.map((column) => sql.ref(column)))})
    select ${values} from ${sql.table(name)} order by ${sql.raw(key)}`.execute(db);
  await db.schema.dropTable(name).execute();
  await db.schema.alterTable(`${name}_next`).renameTo(name).execute();
}
