import type { TableSyntax } from '../../database/dialects.ts';

/** The tables of better-auth, with its names, and links that replace a forgotten password. */
export const people = ({ sorted, instant, flag }: TableSyntax): string[] => [
  `create table "user" (
    id text primary key,
    name text not null,
    email text not null unique,
    "emailVerified" ${flag} not null,
    image text,
    "createdAt" ${instant} not null,
    "updatedAt" ${instant} not null
  )`,
  `create table session (
    id text primary key,
    "expiresAt" ${instant} not null,
    token text not null unique,
    "createdAt" ${instant} not null,
    "updatedAt" ${instant} not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" text not null references "user" (id) on delete cascade
  )`,
  'create index "session_user" on session ("userId")',
  `create table account (
    id text primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" text not null references "user" (id) on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" ${instant},
    "refreshTokenExpiresAt" ${instant},
    scope text,
    password text,
    "createdAt" ${instant} not null,
    "updatedAt" ${instant} not null
  )`,
  'create index account_user on account ("userId")',
  `create table verification (
    id text primary key,
    identifier text not null,
    value text not null,
    "expiresAt" ${instant} not null,
    "createdAt" ${instant} not null,
    "updatedAt" ${instant} not null
  )`,
  'create index verification_identifier on verification (identifier)',
  `create table password_reset (
    token_hash text primary key,
    user_id text not null references "user" (id) on delete cascade,
    expires_at ${sorted} not null
  )`,
  'create index password_reset_user on password_reset (user_id)',
];

export const workspaces = ({ sorted }: TableSyntax): string[] => [
  `create table workspace (
    id ${sorted} primary key,
    owner_user_id text not null unique references "user" (id) on delete cascade,
    email text not null unique,
    plan text not null,
    anchor_at ${sorted} not null,
    period_start ${sorted} not null,
    period_end ${sorted} not null,
    balance bigint not null default 0 check (balance >= 0),
    held bigint not null default 0 check (held >= 0),
    used bigint not null default 0,
    log_count bigint not null default 0,
    event_count bigint not null default 0,
    stored_bytes bigint not null default 0,
    event_kinds text,
    listening_until ${sorted},
    created_at ${sorted} not null
  )`,
  `create table member (
    user_id text primary key references "user" (id) on delete cascade,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    role text not null,
    invited_by text not null,
    created_at ${sorted} not null
  )`,
  'create index member_workspace on member (workspace_id)',
];

export const invitations = ({ sorted }: TableSyntax): string[] => [
  `create table invitation (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    token_hash text not null unique,
    role text not null,
    email text,
    creator_id text not null,
    created_by text not null,
    created_at ${sorted} not null,
    expires_at ${sorted} not null
  )`,
  'create index invitation_workspace on invitation (workspace_id)',
  'create index invitation_expires on invitation (expires_at)',
];

/** API keys, and the sign-ins of commands that end with one. */
export const keys = ({ sorted }: TableSyntax): string[] => [
  `create table api_key (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    name text not null,
    hash text not null unique,
    preview text not null,
    created_by text,
    scopes text,
    profiles text,
    platforms text,
    expires_at text,
    credit_limit integer,
    limited_by text,
    spent integer not null default 0,
    spent_period text,
    revoked_at text,
    created_at ${sorted} not null,
    last_used_at ${sorted}
  )`,
  'create index api_key_workspace on api_key (workspace_id, id)',
  `create table command_grant (
    code_hash ${sorted} primary key,
    user_code_hash ${sorted} unique,
    workspace_id ${sorted} references workspace (id) on delete cascade,
    approved_by text,
    state text not null,
    challenge text,
    machine text not null,
    scopes text,
    address text not null,
    network ${sorted} not null,
    interval_seconds integer not null,
    asked_at text,
    created_at ${sorted} not null,
    expires_at ${sorted} not null
  )`,
  'create index command_grant_network on command_grant (network, expires_at)',
  'create index command_grant_expires on command_grant (expires_at)',
];

export const profiles = ({ sorted }: TableSyntax): string[] => [
  `create table profile (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    name text not null,
    slug ${sorted} not null,
    is_default integer not null,
    created_at ${sorted} not null,
    constraint profile_slug unique (workspace_id, slug)
  )`,
  'create unique index profile_one_default on profile (workspace_id) where is_default = 1',
  `create table slot_times (
    profile_id ${sorted} primary key references profile (id) on delete cascade,
    time_zone text not null,
    times text not null
  )`,
];

export const connections = ({ sorted, bytes }: TableSyntax): string[] => [
  `create table connection (
    id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    profile_id ${sorted} not null references profile (id) on delete cascade,
    platform text not null,
    network text not null,
    network_origin text not null,
    account_id text not null,
    account_urn text,
    account_type text not null,
    username text,
    display_name text not null,
    picture text,
    picture_version text,
    picture_due_at text,
    name ${sorted} not null,
    is_default integer not null,
    is_network_default integer not null,
    access_token text not null,
    refresh_token text,
    access_expires_at ${sorted},
    refresh_expires_at ${sorted},
    expiry_warned_days integer,
    token_version integer not null,
    missing_scopes text not null,
    scopes text,
    limits text,
    limits_read_at text,
    state text not null,
    connected_at ${sorted} not null,
    updated_at ${sorted} not null,
    constraint connection_name unique (profile_id, name)
  )`,
  'create unique index connection_default on connection (profile_id, platform) where is_default = 1',
  'create unique index connection_network_default on connection (profile_id, network) where is_network_default = 1',
  // Every name that an account of a profile has had leads to its channel for good.
  `create table account_name (
    profile_id ${sorted} not null references profile (id) on delete cascade,
    name ${sorted} not null,
    network text not null,
    channel ${sorted} not null,
    used_at ${sorted} not null,
    constraint account_name_pk primary key (profile_id, name)
  )`,
  'create index connection_workspace on connection (workspace_id)',
  'create index connection_account on connection (platform, account_id, network_origin)',
  // The account of each connection, also once the connection is gone: a published post names its connection.
  `create table connected_account (
    connection_id ${sorted} primary key,
    workspace_id ${sorted} not null references workspace (id) on delete cascade,
    network_origin text not null,
    account_id text not null
  )`,
  'create index connected_account_workspace on connected_account (workspace_id)',
  // Beside the connections: a publish reads those, and no picture.
  `create table account_picture (
    connection_id ${sorted} primary key references connection (id) on delete cascade,
    content_type text not null,
    bytes ${bytes} not null
  )`,
];

/** Sign-ins at networks, and the apps at networks of which anybody runs a server. */
export const signIns = ({ sorted }: TableSyntax): string[] => [
  `create table oauth_flow (
    id ${sorted} primary key,
    platform text not null,
    network text not null,
    network_origin text not null,
    profile_id text,
    started_by text,
    browser_hash text not null,
    code_verifier text not null,
    redirect_uri text not null,
    stage text not null,
    ending text,
    attempt_hash text,
    connect_hash text unique,
    tokens text,
    options text,
    created_at ${sorted} not null,
    expires_at ${sorted} not null
  )`,
  'create index oauth_flow_attempt on oauth_flow (attempt_hash)',
  'create index oauth_flow_expiry on oauth_flow (expires_at)',
  `create table network_app (
    id text primary key,
    network_origin text not null,
    client_id text not null,
    client_secret text not null,
    created_at text not null
  )`,
];
