import type { PlatformId, Schema, Target } from '@social/types';
import type { Generated, Kysely, Transaction } from 'kysely';
import type { AccountTable, InvitationTable, MemberTable, SessionTable, UserTable } from './accounts/member-tables.ts';
import type { AccountPictureTable, ConnectedAccountTable, NetworkAppTable } from './connections/connection-tables.ts';
import type { ProfileTable, SlotTimesTable } from './connections/profile-tables.ts';
import type { MailKindTable, MailSettingTable, MailTable, PasswordResetTable } from './mail/mail-tables.ts';
import type { DraftTable } from './posts/draft-table.ts';
import type { CounterReadingTable } from './targets/counter-table.ts';
import type { RemovalTable } from './targets/removal-table.ts';

// On every database, instants are ISO 8601 text in UTC with milliseconds, flags are 0 or 1, lists and objects are JSON text.

export interface WorkspaceTable {
  id: string;
  owner_user_id: string;
  email: string;
  plan: string;
  /** Instant of sign-up, from which the periods are counted. */
  anchor_at: string;
  period_start: string;
  period_end: string;
  /** Sum of the ledger's grants and charges. */
  balance: number;
  /** Credits reserved for operations that are under way: the sum of the open reservations and of what is reserved for targets. */
  held: number;
  /** Credits charged in this period. */
  used: number;
  /** Number of the last entry in the activity log. The entries are numbered from 1 without gaps; the first ones may be deleted. */
  log_count: number;
  /** Number of the last webhook event; a trigger of `webhook_event` raises it. Restoring a backup skips numbers. */
  event_count: number;
  /** Bytes that count as stored, or more: triggers add what is inserted, and nothing is taken off before it is measured. */
  stored_bytes: Generated<number>;
  /** Kinds of webhook events to record, in the form of `writeKinds`; null for none. */
  event_kinds: string | null;
  /** Instant until which events of every kind are recorded, because somebody reads them; null for nobody. */
  listening_until: string | null;
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
  /** JSON list of scopes; null for all. */
  scopes: string | null;
  /** JSON list of the ids of the only profiles that the key sees; null for all. */
  profiles: string | null;
  /** JSON list of `Part`: the only platforms, networks and accounts that the key uses; null for all. */
  platforms: string | null;
  expires_at: string | null;
  /** Credits that the key may spend in a period of its workspace; null without a limit. */
  credit_limit: number | null;
  /** JSON list of the keys whose limits count what this key spends, its own first; null for none. */
  limited_by: string | null;
  /** Credits that are reserved or were charged in the period that begins at `spent_period`. */
  spent: number;
  spent_period: string | null;
  /** Set on a key whose limit still counts for the keys that it has made; other keys are deleted. */
  revoked_at: string | null;
  /** User who made the key, or the key with which it was made; null for keys of the operator. */
  created_by: string | null;
}

export interface ConnectionTable {
  id: string;
  workspace_id: string;
  profile_id: string;
  platform: PlatformId;
  network: string;
  /** API base address at which the connection was made. The tokens are sent to no other address. */
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
  /** JSON list of the scopes that were granted; null where the network does not say. */
  scopes: string | null;
  state: 'connected' | 'needs_reconnect';
  /** Raised when tokens are replaced, so that a writer with older tokens notices. */
  token_version: number;
  /** Days before the end for which the last warning was logged; null without a warning since the tokens were issued. */
  expiry_warned_days: number | null;
  /** JSON of the limits of the account's server; null where its network has the same limits everywhere, and before they are known. */
  limits: string | null;
  limits_read_at: string | null;
  /** Start of the SHA-256 of the account's picture, hex; null without one. */
  picture_version: string | null;
  /** Instant from which the picture is read again. */
  picture_due_at: string | null;
  /** Short name of the account, unique in the profile. */
  name: string;
  /** 1 for the account that the platform alone means, else 0. */
  is_default: number;
  /** 1 for the account that the network's name means, where its platform has several networks, else 0. */
  is_network_default: number;
  connected_at: string;
  updated_at: string;
}

/** A name that an account of a profile has or had. */
export interface AccountNameTable {
  profile_id: string;
  name: string;
  network: string;
  /** Channel of the account. */
  channel: string;
  used_at: string;
}

