import { afterInsert, countingStored, type TableSyntax } from '../../database/dialects.ts';

export const media = ({ sorted }: TableSyntax): string[] => [
  `create table media (
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    sha256 ${sorted} not null,
    bytes bigint not null,
    content_type text not null,
    object text,
    look text not null,
    name text,
    created_at ${sorted} not null,
    used_at ${sorted} not null,
    constraint media_pk primary key (workspace_id, sha256)
  )`,
  'create index media_sha256 on media (sha256)',
  'create index media_used on media (used_at)',
];

export const drafts = ({ dialect, sorted }: TableSyntax): string[] => [
  `create table draft (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    profile_id ${sorted} not null,
    profile_slug text not null,
    requested_profile text not null,
    status text not null,
    content text not null,
    bytes integer not null,
    written_by text not null,
    edited_by text,
    logged_edits text,
    approved_by text,
    approved_at ${sorted},
    post_id ${sorted},
    idempotency_key ${sorted},
    created_at ${sorted} not null,
    updated_at ${sorted} not null
  )`,
  'create index draft_workspace on draft (workspace_id, status, id)',
  'create index draft_profile on draft (profile_id)',
  ...afterInsert(dialect, 'draft', countingStored('500 + new.bytes')),
];

export const posts = ({ dialect, sorted }: TableSyntax): string[] => [
  `create table post (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    profile_id ${sorted} not null,
    profile_slug text not null,
    text text not null,
    thread text,
    platforms text not null,
    media_urls text,
    poll text,
    comments text,
    media text,
    meta text,
    settings text,
    disclosures text,
    overrides text,
    fit_media integer not null default 1,
    copy_media integer not null default 0,
    copies text,
    copies_due_at ${sorted},
    copier_id ${sorted} references worker (id) on delete set null,
    source text,
    labels text,
    status text not null,
    scheduled_for text,
    due_at ${sorted},
    held_at ${sorted},
    happens_at ${sorted} not null,
    from_slot integer not null default 0,
    unsent_bytes integer not null default 0,
    limited_by text,
    idempotency_key ${sorted},
    approval text,
    created_at ${sorted} not null,
    updated_at ${sorted} not null
  )`,
  'create index post_workspace on post (workspace_id, id)',
  'create index post_profile on post (workspace_id, profile_slug, id)',
  'create index post_time on post (workspace_id, happens_at, id)',
  // Only posts that wait or have ended unsent: those with targets are found by their targets.
  `create index post_status on post (workspace_id, status, id) where status in ('scheduled', 'canceled', 'missed')`,
  'create index post_due on post (due_at) where due_at is not null',
  'create index post_copies_due on post (workspace_id, copies_due_at, id) where copies_due_at is not null',
  'create index post_copier on post (copier_id) where copier_id is not null',
  // Two posts never have the same slot. Posts with a time of their own are not in it.
  `create unique index post_slot on post (profile_id, happens_at) where from_slot = 1 and status <> 'canceled'`,
  'create index post_unsent on post (workspace_id, status, created_at, unsent_bytes) where unsent_bytes > 0',
  ...afterInsert(dialect, 'post', countingStored('new.unsent_bytes'), 'new.unsent_bytes > 0'),
];

/** By what posts are listed: their platforms, labels, and the views that a workspace saves. */
export const lists = ({ sorted, inOrder }: TableSyntax): string[] => [
  `create table post_platform (
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    platform ${sorted} not null,
    post_id ${sorted} not null,
    target ${sorted} not null,
    channel ${sorted},
    due_at ${sorted},
    constraint post_platform_pk primary key (workspace_id, platform, post_id, target)
  ) ${inOrder}`,
  // Finds what is due in a channel, and when something will be.
  'create index post_platform_due on post_platform (channel, due_at, post_id) where due_at is not null',
  // Finds the scheduled posts of an account.
  'create index post_platform_channel on post_platform (channel, post_id) where channel is not null',
  `create table post_label (
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    label ${sorted} not null,
    post_id ${sorted} not null,
    constraint post_label_pk primary key (workspace_id, label, post_id)
  ) ${inOrder}`,
  `create table saved_views (
    workspace_id ${sorted} primary key references workspace (id) on delete cascade,
    views text not null
  )`,
];

