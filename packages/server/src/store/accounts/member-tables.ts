import type { Schema } from '@social/types';

/** A member of a workspace that is not its founder. */
export interface MemberTable {
  user_id: string;
  workspace_id: string;
  role: Schema<'Role'>;
  /** Name of the person or key that invited. */
  invited_by: string;
  created_at: string;
}

/** A link with which one person joins a workspace. */
export interface InvitationTable {
  id: string;
  workspace_id: string;
  /** SHA-256 of the link's token, hex. */
  token_hash: string;
  role: Schema<'Role'>;
  /** Address of the person who is invited; null when none was given. */
  email: string | null;
  /** Id of the user or key that invites. */
  creator_id: string;
  /** Name of the person or key that invites. */
  created_by: string;
  created_at: string;
  expires_at: string;
}

// The next three are tables of better-auth, with the columns that this server reads too.

export interface UserTable {
  id: string;
  email: string;
  /** The library writes it by the clock of the machine. */
  createdAt: string;
}

/** A sign-in method of a user. */
export interface AccountTable {
  userId: string;
  providerId: string;
  /** Hash of the password. */
  password: string | null;
}

export interface SessionTable {
  id: string;
  userId: string;
  /** SHA-256 of the token in the signed cookie, hex. */
  token: string;
  /** Instant of the sign-in; a text on SQLite. */
  createdAt: Date | string;
  expiresAt: Date | string;
  ipAddress: string | null;
  userAgent: string | null;
}
