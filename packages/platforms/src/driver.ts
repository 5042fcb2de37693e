import type { PlatformId } from '@social/types';

/** One file to publish, already fetched and checked. `open` may be called again for another attempt; the caller owns the bytes. */
export interface OutgoingMedia {
  readonly kind: 'image' | 'video';
  /** Media type found in the file's first bytes, for example `image/png`. */
  readonly contentType: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** In lower-case hexadecimal: tells whether an upload that is continued is still of the same file. */
  readonly sha256: string;
  /** In pixels; null for videos, and where the format does not tell. */
  readonly dimensions: { readonly width: number; readonly height: number } | null;
  /** Last part of its address, for people and for networks that want a name. */
  readonly fileName: string;
  /** Address from which the network itself can fetch it; null where there is none that it could reach. */
  readonly publicUrl: string | null;
  /** Description for people who cannot see it; empty when none was given. */
  readonly alt: string;
  /** The bytes from `fromByte` on, from the beginning when left out. */
  readonly open: (fromByte?: number) => AsyncIterable<Uint8Array>;
}

/** What one platform is to publish. `text` is exactly what a reader must see: the driver escapes it for its network. */
export interface OutgoingPost {
  readonly text: string;
  readonly media: readonly OutgoingMedia[];
  readonly meta: Readonly<Record<string, unknown>>;
  /** The network's id of the account's own post that this one answers; only where the platform has replies. */
  readonly replyTo?: string;
}

/** A connected account as plain values, with a token that was valid when the call began. */
export interface ConnectedAccount {
  /** The network's own id of the account. */
  readonly accountId: string;
  /** Name in links to the account's posts, where the network has one. */
  readonly username: string | null;
  /** URN under which the account publishes, where the network uses one. */
  readonly accountUrn: string | null;
  readonly accessToken: string;
}

/** Limits of one call: the signal ends it, `timeoutMs` bounds each request (milliseconds, headers and body). */
export interface CallContext {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Bounds a request that sends a file instead, to which the time for its size is added; `timeoutMs` does when left out. */
  readonly uploadTimeoutMs?: number;
}