export const idempotencyKeys = ({ sorted }: TableSyntax): string[] => [
  `create table idempotency_key (
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    key ${sorted} not null,
    fingerprint text not null,
    owner text not null,
    caller text,
    locked_until ${sorted} not null,
    post_id ${sorted},
    draft_id ${sorted} references draft (id) on delete cascade,
    status integer,
    body text,
    created_at ${sorted} not null,
    expires_at ${sorted},
    constraint idempotency_key_pk primary key (workspace_id, key)
  )`,
  // The key of a post has no end, and no draft.
  'create index idempotency_key_expiry on idempotency_key (expires_at) where expires_at is not null',
  'create index idempotency_key_stored on idempotency_key (workspace_id) where post_id is null',
  'create index idempotency_key_draft on idempotency_key (draft_id) where draft_id is not null',
];

export const steps = ({ sorted, inOrder }: TableSyntax): string[] => [
  // No foreign key for the workspace: storing a step must not wait for a lock on the workspace's row, which charges take.
  `create table post_event (
    id ${sorted} not null,
    workspace_id ${sorted} not null,
    post_id ${sorted} not null references post (id) on delete cascade,
    platform text,
    kind text not null,
    attempt integer,
    at ${sorted} not null,
    details text,
    further text,
    constraint post_event_pk primary key (post_id, id)
  ) ${inOrder}`,
  'create index post_event_workspace on post_event (workspace_id, id)',
];

const IS_ANSWERED_SOON = `new.further is not null and new.further like '%"kind":"sending"%'`;

/** The words by which posts are found, and the queue of posts whose words are to be indexed. */
export const search = ({ dialect }: TableSyntax): string[] => [
  ...(dialect === 'sqlite' ? SEARCH_ON_SQLITE : SEARCH_ON_POSTGRES),
  // Every step queues its post, but for the one that is stored while the post is being sent: the result follows. So a publish
  // writes the queue once.
  ...afterInsert(
    dialect,
    'post_event',
    'insert into search_queue (post_id) values (new.post_id)',
    `not (${IS_ANSWERED_SOON})`,
  ),
];

/** Characters of words that are ASCII and no letters or digits. Only spaces separate words. */
const WORD_MARKS = '#@._:,;';
/** Length of the mark of a workspace before each of its words, and of the beginnings that have an index: mark and three characters. */
const PREFIXES = '9';

// The rowid of the words is the place of the post in the list. With the mark of its workspace before each word, a search reads the
// words of its workspace only.
const marked = (row: string) => `replace(${row}.words, ' ', ' ' || substr(${row}.workspace_id, -6))`;
const forget = `insert into post_words (post_words, rowid, words) values ('delete', old.number, ${marked('old')})`;
const learn = `insert into post_words (rowid, words) values (new.number, ${marked('new')})`;

const SEARCH_ON_SQLITE = [
  'create table search_queue (number integer primary key, post_id text not null)',
  `create table post_search (
    number integer primary key,
    post_id text not null unique references post (id) on delete cascade,
    workspace_id text not null,
    words text not null
  )`,
  `create virtual table post_words using fts5(words, content='', detail=none, columnsize=0, prefix='${PREFIXES}',
    tokenize="ascii tokenchars '${WORD_MARKS}'")`,
  `create trigger post_search_inserted after insert on post_search begin ${learn}; end`,
  `create trigger post_search_deleted after delete on post_search begin ${forget}; end`,
  `create trigger post_search_changed after update of words on post_search begin ${forget}; ${learn}; end`,
];

