import { afterInsert, countingStored, type TableSyntax } from '../../database/dialects.ts';

/** Serving processes, what they agree on, and facts about the database itself. */
export const servers = ({ dialect, sorted }: TableSyntax): string[] => [
  `create table worker (
    id ${sorted} primary key,
    beat bigint not null,
    started_at ${sorted} not null,
    first_key ${sorted} not null
  )`,
  `create table lease (
    name ${sorted} primary key,
    worker_id ${sorted} not null references worker (id) on delete cascade
  )`,
  'create index lease_worker on lease (worker_id)',
  'create table server_meta (name text primary key, value text not null)',
  ...(dialect === 'postgres' ? RATE_LIMITS : []),
];

// One process serves a SQLite database, and counts in memory. The columns are those that rate-limiter-flexible expects. Unlogged: a
// count need not survive a crash of the database, and then costs no write to its log and no sync.
const RATE_LIMITS = [
  'create unlogged table rate_limit (key text primary key, points integer not null default 0, expire bigint)',
  'create index rate_limit_expire on rate_limit (expire)',
];

/** Credits that are reserved for anything but targets, and the ledger. */
export const credits = (syntax: TableSyntax): string[] => [
  `create table credit_reservation (
    id ${syntax.sorted} primary key,
    workspace_id ${syntax.sorted} not null references workspace (id) on delete cascade,
    amount integer not null check (amount > 0),
    spending text,
    state text not null,
    created_at ${syntax.sorted} not null,
    resolved_at ${syntax.sorted}
  )`,
  `create index credit_reservation_open on credit_reservation (created_at) where state = 'held'`,
  ...ledger(syntax),
];

// On SQLite the charges of a period lie side by side, so their sum needs no index. Its entries are only added while there is their
// workspace.
const ledger = ({ dialect, sorted, inOrder }: TableSyntax): string[] => [
  `create table ledger_entry (
    id ${sorted} not null ${dialect === 'postgres' ? 'primary key' : ''},
    workspace_id ${sorted} not null,
    amount bigint not null,
    action text not null,
    operation_id ${sorted} not null,
    metadata text not null,
    created_at ${sorted} not null
    ${dialect === 'sqlite' ? ', constraint ledger_entry_pk primary key (workspace_id, created_at, id)' : ''}
  ) ${inOrder}`,
  ...(dialect === 'sqlite' ? LEDGER_ON_SQLITE : LEDGER_ON_POSTGRES),
];

const LEDGER_ON_SQLITE = [
  `create trigger ledger_entry_no_update before update on ledger_entry
    begin select raise(abort, 'ledger_entry is append-only'); end`,
  `create trigger ledger_entry_no_delete before delete on ledger_entry
    when exists (select 1 from workspace where id = old.workspace_id)
    begin select raise(abort, 'ledger_entry is append-only'); end`,
];

const LEDGER_ON_POSTGRES = [
  'create index ledger_entry_workspace on ledger_entry (workspace_id, created_at, id)',
  `create index ledger_entry_charge on ledger_entry (workspace_id, created_at, ((metadata::jsonb) ->> 'platform'), amount)
    where amount < 0 and action <> 'credits.lapsed'`,
  `create function ledger_entry_append_only() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' and not exists (select 1 from workspace where id = old.workspace_id) then return old; end if;
    raise exception 'ledger_entry is append-only'; end $$`,
  `create trigger ledger_entry_no_change before update or delete on ledger_entry
    for each row execute function ledger_entry_append_only()`,
];

