import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterInsert, type DialectName, sortedText } from '../database/dialects.ts';
import { INDEX_CURSOR, NEWEST } from '../posts/search-index.ts';

/** Characters of words that are ASCII and no letters or digits. Only spaces separate words. */
const WORD_MARKS = '#@._:,;';
/** Length of the mark of a workspace before each of its words, and of the beginnings that have an index: mark and three characters. */
const PREFIXES = '9';
const IS_ANSWERED_SOON = `new.further is not null and new.further like '%"kind":"sending"%'`;

/** Adds labels, saved views, and the words by which posts are found. Posts that are stored already are indexed after the start. */
export function search(dialect: DialectName): Migration {
  const sorted = sortedText(dialect);
  const isSqlite = dialect === 'sqlite';
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('post').addColumn('labels', 'text').execute();
      await db.schema
        .createTable('post_label')
        .addColumn('workspace_id', sorted, (c) => c.notNull().references('workspace.id').onDelete('cascade'))
        .addColumn('label', sorted, (c) => c.notNull())
        .addColumn('post_id', sorted, (c) => c.notNull())
        .addPrimaryKeyConstraint('post_label_pk', ['workspace_id', 'label', 'post_id'] as never[])
        .modifyEnd(isSqlite ? sql`without rowid` : sql``)
        .execute();
      await db.schema
        .createTable('saved_views')
        .addColumn('workspace_id', sorted, (c) => c.primaryKey().references('workspace.id').onDelete('cascade'))
        .addColumn('views', 'text', (c) => c.notNull())
        .execute();
      for (const statement of isSqlite ? ON_SQLITE : ON_POSTGRES) await sql.raw(statement).execute(db);
      for (const trigger of queueing(dialect)) await sql.raw(trigger).execute(db);
      await sql`insert into server_meta (name, value)
        select ${INDEX_CURSOR}, ${NEWEST} where exists (select 1 from post)`.execute(db);
    },
  };
}

/**
 * Every step of a post puts it into the queue, but for the one that is stored while it is being sent: the result follows. So a
 * publish writes the queue once.
 */
function queueing(dialect: DialectName): string[] {
  if (dialect === 'sqlite') {
    return [
      `create trigger post_event_inserted after insert on post_event when not (${IS_ANSWERED_SOON})
        begin insert into search_queue (post_id) values (new.post_id); end`,
    ];
  }
  const statement = `if not (${IS_ANSWERED_SOON}) then insert into search_queue (post_id) values (new.post_id); end if`;
  return afterInsert(dialect, 'post_event', statement);
}

// The rowid of the words is the place of the post in the list. With the mark of its workspace before each word, a search reads the
// words of its workspace only.
const marked = (row: string) => `replace(${row}.words, ' ', ' ' || substr(${row}.workspace_id, -6))`;
const forget = `insert into post_words (post_words, rowid, words) values ('delete', old.number, ${marked('old')})`;
const learn = `insert into post_words (rowid, words) values (new.number, ${marked('new')})`;

const ON_SQLITE = [
  'create table search_queue (number integer primary key, post_id text not null)',
  `create table post_search (number integer primary key, post_id text not null unique references post (id) on delete cascade,
    workspace_id text not null, words text not null)`,
  `create virtual table post_words using fts5(words, content='', detail=none, columnsize=0, prefix='${PREFIXES}',
    tokenize="ascii tokenchars '${WORD_MARKS}'")`,
  `create trigger post_search_inserted after insert on post_search begin ${learn}; end`,
  `create trigger post_search_deleted after delete on post_search begin ${forget}; end`,
  `create trigger post_search_changed after update of words on post_search begin ${forget}; ${learn}; end`,
];

const ON_POSTGRES = [
  `create table search_queue (number bigint generated always as identity primary key, post_id text collate "C" not null)`,
  `create table post_search (post_id text collate "C" primary key references post (id) on delete cascade,
    workspace_id text collate "C" not null, words tsvector not null)`,
  // Which posts of a workspace are the newest?
  'create index post_search_workspace on post_search (workspace_id, post_id)',
  // Which posts have these words?
  'create index post_search_words on post_search using gin (words)',
];
