// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
import type { Method, PublishMethod } from '../method.ts';

/** One method per operation of the contract, grouped by its tags. */
export interface OperationMethods {
  /** Publish, schedule and read posts. */
  readonly posts: {
    /**
     * List posts, newest first.
     * Costs no credits.
     * Needs the scope `read`; with `key` `read` or `draft` or `publish`.
     * @param [input.limit] Maximum number of posts; 1 to 100, 100 when left out
     * @param [input.cursor] `nextCursor` of the previous page; at most 200 characters
     * @param [input.status] Only posts with this status
     * @param [input.profile] Only posts of the profile with this slug; at most 120 characters
     * @param [input.platform] Only posts for this platform, or only those of one of its accounts, such as `mastodon:news`; a name that the account had before counts, too. `chatbot:telegram` means all accounts of that network
     * @param [input.outcome] Only posts with one of these outcomes, for example failed,partial,unknown; the parameter may also be repeated; at most 20 entries
     * @param [input.result] Use `outcome` instead. Only posts with a platform in this state; `attention` means failed or unknown
     * @param [input.q] Only posts with all of these words: in a text, a label, the name of an account, an error, or an id of the post. Capitals and accents make no difference, and the last word may be the beginning of one. At most 20 words. A post is found some seconds after it is stored or has changed
     * @param [input.label] Only posts with this label
     * @param [input.key] Only the post that was created with this Idempotency-Key; `drafts` has the draft that waits under it. A canceled or missed post no longer has its key, unless it was quarantined by a restored backup; at most 255 characters
     * @param [input.from] Only posts at or after this instant. The time of a post is its `scheduledFor`, otherwise its creation. With `from` or `to` the list is sorted by this time, latest first
     * @param [input.to] Only posts before this instant (see `from`)
     * @returns A page of posts
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listPosts: Method<'listPosts'>;
    /**
     * Publish a post now or at a later time.
     * Publishes `text` to every platform in `platforms` and returns a result per platform. A platform that fails does not stop the others and does not change the HTTP status. Only platforms that succeed are charged. If `scheduledFor` is in the future, the post is stored and published at that time; its credits are held when it is due. If the time is in the past, the post is published at once and `notes` says so, unless `ifPast` is `refuse`. With `slot`, the post is scheduled for the next free slot of its profile; two calls never get the same one. With `dryRun`, in the query or in the body, the server makes every check and reports the cost, but nothing is stored, sent or charged; what the Idempotency-Key has published before is named in the `note` of its platform. With `draft`, the post is stored as a draft that somebody approves, and nothing is sent or charged; the answer is the draft. The same Idempotency-Key without `draft` returns 409 `is_draft` until the draft is approved, then the post.
     * Costs credits: the sum of the costs of the platforms that succeed (profnet 1, microblog 3, every other platform 1).
     * Needs the scope `publish`; with `dryRun` `draft` or `publish`; with `draft` `draft` or `publish`.
     * @param [input.dryRun] Makes every check and reports the cost without any effect; false when left out. May be in the body instead
     * @param input.text At most 3000 characters for profnet and 280 for microblog (weighted; a link counts as 23; 4000 with a subscription that allows long posts)
     * @param [input.thread] Further parts of the text. On platforms with replies (microblog, bluesky, mastodon), each part is a reply to the part before it, has its own length limit and costs as much as a post. On other platforms, the parts follow the text in the same post, separated by blank lines. A part is sent only after the part before it is published; at most 24 entries
     * @param input.platforms at most 50 entries
     * @param [input.mediaUrls] Public addresses. profnet: up to 9 images; video and shortvideo: one video; microblog ignores them; at most 50 entries
     * @param [input.media] Media with alternative text, for every platform that accepts media, including microblog; at most 50 entries
     * @param [input.poll] A poll beside the text, on X, LinkedIn, Telegram, Discord and Mastodon; the others leave it out. Each network has limits of its own, which a dry run names; nothing is rounded
     * @param [input.comments] Comments of the account below its own post, sent in order once the post is published. On platforms with replies (microblog, bluesky, mastodon) they are further parts of the thread, at Discord further messages, elsewhere the network's comments. Each costs as much as a post. A network without comments leaves them out; its `note` says so; at most 10 entries
     * @param [input.scheduledFor] RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @param [input.slot] `next`: the post is scheduled for the next free slot of its profile. Not together with a time of its own
     * @param [input.ifPast] What to do with a time in the past. `publish` (the default): the post is published at once, and `notes` says so. `refuse`: a time more than five minutes in the past is refused with 400 `past_time`, and nothing is sent. A repeated call with the same Idempotency-Key may have a different `ifPast`
     * @param [input.draft] Stores the post as a draft that somebody approves, instead of publishing it; false when left out. A repeated call with the same Idempotency-Key may have a different `draft`
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @param [input.meta] Platform-specific settings, as an object or as a string that contains this object as JSON
     * @param [input.settings] Settings of single targets of the post, by target: `video`, or `mastodon:news` for one account. Each platform has settings of its own. A setting that is also in `meta` must have the same value there. One that the connected network of a platform ignores is named in a note
     * @param [input.aiGenerated] Whether networks label the post as made with AI, where they have such a label; a note says where not. A network's own setting wins
     * @param [input.paidPartnership] Whether networks label the post as a paid partnership, where they have such a label; a note says where not. A network's own setting wins
     * @param [input.overrides] Different text or media for individual targets
     * @param [input.fitMedia] Whether files are changed before they are sent; true when left out: pictures are made to fit each network, and what pictures and videos tell beside what they show (place, time, device) is removed. The result's `note` says what was done. With false, files go as they are, and a picture that does not fit is refused
     * @param [input.copyMedia] Whether the files of a scheduled post are copied when it is stored, so that their addresses may end; false when left out. An address whose query says that it ends before the post is due is copied anyway (signed addresses of S3, CloudFront, Google, Azure, Discord, Meta and others). Copies count in the workspace's stored bytes, and are deleted as unused uploads are once the post has ended. Has no effect on a post that is published at once. A repeated call with the same Idempotency-Key may have a different `copyMedia`
     * @param [input.labels] Labels of the post, at most 20; an empty list for none. They are not sent to the networks. A repeated call with the same Idempotency-Key may have different labels; at most 20 entries
     * @param [input.source] Place where the sender keeps the post, without control characters and direction marks. It is only stored and shown. A repeated call with the same Idempotency-Key may have a different `source`. `social apply` writes `file:<repository>#<path>`, `social feed` the link of the item
     * @returns The post, with a result per platform; with `draft`, the draft; or: What would happen (only in a dry run); `id` is null
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createPost: PublishMethod;
    /**
     * Check up to 100 posts at once.
     * Makes the checks of a dry run for each post of `posts`, and finds the posts and drafts that were created with `keys`. Nothing is stored, sent or charged, and the call counts as one request. It reads no page for a link card and looks at no file at the address of another server, which `note` says. It is answered within 5 seconds: what could not be checked by then is `unchecked`, and is sent again in a further call. `dryRun` and `draft` of a post change nothing. A post that breaks the contract's form refuses the call, and the error names it, for example `posts[3].platforms`.
     * Costs no credits.
     * Needs the scope `draft` or `publish`.
     * @param [input.posts] As for POST /api/v1/posts; at most 100 entries
     * @param [input.keys] Idempotency-Keys of calls that may have created a post or draft; at most 100 entries
     * @returns What a publish of each post would do, and what was created with the keys
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    checkPosts: Method<'checkPosts'>;
    /**
     * Get a post with its results.
     * The address of an uploaded file that has expired, or does so within an hour, is replaced by a new one.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @param input.id Id of a post; at most 100 characters
     * @returns The post
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getPost: Method<'getPost'>;
    /**
     * Move a scheduled post to another time, have its files copied, or change the labels of a post.
     * Only a post that is still `scheduled` can be moved, to `scheduledFor` or, with `slot`, to the next free slot, or have its files copied (`copyMedia`). A post that has a slot leaves it, so that another post can take it. Files whose addresses end before the new time are copied. Returns 409 when the post was already sent, and nothing changes then. Labels can be changed at any time.
     * Costs no credits.
     * Needs the scope `publish`.
     * @param input.id Id of a post; at most 100 characters
     * @param [input.scheduledFor] RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @param [input.slot] `next`: the post is scheduled for the next free slot of its profile. Not together with a time of its own
     * @param [input.copyMedia] True: copies every file now, also those that could not be copied before. False: copies only those whose addresses end before the post is due; copies that are there stay
     * @param [input.labels] Labels of the post, at most 20; an empty list for none. They are not sent to the networks. A repeated call with the same Idempotency-Key may have different labels; at most 20 entries
     * @returns The post as it is now
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updatePost: Method<'updatePost'>;
    /**
     * Cancel a scheduled post.
     * The post remains readable, with status `canceled`, and its slot is free again. Returns 409 when the post was already sent.
     * Costs no credits.
     * Needs the scope `publish`.
     * @param input.id Id of a post; at most 100 characters
     * @returns The canceled post
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    cancelPost: Method<'cancelPost'>;
    /**
     * List what happened to a post, platform by platform.
     * Returns the last 500 steps, oldest first. Steps are kept as long as the post.
     * Costs no credits.
     * Needs the scope `read`.
     * @param input.id Id of a post; at most 100 characters
     * @returns The steps
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listPostEvents: Method<'listPostEvents'>;
    /**
     * Retry the failed platforms of a post.
     * Sends only targets in state `failed` again, never one that is `unknown` or was taken back. Returns 409 when no target has failed, and for a post that was taken back.
     * Costs credits: the sum of the costs of the platforms that succeed this time.
     * Needs the scope `publish`.
     * @param input.id Id of a post; at most 100 characters
     * @returns The post with its new results
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    retryPost: Method<'retryPost'>;
    /**
     * Record an unknown outcome by hand, or correct a failed one.
     * Check the account at the network first. If the post is there, set `published` to its address or id: the target changes to `published` and is charged. If it is not there, set `published` to false: the target changes to `failed` and can be retried. This is for targets in state `unknown`. A target that failed after it was sent also accepts an id, in case the post is there after all. Returns 409 for any other target. The server reads the post at the network, and returns 409 when the account has no such post, when the post is older than the attempt, and when it is the result of another post of the workspace. Your word counts where the network cannot be read, where the text there is not what was sent, and for a target that had failed; taking such a post back then also needs the scope `actions`.
     * Costs credits: the cost of the platform if the post was published.
     * Needs the scope `publish`.
     * @param input.id Id of a post; at most 100 characters
     * @param input.platform A platform, which means the default account that the profile has there, or one of its accounts by its short name, such as `mastodon:news`. The platforms are those of PlatformId: profnet, microblog, video, shortvideo, socialnet, photonet, chatbot, bluesky and mastodon. `chatbot:telegram` and `chatbot:discord` mean the default account of that network.
     * @param [input.part] Part of a thread, counted from 1. Required when several parts are unknown, or several failed after they were sent; 1 to 25
     * @param input.published
     * @returns The post with the recorded result
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    resolvePost: Method<'resolvePost'>;
    /**
     * Take a post back.
     * Deletes at the networks what the post published, on all its platforms or on those in `platforms`, and returns a result for each. Of a thread the last part is deleted first; the earlier parts stay when it cannot be deleted. The post stays readable: its results keep the state `published` and gain `removedAt`, and its `outcome` is `unpublished` once nothing of it is left. It is never sent again, and its Idempotency-Key stays taken. Each deletion costs 1 credit; what was gone already, or cannot be deleted by a program, costs nothing. A result that is still `removing` or `unknown` is looked up automatically; calling again is harmless. Returns 409 when the post published nothing that could be taken back, for example because it is scheduled. What a person named with `resolve`, and the server could not read at the network, is taken back only with the scope `actions` too.
     * Costs credits: 1 for each deleted post or part of a thread.
     * Needs the scope `publish`.
     * @param input.id Id of a post; at most 100 characters
     * @param [input.platforms] Where to take the post back; everywhere it was published when left out; at most 50 entries
     * @returns A result for each platform
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    unpublishPost: Method<'unpublishPost'>;
  };
  /** Connect and disconnect accounts. */
  readonly connections: {
    /**
     * List the platforms with their limits, costs and ways to connect.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @returns Every platform, in the order of this contract
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listPlatforms: Method<'listPlatforms'>;
    /**
     * Get the connections of a profile.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @param [input.profileId] Id of a profile. Defaults to the default profile
     * @param [input.attempt] Random string that a program chooses. It opens /api/auth/{platform} in the browser with it, then polls /api/connect/status with the same string and profileId. Without a profileId, the status shows the attempt once its browser is signed in; at most 86 characters
     * @returns One entry per platform
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getConnectionStatus: Method<'getConnectionStatus'>;
    /**
     * Send the browser to the network's consent page.
     * Sets a cookie that ties the flow to this browser for 10 minutes. A browser that uses another host name is first redirected to the configured base URL. A client that asks for text/html gets failures as a page that says what to do; the examples show what a program gets. Naming a `handle` or `host` needs a session, because this server then calls a server that the caller chose.
     * Needs the scope `admin`.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.profileId] Id of a profile. Defaults to the default profile
     * @param [input.attempt] Random string that a program chooses. It opens /api/auth/{platform} in the browser with it, then polls /api/connect/status with the same string and profileId. Without a profileId, the status shows the attempt once its browser is signed in; at most 86 characters
     * @param [input.handle] Name of the account, for example ada.bsky.social; for platforms whose `signIn` asks for it; at most 300 characters
     * @param [input.host] Server of the account, for example fosstodon.org; for platforms whose `signIn` asks for it; at most 300 characters
     * @param [input.chooseAccount] The network asks which account signs in, instead of taking the one that the browser is signed in with. YouTube, TikTok, Facebook, Instagram and Mastodon have such a question; the others ignore it
     * @returns Redirects to the network's consent page
     * @throws {SocialApiError} 400: The platform asks for an account or server, which is missing or leads nowhere; a browser gets a page that asks for it (for example `invalid_request`)
     * @throws {SocialApiError} 401: The address names an account or its server, and nobody is signed in; nothing was started. A browser gets a page (for example `unauthorized`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The platform or profile does not exist, or this server is not configured for the platform; a browser gets a page (for example `platform_not_configured`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    startConnection: Method<'startConnection'>;
    /**
     * Get the description of this server's app, which the network's servers read.
     * For networks whose servers register no apps but know each by the address of its description. Only a server with a public https address has one.
     * @param input.platform A platform id; at most 100 characters
     * @returns Name, addresses, permissions and public keys of the app
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 404: The platform or profile does not exist, or this server is not configured for the platform; a browser gets a page (for example `platform_not_configured`)
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    describeApp: Method<'describeApp'>;
    /**
     * Receive the browser that the network sends back.
     * Checks the state against the browser's flow cookie, exchanges the code once, sets the temporary connect cookie and redirects to the page with the account options. A failure is a page that says what happened and what to do.
     * Needs the scope `admin`.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.state] State of the flow; at most 500 characters
     * @param [input.code] Authorization code; at most 4096 characters
     * @param [input.error] Code of the error when there is no authorization code; at most 200 characters
     * @param [input.error_description] The error in words; at most 2000 characters
     * @param [input.iss] Issuer of the authorization code; at most 500 characters
     * @returns A page that says the consent was denied and nothing was connected; or: Redirects to the page with the account options
     * @throws {SocialApiError} 400: A page that says why nothing was connected; JSON for a malformed address
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The platform or profile does not exist, or this server is not configured for the platform; a browser gets a page (for example `platform_not_configured`)
     * @throws {SocialApiError} 502: A page that says the network failed and nothing was connected
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    completeConnection: Method<'completeConnection'>;
    /**
     * Get the picture of a connected account.
     * The server fetches the pictures of accounts, makes them small and keeps them, so that a page shows them without asking a network. `GET /api/connect/status` names the path of each; it changes with the picture. The answer has an ETag.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.profileId] Id of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @param [input.v] Version of the picture, so that a browser keeps each one. The answer is always the present picture; at most 64 characters
     * @returns The picture; or: The picture that If-None-Match names is the present one
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getAccountPicture: Method<'getAccountPicture'>;
    /**
     * List the accounts that the person may publish as.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.platform A platform id; at most 100 characters
     * @returns The accounts
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listAccountOptions: Method<'listAccountOptions'>;
    /**
     * Connect the chosen account to a profile.
     * Needs the dashboard's session cookie and the temporary connect cookie; an API key is not enough. The server uses only `accountId` of the option and takes everything else from its own list.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.platform A platform id; at most 100 characters
     * @param input.option An entry of `options`, unchanged
     * @param [input.profileId]
     * @returns Connected
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    confirmConnection: Method<'confirmConnection'>;
    /**
     * Rename a connected account, or make it the default of its platform.
     * An earlier name keeps leading to its account, and no other account gets it. Making an account the default moves no post that was accepted before.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.platform A platform id; at most 100 characters
     * @param input.account Short name of the account; at most 100 characters
     * @param [input.profileId]
     * @param [input.name] Short name of a connected account, unique in its profile: 1-32 lower-case letters, digits and dashes
     * @param [input.isDefault]
     * @returns The account as it is now
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    changeAccount: Method<'changeAccount'>;
    /**
     * Disconnect a platform, or one of its accounts, from a profile.
     * Disconnects all accounts of the platform, or only the one that `account` names. Also revokes the permission at the network, unless another connection on this server uses the same account. Succeeds when nothing is connected.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.profileId]
     * @param [input.account] Short name of a connected account, unique in its profile: 1-32 lower-case letters, digits and dashes
     * @returns No longer connected
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    disconnectPlatform: Method<'disconnectPlatform'>;
    /**
     * Connect an account with a token or webhook address.
     * Connects an account without a browser. `chatbot`: send a bot token and the chat to post to, or a webhook address; without `chatId` it returns 400, and `details.choices` lists the chats that the bot has seen. `mastodon`: send the host and an access token of the account. `bluesky`: send the handle and an app password. The server checks the credential at the network and connects the account at once.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.platform A platform id; at most 100 characters
     * @param [input.botToken] at most 200 characters
     * @param [input.chatId] A number, or the @name of a public chat; at most 200 characters
     * @param [input.webhookUrl] at most 500 characters
     * @param [input.handle] at most 300 characters
     * @param [input.host] at most 300 characters
     * @param [input.accessToken] at most 500 characters
     * @param [input.appPassword] at most 200 characters
     * @param [input.profileId]
     * @returns Connected
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    connectWithToken: Method<'connectWithToken'>;
  };
  /** How posts did: likes, replies and views, as the networks count them. */
  readonly counters: {
    /**
     * Get how a post did.
     * Returns for each platform on which the post was published what its network counts: likes, replies, reposts, views, each under the network's own name. A reading that is at most a minute old (of Facebook and Instagram ten, of YouTube sixty) is returned as it is stored; otherwise the networks are asked, and the answer is stored with the time. A network that charges for each reading (`isCharged`) is not asked: that needs a POST. A reading that could not be renewed is the last stored one, with `reason` and `note`. Of a thread the first part is read. What a network does not tell is left out.
     * Costs no credits.
     * Needs the scope `read`.
     * @param input.id Id of a post; at most 100 characters
     * @returns A reading for each platform
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getPostCounters: Method<'getPostCounters'>;
    /**
     * Ask the networks now how a post did.
     * Like GET, but networks that charge for each reading are asked too, and a reading that is at least 10 seconds old is renewed; a network whose limit of calls publishing shares is asked once in 10 minutes, YouTube once an hour. A network that charges then charges the app of this server, so an API key needs the scope `actions`; it costs no credits.
     * Costs no credits.
     * Needs the scope `actions`.
     * @param input.id Id of a post; at most 100 characters
     * @returns A reading for each platform
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    refreshPostCounters: Method<'refreshPostCounters'>;
    /**
     * List how the posts of a month did, best first.
     * Returns the stored readings of posts that were published in the month (UTC). No network is asked. Posts that were never read, and platforms whose network tells nothing, are not in it. At most 2000 readings are looked at, the latest ones; `isComplete` says whether these were all.
     * Costs no credits.
     * Needs the scope `read`.
     * @param [input.month] Month in which the posts were published, UTC, for example 2026-11. Defaults to the current month
     * @param [input.profile] Only posts of the profile with this slug; at most 120 characters
     * @param [input.by] Kind of counter by which the posts are sorted
     * @param [input.limit] Maximum number of posts; 1 to 2000, 100 when left out
     * @returns The accounts with their sums, and the posts
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listCounters: Method<'listCounters'>;
    /**
     * Get how the posts of a month did, as CSV.
     * All stored readings of the month as a file for a spreadsheet, however many there are, in the order in which the posts were published: RFC 4180 in UTF-8 with a byte order mark, a column for each kind of counter. Handles of accounts stand without their `@`; any other field that a spreadsheet would take for a formula begins with an apostrophe. Where the answer ends early, so does the connection: it is complete once it has ended properly.
     * Costs no credits.
     * Needs the scope `read`.
     * @param [input.month] Month in which the posts were published, UTC, for example 2026-11. Defaults to the current month
     * @param [input.profile] Only posts of the profile with this slug; at most 120 characters
     * @returns A header and a line for each post on a platform
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    exportCounters: Method<'exportCounters'>;
  };
  /** Store posts, have them approved. */
  readonly drafts: {
    /**
     * List drafts, newest first.
     * Lists the drafts that wait for their approval; with `status=approved`, those that became posts. `preview` is left out. The address of an uploaded file that has expired, or does so within an hour, is replaced by a new one.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @param [input.limit] Maximum number of drafts; 1 to 100, 50 when left out
     * @param [input.cursor] `nextCursor` of the previous page; at most 200 characters
     * @param [input.status] Only drafts with this status; draft when left out
     * @param [input.profile] Only drafts of the profile with this slug; at most 120 characters
     * @returns A page of drafts
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listDrafts: Method<'listDrafts'>;
    /**
     * Store a draft.
     * Stores a post that is not ready, or that somebody else approves. Everything of a post may be missing. Nothing is sent or charged. `preview` shows per platform what publishing it would do and cost. A workspace may have 1000 drafts that wait for their approval, of 20 MB together, and store 2000 within 24 hours. A file that was uploaded for a draft is kept as long as the draft waits.
     * Costs no credits.
     * Needs the scope `draft` or `publish`.
     * @param [input.text] at most 100000 characters
     * @param [input.thread] Further parts of the text. On platforms with replies (microblog, bluesky, mastodon), each part is a reply to the part before it, has its own length limit and costs as much as a post. On other platforms, the parts follow the text in the same post, separated by blank lines. A part is sent only after the part before it is published; at most 24 entries
     * @param [input.platforms] at most 50 entries
     * @param [input.mediaUrls] at most 50 entries
     * @param [input.media] at most 50 entries
     * @param [input.poll] A poll beside the text, on X, LinkedIn, Telegram, Discord and Mastodon; the others leave it out. Each network has limits of its own, which a dry run names; nothing is rounded
     * @param [input.comments] Comments of the account below its own post, sent in order once the post is published. On platforms with replies (microblog, bluesky, mastodon) they are further parts of the thread, at Discord further messages, elsewhere the network's comments. Each costs as much as a post. A network without comments leaves them out; its `note` says so; at most 10 entries
     * @param [input.scheduledFor] RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @param [input.slot] `next`: the post is scheduled for the next free slot of its profile. Not together with a time of its own
     * @param [input.profile] Slug of a profile; the default profile when left out
     * @param [input.meta] Platform-specific settings, as an object or as a string that contains this object as JSON
     * @param [input.settings] Settings of single targets of the post, by target: `video`, or `mastodon:news` for one account. Each platform has settings of its own. A setting that is also in `meta` must have the same value there. One that the connected network of a platform ignores is named in a note
     * @param [input.aiGenerated] Whether networks label the post as made with AI, where they have such a label; a note says where not. A network's own setting wins
     * @param [input.paidPartnership] Whether networks label the post as a paid partnership, where they have such a label; a note says where not. A network's own setting wins
     * @param [input.overrides] Different text or media for individual targets
     * @param [input.fitMedia] As for a post
     * @param [input.copyMedia] As for a post
     * @param [input.labels] Labels of the post, at most 20; an empty list for none. They are not sent to the networks. A repeated call with the same Idempotency-Key may have different labels; at most 20 entries
     * @param [input.source] Place where the sender keeps the post, without control characters and direction marks. It is only stored and shown. A repeated call with the same Idempotency-Key may have a different `source`. `social apply` writes `file:<repository>#<path>`, `social feed` the link of the item
     * @returns The draft
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createDraft: Method<'createDraft'>;
    /**
     * Get a draft with its preview.
     * The address of an uploaded file that has expired, or does so within an hour, is replaced by a new one.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @param input.draftId Id of a draft; at most 100 characters
     * @returns The draft
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getDraft: Method<'getDraft'>;
    /**
     * Change a draft.
     * Replaces the fields that the body names; the others stay. With `ifUpdatedAt`, a draft that has changed since is left as it is, and the answer is 409 `conflict`: so two editors do not overwrite each other. Returns 409 also for a draft that was approved. Nothing is sent or charged.
     * Costs no credits.
     * Needs the scope `draft` or `publish`.
     * @param input.draftId Id of a draft; at most 100 characters
     * @param [input.ifUpdatedAt] `updatedAt` of the draft that was edited. A draft that has changed since stays as it is
     * @param [input.text] at most 100000 characters
     * @param [input.thread] Further parts of the text. On platforms with replies (microblog, bluesky, mastodon), each part is a reply to the part before it, has its own length limit and costs as much as a post. On other platforms, the parts follow the text in the same post, separated by blank lines. A part is sent only after the part before it is published; at most 24 entries
     * @param [input.platforms] at most 50 entries
     * @param [input.mediaUrls] at most 50 entries
     * @param [input.media] at most 50 entries
     * @param [input.scheduledFor] New time, with an offset, which replaces `slot`; null for none
     * @param [input.slot] `next`: the post takes the next free slot when the draft is approved, which replaces `scheduledFor`; null for no slot
     * @param [input.profile] Slug of a profile
     * @param [input.poll] As for a post; null for none
     * @param [input.comments] Comments of the account below its own post, sent in order once the post is published. On platforms with replies (microblog, bluesky, mastodon) they are further parts of the thread, at Discord further messages, elsewhere the network's comments. Each costs as much as a post. A network without comments leaves them out; its `note` says so; at most 10 entries
     * @param [input.meta] Platform-specific settings, as an object or as a string that contains this object as JSON
     * @param [input.settings] Settings of single targets of the post, by target: `video`, or `mastodon:news` for one account. Each platform has settings of its own. A setting that is also in `meta` must have the same value there. One that the connected network of a platform ignores is named in a note
     * @param [input.aiGenerated] Whether networks label the post as made with AI, where they have such a label; a note says where not. A network's own setting wins
     * @param [input.paidPartnership] Whether networks label the post as a paid partnership, where they have such a label; a note says where not. A network's own setting wins
     * @param [input.overrides] Different text or media for individual targets
     * @param [input.fitMedia] As for a post
     * @param [input.copyMedia] As for a post
     * @param [input.labels] Labels of the post, at most 20; an empty list for none. They are not sent to the networks. A repeated call with the same Idempotency-Key may have different labels; at most 20 entries
     * @param [input.source] Place where the sender keeps the post; null for none
     * @returns The changed draft
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updateDraft: Method<'updateDraft'>;
    /**
     * Delete a draft.
     * The Idempotency-Key that made it can be used again. Returns 409 for a draft that was approved; cancel its post, or take it back.
     * Costs no credits.
     * Needs the scope `draft` or `publish`.
     * @param input.draftId Id of a draft; at most 100 characters
     * @returns It was deleted
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteDraft: Method<'deleteDraft'>;
    /**
     * Approve a draft, which publishes or schedules it.
     * Makes the post of the draft, exactly once, and returns it like a call that publishes. `ifUpdatedAt` names what was looked at: a draft that has changed since is not published, and the answer is 409 `conflict`. A draft that was approved before is 409, too; `details.postId` names its post. A draft without text or platforms is 400. A draft with `slot` takes the next free slot of its profile now. If the time of the draft is more than five minutes in the past, nothing is published unless `ifPast` is `publish`.
     * Costs credits: the sum of the costs of the platforms that succeed (profnet 1, microblog 3, every other platform 1).
     * Needs the scope `publish`.
     * @param input.draftId Id of a draft; at most 100 characters
     * @param input.ifUpdatedAt `updatedAt` of the draft that is approved
     * @param [input.ifPast] What to do when the time of the draft has passed. `refuse` (the default): a time more than five minutes in the past is refused with 400 `past_time`. `publish`: the post is published at once, and `notes` says so
     * @returns The post of the draft, with a result per platform
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    approveDraft: Method<'approveDraft'>;
  };
  /** Upload files for posts. */
  readonly media: {
    /**
     * Upload a picture, video or document.
     * The body is the file itself. The server detects the type from its bytes, and refuses sound and other files. The answer has an address for `mediaUrls` and `media` of this workspace's posts. Posts read the file from the server's storage, even after the address has expired. The same file is stored once. It is kept while an unsent post needs it, and removed 24 hours after its last use. With `Repr-Digest: sha-256=:…:` (RFC 9530) the server refuses a file that arrives damaged.
     * Costs no credits.
     * Needs the scope `draft` or `publish`.
     * @param [input.name] Name of the file, by which messages and networks name it; folders before it are dropped. A newer name replaces an older one; at most 255 characters
     * @param input.file The file itself
     * @returns The stored file and its address
     * @throws {SocialApiError} 400: The file is empty, truncated, damaged or an incomplete picture; nothing was stored
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 408: The file arrived too slowly; nothing was stored
     * @throws {SocialApiError} 413: The file is larger than any platform accepts, or than the rest of the workspace's storage; nothing was stored
     * @throws {SocialApiError} 415: The file is not a picture, video or document that any platform accepts; nothing was stored
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    uploadMedia: Method<'uploadMedia'>;
    /**
     * Download a stored file from its signed address.
     * For networks that fetch files. The address cannot be guessed, and it expires. A request may ask for one range of bytes.
     * @param input.signature at most 200 characters
     * @param input.file at most 100 characters
     * @returns The file; or: The requested range
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 416: The range starts after the end of the file
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getMedia: Method<'getMedia'>;
  };
  /** Actions on X (paid plan). */
  readonly microblog: {
    /**
     * Like a post.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.mpost_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.profile]
     * @param [input.account] Short name of the account that does it; the default account when left out
     * @returns Liked
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    likePost: Method<'likePost'>;
    /**
     * Remove a like.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.mpost_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @returns No longer liked
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    unlikePost: Method<'unlikePost', 'mpost_id'>;
    /**
     * Follow a user.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.target_user_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.profile]
     * @param [input.account] Short name of the account that does it; the default account when left out
     * @returns Following, or waiting for approval
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    followUser: Method<'followUser'>;
    /**
     * Stop following a user.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.target_user_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @returns No longer following
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    unfollowUser: Method<'unfollowUser', 'target_user_id'>;
    /**
     * Bookmark a post.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.mpost_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.profile]
     * @param [input.account] Short name of the account that does it; the default account when left out
     * @returns Bookmarked
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    bookmarkPost: Method<'bookmarkPost'>;
    /**
     * Remove a bookmark.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.mpost_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @returns Removed
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    removeBookmark: Method<'removeBookmark', 'mpost_id'>;
    /**
     * Send a direct message.
     * The recipient must allow messages from the connected account. If the network's answer is lost, the message is never sent again.
     * Costs credits: 2.
     * Needs the scope `actions`.
     * @param input.recipient_id A numeric id as a string, because JSON numbers lose digits
     * @param input.text at most 10000 characters
     * @param [input.profile]
     * @param [input.account] Short name of the account that does it; the default account when left out
     * @returns Sent
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    sendDirectMessage: Method<'sendDirectMessage'>;
    /**
     * Delete one of the account's own posts.
     * Succeeds when the post is already deleted. Without `account`, a post that was published from here is deleted through the account that published it.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.mpost_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @returns Deleted
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteMicroblogPost: Method<'deleteMicroblogPost', 'mpost_id'>;
    /**
     * Hide or show a reply to one of the account's own posts.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.mpost_id A numeric id as a string, because JSON numbers lose digits
     * @param [input.hidden] true when left out
     * @param [input.profile]
     * @param [input.account] Short name of the account that does it; the default account when left out
     * @returns The reply's new state
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    setReplyHidden: Method<'setReplyHidden'>;
    /**
     * Read the account's home timeline.
     * Costs no credits.
     * Needs the scope `read`.
     * @param [input.max_results] Number of posts; 5 to 100, 10 when left out
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @returns Newest posts first
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    readTimeline: Method<'readTimeline'>;
    /**
     * Look up a user by name.
     * Costs no credits.
     * Needs the scope `read`.
     * @param [input.username] Name of the user without @
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @returns The user
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    findUser: Method<'findUser'>;
  };
  /** Actions on LinkedIn. */
  readonly profnet: {
    /**
     * Delete one of the member's own posts.
     * Succeeds when the post is already deleted. Without `account`, a post that was published from here is deleted through the account that published it.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.post_urn URN of a post
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.account] Short name of the account; the default account when left out
     * @returns Deleted
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteProfnetPost: Method<'deleteProfnetPost', 'post_urn'>;
    /**
     * Reshare a post, with or without commentary.
     * Costs credits: 1.
     * Needs the scope `actions`.
     * @param input.post_urn URN of a post
     * @param [input.commentary] At most 3000 characters
     * @param [input.profile]
     * @param [input.account] Short name of the account that does it; the default account when left out
     * @returns Reshared
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} 502: The network failed or did not answer; `outcome_unknown` says that it may have carried out the request (for example `network_unavailable`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    resharePost: Method<'resharePost'>;
  };
  /** Plan and credits. */
  readonly usage: {
    /**
     * Get the plan, credits and recent transactions.
     * Costs no credits.
     * Needs the scope `read`.
     * @returns Usage of the workspace
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getUsage: Method<'getUsage'>;
    /**
     * List credits spent, by day and platform.
     * Costs no credits.
     * Needs the scope `read`.
     * @param [input.days] Number of days, including today; 1 to 92, 30 when left out
     * @param [input.timeZone] IANA time zone in which days begin and end, for example Europe/Berlin; at most 64 characters, UTC when left out
     * @returns One entry per day, oldest first, including days without spending
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listSpending: Method<'listSpending'>;
  };
  /** Activity log. */
  readonly logs: {
    /**
     * List the activity log, newest first.
     * Costs no credits.
     * Needs the scope `read`.
     * @param [input.limit] Maximum number of entries; 1 to 200, 50 when left out
     * @param [input.offset] Number of newest entries to skip; 0 to 9007199254740991, 0 when left out
     * @param [input.action] Only entries of this kind
     * @param [input.profile] Only entries of the profile with this slug; those of the workspace, such as its members, have no profile; at most 120 characters
     * @param [input.platform] Only entries for this platform, or only those of one of its accounts, such as `mastodon:news`; a name that the account had before counts, too. `chatbot:telegram` means all accounts of that network
     * @param [input.status] Only entries with this outcome
     * @returns A page of the log; `total` is exact
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listLogs: Method<'listLogs'>;
  };
  /** Saved filters of the list of posts. */
  readonly views: {
    /**
     * List the saved views of the list of posts.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @returns Every view of the workspace
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listViews: Method<'listViews'>;
    /**
     * Replace the saved views of the list of posts.
     * Stores these views in place of those that there are. Everybody in the workspace has the same views.
     * Costs no credits.
     * Needs the scope `publish`.
     * @param input.views At most 50, each with a name of its own; at most 50 entries
     * @returns The views as they are now
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    saveViews: Method<'saveViews'>;
  };
  /** Groups of connections. */
  readonly profiles: {
    /**
     * List profiles.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @returns Every profile of the workspace
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listProfiles: Method<'listProfiles'>;
    /**
     * Create a profile.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.name 1-100 characters; no control or direction-override characters
     * @returns The new profile
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createProfile: Method<'createProfile'>;
    /**
     * Rename a profile or make it the default.
     * The slug never changes. The answer is the profile, repeated under `profile` as in the create call.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.profileId Id of a profile; at most 100 characters
     * @param [input.name] 1-100 characters; no control or direction-override characters
     * @param [input.isDefault] Set to true to make this the default profile. The default profile refuses false: make another profile the default instead
     * @returns The updated profile
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updateProfile: Method<'updateProfile'>;
    /**
     * Delete a profile.
     * Disconnects its accounts, cancels its scheduled posts and deletes its drafts that wait. Posts and approved drafts stay. The default profile cannot be deleted.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.profileId Id of a profile; at most 100 characters
     * @returns Deleted
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteProfile: Method<'deleteProfile'>;
  };
  /** Weekly times of a profile, and which of them are free. */
  readonly slots: {
    /**
     * Get the weekly times of a profile.
     * A profile without weekly times has an empty list, and the zone UTC.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @param input.profileId Id of a profile; at most 100 characters
     * @returns The weekly times, Monday first
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getSlotTimes: Method<'getSlotTimes'>;
    /**
     * Replace the weekly times of a profile.
     * Replaces the time zone and all weekly times; an empty list means no slots. Posts that have a slot keep their time. On a day on which clocks skip a time, the slot is as much later as the clocks are put forward; when clocks show a time twice, it is the first one.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.profileId Id of a profile; at most 100 characters
     * @param input.timeZone IANA time zone, for example Europe/Berlin; at most 64 characters
     * @param input.times Weekly times in any order, each once; empty for no slots; at most 168 entries
     * @returns The new weekly times
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    setSlotTimes: Method<'setSlotTimes'>;
    /**
     * List the slots of a profile, earliest first.
     * Lists the instants at which the weekly times of a profile come round, from `from` until before `to`. A slot is free when it is in the future and no post of the profile has its time, other than canceled ones. `free=true&limit=1` finds the slot that a post with `slot` would get now; another post may take it first.
     * Costs no credits.
     * Needs the scope `read` or `draft` or `publish`.
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.from] Only slots at or after this instant; now when left out
     * @param [input.to] Only slots before this instant, at most 366 days after `from`; 366 days after it when left out
     * @param [input.free] With true only free slots; all when left out
     * @param [input.limit] Maximum number of slots; 1 to 1000, 20 when left out
     * @returns The slots of the profile, earliest first; none when it has no weekly times
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listSlots: Method<'listSlots'>;
  };
  /** API keys. */
  readonly keys: {
    /**
     * List API keys.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @returns Every active key
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listKeys: Method<'listKeys'>;
    /**
     * Create an API key.
     * The full key appears only in `rawKey` of this answer. This call accepts no Idempotency-Key because its answer is never stored. A key can make only keys that may do no more than itself; what is left out is as for the key that makes it. After `expiresAt`, a time in the future, the key is refused.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @param input.name 1-100 characters; no control or direction-override characters
     * @param [input.scopes] What the key may do; all that its maker may do when left out
     * @param [input.profiles] Slugs of the only profiles that the key may see and use; all profiles when left out; at most 100 entries
     * @param [input.platforms] The only platforms that the key may publish to, act on and connect; all platforms when left out. Here a platform means all its accounts, and `chatbot:telegram` all accounts of that network, also those that are connected later. `mastodon:news` means that account alone, of the key's profiles or else of the default profile: the key stays with it when it is renamed, disconnected or connected again; at most 50 entries
     * @param [input.expiresAt] RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @param [input.creditLimit] Most credits that the posts and actions of the key, and of keys made with it, may cost in a month; no limit of its own when left out; 1 to 1000000000
     * @returns The new key
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createKey: Method<'createKey'>;
    /**
     * Revoke an API key.
     * The key stops working at once, even when it is the key used for this call.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @param input.keyId Id of the key; at most 100 characters
     * @returns Revoked
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    revokeKey: Method<'revokeKey'>;
  };
  /** People of a workspace, and what each may do. */
  readonly members: {
    /**
     * List the members of the workspace and its open invitations.
     * The founder, whose account the workspace was created with, comes first.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @returns The members, and the invitations that nobody has used and that have not expired
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listMembers: Method<'listMembers'>;
    /**
     * Invite somebody to the workspace.
     * The link works once and for seven days. It appears only in this answer, and in the mail where one is sent: when `email` is given and the server sends mails, at most one a day to an address. This call accepts no Idempotency-Key because its answer is never stored. A key invites only people who can do no more than itself.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @param input.role What a member may do: an `owner` everything; an `editor` everything but members and API keys; a `writer` reads, and writes drafts that somebody else approves
     * @param [input.email]
     * @returns The invitation, with its link
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createInvitation: Method<'createInvitation'>;
    /**
     * Revoke an invitation.
     * Its link stops working at once.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @param input.invitationId Id of the invitation; at most 100 characters
     * @returns Revoked
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    revokeInvitation: Method<'revokeInvitation'>;
    /**
     * Create an account with an invitation.
     * Creates an account that belongs to the workspace of the invitation, and signs in. `SOCIAL_SIGN_UP` does not matter. The invitation is used up.
     * @param input.token The part of the link after `#`
     * @param input.email
     * @param input.password at most 128 characters
     * @returns Joined and signed in
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    joinWorkspace: Method<'joinWorkspace'>;
    /**
     * Get what an invitation is for.
     * @param input.token The part of the link after `#`
     * @returns Who invites, and to what
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    describeInvitation: Method<'describeInvitation'>;
    /**
     * Change the role of a member.
     * Works from the next request of the member on. Ends what the member has begun and not finished: connections, and sign-ins of commands. An owner who is one no longer also loses the invitations and the API keys that it has made. The founder is always an owner. A key changes only members who can do no more than itself, before and after.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @param input.memberId Id of the member; at most 100 characters
     * @param input.role What a member may do: an `owner` everything; an `editor` everything but members and API keys; a `writer` reads, and writes drafts that somebody else approves
     * @param [input.keepKeys] Leaves the API keys that the person has made, for example for a pipeline. The person may know them; false when left out
     * @returns The member as it is now
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updateMember: Method<'updateMember'>;
    /**
     * Remove a member.
     * Deletes the member's account, and ends at once its sessions, and the invitations and API keys that it has made. Posts, drafts and the log go on naming the person. The founder cannot be removed. A key removes only members who can do no more than itself.
     * Costs no credits.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @param input.memberId Id of the member; at most 100 characters
     * @param [input.keepKeys] Leaves the API keys that the person has made, for example for a pipeline. The person may know them; false when left out
     * @returns Removed
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    removeMember: Method<'removeMember'>;
  };
  /** Receive content from other tools. */
  readonly webhooks: {
    /**
     * Publish an article from another tool.
     * The text is the title, a blank line, the body and the keyword as a hashtag. HTML becomes plain text: a blank line between paragraphs, `• ` before the items of a list, and `text (address)` for a link. Where the text is too long for a platform it is shortened there at a word boundary with an ellipsis; the hashtag is never cut. `test` set to `true`, `1`, `yes` or `on` (in the query or the body), or `status` set to `test`, makes a dry run: nothing is stored, sent or charged. Only this call ignores unknown fields of the body, because content tools send many. A `timestamp` in the past publishes at once, unless `ifPast` is `refuse`. With `slot` in the query, the post is scheduled for the next free slot.
     * Costs credits: as for publishing to the same platforms.
     * Needs the scope `publish`; with `test` `draft` or `publish`.
     * @param [input.platforms] Platforms or their accounts, with commas: profnet,mastodon:news; at most 2000 characters, profnet,microblog when left out
     * @param [input.profile] Slug of a profile. Defaults to the default profile
     * @param [input.test] `true`, `1`, `yes` or `on` makes a dry run
     * @param [input.ifPast] What to do with a `timestamp` in the past
     * @param [input.slot] Schedules the post for the next free slot of its profile. Not together with a `timestamp`
     * @param input.body at most 200000 characters
     * @param [input.title] at most 2000 characters
     * @param [input.keyword] at most 200 characters
     * @param [input.status] `test` makes a dry run; at most 50 characters
     * @param [input.timestamp] RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
     * @returns The result per platform; in a dry run `postId` is null
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 402: There are not enough credits; nothing was sent or charged (for example `insufficient_credits`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    receiveContent: Method<'receiveContent'>;
  };
  /** Tell other programs what happened. */
  readonly webhookEndpoints: {
    /**
     * List the webhook endpoints of the workspace.
     * Without their secrets, which only the calls that make one return.
     * Costs no credits.
     * Needs the scope `admin`.
     * @returns Every endpoint, oldest first
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listWebhookEndpoints: Method<'listWebhookEndpoints'>;
    /**
     * Create a webhook endpoint.
     * From now on the server sends each event of the chosen kinds to the address, signed as the Standard Webhooks specification says (`webhook-id`, `webhook-timestamp`, `webhook-signature`). The secret appears only in this answer, so the call accepts no Idempotency-Key. The address must be https and public, unless the operator allows others (`SOCIAL_WEBHOOK_ALLOW`). A workspace has at most 20 endpoints. Any answer of 2xx ends a delivery; 410 switches the endpoint off; after anything else, and after 15 seconds without an answer, the same body is sent again, 8 times within a day. An endpoint that has failed for three days is paused. An endpoint receives the events of all profiles, so a key that is bound to some is refused.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.url Address of the receiver. https and public, unless the operator allows others. Redirects are not followed; at most 2048 characters
     * @param [input.kinds] Kinds of events to send. Every kind, also kinds of later versions, when left out at the creation; at most 50 entries
     * @param [input.description] What the receiver is, for people: 1-100 characters
     * @returns The new endpoint with its secret
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createWebhookEndpoint: Method<'createWebhookEndpoint'>;
    /**
     * Get a webhook endpoint.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.endpointId Id of a webhook endpoint; at most 100 characters
     * @returns The endpoint, without its secret
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getWebhookEndpoint: Method<'getWebhookEndpoint'>;
    /**
     * Change a webhook endpoint, or switch it off and on.
     * `disabled` ends the deliveries that wait; `active` begins again with the next event, also after the server has paused the endpoint or an answer of 410 has switched it off. Deliveries that wait go to a changed address.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.endpointId Id of a webhook endpoint; at most 100 characters
     * @param [input.url] Address of the receiver. https and public, unless the operator allows others. Redirects are not followed; at most 2048 characters
     * @param [input.kinds] Kinds of events to send; null for every kind, also kinds of later versions; at most 50 entries
     * @param [input.description] What the receiver is, for people: 1-100 characters; null for none
     * @param [input.status]
     * @returns The changed endpoint
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updateWebhookEndpoint: Method<'updateWebhookEndpoint'>;
    /**
     * Delete a webhook endpoint and its deliveries.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.endpointId Id of a webhook endpoint; at most 100 characters
     * @returns Deleted
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteWebhookEndpoint: Method<'deleteWebhookEndpoint'>;
    /**
     * List the deliveries to a webhook endpoint, newest first.
     * Deliveries are kept for 30 days, or as long as the operator says, with the first 1000 bytes of the last answer.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.endpointId Id of a webhook endpoint; at most 100 characters
     * @param [input.limit] Maximum number of deliveries; 1 to 100, 50 when left out
     * @param [input.cursor] `nextCursor` of the page before; at most 100 characters
     * @param [input.status] Only deliveries with this status
     * @returns A page of deliveries
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listWebhookDeliveries: Method<'listWebhookDeliveries'>;
    /**
     * Send a delivery again.
     * Sends the same body with the same `webhook-id` at once and waits for the answer. When that fails, it is tried again like a new delivery. Returns 409 while the delivery is being sent, and for an endpoint that is not active.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.endpointId Id of a webhook endpoint; at most 100 characters
     * @param input.deliveryId Id of the delivery; at most 100 characters
     * @returns The delivery after this try
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    resendWebhookDelivery: Method<'resendWebhookDelivery'>;
    /**
     * Send a test event to a webhook endpoint.
     * Sends an event of the type `webhook.test` and waits for the answer, at most 15 seconds. It is sent once, also to an endpoint that is switched off, and has no number.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.endpointId Id of a webhook endpoint; at most 100 characters
     * @returns The delivery, however it has ended
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} 422: The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any (for example `idempotency_key_reused`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    testWebhookEndpoint: Method<'testWebhookEndpoint'>;
    /**
     * Replace the secret of a webhook endpoint.
     * Until the previous secret ends, every delivery has two signatures, one of each secret, so that the receiver can change over. The new secret appears only in this answer, so the call accepts no Idempotency-Key.
     * Costs no credits.
     * Needs the scope `admin`.
     * @param input.endpointId Id of a webhook endpoint; at most 100 characters
     * @param [input.previousValidHours] Hours for which the previous secret still signs; 0 for a secret that has leaked; 0 to 168, 24 when left out
     * @returns The endpoint with its new secret
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    rotateWebhookSecret: Method<'rotateWebhookSecret'>;
    /**
     * Read events in their order, or wait for the next one.
     * For programs without a public address: `social webhooks listen` uses it. Returns the events after a number, oldest first. Without any, it waits for up to `waitSeconds`. While somebody asks, and for five minutes after, events of every kind are recorded, also without an endpoint. Events are kept for 30 days, or as long as the operator says. A key that is bound to profiles gets only events of these.
     * Costs no credits.
     * Needs the scope `read`.
     * @param [input.after] Number of the last event that the caller has read, `last` of the answer before. Without it, returns no event and the last number; 0 to 9007199254740991
     * @param [input.limit] Maximum number of events; 1 to 100, 20 when left out
     * @param [input.waitSeconds] Longest time to wait for an event; 0 to 25, 0 when left out
     * @returns The events, and the number to ask after next
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listWebhookEvents: Method<'listWebhookEvents'>;
  };
  /** Sign in to the dashboard. */
  readonly account: {
    /**
     * Get the signed-in account.
     * A signed-in person must be an any of the workspace.
     * @returns The account
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getAccount: Method<'getAccount'>;
    /**
     * Leave the workspace.
     * Deletes the account of the signed-in member, and ends its sessions, and the invitations and API keys that it has made. Posts, drafts and the log go on naming the person. The founder cannot leave.
     * A signed-in person must be an any of the workspace.
     * @returns Left
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    leaveWorkspace: Method<'leaveWorkspace'>;
    /**
     * Delete the workspace.
     * Erases the workspace with everything in it, at once and for good: the accounts of all members, profiles, connections and their tokens, API keys, posts and drafts, uploaded files, the activity log, webhooks and credits. Scheduled posts are canceled. Needs the password of the signed-in owner again. Posts at the networks stay there. Refused with 409 while a post is being sent, or taken back, or an action is under way: nothing is deleted then.
     * Needs the scope `admin`.
     * A signed-in person must be an owner of the workspace.
     * @param input.password Password of the signed-in account; at most 128 characters
     * @returns Deleted
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    deleteWorkspace: Method<'deleteWorkspace'>;
    /**
     * Check whether this server has an account and who may create one.
     * @returns The state of the server's setup
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getSetup: Method<'getSetup'>;
    /**
     * Change the password.
     * Needs the current password again. Ends every other session of the account; this session continues with a new cookie. API keys keep working, unless `revokeKeys` is true.
     * A signed-in person must be an any of the workspace.
     * @param input.currentPassword at most 128 characters
     * @param input.newPassword at most 128 characters
     * @param [input.revokeKeys] Also revokes every API key of the workspace; for owners
     * @returns Changed
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    changePassword: Method<'changePassword'>;
    /**
     * Ask for a link that sets a new password.
     * The answer and its time are the same whether or not the address has an account. The link works once, for 30 minutes. At most one mail in five minutes goes to an address, and at most ten within 24 hours.
     * @param input.email
     * @returns Taken; a mail is sent if the address has an account
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    requestPasswordReset: Method<'requestPasswordReset'>;
    /**
     * Set a new password with the link of a mail.
     * Ends every session of the account, and every other link. API keys keep working, unless `revokeKeys` is true.
     * @param input.token The part of the link after `#`
     * @param input.newPassword at most 128 characters
     * @param [input.revokeKeys] Also revokes every API key of the workspace; for owners
     * @returns Changed; sign in with the new password
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    resetPassword: Method<'resetPassword'>;
    /**
     * Get which mails the workspace sends, and where.
     * A signed-in person must be an any of the workspace.
     * @returns The settings
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    getMailSettings: Method<'getMailSettings'>;
    /**
     * Choose which mails are sent, and where.
     * A new address has to be confirmed before it gets a mail.
     * A signed-in person must be an owner of the workspace.
     * @param [input.address]
     * @param [input.kinds] The mails that are sent; an empty list for none; at most 7 entries
     * @returns The settings as they are now
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    updateMailSettings: Method<'updateMailSettings'>;
    /**
     * Mail a link that confirms the address for mails.
     * At most one mail a day goes to an address, and an account asks for at most five within 24 hours. The link works for 24 hours.
     * A signed-in person must be an owner of the workspace.
     * @returns The mail is on its way
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    sendMailConfirmation: Method<'sendMailConfirmation'>;
    /**
     * Confirm an address for mails with the link of a mail.
     * @param input.token The part of the link after `#`
     * @returns Confirmed
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    confirmMailAddress: Method<'confirmMailAddress'>;
    /**
     * List the sessions of the account.
     * A signed-in person must be an any of the workspace.
     * @returns The active sessions: the session of this call first, then newest first
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    listSessions: Method<'listSessions'>;
    /**
     * Sign out everywhere else.
     * A signed-in person must be an any of the workspace.
     * @returns Every other session has ended
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    revokeOtherSessions: Method<'revokeOtherSessions'>;
    /**
     * Sign out one session.
     * A signed-in person must be an any of the workspace.
     * @param input.sessionId Id of a session; at most 100 characters
     * @returns The session has ended; it may be the session of this call
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: The resource, profile, platform or connection does not exist (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    revokeSession: Method<'revokeSession'>;
    /**
     * Create an account with its workspace.
     * Creates a workspace on the free plan with a default profile and signs in. The server's `SOCIAL_SIGN_UP` decides who may sign up.
     * @param input.email
     * @param input.password at most 128 characters
     * @param [input.setupToken] One-time token that a server on a public host prints at its start; at most 200 characters
     * @returns Signed up and signed in
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 409: The current state does not allow this, or a call with the same Idempotency-Key is still running (for example `conflict`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    signUp: Method<'signUp'>;
    /**
     * Sign in.
     * @param input.email
     * @param input.password at most 128 characters
     * @returns Signed in
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    signIn: Method<'signIn'>;
    /**
     * Sign out.
     * @returns Signed out; also returned when there was no session
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    signOut: Method<'signOut'>;
  };
  /** Sign in the command. */
  readonly command: {
    /**
     * Get the command that waits for a user code.
     * Wrong codes are counted per session and per client address: after ten of them, every code is refused for ten minutes.
     * A signed-in person must be an owner of the workspace.
     * @param [input.userCode] User code that the command shows; at most 40 characters
     * @returns The waiting command
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: No command is waiting with this code: it is mistyped, expired, or already approved or denied (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    describeDeviceCode: Method<'describeDeviceCode'>;
    /**
     * Start to sign in a command on a machine without a browser.
     * Follows RFC 8628: the person opens `verificationUri` in any browser, types `userCode` and approves, while the command polls exchangeDeviceCode every `interval` seconds. At most 20 requests per client address may wait at a time.
     * @param input.machine Name that the machine gives itself; the API key gets this name
     * @param [input.scopes] What the command asks to be allowed; everything when left out
     * @returns The two codes
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createDeviceCode: Method<'createDeviceCode'>;
    /**
     * Poll for the approval of the user code and get an API key.
     * Follows RFC 8628, section 3.5. This call creates the API key, once; its answer is never stored. Polling more often than every `interval` seconds returns `slow_down` and makes the interval 5 seconds longer.
     * @param input.deviceCode 256 random bits as base64url
     * @returns The new key
     * @throws {SocialApiError} 400: `authorization_pending`: not approved yet. `slow_down`: polled too soon. `access_denied`: denied. `expired_token`: expired, unknown or used. `invalid_request`: invalid input (for example `authorization_pending`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    exchangeDeviceCode: Method<'exchangeDeviceCode'>;
    /**
     * Approve the command with a user code.
     * Lets the command act for the workspace. Creates no API key yet; the waiting command gets one when it polls next.
     * A signed-in person must be an owner of the workspace.
     * @param input.userCode Eight consonants; case, dashes and spaces are ignored; at most 40 characters
     * @param [input.scopes] What the command may do: all that it asks for when left out, and nothing beyond
     * @returns Approved
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: No command is waiting with this code: it is mistyped, expired, or already approved or denied (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    approveDeviceCode: Method<'approveDeviceCode'>;
    /**
     * Deny the command with a user code.
     * A signed-in person must be an any of the workspace.
     * @param input.userCode Eight consonants; case, dashes and spaces are ignored; at most 40 characters
     * @returns Denied
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} 404: No command is waiting with this code: it is mistyped, expired, or already approved or denied (for example `not_found`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    denyDeviceCode: Method<'denyDeviceCode'>;
    /**
     * Approve a command on this computer.
     * Follows RFC 8252: the command listens on a port of 127.0.0.1, and the browser is redirected there. Lets the command act for the workspace. The code is valid for one minute and one exchange, which needs the verifier of the challenge (RFC 7636). Creates no API key yet.
     * A signed-in person must be an owner of the workspace.
     * @param input.machine Name that the machine gives itself; the API key gets this name
     * @param input.port Port of 127.0.0.1 on which the command listens; 1024 to 65535
     * @param input.state Value that the command chooses and gets back
     * @param input.codeChallenge SHA-256 of the verifier as base64url (S256 is the only method)
     * @param [input.scopes] What the command may do; everything when left out
     * @returns The address to which to send the browser
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    createCommandCode: Method<'createCommandCode'>;
    /**
     * Deny a command on this computer.
     * A signed-in person must be an any of the workspace.
     * @param input.port Port of 127.0.0.1 on which the command listens; 1024 to 65535
     * @param input.state Value that the command chooses and gets back
     * @returns The address to which to send the browser
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `unauthorized` (401), `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    denyCommandCode: Method<'denyCommandCode'>;
    /**
     * Exchange the code from the browser for an API key.
     * Creates the API key, once; the answer is never stored.
     * @param input.code 256 random bits as base64url
     * @param input.codeVerifier Code verifier of RFC 7636
     * @returns The new key
     * @throws {SocialApiError} 400: `invalid_grant`: the code is unknown, expired or used, or the verifier does not match. `invalid_request`: invalid input (for example `invalid_grant`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `payload_too_large` (413), `unsupported_media_type` (415), `rate_limited` (429), `internal_error` (500), `unavailable` (503)
     */
    exchangeCommandCode: Method<'exchangeCommandCode'>;
  };
  /** Reference documents, health and metrics. */
  readonly server: {
    /**
     * Get this description.
     * @returns OpenAPI 3.0 description
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500)
     */
    getOpenApi: Method<'getOpenApi'>;
    /**
     * Get the API as plain text.
     * @returns Every endpoint with its fields, costs and errors
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `rate_limited` (429), `internal_error` (500)
     */
    getLlmsTxt: Method<'getLlmsTxt'>;
    /**
     * Check that the process is alive.
     * @returns Alive
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `internal_error` (500)
     */
    getHealth: Method<'getHealth'>;
    /**
     * Check that the server can serve requests.
     * Answers 503 while the database cannot be used, and from the moment the server has been told to stop until it has ended. A load balancer then sends requests to another server. Calls of other operations are refused with 503 `unavailable` while the server stops, without effect.
     * @returns Ready
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} also `internal_error` (500), `unavailable` (503)
     */
    getReadiness: Method<'getReadiness'>;
    /**
     * Get Prometheus metrics.
     * Open to requests from loopback and to requests with `SOCIAL_METRICS_TOKEN` as the Bearer token.
     * @returns Metrics in the Prometheus text format
     * @throws {SocialApiError} 400: The input is missing or invalid; nothing was done (for example `invalid_request`)
     * @throws {SocialApiError} 403: The call needs a paid plan, or is not permitted (for example `paid_plan_required`)
     * @throws {SocialApiError} also `internal_error` (500)
     */
    getMetrics: Method<'getMetrics'>;
  };
}
