import type { PlatformId, PollFacts, Schema } from '@social/types';
import type { Transport } from './http/exchange/transport.ts';

/** One file to publish, already fetched and checked. `open` may be called again for another attempt; the caller owns the bytes. */
export interface OutgoingMedia {
  readonly kind: 'image' | 'video' | 'document';
  /** Media type found in the file's bytes, for example `image/png`. */
  readonly contentType: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** In lower-case hexadecimal. Shows whether an upload that is resumed still has the same file. */
  readonly sha256: string;
  /** In pixels as people see the file, after any rotation; null where the file does not tell. */
  readonly dimensions: { readonly width: number; readonly height: number } | null;
  /** Is true for a picture with several frames. */
  readonly isAnimated: boolean;
  /** Number of frames of an animation; null where it is unknown. */
  readonly frames?: number | null;
  /** Seconds of a video or an animation; null for still pictures, and where the file does not tell. */
  readonly duration: number | null;
  /** Name of the file as its user gave it, for people and for networks that want one. */
  readonly fileName: string;
  /** Address from which the network can fetch the file; null where there is no public one. */
  readonly publicUrl: string | null;
  /** Description for people who cannot see the file; empty when the post has none. */
  readonly alt: string;
  /** Opens the bytes from `fromByte` on; 0 when left out. */
  readonly open: (fromByte?: number) => AsyncIterable<Uint8Array>;
}

/** The post for one platform. `text` is exactly what a reader must see: the driver escapes it for its network. */
export interface OutgoingPost {
  readonly text: string;
  readonly media: readonly OutgoingMedia[];
  /** Only where the network has polls. */
  readonly poll?: Schema<'Poll'>;
  /** By their names in the contract; also those of the platform's other networks. */
  readonly settings: Readonly<Record<string, unknown>>;
  /**
   * Network's id of the account's own post that this one answers. Where the platform has no replies, this is a comment on that
   * post: a text without files and poll.
   */
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
  /** The credential of the account's calls: text that the driver itself has made, with the network's token in it. */
  readonly accessToken: string;
}

/** Limits of one call: the signal ends the call, `timeoutMs` bounds each request (milliseconds, headers and body). */
export interface CallContext {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Replaces `timeoutMs` for a request that sends a file, plus the time for its size; `timeoutMs` when left out. */
  readonly uploadTimeoutMs?: number;
}

/** Progress of a publish. Bytes count the whole file, including what an earlier process has sent. */
export interface PublishProgress {
  /** `processing`: the network has all bytes and prepares the post. */
  readonly stage: 'uploading' | 'processing';
  readonly doneBytes: number;
  readonly totalBytes: number;
}

/** State from which a driver resumes a publish in another process; JSON, kept encrypted. */
export type Checkpoint = Readonly<Record<string, string | number | boolean | null>>;

/** A page as a card under a post shows it. */
export interface LinkCard {
  readonly url: string;
  readonly title: string;
  /** Empty when the page has none. */
  readonly description: string;
  /** A still picture of at most 1 000 000 bytes; null without a usable one. */
  readonly picture: OutgoingMedia | null;
}

/** Limits, progress and checkpoints of one publish, which may take long. */
export interface PublishContext extends CallContext {
  /** Identifies the publish: a UUIDv7, the same whenever this publish is resumed or repeated; a new publish when left out. */
  readonly publishId?: string;
  /** Number of the attempt, from 1: a further one follows a definite refusal, or the user's word that nothing was published. */
  readonly attempt?: number;
  /** Reports the progress; the driver may call this often. */
  readonly onProgress?: (progress: PublishProgress) => void;
  /** Last checkpoint of an interrupted publish of the same post; null for a new publish. */
  readonly checkpoint?: Checkpoint | null;
  /** An earlier call of this attempt may have published, and `repeatableUntil` allows to make the same request again. */
  readonly isRepeat?: true;
  /**
   * Stores a checkpoint before the step that relies on it; after a crash `publish` is called with the last one.
   * Resolves when the checkpoint is on the disk.
   */
  readonly saveCheckpoint?: (checkpoint: Checkpoint) => Promise<void>;
  /**
   * Reads the page at a link that `linkOf` has returned. Never throws.
   * @returns the card, or the reason why the link has no card, as the end of a sentence
   */
  readonly readLinkCard?: (url: string) => Promise<LinkCard | { readonly problem: string }>;
}

/** The token of a call, and the limits of the call. */
export interface TokenSession {
  readonly account: Pick<ConnectedAccount, 'accessToken'>;
  readonly call: CallContext;
}

/** The account that a call is made for, and the limits of the call. */
export interface Session extends TokenSession {
  readonly account: ConnectedAccount;
}