/** Reason why a flow ended without a connection. */
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
  /** User whose session started the flow; null without a session. */
  started_by: string | null;
  /** SHA-256 of the flow cookie's value, hex. */
  browser_hash: string;
  code_verifier: string;
  redirect_uri: string;
  stage: 'started' | 'exchanging' | 'authorized' | 'confirmed' | 'ended';
  /** Set when the flow ended without a connection. */
  ending: FlowEnding | null;
  /** SHA-256 of the text by which a program finds the flow, hex. */
  attempt_hash: string | null;
  /** SHA-256 of the connect cookie's value, hex; set once authorized. */
  connect_hash: string | null;
  tokens: string | null;
  options: string | null;
  created_at: string;
  expires_at: string;
}

/** A command that waits for its API key. The exchange for the key deletes the row. */
export interface CommandGrantTable {
  /** SHA-256 of the device code, or of the code that the browser brings, hex. */
  code_hash: string;
  /** SHA-256 of the user code's letters, hex; null when the browser brings the code. */
  user_code_hash: string | null;
  /** Workspace that the key will belong to; set on approval. */
  workspace_id: string | null;
  /** User who approved it; null before. */
  approved_by: string | null;
  state: 'pending' | 'approved' | 'denied';
  /** Challenge that the verifier of the exchange must match; null when the exchange needs no verifier. */
  challenge: string | null;
  machine: string;
  /** JSON list of the scopes that the key gets, or that the command asks for; null for all. */
  scopes: string | null;
  /** Address of the client that began the sign-in. */
  address: string;
  /** Key of the limits: the network of that address, or the workspace where it is known from the beginning. */
  network: string;
  /** Shortest time between two polls of the command. */
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
  /** JSON list of the parts after the first. */
  thread: string | null;
  platforms: string;
  media_urls: string | null;
  media: string | null;
  poll: string | null;
  comments: string | null;
  meta: string | null;
  settings: string | null;
  disclosures: string | null;
  overrides: string | null;
  /** 1 when pictures that are too large for a network are made to fit. */
  fit_media: number;
  /** 1 when every file of a scheduled post is copied before it is due. */
  copy_media: number;
  /** JSON list of `FileCopy`; null when nothing was to be copied. */
  copies: string | null;
  /** Instant at which files are to be copied, while the post waits for its time. */
  copies_due_at: string | null;
  /** Worker that copies files of the post. */
  copier_id: string | null;
  /** Place where the sender keeps the post, for example a file. */
  source: string | null;
  status: PostStatus;
  /** Time as the caller wrote it. */
  scheduled_for: string | null;
  /** The same instant in UTC while the post waits for it. */
  due_at: string | null;
  /** Set on a quarantined post: a restored backup brought it back, and it is not sent before an operator releases it. */
  held_at: string | null;
  /** Instant of `scheduled_for`, else of creation: the post's place in a calendar. */
  happens_at: string;
  /** 1 when the time is the slot that the server chose. No other such post of the profile has that time, unless it is canceled. */
  from_slot: number;
  /** Bytes that count against the quota of unsent posts; 0 once the post is sent. */
  unsent_bytes: number;
  /** JSON list of the API keys whose limits count what the post costs; null for none. */
  limited_by: string | null;
  /** Idempotency-Key of the call that has scheduled the post; null without one, and for a post that was not scheduled. */
  idempotency_key: string | null;
  /** JSON of `PostApproval`: the draft from which the post was made; null for other posts. */
  approval: string | null;
  /** JSON list of the labels; null for none. */
  labels: string | null;
  created_at: string;
  updated_at: string;
}

/** A platform that a post was requested for. Unlike targets, these rows exist from the post's creation. */
export interface PostPlatformTable {
  workspace_id: string;
  platform: PlatformId;
  post_id: string;
  /** Target as the request spells it. */
  target: Target;
  /** Channel in which a scheduled post is begun; null for other posts. */
  channel: string | null;
  /** Time of a scheduled post while it waits for it; null for other posts, and in quarantine. */
  due_at: string | null;
}

/** A label of a post. */
export interface PostLabelTable {
  workspace_id: string;
  label: string;
  post_id: string;
}

/** A post that was stored or has changed, and whose words are to be indexed. */
export interface SearchQueueTable {
  number: Generated<number>;
  post_id: string;
}

/** The saved views of a workspace. */
export interface SavedViewsTable {
  workspace_id: string;
  /** JSON list of `View`. */
  views: string;
}