/** How far a publish has come. Bytes count the whole file, also what an earlier process has sent. */
export interface PublishProgress {
  /** `processing`: everything is there, and the network prepares it. */
  readonly stage: 'uploading' | 'processing';
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** What a driver needs to go on with a publish in another process; JSON, kept encrypted. */
export type Checkpoint = Readonly<Record<string, string | number | boolean | null>>;

/** One publish that may take long. */
export interface PublishContext extends CallContext {
  /** Tells how far it is; may be called often. */
  readonly onProgress?: (progress: PublishProgress) => void;
  /** Where an interrupted publish of the same post had come; null when it begins. */
  readonly checkpoint?: Checkpoint | null;
  /**
   * Stores where it has come, before the step that makes use of it: after a crash the publish is called with the last one
   * stored. Resolves when it is on the disk.
   */
  readonly saveCheckpoint?: (checkpoint: Checkpoint) => Promise<void>;
}

/** What the network accepted. */
export interface Published {
  readonly platformPostId: string;
  /** Public address of the post. */
  readonly url: string;
  /** What was left out, in a sentence for the user (for example media this network does not take). */
  readonly note?: string;
}

/** A post as the network lists it, for finding out whether a lost answer was a success. */
export interface RecentPost {
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly createdAt: Date | null;
}

/** Tokens as the network issued them, normalised: bad or missing lifetimes became null. */
export interface TokenSet {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly accessExpiresAt: Date | null;
  readonly refreshExpiresAt: Date | null;
  /** Scopes granted; empty when the network does not say. */
  readonly scopes: readonly string[];
}

/** An account that the authorized person may publish as. */
export interface AccountOption {
  readonly accountId: string;
  readonly name: string;
  readonly description: string;
  readonly type: 'personal' | 'organization';
  /** Absolute http(s) address, or null. */
  readonly picture: string | null;
  readonly username: string | null;
  readonly accountUrn: string | null;
}

/** OAuth 2.0 authorization code flow of one network. Every method throws `PlatformError`. */
export interface OAuthCapability {
  readonly usesPkce: boolean;
  /** Scopes asked for; `missingScopes` of a grant are these minus the granted ones. */
  readonly scopes: readonly string[];
  /** Address the browser is sent to. `state` and `codeVerifier` are the caller's secrets. */
  authorizeUrl(request: { redirectUri: string; state: string; codeVerifier: string }): Promise<URL>;
  exchangeCode(
    request: { code: string; redirectUri: string; codeVerifier: string },
    call: CallContext,
  ): Promise<TokenSet>;
  /** Absent where the network issues no refresh tokens. A kept refresh token is returned when the network sent no new one. */
  refresh?(refreshToken: string, call: CallContext): Promise<TokenSet>;
  /** Ends the grant upstream. A token that is already dead counts as revoked. */
  revoke?(token: { value: string; kind: 'access' | 'refresh' }, call: CallContext): Promise<void>;
  listAccounts(accessToken: string, call: CallContext): Promise<AccountOption[]>;
  /** The tokens of the chosen account itself, where the network gives each account its own. */
  accountTokens?(accountId: string, granted: TokenSet, call: CallContext): Promise<TokenSet>;
}

/** A credential that the user pastes, for networks without a browser flow. Every method throws `PlatformError`. */
export interface CredentialCapability {
  /** Tells by its form whether a credential is of this network. */
  accepts(credential: PastedCredential): boolean;
  /** Checks a credential at the network. Without `chatId`, where one is needed: the accounts it could be connected as. */
  connect(
    credential: PastedCredential,
    call: CallContext,
  ): Promise<{ readonly account: AccountOption; readonly tokens: TokenSet } | { readonly choices: AccountOption[] }>;
}

/** As `POST /api/connect/chatbot/token` takes it. */
export interface PastedCredential {
  readonly botToken?: string;
  readonly chatId?: string;
  readonly webhookUrl?: string;
}

/** Presence means support. Ids are the network's, as strings. Every method throws `PlatformError`. */
export interface ActionCapability {
  deletePost?(postId: string, account: ConnectedAccount, call: CallContext): Promise<void>;
  like?(postId: string, account: ConnectedAccount, call: CallContext): Promise<void>;
  unlike?(postId: string, account: ConnectedAccount, call: CallContext): Promise<void>;
  follow?(userId: string, account: ConnectedAccount, call: CallContext): Promise<{ pending: boolean }>;
  unfollow?(userId: string, account: ConnectedAccount, call: CallContext): Promise<void>;
  bookmark?(postId: string, account: ConnectedAccount, call: CallContext): Promise<void>;
  removeBookmark?(postId: string, account: ConnectedAccount, call: CallContext): Promise<void>;
  sendDirectMessage?(
    message: { recipientId: string; text: string },
    account: ConnectedAccount,
    call: CallContext,
  ): Promise<{ conversationId: string; eventId: string }>;
  setReplyHidden?(
    reply: { postId: string; hidden: boolean },
    account: ConnectedAccount,
    call: CallContext,
  ): Promise<{ hidden: boolean }>;
  readTimeline?(
    page: { maxResults: number },
    account: ConnectedAccount,
    call: CallContext,
  ): Promise<readonly { id: string; text: string; createdAt: Date | null }[]>;
  findUser?(
    username: string,
    account: ConnectedAccount,
    call: CallContext,
  ): Promise<{ id: string; name: string; username: string }>;
  reshare?(
    share: { postId: string; commentary: string },
    account: ConnectedAccount,
    call: CallContext,
  ): Promise<{ id: string; url: string }>;
}

/** One network behind one neutral platform. A driver keeps no state and knows nothing of rows, requests or credits. */
export interface PlatformDriver {
  readonly platform: PlatformId;
  /** The real network's name, lower case, as in `SOCIAL_<PLATFORM>_NETWORK`. */
  readonly network: string;
  /** Absent where the network has no browser flow. */
  readonly oauth?: OAuthCapability;
  /** Absent where the network has one. */
  readonly credential?: CredentialCapability;
  /**
   * Publishes once. Never repeats what the network may have accepted; parts of an upload that provably did not arrive are
   * sent again. With a checkpoint it goes on from there: it finds out at the network what has happened, and never begins
   * anew what may have been published. @throws PlatformError
   */
  publish(post: OutgoingPost, account: ConnectedAccount, call: PublishContext): Promise<Published>;
  /** The account's newest posts, newest first; absent where the network does not let an ordinary token read them. */
  listRecentPosts?(account: ConnectedAccount, call: CallContext): Promise<readonly RecentPost[]>;
  readonly actions: ActionCapability;
}

/** How a driver reaches its network. The defaults are the real network; a sandbox is just another base address. */
export interface DriverOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Base of the network's API, without a trailing slash. */
  readonly apiUrl?: string;
  /** Base of the pages and OAuth endpoints that a browser visits, without a trailing slash. */
  readonly oauthUrl?: string;
  /** Version of the network's API, where it has dated versions. */
  readonly apiVersion?: string;
  /** Configuration that the sign-in page works by, where the network has such. */
  readonly configId?: string;
  /** Permissions that the sign-in asks for in place of the driver's own, where the network has reviews of each. */
  readonly scopes?: readonly string[];
}