/** The account of a publish, and its limits, progress and checkpoints. */
export interface PublishSession extends Session {
  readonly call: PublishContext;
}

/** A publish whose answer was lost. */
export interface LostPublish {
  /** When its first request was sent. */
  readonly sentAt: Date;
  readonly checkpoint: Checkpoint | null;
  readonly hasMedia: boolean;
  /** Of the account's server; null where none are known. */
  readonly limits: ServerLimits | null;
}

/** The post that the network accepted. */
export interface Published {
  readonly platformPostId: string;
  /** Public address of the post. */
  readonly url: string;
  /** Sentence for the user about what was left out (for example media this network does not take). */
  readonly note?: string;
}

/** A post as the network lists it, which shows whether a request with a lost answer succeeded. */
export interface RecentPost {
  readonly id: string;
  readonly url: string;
  readonly text: string;
  readonly createdAt: Date | null;
}

/** Own posts of an account, as people and the network name them. */
export interface OwnPosts {
  /** What a person may give to name a post; completes "give …". */
  readonly form: string;
  /**
   * Finds the id of a post, as in its `Published`, in what a person has copied from the network: the id itself, or an address.
   * Returns null for any other text, and for an address that names another account.
   */
  findId(copied: string, account: Pick<ConnectedAccount, 'accountId' | 'username'>): string | null;
  /** Returns true for the id of a comment that is no post; absent where the network has none, or its ids do not tell. */
  isComment?(id: string, account: Pick<ConnectedAccount, 'accountId'>): boolean;
  /** Looks up a post whose address lacks its id; null when the account has none at this address. */
  lookUp?(address: string, account: ConnectedAccount, call: CallContext): Promise<string | null>;
  /**
   * Reads a post by its id. Returns null when the account has no such post. Absent where an ordinary token may not read it.
   * @throws PlatformError also where the network does not tell all of the post
   */
  read?(postId: string, account: ConnectedAccount, call: CallContext): Promise<RecentPost | null>;
}

/**
 * Limits of one server of an open network, or of an account. Numbers are positive, and never above what this product itself can send.
 */
export interface ServerLimits {
  /** Left out where the network's own limits count. */
  readonly text?: Schema<'ServerText'>;
  /** Left out where the server did not describe itself. */
  readonly media?: Schema<'ServerMedia'>;
  /** Who may see a post there; the network's usual ones when left out. */
  readonly visibilities?: readonly string[];
  /** Left out where the network's own limits count. */
  readonly poll?: Partial<Pick<PollFacts, 'options' | 'optionLength' | 'minutes'>>;
  /** The server carries out requests with the same key once, also while the first one runs. */
  readonly locksKeys?: true;
  /** Authors say who may quote a post there; left out where it is not known. */
  readonly hasQuotePolicies?: boolean;
}

/** A post as it is known before its files are read. */
export interface CheckedPost extends Pick<OutgoingPost, 'text' | 'settings'> {
  readonly hasMedia: boolean;
  /** A comment below a post of these settings and files, on a platform without replies. */
  readonly isComment?: boolean;
  /** Of the account or its server; null where none are known. */
  readonly limits: ServerLimits | null;
  /** Permissions of the connection; left out where the network has not said them. */
  readonly scopes?: readonly string[];
}

/** A file as it is known before it is sent; null is unknown. */
export interface LookedMedia extends Pick<OutgoingMedia, 'dimensions' | 'duration' | 'fileName'> {
  readonly kind: OutgoingMedia['kind'] | null;
}

/** A post whose files were looked at, as far as they could be. */
export interface LookedPost extends Pick<OutgoingPost, 'settings'> {
  readonly media: readonly LookedMedia[];
}