export interface PostTargetTable {
  id: string;
  post_id: string;
  workspace_id: string;
  /** Profile of the post. */
  profile_id: string | null;
  platform: PlatformId;
  /** Target as the request spells it. */
  target: Target;
  /** Short name of the account when the target was stored; null without one. */
  account_name: string | null;
  /** Channel in which the target is sent and looked for; null where it was refused. */
  channel: string | null;
  position: number;
  /** Number of the thread part, from 1; always 1 without a thread. */
  part: number;
  state: TargetState;
  connection_id: string | null;
  account: string | null;
  platform_post_id: string | null;
  /** 1 when a person named the post and the server could not read it at the network. */
  by_hand: number;
  url: string | null;
  error: string | null;
  code: string | null;
  retryable: number;
  credits: number;
  /** Credits that are reserved for the target; 0 once they are charged or released. */
  held: number;
  /** JSON of `Spending` for the credits that are reserved; null where no limit counts them. */
  spending: string | null;
  note: string | null;
  /** Number of the attempt, from 1. */
  attempt: number;
  sent_at: string | null;
  /** Worker that sends the target or is about to; null when any worker may take it. Stays after the end. */
  worker_id: string | null;
  /** Instant before which a postponed target is not sent again; null for other targets. */
  not_before: string | null;
  /** Instant at which the target is continued in its channel; null while a worker has it, and after the last look. */
  due_at: string | null;
  /** JSON with stage, doneBytes and totalBytes, while files are uploaded. */
  progress: string | null;
  /** Encrypted JSON of the driver from which an interrupted publish is resumed. */
  checkpoint: string | null;
  /** JSON list of what was done to files, in the form of `PreparedFile`; null where nothing was. */
  fitted: string | null;
  /** Instant from which the network no longer has what the target published; null while it has it. The state stays `published`. */
  removed_at: string | null;
  updated_at: string;
}

/** A step of a post, and those that were stored with it. The table is append-only. */
export interface PostEventTable {
  id: string;
  workspace_id: string;
  post_id: string;
  /** Platform of the step; null for a step of the whole post. */
  platform: string | null;
  kind: Schema<'PostEvent'>['kind'];
  attempt: number | null;
  at: string;
  /** JSON with part, scheduledFor, nextAttemptAt, error, code, url; null without details. */
  details: string | null;
  /** JSON list of the next steps, each with platform, kind, attempt, at and details; null for none. */
  further: string | null;
}

/** Credits that are reserved for an operation. Those for a post stand at its targets. */
export interface CreditReservationTable {
  /** Id of the operation that the credits are reserved for. */
  id: string;
  workspace_id: string;
  amount: number;
  /** JSON of `Spending`; null where no limit counts the credits. */
  spending: string | null;
  state: 'held' | 'settled' | 'released';
  created_at: string;
  resolved_at: string | null;
}

export interface LedgerEntryTable {
  id: string;
  workspace_id: string;
  amount: number;
  action: string;
  /** Operation of the charge. Charges of one operation are shown as one transaction. */
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
  /** Profile of the entry, which may be deleted; null for changes of the workspace. */
  profile_id: string | null;
  profile_name: string;
  /** Short name that the account of the entry had; null without one. */
  target: string | null;
  status: Schema<'LogEntry'>['status'];
  metadata: string;
  created_at: string;
}

export interface IdempotencyKeyTable {
  workspace_id: string;
  key: string;
  /** SHA-256 of method, path, query and body, hex. */
  fingerprint: string;
  /** Worker and call that have claimed the key. */
  owner: string;
  /** Caller of a call that creates no post; null for others. */
  caller: string | null;
  locked_until: string;
  post_id: string | null;
  /** Draft that the call has made, until the draft becomes a post; null for other calls. */
  draft_id: string | null;
  status: number | null;
  body: string | null;
  created_at: string;
  /** Instant after which the key is deleted; null before the answer, and when it is kept as long as its post. */
  expires_at: string | null;
}

/** A process that serves from this database. A worker that stops raising `beat` is taken for dead and its row deleted. */
export interface WorkerTable {
  id: string;
  beat: number;
  started_at: string;
  /** Text that the values encrypted by this worker begin with; it identifies the key. */
  first_key: string;
}

/**
 * An account of a workspace to which one process at a time may send; before one is connected, a platform of a profile. A row exists while a
 * worker has leased the channel, or something waits for that; that of a dead worker may stay.
 */
export interface ChannelTable {
  id: string;
  workspace_id: string;
  /** Instant at which something may be due, or an earlier one; null when nothing waits. */
  next_due: string | null;
  /** Worker that has leased the channel; null for none. On SQLite always null: the only process knows its leases. */
  worker_id: string | null;
}

