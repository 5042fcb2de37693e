// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import type { Method, PublishMethod } from '../method.ts';

/** One method per operation of the contract, grouped by its tags. */
export interface OperationMethods {
  /** Publish, schedule and read posts. */
  readonly posts: {
    /**
     * List posts, newest first.
     * Costs no credits.
     * @param [input.limit] How many posts at most; 1 to 100, 100 when left out
     * @param [input.cursor] `nextCursor` of the page before; at most 200 characters
     * @param [input.status] Only posts in this status
     * @param [input.profile] Only posts of the profile with this slug; at most 120 characters
     * @param [input.platform] Only posts that were asked for on this platform
     * @param [input.outcome] Only posts with one of these outcomes, for example failed,partial,unknown; the parameter may also be repeated; at most 20 entries
     * @param [input.result] Former filter, use `outcome`. Only posts of which some platform is in this state: what failed, what has to be resolved, or with attention either
     * @param [input.key] Only the post that was made with this Idempotency-Key; a canceled or missed post no longer holds its key, unless a restored backup held it; at most 255 characters
     * @param [input.from] Only posts whose time (that of `scheduledFor`, else of their creation) is not before this instant; with `from` or `to` the list is in the order of these times, the latest first
     * @param [input.to] Only posts whose time is before this instant
     * @returns A page of posts
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listPosts: Method<'listPosts'>;
    /**
     * Publish a post now or at a later time.
     * Publishes `text` to every platform in `platforms` and answers with a result per platform. A platform that fails does not stop the others and does not change the HTTP status. Only platforms that succeed are charged. With `scheduledFor` in the future the post is stored and published at that time; credits are reserved when it fires. A time in the past publishes at once, and `notes` says so; `ifPast` can refuse it instead. With `dryRun`, in the query or in the body, every check runs and the cost is reported, but nothing is stored, sent or charged.
     * Costs credits: the sum of the costs of the platforms that succeed (profnet 1, microblog 3, every other platform 1).
     * @param [input.dryRun] Run every check and report the cost, without any effect; false when left out. The body may hold it instead
     * @param input.text At most 3000 characters for profnet, 280 (weighted, a link counts 23) for microblog
     * @param [input.thread] Further parts of the text. On platforms with replies (microblog) each is published as a reply to the part before it, keeps to the limit by itself and costs as a post; on the others they follow the text in the same post, a blank line between. A part is sent only once the part before it is published; at most 24 entries
     * @param input.platforms at most 50 entries
     * @param [input.mediaUrls] Public addresses. profnet: up to 9 images; video and shortvideo: one video; microblog: ignored; at most 50 entries
     * @param [input.media] Media with descriptions, for every platform that takes any, microblog included; at most 50 entries
     * @param [input.scheduledFor] RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @param [input.ifPast] What happens to a time in the past. `publish`, as when left out: it is published at once, and `notes` says so. `refuse`: nothing is sent, and a time more than five minutes past is 400 with `past_time`. The same Idempotency-Key may be repeated with another `ifPast`
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @param [input.meta] Platform-specific settings, as an object or as that object written as JSON
     * @param [input.overrides] Other text or media for single platforms
     * @param [input.source] Where its sender keeps the post, without control characters and direction marks; stored and shown, and nothing else. The same Idempotency-Key may be repeated with another one. `social apply` writes `file:<repository>#<path>`
     * @returns The post, with a result per platform; or: What would happen (dry run); `id` is null
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createPost: PublishMethod;
    /**
     * Read one post with its results.
     * Costs no credits.
     * @param input.id Id of a post; at most 100 characters
     * @returns The post
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getPost: Method<'getPost'>;
    /**
     * Move a scheduled post to another time.
     * Only a post that is still `scheduled` can be moved; a post that was sent answers 409.
     * Costs no credits.
     * @param input.id Id of a post; at most 100 characters
     * @param input.scheduledFor RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @returns The post with its new time
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updatePost: Method<'updatePost'>;
    /**
     * Cancel a scheduled post.
     * The post stays readable with status `canceled`. A post that was already sent answers 409.
     * Costs no credits.
     * @param input.id Id of a post; at most 100 characters
     * @returns The canceled post
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    cancelPost: Method<'cancelPost'>;
    /**
     * What happened to a post, platform by platform.
     * Every step is kept as long as its post, in the order in which it happened, the oldest first; at most the last 500.
     * Costs no credits.
     * @param input.id Id of a post; at most 100 characters
     * @returns The steps
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listPostEvents: Method<'listPostEvents'>;
    /**
     * Send the failed platforms of a post once more.
     * Only targets in state `failed` are sent again, never one that is `unknown`. Answers 409 when none has failed.
     * Costs credits: the sum of the costs of the platforms that now succeed.
     * @param input.id Id of a post; at most 100 characters
     * @returns The post with its new results
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    retryPost: Method<'retryPost'>;
    /**
     * Settle an unknown outcome by hand, or correct a failed one.
     * After looking at the network: `published` is the id of the post that is there (it is then charged), or false when it is not there (the target becomes `failed` and may be retried). This settles a target in state `unknown`. A target that failed after it was sent takes an id as well: of the post that is there after all. Any other is 409.
     * Costs credits: the cost of the platform when it was published.
     * @param input.id Id of a post; at most 100 characters
     * @param input.platform profnet is LinkedIn, microblog X, video YouTube, shortvideo TikTok, socialnet Facebook, photonet Instagram, chatbot Telegram or Discord
     * @param [input.part] Which part of a thread, from 1; needed where several are unknown, or several failed after they were sent; 1 to 25
     * @param input.published
     * @returns The post with the settled result
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    resolvePost: Method<'resolvePost'>;
  };
  /** Connect and disconnect accounts. */
  readonly connections: {
    /**
     * What each platform takes, what it costs, and how it is connected.
     * Costs no credits.
     * @returns Every platform of this contract, in its order
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listPlatforms: Method<'listPlatforms'>;
    /**
     * Which platforms a profile is connected to.
     * Costs no credits.
     * @param [input.profileId] Id of a profile; the default profile when left out
     * @param [input.attempt] A random text that a program makes up, sends the browser to /api/auth/{platform} with, and then asks /api/connect/status about, with the same profileId. Without one, the attempt is known as soon as its browser is signed in; at most 86 characters
     * @returns An entry per platform
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getConnectionStatus: Method<'getConnectionStatus'>;
    /**
     * Send the browser to the network's consent page.
     * Sets a flow cookie that binds the flow to this browser for 10 minutes. A browser that came on another host name is first sent to the configured base address. A browser, which asks for text/html, gets failures as a page that says what to do; the examples are what a program gets.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.profileId] Id of a profile; the default profile when left out
     * @param [input.attempt] A random text that a program makes up, sends the browser to /api/auth/{platform} with, and then asks /api/connect/status about, with the same profileId. Without one, the attempt is known as soon as its browser is signed in; at most 86 characters
     * @returns To the network's consent page
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 404: There is no such platform or profile, or this server is not configured for it; a browser gets a page (for example `platform_not_configured`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    startConnection: Method<'startConnection'>;
    /**
     * Where the network sends the browser back to.
     * Checks the state against the browser's flow cookie, exchanges the code once, sets the temporary connect cookie and leads to the page that shows the account options. Failures are a page that says what happened and what to do.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.state] The state of the flow; at most 500 characters
     * @param [input.code] The authorization code; at most 4096 characters
     * @param [input.error] Why there is no code; at most 200 characters
     * @param [input.error_description] The same in words; at most 2000 characters
     * @param [input.iss] The issuer; at most 500 characters
     * @returns A page saying that the connection was not made (denied); or: To the page with the account options
     * @throws {SocialApiError} 400: A page saying why the connection was not made
     * @throws {SocialApiError} 404: There is no such platform or profile, or this server is not configured for it; a browser gets a page (for example `platform_not_configured`)
     * @throws {SocialApiError} 502: A page saying that the network did not answer as it should
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    completeConnection: Method<'completeConnection'>;
    /**
     * The accounts the authorized person may publish as.
     * Costs no credits.
     * @param input.platform A platform id; at most 100 characters
     * @returns The accounts
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listAccountOptions: Method<'listAccountOptions'>;
    /**
     * Connect the chosen account to a profile.
     * Needs the dashboard's session cookie beside the temporary connect cookie; an API key is not enough. Only `accountId` of the option is used; everything else is taken from the list the server holds.
     * Costs no credits.
     * @param input.platform A platform id; at most 100 characters
     * @param input.option As `options` returned it, with whatever it holds
     * @param [input.profileId]
     * @returns Connected
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    confirmConnection: Method<'confirmConnection'>;
    /**
     * Disconnect a platform from a profile.
     * The grant is revoked upstream when no other connection here uses the same account. Disconnecting what is not connected succeeds.
     * Costs no credits.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.profileId]
     * @returns Not connected any more
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    disconnectPlatform: Method<'disconnectPlatform'>;
    /**
     * Connect an account with a credential that its owner pastes.
     * For platforms without a browser flow, which is `chatbot`. A bot's token with the chat it posts to, or a webhook's address. It is checked at the network, and the account is connected at once. Without `chatId` the answer is 400 and lists the chats that the bot has seen in `details.choices`.
     * Costs no credits.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.botToken] at most 200 characters
     * @param [input.chatId] A number, or the @name of a public chat; at most 200 characters
     * @param [input.webhookUrl] at most 500 characters
     * @param [input.profileId]
     * @returns Connected
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    connectWithToken: Method<'connectWithToken'>;
  };
  /** Files of your own for posts. */
  readonly media: {
    /**
     * Upload a picture or video of your own.
     * The body is the file itself. What it is, is read from its first bytes. The answer holds an address for `mediaUrls` and `media` of this workspace's posts: they are read from the server's storage, also after the address itself has expired. The same file is stored once. It is kept while a post that is still to be sent needs it, and removed 24 hours after its last use. With `Repr-Digest: sha-256=:…:` (RFC 9530) a file that arrives damaged is refused.
     * Costs no credits.
     * @param input.file The file itself
     * @returns Where the file is
     * @throws {SocialApiError} 400: Empty, cut off, damaged, or not a whole picture; nothing is stored
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 408: The file came too slowly
     * @throws {SocialApiError} 413: Larger than any platform takes, or than what is left of the workspace's storage
     * @throws {SocialApiError} 415: Neither a picture nor a video that any platform takes
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    uploadMedia: Method<'uploadMedia'>;
    /**
     * A stored file, at the address that was given out.
     * For networks that fetch files themselves. The address cannot be guessed and expires. One range of bytes may be asked for.
     * @param input.signature at most 200 characters
     * @param input.file at most 100 characters
     * @returns The file; or: The part that was asked for
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 416: The file has no such part
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getMedia: Method<'getMedia'>;
  };
  /** Actions on X (paid plan). */
  readonly microblog: {
    /**
     * Like a post.
     * Costs credits: 1.
     * @param input.mpost_id A numeric id as a string, so that no digit is lost
     * @param [input.profile]
     * @returns Liked
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    likePost: Method<'likePost'>;
    /**
     * Take a like back.
     * Costs credits: 1.
     * @param input.mpost_id A numeric id as a string, so that no digit is lost
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @returns No longer liked
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    unlikePost: Method<'unlikePost', 'mpost_id'>;
    /**
     * Follow a user.
     * Costs credits: 1.
     * @param input.target_user_id A numeric id as a string, so that no digit is lost
     * @param [input.profile]
     * @returns Following, or waiting for approval
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    followUser: Method<'followUser'>;
    /**
     * Stop following a user.
     * Costs credits: 1.
     * @param input.target_user_id A numeric id as a string, so that no digit is lost
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @returns No longer following
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    unfollowUser: Method<'unfollowUser', 'target_user_id'>;
    /**
     * Bookmark a post.
     * Costs credits: 1.
     * @param input.mpost_id A numeric id as a string, so that no digit is lost
     * @param [input.profile]
     * @returns Bookmarked
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    bookmarkPost: Method<'bookmarkPost'>;
    /**
     * Remove a bookmark.
     * Costs credits: 1.
     * @param input.mpost_id A numeric id as a string, so that no digit is lost
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @returns Removed
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    removeBookmark: Method<'removeBookmark', 'mpost_id'>;
    /**
     * Send a direct message.
     * The recipient must allow messages from the connected account. A lost answer is never sent again.
     * Costs credits: 2.
     * @param input.recipient_id A numeric id as a string, so that no digit is lost
     * @param input.text at most 10000 characters
     * @param [input.profile]
     * @returns Sent
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    sendDirectMessage: Method<'sendDirectMessage'>;
    /**
     * Delete one of the account's own posts.
     * Deleting what is already gone succeeds.
     * Costs credits: 1.
     * @param input.mpost_id A numeric id as a string, so that no digit is lost
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @returns Deleted
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteMicroblogPost: Method<'deleteMicroblogPost', 'mpost_id'>;
    /**
     * Hide or show a reply to one of the account's own posts.
     * Costs credits: 1.
     * @param input.mpost_id A numeric id as a string, so that no digit is lost
     * @param [input.hidden] true when left out
     * @param [input.profile]
     * @returns The reply's new state
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    setReplyHidden: Method<'setReplyHidden'>;
    /**
     * Read the account's home timeline.
     * Costs no credits.
     * @param [input.max_results] How many posts; 5 to 100, 10 when left out
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @returns Newest posts first
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    readTimeline: Method<'readTimeline'>;
    /**
     * Look a user up by name.
     * Costs no credits.
     * @param [input.username] The user's name without @
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @returns The user
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    findUser: Method<'findUser'>;
  };
  /** Actions on LinkedIn. */
  readonly profnet: {
    /**
     * Delete one of the member's own posts.
     * Deleting what is already gone succeeds.
     * Costs credits: 1.
     * @param input.post_urn URN of a post
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @returns Deleted
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteProfnetPost: Method<'deleteProfnetPost', 'post_urn'>;
    /**
     * Reshare a post, with or without a commentary.
     * Costs credits: 1.
     * @param input.post_urn URN of a post
     * @param [input.commentary] At most 3000 characters
     * @param [input.profile]
     * @returns Reshared
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    resharePost: Method<'resharePost'>;
  };
  /** Plan and credits. */
  readonly usage: {
    /**
     * Plan, credits and recent transactions.
     * Costs no credits.
     * @returns Usage of the workspace
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getUsage: Method<'getUsage'>;
    /**
     * Credits spent, by day and platform.
     * Costs no credits.
     * @param [input.days] How many days, today among them; 1 to 92, 30 when left out
     * @param [input.timeZone] IANA name of the zone whose days are meant, for example Europe/Berlin; at most 64 characters, UTC when left out
     * @returns An entry per day, the oldest first, also for days without spending
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listSpending: Method<'listSpending'>;
  };
  /** Activity log. */
  readonly logs: {
    /**
     * The activity log, newest first.
     * Costs no credits.
     * @param [input.limit] How many entries; 1 to 200, 50 when left out
     * @param [input.offset] How many of the newest entries to leave out; 0 to 9007199254740991, 0 when left out
     * @param [input.action] Only entries of this kind
     * @param [input.platform] Only entries of this platform
     * @param [input.status] Only entries with this outcome
     * @returns A page of the log; `total` is exact
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listLogs: Method<'listLogs'>;
  };
  /** Groups of connections. */
  readonly profiles: {
    /**
     * List profiles.
     * Costs no credits.
     * @returns Every profile of the workspace
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listProfiles: Method<'listProfiles'>;
    /**
     * Create a profile.
     * Costs no credits.
     * @param input.name 1-100 characters without control or direction-override characters
     * @returns The new profile
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createProfile: Method<'createProfile'>;
    /**
     * Rename a profile or make it the default.
     * The slug never changes. The answer is the profile; it is repeated under `profile`, as in the create call.
     * Costs no credits.
     * @param input.profileId Id of a profile; at most 100 characters
     * @param [input.name] 1-100 characters without control or direction-override characters
     * @param [input.isDefault] Only true has an effect: another profile takes the role over
     * @returns The updated profile
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updateProfile: Method<'updateProfile'>;
    /**
     * Delete a profile.
     * Disconnects its accounts and cancels its scheduled posts. The default profile cannot be deleted.
     * Costs no credits.
     * @param input.profileId Id of a profile; at most 100 characters
     * @returns Deleted
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteProfile: Method<'deleteProfile'>;
  };
  /** API keys. */
  readonly keys: {
    /**
     * List API keys.
     * Costs no credits.
     * @returns Every active key
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listKeys: Method<'listKeys'>;
    /**
     * Create an API key.
     * The whole key is in `rawKey` of this answer and nowhere else. This call takes no Idempotency-Key, because its answer is never stored.
     * Costs no credits.
     * @param input.name 1-100 characters without control or direction-override characters
     * @returns The new key
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createKey: Method<'createKey'>;
    /**
     * Revoke an API key.
     * The key stops working at once, also when it is the one used for this call.
     * Costs no credits.
     * @param input.keyId Identifier of the key; at most 100 characters
     * @returns Revoked
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    revokeKey: Method<'revokeKey'>;
  };
  /** Content from other tools. */
  readonly webhooks: {
    /**
     * Publish an article from another tool.
     * The text is the title, a blank line, the body and the keyword as a hashtag, with HTML tags removed; it is shortened per platform at a word boundary with an ellipsis, never cutting the hashtag. Any true spelling of `test` (query or body, or status `test`) makes it a dry run: nothing is stored, sent or charged. Fields of the body that are not known are ignored, here alone: content tools send many. A `timestamp` in the past publishes at once, unless `ifPast` refuses it.
     * Costs credits: as for publishing to the same platforms.
     * @param [input.platforms] Comma-separated platform ids; at most 200 characters, profnet,microblog when left out
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @param [input.test] A true spelling makes it a dry run; at most 10 characters
     * @param [input.ifPast] What happens to a `timestamp` in the past
     * @param input.body at most 200000 characters
     * @param [input.title] at most 2000 characters
     * @param [input.keyword] at most 200 characters
     * @param [input.status] `test` makes a dry run; at most 50 characters
     * @param [input.timestamp] RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @returns The result per platform; in a dry run `postId` is null
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: Not enough credits; nothing was sent (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    receiveContent: Method<'receiveContent'>;
  };
  /** The dashboard's sign-in. */
  readonly account: {
    /**
     * Who is signed in.
     * @returns The account
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getAccount: Method<'getAccount'>;
    /**
     * Whether this server has its first account, and who may create one.
     * @returns What the first page needs to know
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getSetup: Method<'getSetup'>;
    /**
     * Change the password.
     * Needs the present password again. Every other session of the account ends; this one goes on under a new cookie. API keys go on working, unless `revokeKeys` is true.
     * @param input.currentPassword at most 128 characters
     * @param input.newPassword at most 128 characters
     * @param [input.revokeKeys] Revokes every API key of the workspace as well
     * @returns Changed
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    changePassword: Method<'changePassword'>;
    /**
     * Where the account is signed in.
     * @returns The living sessions, the one of this call first, then the newest first
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listSessions: Method<'listSessions'>;
    /**
     * Sign out everywhere else.
     * @returns Every session but this one has ended
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    revokeOtherSessions: Method<'revokeOtherSessions'>;
    /**
     * Sign out one session.
     * @param input.sessionId Identifier of a session; at most 100 characters
     * @returns It has ended; the call's own session too
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    revokeSession: Method<'revokeSession'>;
    /**
     * Create an account with its workspace.
     * Creates a workspace on the free plan with a default profile and signs in. `SOCIAL_SIGN_UP` of the server decides who may.
     * @param input.email
     * @param input.password at most 128 characters
     * @param [input.setupToken] The one-time token printed by a server on a public host; at most 200 characters
     * @returns Signed up and signed in
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The state does not allow it, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    signUp: Method<'signUp'>;
    /**
     * Sign in.
     * @param input.email
     * @param input.password at most 128 characters
     * @returns Signed in
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    signIn: Method<'signIn'>;
    /**
     * Sign out.
     * @returns Signed out; also when nobody was signed in
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    signOut: Method<'signOut'>;
  };
  /** Signing the command in. */
  readonly command: {
    /**
     * Who waits for a user code to be approved.
     * Codes are counted per session and per client address: after ten that nobody waits for, all are refused for ten minutes.
     * @param [input.userCode] As the command shows it; at most 40 characters
     * @returns The command that waits
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 404: No command waits with this code: it is mistyped, has expired, or was answered already (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    describeDeviceCode: Method<'describeDeviceCode'>;
    /**
     * Begin to sign in a command on a machine without a browser.
     * RFC 8628: the person opens `verificationUri` anywhere, types `userCode` and approves, while the command asks exchangeDeviceCode every `interval` seconds. At most 20 requests of one client address wait at a time.
     * @param input.machine What the machine calls itself; the key is named after it
     * @returns The two codes
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createDeviceCode: Method<'createDeviceCode'>;
    /**
     * Ask whether the user code was approved, and get an API key.
     * RFC 8628, section 3.5. The key is made by this call, once; its answer is never stored. Asked sooner than every `interval` seconds it is `slow_down`, which makes the interval 5 seconds longer.
     * @param input.deviceCode 256 random bits as base64url
     * @returns The new key
     * @throws {SocialApiError} 400: Not approved yet: `authorization_pending`, or `slow_down` when asked too soon. Refused: `access_denied`. Expired, unknown or used: `expired_token`. Or invalid input (for example `authorization_pending`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    exchangeDeviceCode: Method<'exchangeDeviceCode'>;
    /**
     * Let the command with a user code act for the workspace.
     * Makes no key yet. The command that waits gets one when it asks next.
     * @param input.userCode Eight consonants; case, dashes and spaces do not count; at most 40 characters
     * @returns Approved
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: No command waits with this code: it is mistyped, has expired, or was answered already (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    approveDeviceCode: Method<'approveDeviceCode'>;
    /**
     * Refuse the command with a user code.
     * @param input.userCode Eight consonants; case, dashes and spaces do not count; at most 40 characters
     * @returns Refused
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: No command waits with this code: it is mistyped, has expired, or was answered already (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    denyDeviceCode: Method<'denyDeviceCode'>;
    /**
     * Let a command on this computer act for the workspace.
     * RFC 8252: the command listens at a port of 127.0.0.1 and the browser is sent there. The code is good for one minute and one exchange, by whoever has the verifier of the challenge (RFC 7636). Makes no key yet.
     * @param input.machine What the machine calls itself; the key is named after it
     * @param input.port Where the command listens, on 127.0.0.1; 1024 to 65535
     * @param input.state Chosen by the command, which gets it back
     * @param input.codeChallenge SHA-256 of the verifier as base64url (the method S256; there is no other)
     * @returns Where to send the browser
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createCommandCode: Method<'createCommandCode'>;
    /**
     * Refuse a command on this computer.
     * @param input.port Where the command listens, on 127.0.0.1; 1024 to 65535
     * @param input.state Chosen by the command, which gets it back
     * @returns Where to send the browser
     * @throws {SocialApiError} 400: Missing or invalid input; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    denyCommandCode: Method<'denyCommandCode'>;
    /**
     * Exchange the code that the browser brought for an API key.
     * The key is made by this call, once; its answer is never stored.
     * @param input.code 256 random bits as base64url
     * @param input.codeVerifier RFC 7636
     * @returns The new key
     * @throws {SocialApiError} 400: The code is unknown, expired or used, or the verifier is another's: `invalid_grant`. Or invalid input (for example `invalid_grant`)
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    exchangeCommandCode: Method<'exchangeCommandCode'>;
  };
  /** Reference documents and health. */
  readonly server: {
    /**
     * This description.
     * @returns OpenAPI 3.0 description
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500)
     */
    getOpenApi: Method<'getOpenApi'>;
    /**
     * The API as plain text.
     * @returns Every endpoint with its fields, costs and errors
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500)
     */
    getLlmsTxt: Method<'getLlmsTxt'>;
    /**
     * Whether the process is alive.
     * @returns Alive
     * @throws {SocialApiError} also `internal_error` (500)
     */
    getHealth: Method<'getHealth'>;
    /**
     * Whether requests can be served.
     * @returns Ready
     * @throws {SocialApiError} also `internal_error` (500), `unavailable` (503)
     */
    getReadiness: Method<'getReadiness'>;
    /**
     * Prometheus metrics.
     * Answers requests from loopback, or with `SOCIAL_METRICS_TOKEN` as the Bearer token.
     * @returns Metrics in the Prometheus text format
     * @throws {SocialApiError} 403: A paid plan is needed, or the action is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `internal_error` (500)
     */
    getMetrics: Method<'getMetrics'>;
  };
}
