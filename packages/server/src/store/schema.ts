import type { PlatformId, Schema } from '@social/types';
import type { Kysely, Transaction } from 'kysely';

/** Instants are ISO 8601 text in UTC with milliseconds, flags are 0 or 1, and lists and objects are JSON text: the same on every database. */
export interface WorkspaceTable {
  id: string;
  owner_user_id: string;
  email: string;
  plan: string;
  /** Instant of sign-up; the anniversary that every reset is counted from. */
  anchor_at: string;
  period_start: string;
  period_end: string;
  /** Grants and charges settled so far; always the sum of the ledger. */
  balance: number;
  /** Reserved for what is being sent. */
  held: number;
  /** Charges of this period. */
  used: number;
  /** Number of entries in the activity log, which are numbered densely from 1. */
  log_count: number;
  created_at: string;
}

export interface ProfileTable {
  id: string;
  workspace_id: string;
  name: string;
  slug: string;
  is_default: number;
  created_at: string;
}

export interface ApiKeyTable {
  id: string;
  workspace_id: string;
  name: string;
  /** SHA-256 of the key, hex. */
  hash: string;
  preview: string;
  created_at: string;
  last_used_at: string | null;
}

export interface ConnectionTable {
  id: string;
  workspace_id: string;
  profile_id: string;
  platform: PlatformId;
  network: string;
  /** API base address the connection was made at; it is never used against another. */
  network_origin: string;
  account_id: string;
  account_urn: string | null;
  account_type: 'personal' | 'organization';
  username: string | null;
  display_name: string;
  picture: string | null;
  access_token: string;
  refresh_token: string | null;
  access_expires_at: string | null;
  refresh_expires_at: string | null;
  missing_scopes: string;
  state: 'connected' | 'needs_reconnect';
  /** Raised whenever tokens are replaced, so that a late writer notices. */
  token_version: number;
  /** Days before its end for which a warning was given last; null: none since its tokens were issued. */
  expiry_warned_days: number | null;
  connected_at: string;
  updated_at: string;
}

/** Why a flow made no connection. */
export type FlowEnding =
  | 'denied'
  | 'incomplete'
  | 'codeRefused'
  | 'refused'
  | 'unavailable'
  | 'misconfigured'
  | 'broken';

export interface OauthFlowTable {
  /** SHA-256 of the state parameter, hex. */
  id: string;
  platform: PlatformId;
  network: string;
  network_origin: string;
  profile_id: string | null;
  /** User whose session started the flow, where there was one. */
  started_by: string | null;
  /** SHA-256 of the flow cookie's value, hex. */
  browser_hash: string;
  code_verifier: string;
  redirect_uri: string;
  stage: 'started' | 'exchanging' | 'authorized' | 'confirmed' | 'ended';
  /** How it ended without a connection. */
  ending: FlowEnding | null;
  /** SHA-256 of the text by which a program asks for it, hex. */
  attempt_hash: string | null;
  /** SHA-256 of the connect cookie's value, hex; set once authorized. */
  connect_hash: string | null;
  tokens: string | null;
  options: string | null;
  created_at: string;
  expires_at: string;
}

/** A command that waits for its key: the row is deleted by the exchange. */
export interface CommandGrantTable {
  /** SHA-256 of the device code, or of the code that the browser brings, hex. */
  code_hash: string;
  /** SHA-256 of the user code's letters, hex; null: the browser brings the code. */
  user_code_hash: string | null;
  /** Whose key it becomes; set once approved. */
  workspace_id: string | null;
  state: 'pending' | 'approved' | 'denied';
  /** Of the verifier that the exchange must show, as the command sent it; null: it needs none. */
  challenge: string | null;
  machine: string;
  /** Of the client that began it. */
  address: string;
  /** What limits count for: the network of that address, or the workspace where it is known from the beginning. */
  network: string;
  /** How far apart the command has to ask. */
  interval_seconds: number;
  asked_at: string | null;
  created_at: string;
  expires_at: string;
}

export type PostStatus = Schema<'PostStatus'>;
export type TargetState = Exclude<Schema<'TargetState'>, 'ready' | 'problem'>;

export interface PostTable {
  id: string;
  workspace_id: string;
  profile_id: string;
  profile_slug: string;
  text: string;
  /** JSON: further parts. */
  thread: string | null;
  platforms: string;
  media_urls: string | null;
  media: string | null;
  meta: string | null;
  overrides: string | null;
  /** Where its sender keeps it. */
  source: string | null;
  status: PostStatus;
  /** The value as it was given. */
  scheduled_for: string | null;
  /** The same instant in UTC, while the post is waiting for it. */
  due_at: string | null;
  /** Set on what a restored backup brought back: it is not sent before it is released. */
  held_at: string | null;
  /** Instant of `scheduled_for`, else of its creation: where it stands in a calendar. */
  happens_at: string;
  /** What it takes of the quota of posts that cost no credits; 0 once it is sent. */
  unsent_bytes: number;
  created_at: string;
  updated_at: string;
}