export const log = ({ dialect, sorted, inOrder }: TableSyntax): string[] => [
  `create table activity_log (
    id ${sorted} not null ${dialect === 'postgres' ? 'primary key' : ''},
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    seq bigint not null,
    action text not null,
    platform text,
    profile_id ${sorted},
    profile_name text not null,
    target text,
    status text not null,
    metadata text not null,
    created_at ${sorted} not null,
    constraint ${dialect === 'sqlite' ? 'activity_log_pk primary key' : 'activity_log_seq unique'} (workspace_id, seq)
  ) ${inOrder}`,
  // With all that a list is filtered by, so that it reads no entries but those of its page.
  'create index activity_log_filter on activity_log (workspace_id, seq, action, platform, status, profile_id, target)',
  ...afterInsert(
    dialect,
    'activity_log',
    countingStored('500 + octet_length(new.metadata)'),
    "new.action not like 'post.%'",
  ),
];

export const webhooks = ({ dialect, sorted, inOrder }: TableSyntax): string[] => [
  `create table webhook_event (
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    number bigint not null,
    id text not null,
    kind text not null,
    object_id text not null,
    details text,
    body text,
    created_at ${sorted} not null,
    constraint webhook_event_pk primary key (workspace_id, number)
  ) ${inOrder}`,
  "create index webhook_event_stored on webhook_event (workspace_id, created_at) where kind not like 'post.%'",
  // Its deliveries are not counted when they are made: their transaction must not wait for the workspace.
  ...afterInsert(
    dialect,
    'webhook_event',
    `update workspace set event_count = new.number, stored_bytes = stored_bytes
      + case when new.kind like 'post.%' then 0 else 5000 + 2 * coalesce(octet_length(new.details), 0) end
      where id = new.workspace_id`,
  ),
  `create table webhook_endpoint (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    url text not null,
    description text,
    kinds text,
    status text not null,
    status_reason text,
    secret text not null,
    secret_preview text not null,
    previous_secret text,
    previous_until ${sorted},
    position bigint not null,
    failing_since ${sorted},
    created_at ${sorted} not null,
    updated_at ${sorted} not null
  )`,
  'create index webhook_endpoint_workspace on webhook_endpoint (workspace_id, id)',
  `create table webhook_delivery (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    endpoint_id ${sorted} not null references webhook_endpoint (id) on delete cascade,
    event_id text not null,
    number bigint,
    kind text not null,
    body text,
    state text not null,
    tries integer not null,
    round integer not null,
    due_at ${sorted},
    worker_id ${sorted} references worker (id) on delete set null,
    last_try text,
    created_at ${sorted} not null
  )`,
  'create index webhook_delivery_endpoint on webhook_delivery (endpoint_id, id)',
  'create index webhook_delivery_workspace on webhook_delivery (workspace_id)',
  "create index webhook_delivery_stored on webhook_delivery (workspace_id, created_at) where kind not like 'post.%'",
  'create index webhook_delivery_due on webhook_delivery (endpoint_id, due_at) where due_at is not null',
  'create index webhook_delivery_worker on webhook_delivery (worker_id) where worker_id is not null',
];

/** Mails, and who gets which. */
export const mail = ({ sorted }: TableSyntax): string[] => [
  `create table mail (
    id ${sorted} primary key,
    workspace_id ${sorted} references workspace (id) on delete cascade,
    kind text not null,
    recipient text not null,
    content text,
    state text not null,
    once text unique,
    attempts integer not null,
    error text,
    worker_id ${sorted} references worker (id) on delete set null,
    created_at ${sorted} not null,
    due_at ${sorted},
    expires_at ${sorted} not null
  )`,
  'create index mail_due on mail (due_at) where due_at is not null',
  'create index mail_worker on mail (worker_id) where worker_id is not null',
  'create index mail_expires on mail (expires_at)',
  'create index mail_workspace on mail (workspace_id)',
  `create table mail_setting (
    workspace_id ${sorted} primary key references workspace (id) on delete cascade,
    address text not null,
    confirmed_at text,
    confirm_hash text unique,
    confirm_expires_at text
  )`,
  `create table mail_kind (
    workspace_id ${sorted} not null references mail_setting (workspace_id) on delete cascade,
    kind ${sorted} not null,
    seen_seq integer not null,
    mailed_at ${sorted},
    constraint mail_kind_of_workspace primary key (workspace_id, kind)
  )`,
];