/** A task that one process at a time may do. The row is deleted with its worker. */
export interface LeaseTable {
  name: string;
  worker_id: string;
}

/** A file that a workspace has uploaded. */
export interface MediaTable {
  workspace_id: string;
  /** SHA-256 of the file, hex; also the file's name. */
  sha256: string;
  bytes: number;
  content_type: string;
  created_at: string;
  /** Last instant at which the file was uploaded, sent, or found to be needed by a post. */
  used_at: string;
  /** Name in the object storage; null for a file in the data directory. */
  object: string | null;
  /** JSON with what the file is, in the form of `FileLook`. */
  look: string;
  /** Name that the uploader last gave; null without one. */
  name: string | null;
}

/** An address that receives events. */
export interface WebhookEndpointTable {
  id: string;
  workspace_id: string;
  url: string;
  description: string | null;
  /** JSON list of the kinds to send; null for every kind. */
  kinds: string | null;
  status: 'active' | 'disabled' | 'paused';
  /** Why the endpoint is not active, in a sentence. */
  status_reason: string | null;
  /** Encrypted secret with its prefix `whsec_`. */
  secret: string;
  secret_preview: string;
  /** Encrypted secret that signs too until `previous_until`. */
  previous_secret: string | null;
  previous_until: string | null;
  /** Number of the last event for which deliveries exist where the endpoint wants them. */
  position: number;
  /** Instant of the first failure since the last success; null without one. */
  failing_since: string | null;
  created_at: string;
  updated_at: string;
}

/** Something that happened, for webhook endpoints and readers. Written in the transaction of what happened. */
export interface WebhookEventTable {
  workspace_id: string;
  number: number;
  id: string;
  kind: Schema<'WebhookKind'>;
  /** Id of the post, draft, connection or workspace that the event is about. */
  object_id: string;
  /** JSON of what cannot be read later, such as a connection that was removed; null for an event whose object stays. */
  details: string | null;
  /** JSON that is sent, the same in every try; null before the first. */
  body: string | null;
  created_at: string;
}

/** An event on its way to an endpoint, and afterwards an entry of the endpoint's log. */
export interface WebhookDeliveryTable {
  id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  /** Number of the event; null for a test. */
  number: number | null;
  kind: string;
  /** Body of a test, which has no event. */
  body: string | null;
  state: Schema<'WebhookDeliveryStatus'>;
  tries: number;
  /** Tries since the delivery was made or sent again by hand. */
  round: number;
  /** Instant of the next try while the delivery is pending. */
  due_at: string | null;
  /** Worker that sends the delivery now. */
  worker_id: string | null;
  /** JSON of `LastTry`; null before the first. */
  last_try: string | null;
  created_at: string;
}

export interface ServerMetaTable {
  name: string;
  value: string;
}

export interface Tables {
  workspace: WorkspaceTable;
  profile: ProfileTable;
  slot_times: SlotTimesTable;
  api_key: ApiKeyTable;
  connection: ConnectionTable;
  account_name: AccountNameTable;
  connected_account: ConnectedAccountTable;
  account_picture: AccountPictureTable;
  network_app: NetworkAppTable;
  oauth_flow: OauthFlowTable;
  command_grant: CommandGrantTable;
  member: MemberTable;
  invitation: InvitationTable;
  post: PostTable;
  draft: DraftTable;
  post_platform: PostPlatformTable;
  post_label: PostLabelTable;
  search_queue: SearchQueueTable;
  saved_views: SavedViewsTable;
  post_target: PostTargetTable;
  removal: RemovalTable;
  counter_reading: CounterReadingTable;
  post_event: PostEventTable;
  credit_reservation: CreditReservationTable;
  ledger_entry: LedgerEntryTable;
  activity_log: ActivityLogTable;
  idempotency_key: IdempotencyKeyTable;
  worker: WorkerTable;
  lease: LeaseTable;
  channel: ChannelTable;
  media: MediaTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
  server_meta: ServerMetaTable;
  mail: MailTable;
  mail_setting: MailSettingTable;
  mail_kind: MailKindTable;
  password_reset: PasswordResetTable;
  user: UserTable;
  account: AccountTable;
  session: SessionTable;
}

export type Database = Kysely<Tables>;
/** A database or an open transaction on it. */
export type Queryable = Kysely<Tables> | Transaction<Tables>;