/** A platform that a post was asked for; a post has its targets only once it is sent. */
export interface PostPlatformTable {
  workspace_id: string;
  platform: PlatformId;
  post_id: string;
}

export interface PostTargetTable {
  id: string;
  post_id: string;
  workspace_id: string;
  platform: PlatformId;
  position: number;
  /** Which part of a thread, from 1; a post without one has this part alone. */
  part: number;
  state: TargetState;
  connection_id: string | null;
  account: string | null;
  platform_post_id: string | null;
  url: string | null;
  error: string | null;
  code: string | null;
  retryable: number;
  credits: number;
  note: string | null;
  /** Counts sends; names the hold of each. */
  attempt: number;
  sent_at: string | null;
  /** Process that sends it, or is about to. Null: whoever sends next takes it. */
  worker_id: string | null;
  /** It waits for this instant before it is sent once more; null: it does not wait. */
  not_before: string | null;
  /** JSON: stage, doneBytes, totalBytes; while files are on their way. */
  progress: string | null;
  /** Encrypted JSON of the driver: where an interrupted publish is taken up. */
  checkpoint: string | null;
  updated_at: string;
}

/** A step of a post; rows are only added. */
export interface PostEventTable {
  id: string;
  workspace_id: string;
  post_id: string;
  /** Null: of the post as a whole. */
  platform: string | null;
  kind: Schema<'PostEvent'>['kind'];
  attempt: number | null;
  at: string;
  /** JSON: part, scheduledFor, nextAttemptAt, error, code, url; null: none of them. */
  details: string | null;
}

export interface CreditHoldTable {
  /** Operation that the credits are held for. */
  id: string;
  workspace_id: string;
  amount: number;
  state: 'held' | 'settled' | 'released';
  created_at: string;
  resolved_at: string | null;
}

export interface LedgerEntryTable {
  id: string;
  workspace_id: string;
  amount: number;
  action: string;
  /** Charges of one operation are shown as one transaction. */
  operation_id: string;
  metadata: string;
  created_at: string;
}

export interface ActivityLogTable {
  id: string;
  workspace_id: string;
  seq: number;
  action: Schema<'LogEntry'>['action'];
  platform: string | null;
  profile_name: string;
  status: Schema<'LogEntry'>['status'];
  metadata: string;
  created_at: string;
}

export interface IdempotencyKeyTable {
  workspace_id: string;
  key: string;
  /** SHA-256 of method, path, query and body, hex. */
  fingerprint: string;
  /** Worker and call that answer, while the answer is not there. */
  owner: string;
  locked_until: string;
  post_id: string | null;
  status: number | null;
  body: string | null;
  created_at: string;
  /** Null: kept as long as its post. */
  expires_at: string | null;
}

/** A process that serves from this database. Who stops raising `beat` is taken for dead, and its row deleted. */
export interface WorkerTable {
  id: string;
  beat: number;
  started_at: string;
  /** What the values that it encrypts begin with. */
  first_key: string;
}

/** What only one process may do at a time; it ends with its worker. */
export interface LeaseTable {
  name: string;
  worker_id: string;
}

/** A file that a workspace has uploaded. */
export interface MediaTable {
  workspace_id: string;
  /** Of the file, hex; also its name. */
  sha256: string;
  bytes: number;
  content_type: string;
  created_at: string;
  /** Last time that it was uploaded, sent, or found to be needed by a post. */
  used_at: string;
}

export interface ServerMetaTable {
  name: string;
  value: string;
}

/** Tables of better-auth: the columns that this server looks at too. */
export interface UserTable {
  id: string;
  email: string;
}

/** A way to sign in. */
export interface AccountTable {
  userId: string;
  providerId: string;
  /** Its hash. */
  password: string | null;
}

export interface SessionTable {
  id: string;
  userId: string;
  /** SHA-256 of what the cookie holds, signed; hex. */
  token: string;
  /** Text on SQLite. */
  createdAt: Date | string;
  expiresAt: Date | string;
  ipAddress: string | null;
  userAgent: string | null;
}

export interface Tables {
  workspace: WorkspaceTable;
  profile: ProfileTable;
  api_key: ApiKeyTable;
  connection: ConnectionTable;
  oauth_flow: OauthFlowTable;
  command_grant: CommandGrantTable;
  post: PostTable;
  post_platform: PostPlatformTable;
  post_target: PostTargetTable;
  post_event: PostEventTable;
  credit_hold: CreditHoldTable;
  ledger_entry: LedgerEntryTable;
  activity_log: ActivityLogTable;
  idempotency_key: IdempotencyKeyTable;
  worker: WorkerTable;
  lease: LeaseTable;
  media: MediaTable;
  server_meta: ServerMetaTable;
  user: UserTable;
  account: AccountTable;
  session: SessionTable;
}

export type Database = Kysely<Tables>;
/** A database or an open transaction on it: queries take either. */
export type Queryable = Kysely<Tables> | Transaction<Tables>;