/** Tokens as the network issued them, normalised: bad or missing lifetimes are null. */
export interface TokenSet {
  /** The token, or a text of the driver with all that calls over this grant need, such as its key. The same holds below. */
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

/** The account that a user names before signing in at an open network, where anybody may run a server, or its server. */
export interface NamedServer {
  readonly handle?: string;
  readonly host?: string;
}

/** The server that holds a named account. */
export interface FoundServer {
  /** Base of the server's API, without a trailing slash. */
  readonly origin: string;
  /** The network's own id of the account that the user has named; null when the user has named a server. */
  readonly accountId: string | null;
}

/** An app that this product has registered at one server of an open network. */
export interface RegisteredApp {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The beginning of a sign-in. `state` and `codeVerifier` are the caller's secrets. */
export interface SignInRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly codeVerifier: string;
  /** The app; only for drivers with `registerApp`. */
  readonly app?: RegisteredApp;
  /** Account that is to sign in; null where the user has named none. */
  readonly accountId?: string | null;
  /** Asks which account signs in, where the network has such a question, instead of taking the one that the browser is signed in with. */
  readonly chooseAccount?: boolean;
}

/** A sign-in that has begun. */
export interface SignIn {
  /** Address to which the browser is sent. */
  readonly url: URL;
  /** Secret text that `exchangeCode` needs in place of the request's verifier: all that the rest of this sign-in depends on. */
  readonly codeVerifier?: string;
}

/** OAuth 2.0 authorization code flow of one network. Every method throws `PlatformError`. */
export interface OAuthCapability {
  readonly usesPkce: boolean;
  /** Scopes that the sign-in requests; `missingScopes` of a grant are these minus the granted ones. */
  readonly scopes: readonly string[];
  /** The network names itself in the callback, and `exchangeCode` refuses another name. @see RFC 9207 */
  readonly namesIssuer?: true;
  /** Registers an app at the driver's server; absent where the operator registers it. */
  registerApp?(request: { redirectUri: string }, call: CallContext): Promise<RegisteredApp>;
  /** Returns false when the driver's server no longer knows an app. */
  knowsApp?(request: { app: RegisteredApp; redirectUri: string }, call: CallContext): Promise<boolean>;
  beginSignIn(request: SignInRequest, call: CallContext): Promise<SignIn>;
  exchangeCode(
    request: { code: string; redirectUri: string; codeVerifier: string; issuer?: string },
    call: CallContext,
  ): Promise<TokenSet>;
  /** Absent where the network issues no refresh tokens. Returns the given refresh token when the network sends no new one. */
  refresh?(refreshToken: string, call: CallContext): Promise<TokenSet>;
  /** Ends the grant at the network. A token that is no longer valid counts as revoked. */
  revoke?(token: { value: string; kind: 'access' | 'refresh' }, call: CallContext): Promise<void>;
  /** `revoke` ends one token, and leaves the account's other ones alone. Elsewhere it may end the whole grant of the app. */
  readonly revokesTokenAlone?: true;
  listAccounts(accessToken: string, call: CallContext): Promise<AccountOption[]>;
  /** Reads the tokens of the chosen account itself, where the network gives each account its own. */
  accountTokens?(accountId: string, granted: TokenSet, call: CallContext): Promise<TokenSet>;
}

/** A credential that the user pastes, for networks without a browser flow or beside it. Every method throws `PlatformError`. */
export interface CredentialCapability {
  /** Returns true when a credential has the form of this network's. */
  accepts(credential: PastedCredential): boolean;
  /** Checks a credential at the network. Without a needed `chatId`, returns the accounts to choose from. */
  connect(
    credential: PastedCredential,
    call: CallContext,
  ): Promise<{ readonly account: AccountOption; readonly tokens: TokenSet } | { readonly choices: AccountOption[] }>;
}

/** The credential in the body of `POST /api/connect/{platform}/token`. */
export interface PastedCredential extends NamedServer {
  readonly botToken?: string;
  readonly chatId?: string;
  readonly webhookUrl?: string;
  readonly accessToken?: string;
  readonly appPassword?: string;
}

/** Result of a deletion: `gone` when the network says that it no longer had the post. */
export type Deletion = 'deleted' | 'gone';

/** Actions of a network; absent ones are not supported. Ids are the network's, as strings. Every method throws `PlatformError`. */
export interface ActionCapability {
  /**
   * Deletes an own post by the id of its `Published`. Null where the network lets programs delete nothing. Repeating it does no harm:
   * no network gives the id of a deleted post to another one. @throws PlatformError code `not_deletable` for a post that only a
   * person can delete
   */
  readonly deletePost: ((postId: string, account: ConnectedAccount, call: CallContext) => Promise<Deletion>) | null;
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

/** One of the numbers that a network shows the author of a post. */
export interface CounterField {
  /** The network's own name of the field, such as `likeCount`. */
  readonly name: string;
  readonly kind: Schema<'CounterKind'>;
  /** The network's own word, as people read it, in lower case and in the plural. */
  readonly label: string;
}

/** The numbers that a network tells the author of a post. */
export interface CounterCapability {
  /** Fields that a reading may have, the most telling one first. What the network leaves out of an answer is left out of the reading. */
  readonly fields: readonly CounterField[];
  /** The network charges the app's owner for each reading. */
  readonly isCharged?: true;
  /**
   * Age up to which nobody asks for a new reading, in milliseconds: of a network whose limit of calls publishing shares. Left out where
   * readings take nothing from publishing.
   */
  readonly freshForMs?: number;
  /**
   * Reads the numbers of an own post by the id of its `Published`. Returns null when the network does not show the post, which may be
   * gone. @throws PlatformError code `network_forbidden` when the connection lacks the permission
   */
  read(postId: string, account: ConnectedAccount, call: CallContext): Promise<Readonly<Record<string, number>> | null>;
}

/** A network that tells a program no numbers, with the reason as a sentence for users. */
export interface NoCounters {
  readonly none: string;
}

/** Names in a text that the network knows, too. */
export interface MentionCheck {
  /** Returns the mentions alone, the same for the same ones; null for a text without any. */
  mentionsIn(text: string): string | null;
  /** Asks the network which of them it would not take, and says why in a sentence. Null for none, and where the token may not ask. */
  problem(text: string, account: ConnectedAccount, call: CallContext): Promise<string | null>;
}

/** One network behind one neutral platform. A driver keeps no state and knows nothing of rows, requests or credits. */
export interface PlatformDriver {
  readonly platform: PlatformId;
  /** The real network's name, lower case, as in `SOCIAL_<PLATFORM>_NETWORK`. */
  readonly network: string;
  /** Absent where the network has no browser flow. */
  readonly oauth?: OAuthCapability;
  /** Absent where the browser flow is the only way. */
  readonly credential?: CredentialCapability;
  /**
   * Publishes once. Never repeats a request that the network may have accepted; parts of an upload that provably did not
   * arrive are sent again. With a checkpoint, asks the network what has happened and resumes; never starts again when the
   * post may have been published. @throws PlatformError
   */
  publish(post: OutgoingPost, account: ConnectedAccount, call: PublishContext): Promise<Published>;
  /**
   * A publish stores a checkpoint before each request that can publish: one that was interrupted without a checkpoint has sent
   * nothing that readers see.
   */
  readonly storesCheckpointFirst?: true;
  /**
   * Returns true for a checkpoint after which nothing was sent that publishes: an attempt that ends there is a failure, not an
   * unknown outcome. Absent where no checkpoint says so.
   */
  precedesPublish?(checkpoint: Checkpoint): boolean;
  /**
   * Returns the instant until which a publish whose answer was lost may be sent again, with the checkpoint that it has left; null where
   * this one may not. Absent where the network's write is not idempotent.
   */
  repeatableUntil?(lost: LostPublish): Date | null;
  /**
   * Lists the account's newest posts, newest first; absent where an ordinary token may not read them. May leave out posts
   * that are older than `since`.
   */
  listRecentPosts?(account: ConnectedAccount, call: CallContext & { since?: Date }): Promise<readonly RecentPost[]>;
  readonly ownPosts: OwnPosts;
  /** Returns the link of which the post shows a card; null without one. Absent where the network makes its own cards, or none. */
  linkOf?(post: { readonly text: string; readonly hasMedia: boolean }): string | null;
  /** Absent where the network takes every mention, or nobody can ask. */
  readonly mentions?: MentionCheck;
  /** Reads the limits of the account or its server; absent where the network has the same limits everywhere. */
  readLimits?(account: ConnectedAccount, call: CallContext): Promise<ServerLimits>;
  /** Set where the network charges for the limits: they are read only when the account is connected. */
  readonly limitsAreCharged?: true;
  /**
   * Reads the present address of the account's picture; null for an account without one. Absent where the network charges for it, or
   * has no address without a secret.
   */
  readPicture?(account: ConnectedAccount, call: CallContext): Promise<string | null>;
  /** Reads what the network tells the author of a post, or says why it tells nothing. */
  readonly counters: CounterCapability | NoCounters;
  readonly actions: ActionCapability;
}

/** App and addresses of a driver. The defaults are the real network; a sandbox is another base address. */
export interface DriverOptions {
  /** The way to a server that a user or an answer has named; absent for servers that the operator has named. */
  readonly through?: Transport['dispatcher'];
  /** Bases of the directory of accounts and of the server that knows their names, where a network has them and tests replace them. */
  readonly plcUrl?: string;
  readonly resolverUrl?: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Base of the network's API, without a trailing slash. */
  readonly apiUrl?: string;
  /** Base of the pages and OAuth endpoints that a browser visits, without a trailing slash. */
  readonly oauthUrl?: string;
  /** Version of the network's API, where it has dated versions. */
  readonly apiVersion?: string;
  /** Configuration of the sign-in page, where the network has such. */
  readonly configId?: string;
  /** Permissions that replace the driver's own at the sign-in; open networks have the driver's own. */
  readonly scopes?: readonly string[];
}

/** A driver as its folder makes it; the contract says which platform and network it is of. */
export type NetworkDriver = Omit<PlatformDriver, 'platform' | 'network'>;