const SEARCH_ON_POSTGRES = [
  `create table search_queue (
    number bigint generated always as identity primary key,
    post_id text collate "C" not null
  )`,
  `create table post_search (
    post_id text collate "C" primary key references post (id) on delete cascade,
    workspace_id text collate "C" not null,
    words tsvector not null
  )`,
  'create index post_search_workspace on post_search (workspace_id, post_id)',
  'create index post_search_words on post_search using gin (words)',
];

export const targets = ({ sorted }: TableSyntax): string[] => [
  `create table post_target (
    id ${sorted} primary key,
    post_id ${sorted} not null references post (id) on delete cascade,
    workspace_id ${sorted} not null,
    profile_id ${sorted},
    platform text not null,
    target ${sorted} not null,
    account_name text,
    channel ${sorted},
    position integer not null,
    part integer not null default 1,
    state text not null,
    connection_id text,
    account text,
    platform_post_id text,
    by_hand integer not null default 0,
    url text,
    error text,
    code text,
    retryable integer not null default 0,
    credits integer not null default 0,
    held integer not null default 0 check (held >= 0),
    spending text,
    note text,
    attempt integer not null default 1,
    sent_at ${sorted},
    worker_id ${sorted},
    not_before ${sorted},
    due_at ${sorted},
    progress text,
    checkpoint text,
    fitted text,
    removed_at ${sorted},
    updated_at ${sorted} not null,
    constraint post_target_part unique (post_id, target, part)
  )`,
  'create index post_target_result on post_target (platform_post_id) where platform_post_id is not null',
  `create index post_target_open on post_target (state, id) where state in ('pending', 'sending', 'unknown')`,
  `create index post_target_trouble on post_target (workspace_id, state, post_id) where state in ('failed', 'unknown')`,
  // Finds what is due in a channel, and when something will be.
  'create index post_target_due on post_target (channel, due_at, id) where due_at is not null',
  // Finds the posts of an account.
  'create index post_target_channel on post_target (channel, post_id) where channel is not null',
  // Finds the posts that were taken back. A target that is published is not in it.
  'create index post_target_removed on post_target (workspace_id, post_id) where removed_at is not null',
];

/** Channels, removals, and the readings of what networks count. */
export const tasks = ({ sorted }: TableSyntax): string[] => [
  `create table channel (
    id ${sorted} primary key,
    workspace_id ${sorted} not null,
    next_due ${sorted},
    worker_id ${sorted} references worker (id) on delete set null
  )`,
  'create index channel_due on channel (next_due) where next_due is not null',
  'create index channel_worker on channel (worker_id) where worker_id is not null',
  `create table removal (
    target_id ${sorted} primary key references post_target (id) on delete cascade,
    workspace_id ${sorted} not null,
    channel ${sorted} not null,
    state text not null,
    operation_id ${sorted} not null,
    reservation_id ${sorted} not null,
    credits integer not null default 0,
    error text,
    code text,
    worker_id ${sorted},
    asked_at ${sorted} not null,
    due_at ${sorted},
    updated_at ${sorted} not null
  )`,
  // Finds the removals that a dead process left, and those that are due in a channel.
  `create index removal_open on removal (state, due_at) where state in ('removing', 'unknown')`,
  'create index removal_due on removal (channel, due_at) where due_at is not null',
  // Publishing writes none of these: the first reading makes the row.
  `create table counter_reading (
    target_id ${sorted} primary key references post_target (id) on delete cascade,
    workspace_id ${sorted} not null,
    profile_id ${sorted} not null,
    network text not null,
    published_at ${sorted} not null,
    counters text,
    read_at ${sorted},
    asked_at ${sorted},
    problem text,
    due_at ${sorted}
  )`,
  'create index counter_reading_month on counter_reading (workspace_id, published_at)',
  'create index counter_reading_due on counter_reading (due_at) where due_at is not null',
];
