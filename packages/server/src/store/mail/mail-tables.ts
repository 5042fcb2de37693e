import type { Schema } from '@social/types';

/** A mail. It is stored before it is sent. */
export interface MailTable {
  id: string;
  /** Workspace that the mail is about; null for a link for a forgotten password. */
  workspace_id: string | null;
  kind: Schema<'MailKind'> | 'confirmation' | 'password_reset' | 'invitation';
  recipient: string;
  /** Encrypted JSON of subject and text; null before it is composed, and once the mail has ended. */
  content: string | null;
  state: 'waiting' | 'sent' | 'failed' | 'ended';
  /** Text that no other mail may have, so that there is at most one in a span of time; null for mails without that limit. */
  once: string | null;
  /** Number of tries so far. */
  attempts: number;
  /** Answer of the mail server to the last try, or why it gave no answer. */
  error: string | null;
  /** Worker that sends the mail now. */
  worker_id: string | null;
  created_at: string;
  /** Instant of the next try; null once the mail has ended. */
  due_at: string | null;
  /** Instant after which the mail is not sent, and the row is deleted. */
  expires_at: string;
}

/** Address to which a workspace's mails go. */
export interface MailSettingTable {
  workspace_id: string;
  address: string;
  confirmed_at: string | null;
  /** SHA-256 of the token of the last link, hex. */
  confirm_hash: string | null;
  confirm_expires_at: string | null;
}

/** A kind of mails that a workspace wants. */
export interface MailKindTable {
  workspace_id: string;
  kind: Schema<'MailKind'>;
  /** Number of the last entry of the activity log that a mail tells of, or that needs none. */
  seen_seq: number;
  /** Instant of the last mail of the kind. */
  mailed_at: string | null;
}

/** A link that replaces a forgotten password. */
export interface PasswordResetTable {
  /** SHA-256 of the link's token, hex. */
  token_hash: string;
  user_id: string;
  expires_at: string;
}
