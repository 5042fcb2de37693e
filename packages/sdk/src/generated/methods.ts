// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import type { Method } from '../method.ts';

/** One method per operation of the contract, grouped by its tags. */
export interface OperationMethods {
  /** Publish, schedule and read posts. */
  readonly posts: {
    /** List posts, newest first. */
    listPosts: Method<'listPosts'>;
    /**
     * Publish a post now or at a later time.
     * Publishes `text` to every platform in `platforms` and answers with a result per platform. A platform that fails does not stop the others and does not change the HTTP status. Only platforms that succeed are charged. With `scheduledFor` in the future the post is stored and published at that time; credits are reserved when it fires. With `dryRun=true` every check runs and the cost is reported, but nothing is stored, sent or charged.
     * Costs credits: the sum of the costs of the platforms that succeed (profnet 1, microblog 3, every other platform 1).
     */
    createPost: Method<'createPost'>;
    /** Read one post with its results. */
    getPost: Method<'getPost'>;
    /**
     * Move a scheduled post to another time.
     * Only a post that is still `scheduled` can be moved; a post that was sent answers 409.
     */
    updatePost: Method<'updatePost'>;
    /**
     * Cancel a scheduled post.
     * The post stays readable with status `canceled`. A post that was already sent answers 409.
     */
    cancelPost: Method<'cancelPost'>;
    /**
     * What happened to a post, platform by platform.
     * Every step is kept as long as its post, in the order in which it happened, the oldest first; at most the last 500.
     */
    listPostEvents: Method<'listPostEvents'>;
    /**
     * Send the failed platforms of a post once more.
     * Only targets in state `failed` are sent again, never one that is `unknown`. Answers 409 when none has failed.
     * Costs credits: the sum of the costs of the platforms that now succeed.
     */
    retryPost: Method<'retryPost'>;
    /**
     * Settle an unknown outcome by hand.
     * After looking at the network: `published` is the id of the post that is there (it is then charged), or false when it is not there (the target becomes `failed` and may be retried). Only a target in state `unknown` can be settled.
     * Costs credits: the cost of the platform when it was published.
     */
    resolvePost: Method<'resolvePost'>;
  };
  /** Connect and disconnect accounts. */
  readonly connections: {
    /** What each platform takes, what it costs, and how it is connected. */
    listPlatforms: Method<'listPlatforms'>;
    /** Which platforms a profile is connected to. */
    getConnectionStatus: Method<'getConnectionStatus'>;
    /**
     * Send the browser to the network's consent page.
     * Sets a flow cookie that binds the flow to this browser for 10 minutes. A browser that came on another host name is first sent to the configured base address. A browser, which asks for text/html, gets failures as a page that says what to do; the examples are what a program gets.
     */
    startConnection: Method<'startConnection'>;
    /**
     * Where the network sends the browser back to.
     * Checks the state against the browser's flow cookie, exchanges the code once, sets the temporary connect cookie and leads to the page that shows the account options. Failures are a page that says what happened and what to do.
     */
    completeConnection: Method<'completeConnection'>;
    /** The accounts the authorized person may publish as. */
    listAccountOptions: Method<'listAccountOptions'>;
    /**
     * Connect the chosen account to a profile.
     * Needs the dashboard's session cookie beside the temporary connect cookie; an API key is not enough. Only `accountId` of the option is used; everything else is taken from the list the server holds.
     */
    confirmConnection: Method<'confirmConnection'>;
    /**
     * Disconnect a platform from a profile.
     * The grant is revoked upstream when no other connection here uses the same account. Disconnecting what is not connected succeeds.
     */
    disconnectPlatform: Method<'disconnectPlatform'>;
    /**
     * Connect an account with a credential that its owner pastes.
     * For platforms without a browser flow, which is `chatbot`. A bot's token with the chat it posts to, or a webhook's address. It is checked at the network, and the account is connected at once. Without `chatId` the answer is 400 and lists the chats that the bot has seen in `details.choices`.
     */
    connectWithToken: Method<'connectWithToken'>;
  };
  /** Files of your own for posts. */
  readonly media: {
    /**
     * Upload a picture or video of your own.
     * The body is the file itself. What it is, is read from its first bytes. The answer holds an address for `mediaUrls` and `media` of this workspace's posts: they are read from the server's storage, also after the address itself has expired. The same file is stored once. It is kept while a post that is still to be sent needs it, and removed 24 hours after its last use. With `Repr-Digest: sha-256=:…:` (RFC 9530) a file that arrives damaged is refused.
     */
    uploadMedia: Method<'uploadMedia'>;
    /**
     * A stored file, at the address that was given out.
     * For networks that fetch files themselves. The address cannot be guessed and expires. One range of bytes may be asked for.
     */
    getMedia: Method<'getMedia'>;
  };
  /** Actions on the microblogging platform (paid plan). */
  readonly microblog: {
    /**
     * Like a post.
     * Costs credits: 1.
     */
    likePost: Method<'likePost'>;
    /**
     * Take a like back.
     * Costs credits: 1.
     */
    unlikePost: Method<'unlikePost', 'mpost_id'>;
    /**
     * Follow a user.
     * Costs credits: 1.
     */
    followUser: Method<'followUser'>;
    /**
     * Stop following a user.
     * Costs credits: 1.
     */
    unfollowUser: Method<'unfollowUser', 'target_user_id'>;
    /**
     * Bookmark a post.
     * Costs credits: 1.
     */
    bookmarkPost: Method<'bookmarkPost'>;
    /**
     * Remove a bookmark.
     * Costs credits: 1.
     */
    removeBookmark: Method<'removeBookmark', 'mpost_id'>;
    /**
     * Send a direct message.
     * The recipient must allow messages from the connected account. A lost answer is never sent again.
     * Costs credits: 2.
     */
    sendDirectMessage: Method<'sendDirectMessage'>;
    /**
     * Delete one of the account's own posts.
     * Deleting what is already gone succeeds.
     * Costs credits: 1.
     */
    deleteMicroblogPost: Method<'deleteMicroblogPost', 'mpost_id'>;
    /**
     * Hide or show a reply to one of the account's own posts.
     * Costs credits: 1.
     */
    setReplyHidden: Method<'setReplyHidden'>;
    /** Read the account's home timeline. */
    readTimeline: Method<'readTimeline'>;
    /** Look a user up by name. */
    findUser: Method<'findUser'>;
  };
  /** Actions on the professional network. */
  readonly profnet: {
    /**
     * Delete one of the member's own posts.
     * Deleting what is already gone succeeds.
     * Costs credits: 1.
     */
    deleteProfnetPost: Method<'deleteProfnetPost', 'post_urn'>;
    /**
     * Reshare a post, with or without a commentary.
     * Costs credits: 1.
     */
    resharePost: Method<'resharePost'>;
  };
  /** Plan and credits. */
  readonly usage: {
    /** Plan, credits and recent transactions. */
    getUsage: Method<'getUsage'>;
    /** Credits spent, by day and platform. */
    listSpending: Method<'listSpending'>;
  };
  /** Activity log. */
  readonly logs: {
    /** The activity log, newest first. */
    listLogs: Method<'listLogs'>;
  };
  /** Groups of connections. */
  readonly profiles: {
    /** List profiles. */
    listProfiles: Method<'listProfiles'>;
    /** Create a profile. */
    createProfile: Method<'createProfile'>;
    /**
     * Rename a profile or make it the default.
     * The slug never changes. The answer is the profile; it is repeated under `profile`, as in the create call.
     */
    updateProfile: Method<'updateProfile'>;
    /**
     * Delete a profile.
     * Disconnects its accounts and cancels its scheduled posts. The default profile cannot be deleted.
     */
    deleteProfile: Method<'deleteProfile'>;
  };
  /** API keys. */
  readonly keys: {
    /** List API keys. */
    listKeys: Method<'listKeys'>;
    /**
     * Create an API key.
     * The whole key is in `rawKey` of this answer and nowhere else. This call takes no Idempotency-Key, because its answer is never stored.
     */
    createKey: Method<'createKey'>;
    /**
     * Revoke an API key.
     * The key stops working at once, also when it is the one used for this call.
     */
    revokeKey: Method<'revokeKey'>;
  };
  /** Content from other tools. */
  readonly webhooks: {
    /**
     * Publish an article from another tool.
     * The text is the title, a blank line, the body and the keyword as a hashtag, with HTML tags removed; it is shortened per platform at a word boundary with an ellipsis, never cutting the hashtag. Any true spelling of `test` (query or body, or status `test`) makes it a dry run: nothing is stored, sent or charged.
     * Costs credits: as for publishing to the same platforms.
     */
    receiveContent: Method<'receiveContent'>;
  };
  /** The dashboard's sign-in. */
  readonly account: {
    /** Who is signed in. */
    getAccount: Method<'getAccount'>;
    /** Whether this server has its first account, and who may create one. */
    getSetup: Method<'getSetup'>;
    /**
     * Change the password.
     * Needs the present password again. Every other session of the account ends; this one goes on under a new cookie.
     */
    changePassword: Method<'changePassword'>;
    /** Where the account is signed in. */
    listSessions: Method<'listSessions'>;
    /** Sign out everywhere else. */
    revokeOtherSessions: Method<'revokeOtherSessions'>;
    /** Sign out one session. */
    revokeSession: Method<'revokeSession'>;
    /**
     * Create an account with its workspace.
     * Creates a workspace on the free plan with a default profile and signs in. `SOCIAL_SIGN_UP` of the server decides who may.
     */
    signUp: Method<'signUp'>;
    /** Sign in. */
    signIn: Method<'signIn'>;
    /** Sign out. */
    signOut: Method<'signOut'>;
  };
  /** Reference documents and health. */
  readonly server: {
    /** This description. */
    getOpenApi: Method<'getOpenApi'>;
    /** The API as plain text. */
    getLlmsTxt: Method<'getLlmsTxt'>;
    /** Whether the process is alive. */
    getHealth: Method<'getHealth'>;
    /** Whether requests can be served. */
    getReadiness: Method<'getReadiness'>;
    /**
     * Prometheus metrics.
     * Answers requests from loopback, or with `SOCIAL_METRICS_TOKEN` as the Bearer token.
     */
    getMetrics: Method<'getMetrics'>;
  };
}
