// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.
export interface paths {
    "/api/v1/posts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List posts, newest first */
        get: operations["listPosts"];
        put?: never;
        /**
         * Publish a post now or at a later time
         * @description Publishes `text` to every platform in `platforms` and returns a result per platform. A platform that fails does not
         *     stop the others and does not change the HTTP status. Only platforms that succeed are charged. If `scheduledFor` is in
         *     the future, the post is stored and published at that time; its credits are held when it is due. If the time is in the
         *     past, the post is published at once and `notes` says so, unless `ifPast` is `refuse`. With `slot`, the post is scheduled
         *     for the next free slot of its profile; two calls never get the same one. With `dryRun`, in the query or
         *     in the body, the server makes every check and reports the cost, but nothing is stored, sent or charged; what the
         *     Idempotency-Key has published before is named in the `note` of its platform. With `draft`,
         *     the post is stored as a draft that somebody approves, and nothing is sent or charged; the answer is the draft. The same
         *     Idempotency-Key without `draft` returns 409 `is_draft` until the draft is approved, then the post.
         */
        post: operations["createPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/platforms": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the platforms with their limits, costs and ways to connect */
        get: operations["listPlatforms"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check up to 100 posts at once
         * @description Makes the checks of a dry run for each post of `posts`, and finds the posts and drafts that were created with `keys`.
         *     Nothing is stored, sent or charged, and the call counts as one request. It reads no page for a link card and looks at no
         *     file at the address of another server, which `note` says. It is answered within 5 seconds: what could not be checked by then is
         *     `unchecked`, and is sent again in a further call. `dryRun` and `draft` of a post change nothing. A post that breaks the
         *     contract's form refuses the call, and the error names it, for example `posts[3].platforms`.
         */
        post: operations["checkPosts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        /**
         * Get a post with its results
         * @description The address of an uploaded file that has expired, or does so within an hour, is replaced by a new one.
         */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /**
         * Cancel a scheduled post
         * @description The post remains readable, with status `canceled`, and its slot is free again. Returns 409 when the post was already sent.
         */
        delete: operations["cancelPost"];
        options?: never;
        head?: never;
        /**
         * Move a scheduled post to another time, have its files copied, or change the labels of a post
         * @description Only a post that is still `scheduled` can be moved, to `scheduledFor` or, with `slot`, to the next free slot, or have its files copied (`copyMedia`). A post that has a slot leaves it, so that another post can take it. Files whose addresses end before the new time are copied. Returns 409 when the post was already sent, and nothing changes then. Labels can be changed at any time.
         */
        patch: operations["updatePost"];
        trace?: never;
    };
    "/api/v1/posts/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        /**
         * List what happened to a post, platform by platform
         * @description Returns the last 500 steps, oldest first. Steps are kept as long as the post.
         */
        get: operations["listPostEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{id}/counters": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        /**
         * Get how a post did
         * @description Returns for each platform on which the post was published what its network counts: likes, replies, reposts, views, each
         *     under the network's own name. A reading that is at most a minute old (of Facebook and Instagram ten, of YouTube sixty) is returned as it is stored; otherwise the networks
         *     are asked, and the answer is stored with the time. A network that charges for each reading (`isCharged`) is not asked:
         *     that needs a POST. A reading that could not be renewed is the last stored one, with `reason` and `note`. Of a thread the
         *     first part is read. What a network does not tell is left out.
         */
        get: operations["getPostCounters"];
        put?: never;
        /**
         * Ask the networks now how a post did
         * @description Like GET, but networks that charge for each reading are asked too, and a reading that is at least 10 seconds old is renewed;
         *     a network whose limit of calls publishing shares is asked once in 10 minutes, YouTube once an hour. A network that charges then
         *     charges the app of this server, so an API key needs the scope `actions`; it costs no credits.
         */
        post: operations["refreshPostCounters"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/counters": {
        parameters: {
            query?: {
                /** @description Month in which the posts were published, UTC, for example 2026-11. Defaults to the current month */
                month?: components["parameters"]["CountersMonth"];
                /** @description Only posts of the profile with this slug */
                profile?: components["parameters"]["CountersProfile"];
                /** @description Kind of counter by which the posts are sorted */
                by?: components["parameters"]["CountersKind"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how the posts of a month did, best first
         * @description Returns the stored readings of posts that were published in the month (UTC). No network is asked. Posts that were never read,
         *     and platforms whose network tells nothing, are not in it. At most 2000 readings are looked at, the latest ones;
         *     `isComplete` says whether these were all.
         */
        get: operations["listCounters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/counters.csv": {
        parameters: {
            query?: {
                /** @description Month in which the posts were published, UTC, for example 2026-11. Defaults to the current month */
                month?: components["parameters"]["CountersMonth"];
                /** @description Only posts of the profile with this slug */
                profile?: components["parameters"]["CountersProfile"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get how the posts of a month did, as CSV
         * @description All stored readings of the month as a file for a spreadsheet, however many there are, in the order in which the posts were
         *     published: RFC 4180 in UTF-8 with a byte order mark, a column for each kind of counter. Handles of accounts stand without
         *     their `@`; any other field that a spreadsheet would take for a formula begins with an apostrophe. Where the answer ends early, so does the connection: it is complete once it has ended properly.
         */
        get: operations["exportCounters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry the failed platforms of a post
         * @description Sends only targets in state `failed` again, never one that is `unknown` or was taken back. Returns 409 when no target has failed, and for a post that was taken back.
         */
        post: operations["retryPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record an unknown outcome by hand, or correct a failed one
         * @description Check the account at the network first. If the post is there, set `published` to its address or id: the target changes
         *     to `published` and is charged. If it is not there, set `published` to false: the target changes to `failed` and can be
         *     retried. This is for targets in state `unknown`. A target that failed after it was sent also accepts an id, in case
         *     the post is there after all. Returns 409 for any other target.
         *
         *     The server reads the post at the network, and returns 409 when the account has no such post, when the post is older
         *     than the attempt, and when it is the result of another post of the workspace. Your word counts where the network
         *     cannot be read, where the text there is not what was sent, and for a target that had failed; taking such a post back
         *     then also needs the scope `actions`.
         */
        post: operations["resolvePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/posts/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a post back
         * @description Deletes at the networks what the post published, on all its platforms or on those in `platforms`, and returns a result
         *     for each. Of a thread the last part is deleted first; the earlier parts stay when it cannot be deleted. The post stays
         *     readable: its results keep the state `published` and gain `removedAt`, and its `outcome` is `unpublished` once nothing
         *     of it is left. It is never sent again, and its Idempotency-Key stays taken. Each deletion costs 1 credit; what was
         *     gone already, or cannot be deleted by a program, costs nothing. A result that is still `removing` or `unknown` is
         *     looked up automatically; calling again is harmless. Returns 409 when the post published nothing that could be taken
         *     back, for example because it is scheduled. What a person named with `resolve`, and the server could not read at the
         *     network, is taken back only with the scope `actions` too.
         */
        post: operations["unpublishPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drafts, newest first
         * @description Lists the drafts that wait for their approval; with `status=approved`, those that became posts. `preview` is left out. The address of an uploaded file that has expired, or does so within an hour, is replaced by a new one.
         */
        get: operations["listDrafts"];
        put?: never;
        /**
         * Store a draft
         * @description Stores a post that is not ready, or that somebody else approves. Everything of a post may be missing. Nothing is sent or
         *     charged. `preview` shows per platform what publishing it would do and cost. A workspace may have 1000 drafts that wait for their
         *     approval, of 20 MB together, and store 2000 within 24 hours. A file that was uploaded for a draft is kept as long as the draft waits.
         */
        post: operations["createDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts/{draftId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a draft */
                draftId: components["parameters"]["DraftId"];
            };
            cookie?: never;
        };
        /**
         * Get a draft with its preview
         * @description The address of an uploaded file that has expired, or does so within an hour, is replaced by a new one.
         */
        get: operations["getDraft"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description The Idempotency-Key that made it can be used again. Returns 409 for a draft that was approved; cancel its post, or take it back.
         */
        delete: operations["deleteDraft"];
        options?: never;
        head?: never;
        /**
         * Change a draft
         * @description Replaces the fields that the body names; the others stay. With `ifUpdatedAt`, a draft that has changed since is left as it
         *     is, and the answer is 409 `conflict`: so two editors do not overwrite each other. Returns 409 also for a draft that was
         *     approved. Nothing is sent or charged.
         */
        patch: operations["updateDraft"];
        trace?: never;
    };
    "/api/v1/drafts/{draftId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a draft */
                draftId: components["parameters"]["DraftId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a draft, which publishes or schedules it
         * @description Makes the post of the draft, exactly once, and returns it like a call that publishes. `ifUpdatedAt` names what was
         *     looked at: a draft that has changed since is not published, and the answer is 409 `conflict`. A draft that was approved before
         *     is 409, too; `details.postId` names its post. A draft without text or platforms is 400. A draft with `slot` takes the next free
         *     slot of its profile now. If the time of the draft is more than
         *     five minutes in the past, nothing is published unless `ifPast` is `publish`.
         */
        post: operations["approveDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a picture, video or document
         * @description The body is the file itself. The server detects the type from its bytes, and refuses sound and other files. The answer has an address for
         *     `mediaUrls` and `media` of this workspace's posts. Posts read the file from the server's storage, even after the
         *     address has expired. The same file is stored once. It is kept while an unsent post needs it, and removed 24 hours
         *     after its last use. With `Repr-Digest: sha-256=:…:` (RFC 9530) the server refuses a file that arrives damaged.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{signature}/{file}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a stored file from its signed address
         * @description For networks that fetch files. The address cannot be guessed, and it expires. A request may ask for one range of bytes.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/like": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Like a post */
        post: operations["likePost"];
        /** Remove a like */
        delete: operations["unlikePost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/follow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Follow a user */
        post: operations["followUser"];
        /** Stop following a user */
        delete: operations["unfollowUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/bookmark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bookmark a post */
        post: operations["bookmarkPost"];
        /** Remove a bookmark */
        delete: operations["removeBookmark"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/dm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a direct message
         * @description The recipient must allow messages from the connected account. If the network's answer is lost, the message is never sent again.
         */
        post: operations["sendDirectMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/mpost": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one of the account's own posts
         * @description Succeeds when the post is already deleted. Without `account`, a post that was published from here is deleted through the account
         *     that published it.
         */
        delete: operations["deleteMicroblogPost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/reply/hide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Hide or show a reply to one of the account's own posts */
        put: operations["setReplyHidden"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Read the account's home timeline */
        get: operations["readTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/microblog/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Look up a user by name */
        get: operations["findUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profnet/post": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete one of the member's own posts
         * @description Succeeds when the post is already deleted. Without `account`, a post that was published from here is deleted through the account
         *     that published it.
         */
        delete: operations["deleteProfnetPost"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/profnet/reshare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reshare a post, with or without commentary */
        post: operations["resharePost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the plan, credits and recent transactions */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/usage/spending": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List credits spent, by day and platform */
        get: operations["listSpending"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the activity log, newest first */
        get: operations["listLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the saved views of the list of posts */
        get: operations["listViews"];
        /**
         * Replace the saved views of the list of posts
         * @description Stores these views in place of those that there are. Everybody in the workspace has the same views.
         */
        put: operations["saveViews"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profiles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List profiles */
        get: operations["listProfiles"];
        put?: never;
        /** Create a profile */
        post: operations["createProfile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/profiles/{profileId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a profile */
                profileId: components["parameters"]["ProfileIdPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a profile
         * @description Disconnects its accounts, cancels its scheduled posts and deletes its drafts that wait. Posts and approved drafts stay. The default profile cannot be deleted.
         */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        /**
         * Rename a profile or make it the default
         * @description The slug never changes. The answer is the profile, repeated under `profile` as in the create call.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/profiles/{profileId}/slots": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a profile */
                profileId: components["parameters"]["ProfileIdPath"];
            };
            cookie?: never;
        };
        /**
         * Get the weekly times of a profile
         * @description A profile without weekly times has an empty list, and the zone UTC.
         */
        get: operations["getSlotTimes"];
        /**
         * Replace the weekly times of a profile
         * @description Replaces the time zone and all weekly times; an empty list means no slots. Posts that have a slot keep their time. On a day on
         *     which clocks skip a time, the slot is as much later as the clocks are put forward; when clocks show a time twice, it is the first one.
         */
        put: operations["setSlotTimes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the slots of a profile, earliest first
         * @description Lists the instants at which the weekly times of a profile come round, from `from` until before `to`. A slot is free when it
         *     is in the future and no post of the profile has its time, other than canceled ones. `free=true&limit=1` finds the slot that a
         *     post with `slot` would get now; another post may take it first.
         */
        get: operations["listSlots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List API keys */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The full key appears only in `rawKey` of this answer. This call accepts no Idempotency-Key because its answer is never stored.
         *     A key can make only keys that may do no more than itself; what is left out is as for the key that makes it. After `expiresAt`, a
         *     time in the future, the key is refused.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key */
                keyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working at once, even when it is the key used for this call.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the workspace and its open invitations
         * @description The founder, whose account the workspace was created with, comes first.
         */
        get: operations["listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody to the workspace
         * @description The link works once and for seven days. It appears only in this answer, and in the mail where one is sent: when `email` is given
         *     and the server sends mails, at most one a day to an address. This call accepts no Idempotency-Key because its answer is never
         *     stored. A key invites only people who can do no more than itself.
         */
        post: operations["createInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the invitation */
                invitationId: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Its link stops working at once.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account with an invitation
         * @description Creates an account that belongs to the workspace of the invitation, and signs in. `SOCIAL_SIGN_UP` does not matter. The invitation is used up.
         */
        post: operations["joinWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/join/describe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Get what an invitation is for */
        post: operations["describeInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/members/{memberId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the member */
                memberId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member
         * @description Deletes the member's account, and ends at once its sessions, and the invitations and API keys that it has made. Posts, drafts and
         *     the log go on naming the person. The founder cannot be removed. A key removes only members who can do no more than itself.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Change the role of a member
         * @description Works from the next request of the member on. Ends what the member has begun and not finished: connections, and sign-ins of
         *     commands. An owner who is one no longer also loses the invitations and the API keys that it has made. The founder is always an
         *     owner. A key changes only members who can do no more than itself, before and after.
         */
        patch: operations["updateMember"];
        trace?: never;
    };
    "/api/connect/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the connections of a profile */
        get: operations["getConnectionStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{platform}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        /**
         * Send the browser to the network's consent page
         * @description Sets a cookie that ties the flow to this browser for 10 minutes. A browser that uses another host name is first redirected to the configured base URL. A client that asks for text/html gets failures as a page that says what to do; the examples show what a program gets. Naming a `handle` or `host` needs a session, because this server then calls a server that the caller chose.
         */
        get: operations["startConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{platform}/client.json": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        /**
         * Get the description of this server's app, which the network's servers read
         * @description For networks whose servers register no apps but know each by the address of its description. Only a server with a public https address has one.
         */
        get: operations["describeApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/{platform}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        /**
         * Receive the browser that the network sends back
         * @description Checks the state against the browser's flow cookie, exchanges the code once, sets the temporary connect cookie and redirects to the page with the account options. A failure is a page that says what happened and what to do.
         */
        get: operations["completeConnection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connect/{platform}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the picture of a connected account
         * @description The server fetches the pictures of accounts, makes them small and keeps them, so that a page shows them without asking a network.
         *     `GET /api/connect/status` names the path of each; it changes with the picture. The answer has an ETag.
         */
        get: operations["getAccountPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connect/{platform}/options": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        /** List the accounts that the person may publish as */
        get: operations["listAccountOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connect/{platform}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect the chosen account to a profile
         * @description Needs the dashboard's session cookie and the temporary connect cookie; an API key is not enough. The server uses only `accountId` of the option and takes everything else from its own list.
         */
        post: operations["confirmConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connect/{platform}/accounts/{account}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
                /** @description Short name of the account */
                account: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Rename a connected account, or make it the default of its platform
         * @description An earlier name keeps leading to its account, and no other account gets it. Making an account the default moves no post that was accepted before.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/api/connect/{platform}/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Disconnect a platform, or one of its accounts, from a profile
         * @description Disconnects all accounts of the platform, or only the one that `account` names. Also revokes the permission at the network, unless another connection on this server uses the same account. Succeeds when nothing is connected.
         */
        post: operations["disconnectPlatform"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connect/{platform}/token": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Connect an account with a token or webhook address
         * @description Connects an account without a browser. `chatbot`: send a bot token and the chat to post to, or a webhook address;
         *     without `chatId` it returns 400, and `details.choices` lists the chats that the bot has seen. `mastodon`: send the
         *     host and an access token of the account. `bluesky`: send the handle and an app password. The server checks the
         *     credential at the network and connects the account at once.
         */
        post: operations["connectWithToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/incoming": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an article from another tool
         * @description The text is the title, a blank line, the body and the keyword as a hashtag. HTML becomes plain text: a blank line between
         *     paragraphs, `• ` before the items of a list, and `text (address)` for a link. Where the text is too long for a platform
         *     it is shortened there at a word boundary with an ellipsis; the hashtag is never cut. `test` set to `true`,
         *     `1`, `yes` or `on` (in the query or the body), or `status` set to `test`, makes a dry run: nothing is stored, sent or
         *     charged. Only this call ignores unknown fields of the body, because content tools send many. A `timestamp` in the past
         *     publishes at once, unless `ifPast` is `refuse`. With `slot` in the query, the post is scheduled for the next free slot.
         */
        post: operations["receiveContent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhook endpoints of the workspace
         * @description Without their secrets, which only the calls that make one return.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description From now on the server sends each event of the chosen kinds to the address, signed as the Standard Webhooks
         *     specification says (`webhook-id`, `webhook-timestamp`, `webhook-signature`). The secret appears only in this answer, so
         *     the call accepts no Idempotency-Key. The address must be https and public, unless the operator allows others
         *     (`SOCIAL_WEBHOOK_ALLOW`). A workspace has at most 20 endpoints. Any answer of 2xx ends a delivery; 410 switches the
         *     endpoint off; after anything else, and after 15 seconds without an answer, the same body is sent again, 8 times within a
         *     day. An endpoint that has failed for three days is paused. An endpoint receives the events of all profiles, so a
         *     key that is bound to some is refused.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpointId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /** Get a webhook endpoint */
        get: operations["getWebhookEndpoint"];
        put?: never;
        post?: never;
        /** Delete a webhook endpoint and its deliveries */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint, or switch it off and on
         * @description `disabled` ends the deliveries that wait; `active` begins again with the next event, also after the server has paused the
         *     endpoint or an answer of 410 has switched it off. Deliveries that wait go to a changed address.
         */
        patch: operations["updateWebhookEndpoint"];
        trace?: never;
    };
    "/api/webhook-endpoints/{endpointId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        /**
         * List the deliveries to a webhook endpoint, newest first
         * @description Deliveries are kept for 30 days, or as long as the operator says, with the first 1000 bytes of the last answer.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
                /** @description Id of the delivery */
                deliveryId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description Sends the same body with the same `webhook-id` at once and waits for the answer. When that fails, it is tried again like
         *     a new delivery. Returns 409 while the delivery is being sent, and for an endpoint that is not active.
         */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpointId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook endpoint
         * @description Sends an event of the type `webhook.test` and waits for the answer, at most 15 seconds. It is sent once, also to an
         *     endpoint that is switched off, and has no number.
         */
        post: operations["testWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-endpoints/{endpointId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook endpoint
         * @description Until the previous secret ends, every delivery has two signatures, one of each secret, so that the receiver can change
         *     over. The new secret appears only in this answer, so the call accepts no Idempotency-Key.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read events in their order, or wait for the next one
         * @description For programs without a public address: `social webhooks listen` uses it. Returns the events after a number, oldest
         *     first. Without any, it waits for up to `waitSeconds`. While somebody asks, and for five minutes after, events of every
         *     kind are recorded, also without an endpoint. Events are kept for 30 days, or as long as the operator says. A key that is bound to profiles
         *     gets only events of these.
         */
        get: operations["listWebhookEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the signed-in account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the workspace
         * @description Deletes the account of the signed-in member, and ends its sessions, and the invitations and API keys that it has made. Posts, drafts and the log go on naming the person. The founder cannot leave.
         */
        post: operations["leaveWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/workspace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete the workspace
         * @description Erases the workspace with everything in it, at once and for good: the accounts of all members, profiles, connections and their tokens,
         *     API keys, posts and drafts, uploaded files, the activity log, webhooks and credits. Scheduled posts are canceled. Needs the password
         *     of the signed-in owner again. Posts at the networks stay there. Refused with 409 while a post is being sent, or taken back, or an
         *     action is under way: nothing is deleted then.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check whether this server has an account and who may create one */
        get: operations["getSetup"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password
         * @description Needs the current password again. Ends every other session of the account; this session continues with a new cookie. API keys keep working, unless `revokeKeys` is true.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/password/forgot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a link that sets a new password
         * @description The answer and its time are the same whether or not the address has an account. The link works once, for 30 minutes. At most one mail in five minutes goes to an address, and at most ten within 24 hours.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the link of a mail
         * @description Ends every session of the account, and every other link. API keys keep working, unless `revokeKeys` is true.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get which mails the workspace sends, and where */
        get: operations["getMailSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose which mails are sent, and where
         * @description A new address has to be confirmed before it gets a mail.
         */
        patch: operations["updateMailSettings"];
        trace?: never;
    };
    "/api/account/mail/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mail a link that confirms the address for mails
         * @description At most one mail a day goes to an address, and an account asks for at most five within 24 hours. The link works for 24 hours.
         */
        post: operations["sendMailConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/mail/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Confirm an address for mails with the link of a mail */
        post: operations["confirmMailAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the sessions of the account */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere else */
        delete: operations["revokeOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a session */
                sessionId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out one session */
        delete: operations["revokeSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sign-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account with its workspace
         * @description Creates a workspace on the free plan with a default profile and signs in. The server's `SOCIAL_SIGN_UP` decides who may sign up.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/account/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign out */
        post: operations["signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/command/device": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the command that waits for a user code
         * @description Wrong codes are counted per session and per client address: after ten of them, every code is refused for ten minutes.
         */
        get: operations["describeDeviceCode"];
        put?: never;
        /**
         * Start to sign in a command on a machine without a browser
         * @description Follows RFC 8628: the person opens `verificationUri` in any browser, types `userCode` and approves, while the command
         *     polls exchangeDeviceCode every `interval` seconds. At most 20 requests per client address may wait at a time.
         */
        post: operations["createDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/command/device/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Poll for the approval of the user code and get an API key
         * @description Follows RFC 8628, section 3.5. This call creates the API key, once; its answer is never stored. Polling more often than
         *     every `interval` seconds returns `slow_down` and makes the interval 5 seconds longer.
         */
        post: operations["exchangeDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/command/device/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the command with a user code
         * @description Lets the command act for the workspace. Creates no API key yet; the waiting command gets one when it polls next.
         */
        post: operations["approveDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/command/device/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deny the command with a user code */
        post: operations["denyDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/command/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a command on this computer
         * @description Follows RFC 8252: the command listens on a port of 127.0.0.1, and the browser is redirected there. Lets the command
         *     act for the workspace. The code is valid for one minute and one exchange, which needs the verifier of the challenge
         *     (RFC 7636). Creates no API key yet.
         */
        post: operations["createCommandCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/command/code/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Deny a command on this computer */
        post: operations["denyCommandCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/command/code/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the code from the browser for an API key
         * @description Creates the API key, once; the answer is never stored.
         */
        post: operations["exchangeCommandCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream changes as server-sent events
         * @description A `change` event says what to read again. Its data is a `Change` as JSON. To resume a cut stream, send the id of the
         *     last event in `Last-Event-ID`, or in `since` where that header cannot be set. A `reset` event says that the id is too
         *     old or unknown: read everything again. Changes of every process arrive within two seconds. A comment every 15 seconds
         *     keeps the connection open; after 10 minutes the server ends it and the browser reconnects automatically.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak the Model Context Protocol
         * @description Streamable HTTP without sessions: each request holds one JSON-RPC message of the protocol and is answered with JSON.
         *     The tools make the calls of this API under the same key, so the same limits, idempotency and checks apply. A
         *     message counts as one request of the key, and each call of a tool as one more. A batch of messages is refused. `GET` and `DELETE` answer 405,
         *     because the server opens no stream and keeps no session. A request that a page of another site makes is refused.
         */
        post: operations["callMcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get this description */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/llms.txt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the API as plain text */
        get: operations["getLlmsTxt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check that the process is alive */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the server can serve requests
         * @description Answers 503 while the database cannot be used, and from the moment the server has been told to stop until it has ended. A load balancer then sends requests to another server. Calls of other operations are refused with 503 `unavailable` while the server stops, without effect.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get Prometheus metrics
         * @description Open to requests from loopback and to requests with `SOCIAL_METRICS_TOKEN` as the Bearer token.
         */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Format: uuid */
        Uuid: string;
        /**
         * Format: instant
         * @description RFC 3339 date and time with an offset, for example 2026-12-01T09:00:00Z
         * @example 2026-12-01T09:00:00Z
         */
        Instant: string;
        /**
         * Format: date-time
         * @description ISO 8601, UTC
         */
        Timestamp: string;
        /** Format: email */
        Email: string;
        /**
         * Format: display-name
         * @description 1-100 characters; no control or direction-override characters
         */
        Name: string;
        /**
         * @description profnet is LinkedIn, microblog X, video YouTube, shortvideo TikTok, socialnet Facebook, photonet Instagram, chatbot Telegram or Discord; the others are named after their networks
         * @enum {string}
         */
        PlatformId: "profnet" | "microblog" | "video" | "shortvideo" | "socialnet" | "photonet" | "chatbot" | "bluesky" | "mastodon";
        /**
         * Format: target
         * @description A platform, which means the default account that the profile has there, or one of its accounts by its short name, such as
         *     `mastodon:news`. The platforms are those of PlatformId: profnet, microblog, video, shortvideo, socialnet, photonet, chatbot,
         *     bluesky and mastodon. `chatbot:telegram` and `chatbot:discord` mean the default account of that network.
         * @example mastodon:news
         */
        Target: components["schemas"]["PlatformId"] | `${components["schemas"]["PlatformId"]}:${string}`;
        /**
         * @description Short name of a connected account, unique in its profile: 1-32 lower-case letters, digits and dashes
         * @example news
         */
        AccountName: string;
        /** @description Short name of the account that does it; the default account when left out */
        ActingAccount: string;
        /** @description Different text or media for individual targets, from the request */
        Overrides: {
            [target: string]: components["schemas"]["Override"];
        };
        /** @description Different text or media for individual targets */
        OverridesInput: {
            [target in components["schemas"]["Target"]]?: components["schemas"]["OverrideInput"];
        };
        /** @description `true`, `1`, `yes`, `on`, or `false`, `0`, `no`, `off`, in capitals or not */
        Flag: string;
        /**
         * @description A numeric id as a string, because JSON numbers lose digits
         * @example 1445880548472328192
         */
        NumericId: string;
        /**
         * @description URN of a post
         * @example urn:li:share:7141138937766391808
         */
        PostUrn: string;
        /** @enum {string} */
        PostStatus: "published" | "scheduled" | "publishing" | "canceled" | "missed";
        /**
         * @description The outcome of a post as a whole. `scheduled`: it is not due yet. `pending`: it is being sent, or a platform will be
         *     retried automatically. `unknown`: the answer of a platform was lost, so a person must check and resolve it.
         *     `published`: on every platform. `partial`: on some platforms. `failed`: on no platform. `missed` and `canceled`: it
         *     was never sent. `unpublished`: all that it published was deleted again.
         * @enum {string}
         */
        PostOutcome: "scheduled" | "pending" | "published" | "partial" | "failed" | "unknown" | "missed" | "canceled" | "unpublished";
        /**
         * @description `ready`: every platform would be tried, and there are enough credits. `problem`: `platformResults` or `available` show what prevents it
         * @enum {string}
         */
        PreviewOutcome: "ready" | "problem";
        /**
         * @description `ready` and `problem` appear only in a dry run. `unknown`: the request was sent and its answer was lost; nothing that could publish it twice is sent automatically. `pending`: it will be sent automatically, at `nextAttemptAt` or after the previous part of the thread
         * @enum {string}
         */
        TargetState: "pending" | "sending" | "published" | "failed" | "unknown" | "missed" | "canceled" | "ready" | "problem";
        /** @enum {string} */
        ErrorCode: "invalid_request" | "invalid_json" | "invalid_idempotency_key" | "malformed_http" | "past_time" | "oauth_flow_invalid" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant" | "unauthorized" | "session_required" | "insufficient_credits" | "credit_limit_reached" | "paid_plan_required" | "quota_exceeded" | "forbidden" | "scope_missing" | "cross_site_request" | "sign_up_closed" | "network_refused" | "network_forbidden" | "network_credits_depleted" | "duplicate_content" | "not_deletable" | "reconnect_required" | "not_found" | "profile_not_found" | "platform_unknown" | "platform_not_configured" | "not_connected" | "network_not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "email_taken" | "is_draft" | "no_free_slot" | "mail_not_set_up" | "idempotency_in_progress" | "payload_too_large" | "media_quota_exceeded" | "uri_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_key_reused" | "rate_limited" | "network_rate_limited" | "headers_too_large" | "internal_error" | "network_unavailable" | "network_version_sunset" | "outcome_unknown" | "media_unreachable" | "media_refused" | "still_sending" | "earlier_part_missing" | "canceled" | "missed" | "unavailable";
        Error: {
            /** @description What went wrong and what to do */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description Id of this request in the server log */
            requestId: string;
            /** @description Details of the error for programs */
            details?: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "ok": true
         *     }
         */
        Ok: {
            /** @enum {boolean} */
            ok: true;
        };
        PasswordChange: {
            /** @enum {boolean} */
            ok: true;
            /** @description Number of revoked API keys; present only with `revokeKeys` */
            revokedKeys?: number;
        };
        /**
         * @example {
         *       "ok": true,
         *       "canceledPosts": 2,
         *       "erasedConnections": 3,
         *       "deletedFiles": 14,
         *       "note": "Posts that were published stay at the networks; delete them there. Backups of the server keep what they hold until its operator deletes them."
         *     }
         */
        WorkspaceDeletion: {
            /** @enum {boolean} */
            ok: true;
            /** @description Number of posts that were still to be sent and never will be */
            canceledPosts: number;
            /** @description Number of connected accounts whose tokens were erased */
            erasedConnections: number;
            /** @description Number of uploaded files that were deleted */
            deletedFiles: number;
            /** @description What the deletion could not reach, for people */
            note: string;
        };
        /** @description Platform-specific settings, as an object or as a string that contains this object as JSON */
        MetaInput: components["schemas"]["MetaObjectInput"] | string;
        /** @description Each platform uses its own settings and ignores the settings of other platforms. A setting that no platform knows is refused with 400 */
        MetaObjectInput: {
            /** @description video: title; defaults to the first line of the text */
            title?: string;
            /** @description video: its tags */
            tags?: string[];
            /** @description video: number of a category that YouTube lets videos have: 1, 2, 10, 15, 17, 19, 20, or 22 to 29; defaults to 22 (People & Blogs) */
            categoryId?: string;
            /**
             * @description video: visibility; defaults to public
             * @enum {string}
             */
            privacyStatus?: "public" | "unlisted" | "private";
            /**
             * @description shortvideo: one of the privacy levels that the account offers; defaults to everybody
             * @enum {string}
             */
            privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description shortvideo: true makes the network fetch the video from its address instead of receiving an upload */
            pull?: boolean;
            /** @description bluesky: languages of the text, such as `pt-BR` */
            langs?: string[];
            /**
             * @description mastodon: who sees the post; defaults to public. `local` and `mutuals_only` only where the server's software has them
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private" | "direct" | "local" | "mutuals_only";
            /** @description mastodon: content warning that hides the text */
            spoilerText?: string;
            /** @description mastodon: true hides the pictures until a reader opens them */
            sensitive?: boolean;
            /**
             * Format: language
             * @description mastodon: language of the text, such as `en` or `zh-TW`. A region that its servers do not tell apart is left out
             */
            language?: string;
        };
        /** @description Settings from the request */
        MetaObject: {
            [key: string]: unknown;
        };
        /** @description Settings of single targets of the post, by target: `video`, or `mastodon:news` for one account. Each platform has settings of its own. A setting that is also in `meta` must have the same value there. One that the connected network of a platform ignores is named in a note */
        SettingsInput: {
            [target in "profnet" | `profnet:${string}`]?: components["schemas"]["ProfnetSettings"];
        } & {
            [target in "microblog" | `microblog:${string}`]?: components["schemas"]["MicroblogSettings"];
        } & {
            [target in "video" | `video:${string}`]?: components["schemas"]["VideoSettings"];
        } & {
            [target in "shortvideo" | `shortvideo:${string}`]?: components["schemas"]["ShortvideoSettings"];
        } & {
            [target in "socialnet" | `socialnet:${string}`]?: components["schemas"]["SocialnetSettings"];
        } & {
            [target in "photonet" | `photonet:${string}`]?: components["schemas"]["PhotonetSettings"];
        } & {
            [target in "chatbot" | `chatbot:${string}`]?: components["schemas"]["ChatbotSettings"];
        } & {
            [target in "bluesky" | `bluesky:${string}`]?: components["schemas"]["BlueskySettings"];
        } & {
            [target in "mastodon" | `mastodon:${string}`]?: components["schemas"]["MastodonSettings"];
        };
        /** @description Settings of single targets, from the request */
        Settings: {
            [key: string]: {
                [key: string]: unknown;
            };
        };
        /** @description Settings of LinkedIn */
        ProfnetSettings: {
            /**
             * @description Who sees the post: everybody (when left out), the connections of the account, or everybody who is signed in
             * @enum {string}
             */
            visibility?: "PUBLIC" | "CONNECTIONS" | "LOGGED_IN";
            /** @description Title of a video or document; that of a document is its file's name when left out */
            title?: string;
        };
        /** @description Settings of X */
        MicroblogSettings: {
            /**
             * @description Who may reply: accounts that it follows, those that the post names, subscribers, or verified accounts; everybody when left out
             * @enum {string}
             */
            replySettings?: "following" | "mentionedUsers" | "subscribers" | "verified";
            /** @description Community in which the post is published */
            communityId?: string;
            /** @description Whether followers also see a post to a community */
            shareWithFollowers?: boolean;
            aiGenerated?: components["schemas"]["AiGenerated"];
            paidPartnership?: components["schemas"]["PaidPartnership"];
        };
        /** @description Settings of YouTube */
        VideoSettings: {
            /** @description Title; the first line of the text when left out */
            title?: string;
            /** @description Tags of the video */
            tags?: string[];
            /** @description Number of a category that YouTube lets videos have: 1, 2, 10, 15, 17, 19, 20, or 22 to 29; 22 (People & Blogs) when left out */
            categoryId?: string;
            /**
             * @description Who sees the video; public when left out
             * @enum {string}
             */
            privacyStatus?: "public" | "unlisted" | "private";
            /** @description Whether the video is made for kids, as YouTube asks of its owner; the channel's own answer when left out */
            madeForKids?: boolean;
            /** @description Whether subscribers of the channel are notified; true when left out */
            notifySubscribers?: boolean;
            aiGenerated?: components["schemas"]["AiGenerated"];
            paidPartnership?: components["schemas"]["PaidPartnership"];
        };
        /** @description Settings of TikTok */
        ShortvideoSettings: {
            /**
             * @description One of the privacy levels that the account offers; everybody when left out
             * @enum {string}
             */
            privacyLevel?: "PUBLIC_TO_EVERYONE" | "MUTUAL_FOLLOW_FRIENDS" | "FOLLOWER_OF_CREATOR" | "SELF_ONLY";
            /** @description True makes TikTok fetch the video from its address instead of receiving an upload */
            pull?: boolean;
            /** @description Title of pictures, whose text is their description */
            title?: string;
            /** @description Whether nobody may comment */
            disableComment?: boolean;
            /** @description Whether nobody may make a duet with the video */
            disableDuet?: boolean;
            /** @description Whether nobody may stitch the video */
            disableStitch?: boolean;
            /** @description Frame of the video that is its cover, in milliseconds; the first one when left out */
            coverMs?: number;
            /** @description Picture that is the cover, from 0; the first one when left out */
            coverIndex?: number;
            /** @description Whether TikTok adds music to pictures */
            autoAddMusic?: boolean;
            /** @description Whether the post promotes the account's own business */
            ownBrand?: boolean;
            aiGenerated?: components["schemas"]["AiGenerated"];
            paidPartnership?: components["schemas"]["PaidPartnership"];
        };
        /** @description Settings of Facebook */
        SocialnetSettings: {
            type?: components["schemas"]["PostType"];
            /**
             * Format: uri
             * @description Page that is shown as a card below a text without files; the first address of the text when left out
             */
            link?: string;
        };
        /** @description Settings of Instagram */
        PhotonetSettings: {
            type?: components["schemas"]["PostType"];
            /** @description Whether a reel is also shown in the feed */
            shareToFeed?: boolean;
            /** @description Frame of a reel that is its cover, in milliseconds; the first one when left out */
            coverMs?: number;
            /**
             * @description Names of public accounts that are asked to be authors as well
             * @example [
             *       "acme.studio"
             *     ]
             */
            collaborators?: string[];
            /** @description Id of the Facebook page of a place */
            locationId?: string;
            /**
             * @description Accounts in the first picture or in the reel. In a picture each has its place from the left and from the top, from 0 to 1: `acme@0.5:0.8`; the middle when left out
             * @example [
             *       "acme@0.5:0.8"
             *     ]
             */
            userTags?: string[];
            aiGenerated?: components["schemas"]["AiGenerated"];
            /** @description Whether the post is labeled as a paid partnership; only for accounts that are connected through Facebook */
            paidPartnership?: boolean;
        };
        /** @description Settings of Telegram and Discord */
        ChatbotSettings: {
            /** @description Whether nobody is notified */
            silent?: boolean;
            /** @description False shows no card of the first link; true when left out */
            linkPreview?: boolean;
            /** @description Telegram: number of the topic of a forum, as in t.me/c/…/TOPIC/… */
            topic?: number;
            /** @description Telegram: whether nobody may forward or save the post */
            protected?: boolean;
            /** @description Discord: thread or forum post that takes the message */
            threadId?: string;
            /** @description Discord: title of the new post in a forum */
            threadName?: string;
            /** @description Discord: tags of the new post in a forum, by id */
            tagIds?: string[];
            /** @description Discord: who is notified where the text names them; nobody when left out */
            mentions?: ("users" | "roles" | "everyone")[];
        };
        /** @description Settings of Bluesky */
        BlueskySettings: {
            /** @description Languages of the text, such as `pt-BR` */
            langs?: string[];
            /**
             * @description Who may reply: nobody, or accounts that the post names, followers, and accounts that it follows; everybody when left out
             * @example [
             *       "nobody"
             *     ]
             */
            replies?: ("nobody" | "mentioned" | "followers" | "following")[];
            /** @description Whether the post may be quoted; true when left out */
            quotes?: boolean;
            /** @description Warnings that hide the files; `!no-unauthenticated` hides the post from people who are not signed in */
            labels?: ("sexual" | "nudity" | "porn" | "graphic-media" | "!no-unauthenticated")[];
        };
        /** @description Settings of servers of Mastodon and its family */
        MastodonSettings: {
            /**
             * @description Who sees the post; public when left out. `local` and `mutuals_only` only where the server's software has them
             * @enum {string}
             */
            visibility?: "public" | "unlisted" | "private" | "direct" | "local" | "mutuals_only";
            /** @description Content warning that hides the text */
            spoilerText?: string;
            /** @description Whether pictures are hidden until a reader opens them */
            sensitive?: boolean;
            /**
             * Format: language
             * @description Language of the text, such as `en` or `zh-TW`. A region that its servers do not tell apart is left out
             */
            language?: string;
            /**
             * @description Who may quote the post, from Mastodon 4.5 on; the account's own choice when left out
             * @enum {string}
             */
            quotePolicy?: "public" | "followers" | "nobody";
        };
        /**
         * @description Kind of post; a text or picture is a post of the feed and a video alone what the network makes of it when left out. A story shows no text
         * @enum {string}
         */
        PostType: "feed" | "reel" | "story";
        /** @description Whether the network labels the post as made with AI; `aiGenerated` of the post when left out */
        AiGenerated: boolean;
        /** @description Whether the network labels the post as a paid partnership; `paidPartnership` of the post when left out */
        PaidPartnership: boolean;
        MediaItemInput: {
            /** Format: media-url */
            url: string;
            /** @description Alternative text for people who cannot see the picture or video; each network takes up to a length of its own */
            alt?: string;
        };
        MediaItem: {
            url: string;
            /** @description Alternative text for people who cannot see the picture or video */
            alt?: string;
            /** @description Name of an uploaded document */
            name?: string;
            /** @description Size of an uploaded document */
            bytes?: number;
            copy?: components["schemas"]["MediaCopyState"];
            copyProblem?: components["schemas"]["MediaCopyProblem"];
        };
        /**
         * @description Present where a scheduled post copies the file before it is due, since its address ends before that or the post asks for it with `copyMedia`. `copying`: not yet there, or tried again soon. `copied`: the post sends the copy. `failed`: `copyProblem` says why; the address is fetched when the post is due
         * @enum {string}
         */
        MediaCopyState: "copying" | "copied" | "failed";
        /** @description Why a file could not be copied */
        MediaCopyProblem: {
            /** @enum {string} */
            code: "media_quota_exceeded" | "media_unreachable" | "media_refused";
            message: string;
        };
        StoredMedia: {
            /** @description SHA-256 of the file, in lower-case hexadecimal */
            id: string;
            /** @description Address for `mediaUrls` and `media` of this workspace's posts */
            url: string;
            /** @description Name of the file; left out where the uploader gave none */
            name?: string;
            /** @description Type of the file, detected from its bytes */
            contentType: string;
            bytes: number;
            /** @enum {string} */
            kind: "image" | "video" | "document";
            /** @description Width in pixels as people see it, after any rotation; left out where the file does not tell */
            width?: number;
            /** @description Height in pixels as people see it */
            height?: number;
            /** @description Seconds of a video or an animation; left out where the file does not tell */
            duration?: number;
            /** @description Time at which the address expires, and the file is removed unless a post needs it or it is used again */
            expiresAt?: components["schemas"]["Timestamp"];
        };
        /** @description A poll beside the text, on X, LinkedIn, Telegram, Discord and Mastodon; the others leave it out. Each network has limits of its own, which a dry run names; nothing is rounded */
        PollInput: {
            /** @description For LinkedIn, Telegram and Discord, where it stands beside the text; the text when left out. X and Mastodon show the text alone */
            question?: string;
            /**
             * @description Answers to choose from, in their order
             * @example [
             *       "Dark",
             *       "Light"
             *     ]
             */
            options: string[];
            /** @description How long people may vote */
            minutes: number;
            /** @description Whether people may choose several answers; false when left out. Telegram, Discord and Mastodon only */
            multiple?: boolean;
        };
        /** @description A poll beside the text */
        Poll: {
            /** @description Left out where the text is the question */
            question?: string;
            options: string[];
            minutes: number;
            /** @description Whether people may choose several answers; false when left out */
            multiple?: boolean;
        };
        PublishRequest: {
            /** @description At most 3000 characters for profnet and 280 for microblog (weighted; a link counts as 23; 4000 with a subscription that allows long posts) */
            text: string;
            thread?: components["schemas"]["Thread"];
            platforms: components["schemas"]["Target"][];
            /** @description Public addresses. profnet: up to 9 images; video and shortvideo: one video; microblog ignores them */
            mediaUrls?: string[];
            /** @description Media with alternative text, for every platform that accepts media, including microblog */
            media?: components["schemas"]["MediaItemInput"][];
            poll?: components["schemas"]["PollInput"];
            comments?: components["schemas"]["CommentsInput"];
            scheduledFor?: components["schemas"]["Instant"];
            slot?: components["schemas"]["SlotChoice"];
            ifPast?: components["schemas"]["IfPast"];
            /** @description Same as `dryRun` in the query */
            dryRun?: boolean | ("true" | "false");
            /** @description Stores the post as a draft that somebody approves, instead of publishing it; false when left out. A repeated call with the same Idempotency-Key may have a different `draft` */
            draft?: boolean;
            /** @description Slug of a profile; the default profile when left out */
            profile?: string;
            meta?: components["schemas"]["MetaInput"];
            settings?: components["schemas"]["SettingsInput"];
            /** @description Whether networks label the post as made with AI, where they have such a label; a note says where not. A network's own setting wins */
            aiGenerated?: boolean;
            /** @description Whether networks label the post as a paid partnership, where they have such a label; a note says where not. A network's own setting wins */
            paidPartnership?: boolean;
            overrides?: components["schemas"]["OverridesInput"];
            /** @description Whether files are changed before they are sent; true when left out: pictures are made to fit each network, and what pictures and videos tell beside what they show (place, time, device) is removed. The result's `note` says what was done. With false, files go as they are, and a picture that does not fit is refused */
            fitMedia?: boolean;
            /** @description Whether the files of a scheduled post are copied when it is stored, so that their addresses may end; false when left out. An address whose query says that it ends before the post is due is copied anyway (signed addresses of S3, CloudFront, Google, Azure, Discord, Meta and others). Copies count in the workspace's stored bytes, and are deleted as unused uploads are once the post has ended. Has no effect on a post that is published at once. A repeated call with the same Idempotency-Key may have a different `copyMedia` */
            copyMedia?: boolean;
            labels?: components["schemas"]["LabelsInput"];
            source?: components["schemas"]["PostSource"];
        };
        /**
         * Format: display-name
         * @description A word or some words that group posts. Stored in lower case, without spaces around it and without `#` before it
         * @example launch
         */
        Label: string;
        /** @description Labels of the post, at most 20; an empty list for none. They are not sent to the networks. A repeated call with the same Idempotency-Key may have different labels */
        LabelsInput: components["schemas"]["Label"][];
        /** @description Labels in the order of the request; left out when it has no label */
        Labels: string[];
        View: {
            name: string;
            filters: components["schemas"]["ViewFilters"];
        };
        /** @description Parameters of `GET /api/v1/posts` */
        ViewFilters: {
            q?: string;
            label?: string;
            outcome?: components["schemas"]["PostOutcome"][];
            platform?: components["schemas"]["Target"];
            profile?: string;
        };
        /** @description Parameters of `GET /api/v1/posts` */
        ViewFiltersInput: {
            q?: string;
            label?: components["schemas"]["Label"];
            outcome?: components["schemas"]["PostOutcome"][];
            platform?: components["schemas"]["Target"];
            profile?: string;
        };
        ViewList: {
            views: components["schemas"]["View"][];
        };
        ViewListInput: {
            /** @description At most 50, each with a name of its own */
            views: {
                name: components["schemas"]["Name"];
                filters: components["schemas"]["ViewFiltersInput"];
            }[];
        };
        /**
         * Format: display-name
         * @description Place where the sender keeps the post, without control characters and direction marks. It is only stored and shown. A repeated call with the same Idempotency-Key may have a different `source`. `social apply` writes `file:<repository>#<path>`, `social feed` the link of the item
         */
        PostSource: string;
        /**
         * @description `next`: the post is scheduled for the next free slot of its profile. Not together with a time of its own
         * @enum {string}
         */
        SlotChoice: "next";
        /**
         * @description Day of the week in the time zone of the slots
         * @enum {string}
         */
        Weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
        SlotTimeInput: {
            weekday: components["schemas"]["Weekday"];
            /** @description Hours and minutes, 00:00 to 23:59 */
            time: string;
        };
        SlotTimesInput: {
            /** @description IANA time zone, for example Europe/Berlin */
            timeZone: string;
            /** @description Weekly times in any order, each once; empty for no slots */
            times: components["schemas"]["SlotTimeInput"][];
        };
        SlotTime: {
            weekday: components["schemas"]["Weekday"];
            /** @description Hours and minutes, 00:00 to 23:59 */
            time: string;
        };
        SlotTimes: {
            /** @description IANA time zone */
            timeZone: string;
            /** @description Monday first */
            times: components["schemas"]["SlotTime"][];
        };
        Slot: {
            /** @description ISO 8601 instant, with the offset of the time zone then */
            at: string;
            /** @description True when a post can take it: it is in the future, and no post has its time */
            free: boolean;
            /**
             * Format: uuid
             * @description Post that has this time; null for none. Canceled posts do not count
             */
            postId: string | null;
        };
        SlotList: {
            /** @description Slug of the profile */
            profile: string;
            /** @description IANA time zone of the weekly times */
            timeZone: string;
            slots: components["schemas"]["Slot"][];
        };
        /**
         * @description What to do with a time in the past. `publish` (the default): the post is published at once, and `notes` says so. `refuse`: a time more than five minutes in the past is refused with 400 `past_time`, and nothing is sent. A repeated call with the same Idempotency-Key may have a different `ifPast`
         * @enum {string}
         */
        IfPast: "publish" | "refuse";
        /**
         * @description Further parts of the text. On platforms with replies (microblog, bluesky, mastodon), each part is a reply to the part before it, has its
         *     own length limit and costs as much as a post. On other platforms, the parts follow the text in the same post,
         *     separated by blank lines. A part is sent only after the part before it is published.
         */
        Thread: string[];
        /**
         * @description Comments of the account below its own post, sent in order once the post is published. On platforms with replies (microblog,
         *     bluesky, mastodon) they are further parts of the thread, at Discord further messages, elsewhere the network's comments. Each
         *     costs as much as a post. A network without comments leaves them out; its `note` says so.
         * @example [
         *       "The article: https://example.com/article"
         *     ]
         */
        CommentsInput: string[];
        /** @description `text` replaces the text and its thread; `thread` replaces the thread */
        OverrideInput: {
            text?: string;
            thread?: components["schemas"]["Thread"];
            media?: components["schemas"]["MediaItemInput"][];
        };
        Override: {
            text?: string;
            thread?: string[];
            media?: components["schemas"]["MediaItem"][];
        };
        /** @description Length of the text as the network counts it */
        TextMeasure: {
            count: number;
            max: number;
            /**
             * @description Present where `count` and `max` are bytes (UTF-8): the network counts them, or only they are too many
             * @enum {string}
             */
            unit?: "bytes";
        };
        PlatformResult: {
            ok: boolean;
            /** @description Id of the post at the network, for example a URN (profnet) or a numeric id (microblog). Present when ok, and when the first part of a thread is published */
            platformPostId?: string;
            /** @description Present when not ok: what went wrong and what to do */
            error?: string;
            state: components["schemas"]["TargetState"];
            code?: components["schemas"]["ErrorCode"];
            /** @description Whether POST /api/v1/posts/{id}/retry may help */
            retryable?: boolean;
            /** @description Time at which a scheduled post that the network did not accept is sent again automatically */
            nextAttemptAt?: components["schemas"]["Timestamp"];
            /** @description Public address of the post */
            url?: string;
            /** @description Time at which the post was taken back; of a thread, when its last remaining part was */
            removedAt?: components["schemas"]["Timestamp"];
            /** @description Progress of the files; present only while `state` is sending */
            progress?: components["schemas"]["PublishProgress"];
            /** @description Credits charged; in a dry run, the cost */
            credits: number;
            /** @description Account on which the post was published */
            account?: string;
            /** @description What was left out, for example media that the platform does not accept */
            note?: string;
            characters?: components["schemas"]["TextMeasure"];
            /** @description The card that the network would show for the first link; present only in a dry run */
            card?: components["schemas"]["LinkCard"];
            /** @description Why the first link would have no card, in a sentence that `note` has too; present only in a dry run */
            noCard?: string;
            /**
             * @description The parts in order; present only when the platform publishes a thread as several posts, or has comments. The other fields summarize
             *     them: `ok` when every part is published, the id and address of the first part, and the error of the first part
             *     that is not published.
             */
            parts?: components["schemas"]["ThreadPart"][];
            /** @description The comments in order, where the platform has them; their numbers follow those of the parts */
            comments?: components["schemas"]["ThreadPart"][];
        };
        UnpublishRequest: {
            /** @description Where to take the post back; everywhere it was published when left out */
            platforms?: components["schemas"]["Target"][];
        };
        /**
         * @description `deleted`: the network deleted it. `gone`: it was no longer there. `impossible`: the network lets programs delete
         *     nothing, or not this post, so a person has to delete it there. `failed`: it was certainly not deleted. `unknown`: the
         *     answer of the network was lost, so it is looked up again; calling again is harmless. `removing`: it is on its way.
         * @enum {string}
         */
        RemovalState: "deleted" | "gone" | "impossible" | "failed" | "unknown" | "removing";
        RemovalResult: {
            /** @description Whether the network no longer has it: `deleted` or `gone` */
            ok: boolean;
            state: components["schemas"]["RemovalState"];
            /** @description Present when not ok: what went wrong and what to do */
            error?: string;
            code?: components["schemas"]["ErrorCode"];
            /** @description Whether the same call may succeed later; present when not ok */
            retryable?: boolean;
            removedAt?: components["schemas"]["Timestamp"];
            /** @description Address of what is still there */
            url?: string;
            /** @description Credits charged by this call */
            credits: number;
            /** @description The published parts of a thread, in their order; present only when the thread has several */
            parts?: components["schemas"]["RemovalPart"][];
        };
        RemovalPart: {
            /** @description Number of the part; 1 is `text`, and comments come last */
            part: number;
            ok: boolean;
            state: components["schemas"]["RemovalState"];
            /** @description Present when not ok: what went wrong and what to do */
            error?: string;
            code?: components["schemas"]["ErrorCode"];
            /** @description Whether the same call may succeed later; present when not ok */
            retryable?: boolean;
            removedAt?: components["schemas"]["Timestamp"];
            /** @description Address of what is still there */
            url?: string;
            /** @description Credits charged by this call */
            credits: number;
        };
        Unpublished: {
            /** @description Whether everything that was asked for is gone */
            ok: boolean;
            id: components["schemas"]["Uuid"];
            outcome: components["schemas"]["PostOutcome"];
            /** @description Credits charged by this call */
            credits: number;
            /** @description A result per target, as the request or the post names it */
            results: {
                [target: string]: components["schemas"]["RemovalResult"];
            };
        };
        /**
         * @example {
         *       "url": "https://example.com/notes",
         *       "title": "Version 1.4",
         *       "description": "What is new",
         *       "picture": true
         *     }
         */
        LinkCard: {
            url: string;
            title: string;
            /** @description Empty when the page has none */
            description: string;
            /** @description Whether the page names a picture, which is left out if it cannot be had */
            picture: boolean;
        };
        ThreadPart: {
            /** @description Number of the part; 1 is `text`, and comments come last */
            part: number;
            ok: boolean;
            /** @description Present when ok */
            platformPostId?: string;
            /** @description Present when not ok: what went wrong and what to do */
            error?: string;
            state: components["schemas"]["TargetState"];
            code?: components["schemas"]["ErrorCode"];
            /** @description Whether POST /api/v1/posts/{id}/retry may help */
            retryable?: boolean;
            /** @description Time at which the part is sent again automatically */
            nextAttemptAt?: components["schemas"]["Timestamp"];
            /** @description Public address of the part */
            url?: string;
            /** @description Time at which the part was taken back */
            removedAt?: components["schemas"]["Timestamp"];
            /** @description Credits charged; in a dry run, the cost */
            credits: number;
            characters?: components["schemas"]["TextMeasure"];
        };
        PlatformList: {
            platforms: components["schemas"]["Platform"][];
        };
        Platform: {
            id: components["schemas"]["PlatformId"];
            /**
             * @description Names of the networks that can serve the platform
             * @example Telegram or Discord
             */
            label: string;
            /** @description Networks that can serve the platform */
            networks: string[];
            /** @description Whether this server can connect the platform */
            configured: boolean;
            /** @description Redirect URI to register at the network; null when the network needs none */
            redirectUri: string | null;
            /**
             * @description Environment variables that the operator must set before the platform can be connected; empty when configured
             * @example [
             *       "SOCIAL_PROFNET_CLIENT_ID",
             *       "SOCIAL_PROFNET_CLIENT_SECRET"
             *     ]
             */
            variables: string[];
            /**
             * @description `browser`: open /api/auth/{platform}. `token`: POST /api/connect/{platform}/token
             * @enum {string}
             */
            connectWith: "browser" | "token";
            signIn?: components["schemas"]["SignIn"];
            paidPlan: boolean;
            /** @description Whether each part of a thread is published as a separate post */
            replies: boolean;
            text: {
                max: number;
                unit: components["schemas"]["TextUnit"];
                required: boolean;
                /** @description Limit of the bytes in UTF-8, where the network has one beside `max` */
                maxBytes?: number;
                /** @description Length of every address, where the network does not count its own */
                linkLength?: number;
                /** @description Each server has limits of its own, of which these are the usual ones; GET /api/connect/status names them */
                perServer?: boolean;
                /** @description Limit of accounts whose subscription allows long posts; GET /api/connect/status names that of an account */
                subscriberMax?: number;
                /** @description Setting in `meta` whose text counts as part of the text, in every part of a thread */
                countedSetting?: string;
            };
            media: {
                /** @description Maximum number of files per post */
                files: number;
                images: number;
                videos: number;
                /** @description Whether a post may have both pictures and videos */
                mixed: boolean;
                imageTypes: string[];
                videoTypes: string[];
                maxImageBytes: number;
                maxVideoBytes: number;
                /** @description Left out where it takes none */
                documents?: {
                    files: number;
                    types: string[];
                    maxBytes: number;
                    /** @description Pages are not counted here */
                    maxPages?: number;
                    /** @description Whether they may go with pictures and videos */
                    mixed?: boolean;
                };
                required: boolean;
                /** @description Kinds of files that the platform uses from `mediaUrls`; it uses every kind it accepts from `media` */
                mediaUrls: ("image" | "video")[];
            };
            /** @description Actions other than publishing, as named in `costs` */
            actions: string[];
            /** @description Credits per action */
            costs: {
                [key: string]: number;
            };
        };
        /**
         * @description `characters` are Unicode code points; `graphemes` are what a reader takes for one character; `weighted` is the counting of X
         * @enum {string}
         */
        TextUnit: "characters" | "weighted" | "bytes" | "utf16" | "graphemes";
        /** @description For networks where anybody runs a server */
        SignIn: {
            /**
             * @description What /api/auth/{platform} needs to know in its query
             * @enum {string}
             */
            asks: "handle" | "host";
            /**
             * @description Credential that POST /api/connect/{platform}/token takes in place of the sign-in in the browser
             * @enum {string}
             */
            secret: "appPassword" | "accessToken";
            /** @description Why nobody can sign in through the browser at this server, and what to do instead; absent where it works */
            unavailable?: string;
        };
        /**
         * @example {
         *       "stage": "uploading",
         *       "doneBytes": 8388608,
         *       "totalBytes": 209715200
         *     }
         */
        PublishProgress: {
            /**
             * @description `processing`: the upload is complete, and the network is preparing the files
             * @enum {string}
             */
            stage: "uploading" | "processing";
            doneBytes: number;
            totalBytes: number;
        };
        /** @description A result per target, as the request spells it */
        PlatformResults: {
            [target: string]: components["schemas"]["PlatformResult"];
        };
        /** @description A fact about the post that its sender may not expect */
        PostNote: {
            /**
             * @description `past_time`: the time of the post was in the past, so it was published at once. `no_free_slot`: only in the preview of a draft, which could not be approved now because its profile has no free slot. `copying_media`, `copied_media`, `copy_failed`: how far the copy of a file of `mediaUrls` is, as `copy` says of a file of `media`
             * @enum {string}
             */
            code: "past_time" | "no_free_slot" | "copying_media" | "copied_media" | "copy_failed";
            message: string;
        };
        /** @description What a publish would do; nothing is stored, so there is no id */
        PostPreview: {
            /** @enum {string|null} */
            id: null;
            text: string;
            thread?: string[];
            platforms: components["schemas"]["Target"][];
            status: components["schemas"]["PostStatus"];
            outcome: components["schemas"]["PreviewOutcome"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Value from the request; with `slot`, the slot that the post would get now */
            scheduledFor?: string;
            slot?: components["schemas"]["SlotChoice"];
            notes?: components["schemas"]["PostNote"][];
            labels?: components["schemas"]["Labels"];
            /** @description Slug of the profile */
            profile: string;
            /** @description Total cost */
            credits: number;
            /** @description Credits available now */
            available: number;
            platformResults: components["schemas"]["PlatformResults"];
        };
        PostsToCheck: {
            /** @description As for POST /api/v1/posts */
            posts?: components["schemas"]["PublishRequest"][];
            /** @description Idempotency-Keys of calls that may have created a post or draft */
            keys?: string[];
        };
        CheckedPosts: {
            /** @description One for each post, in order */
            results: components["schemas"]["PostCheck"][];
            /** @description In the order of `keys`; a key with which nothing was created is left out, and that of a canceled or missed post */
            found: components["schemas"]["FoundByKey"][];
        };
        PostCheck: {
            /**
             * @description `refused`: POST /api/v1/posts would answer with this error. `unchecked`: the time was over; check it again
             * @enum {string}
             */
            state: "checked" | "refused" | "unchecked";
            /** @description Present when checked */
            preview?: components["schemas"]["PostPreview"];
            /** @description Present when refused */
            refusal?: components["schemas"]["PostRefusal"];
        };
        PostRefusal: {
            /** @description What is wrong and what to do */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description Details of the error for programs */
            details?: {
                [key: string]: unknown;
            };
        };
        FoundByKey: {
            key: string;
            /** @description The post that was created with the key */
            post?: components["schemas"]["Post"];
            /** @description The draft that waits under the key */
            draft?: components["schemas"]["Draft"];
        };
        Post: {
            /** Format: uuid */
            id: string;
            text: string;
            thread?: string[];
            platforms: components["schemas"]["Target"][];
            status: components["schemas"]["PostStatus"];
            outcome: components["schemas"]["PostOutcome"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Value from the request; with `slot`, the time of its slot */
            scheduledFor?: string;
            /** @description Present when the server chose the time, the next free slot; left out once the post got another time */
            slot?: components["schemas"]["SlotChoice"];
            /** @description True when a restored backup contained this scheduled post; otherwise left out. The post is quarantined: it is not sent until the operator runs `social-server release` or the post gets a new time */
            held?: boolean;
            /** @description Left out when empty */
            notes?: components["schemas"]["PostNote"][];
            mediaUrls?: string[];
            media?: components["schemas"]["MediaItem"][];
            poll?: components["schemas"]["Poll"];
            /** @description The comments, in order */
            comments?: string[];
            meta?: components["schemas"]["MetaObject"];
            settings?: components["schemas"]["Settings"];
            /** @description True when networks are to label the post as made with AI; otherwise left out */
            aiGenerated?: boolean;
            /** @description True when networks are to label the post as a paid partnership; otherwise left out */
            paidPartnership?: boolean;
            overrides?: components["schemas"]["Overrides"];
            /** @description False when files go as they are, and those that do not fit are refused; otherwise left out */
            fitMedia?: boolean;
            /** @description True when every file is copied before the post is due; otherwise left out */
            copyMedia?: boolean;
            /** @description Slug of the profile */
            profile: string;
            labels?: components["schemas"]["Labels"];
            source?: components["schemas"]["PostSource"];
            draft?: components["schemas"]["PostApproval"];
            /** @description Credits charged so far */
            credits: number;
            platformResults: components["schemas"]["PlatformResults"];
        };
        /** @description As a post, but everything may be missing */
        NewDraft: {
            text?: string;
            thread?: components["schemas"]["Thread"];
            platforms?: components["schemas"]["Target"][];
            mediaUrls?: string[];
            media?: components["schemas"]["MediaItemInput"][];
            poll?: components["schemas"]["PollInput"];
            comments?: components["schemas"]["CommentsInput"];
            scheduledFor?: components["schemas"]["Instant"];
            slot?: components["schemas"]["SlotChoice"];
            /** @description Slug of a profile; the default profile when left out */
            profile?: string;
            meta?: components["schemas"]["MetaInput"];
            settings?: components["schemas"]["SettingsInput"];
            /** @description Whether networks label the post as made with AI, where they have such a label; a note says where not. A network's own setting wins */
            aiGenerated?: boolean;
            /** @description Whether networks label the post as a paid partnership, where they have such a label; a note says where not. A network's own setting wins */
            paidPartnership?: boolean;
            overrides?: components["schemas"]["OverridesInput"];
            /** @description As for a post */
            fitMedia?: boolean;
            /** @description As for a post */
            copyMedia?: boolean;
            labels?: components["schemas"]["LabelsInput"];
            source?: components["schemas"]["PostSource"];
        };
        /** @description New values of the fields that are to change */
        DraftChange: {
            /**
             * Format: instant
             * @description `updatedAt` of the draft that was edited. A draft that has changed since stays as it is
             * @example 2026-11-20T14:02:11.204Z
             */
            ifUpdatedAt?: string;
            text?: string;
            thread?: components["schemas"]["Thread"];
            platforms?: components["schemas"]["Target"][];
            mediaUrls?: string[];
            media?: components["schemas"]["MediaItemInput"][];
            /**
             * Format: instant
             * @description New time, with an offset, which replaces `slot`; null for none
             * @example 2026-12-01T09:00:00Z
             */
            scheduledFor?: string | null;
            /**
             * @description `next`: the post takes the next free slot when the draft is approved, which replaces `scheduledFor`; null for no slot
             * @enum {string|null}
             */
            slot?: "next" | null;
            /** @description Slug of a profile */
            profile?: string;
            /** @description As for a post; null for none */
            poll?: {
                question?: string;
                /**
                 * @example [
                 *       "Dark",
                 *       "Light"
                 *     ]
                 */
                options: string[];
                minutes: number;
                multiple?: boolean;
            } | null;
            comments?: components["schemas"]["CommentsInput"];
            meta?: components["schemas"]["MetaInput"];
            settings?: components["schemas"]["SettingsInput"];
            /** @description Whether networks label the post as made with AI, where they have such a label; a note says where not. A network's own setting wins */
            aiGenerated?: boolean;
            /** @description Whether networks label the post as a paid partnership, where they have such a label; a note says where not. A network's own setting wins */
            paidPartnership?: boolean;
            overrides?: components["schemas"]["OverridesInput"];
            /** @description As for a post */
            fitMedia?: boolean;
            /** @description As for a post */
            copyMedia?: boolean;
            labels?: components["schemas"]["LabelsInput"];
            /**
             * Format: display-name
             * @description Place where the sender keeps the post; null for none
             */
            source?: string | null;
        };
        Draft: {
            id: components["schemas"]["Uuid"];
            /**
             * @description `approved`: it became a post, which `postId` names
             * @enum {string}
             */
            status: "draft" | "approved";
            /** @description Address of its page in the dashboard */
            url: string;
            /** @description Slug of the profile, also when an approved draft has outlived it */
            profile: string;
            /** @description Slug of the profile that it was asked for, also when it was moved to another one since */
            requestedProfile?: string;
            /** @description Empty while it is missing */
            text: string;
            thread?: string[];
            platforms: components["schemas"]["Target"][];
            /** @description Value from the request */
            scheduledFor?: string;
            /** @description Present when the post takes the next free slot once the draft is approved; no slot is kept for it until then */
            slot?: components["schemas"]["SlotChoice"];
            mediaUrls?: string[];
            media?: components["schemas"]["MediaItem"][];
            poll?: components["schemas"]["Poll"];
            /** @description The comments, in order */
            comments?: string[];
            meta?: components["schemas"]["MetaObject"];
            settings?: components["schemas"]["Settings"];
            /** @description True when networks are to label the post as made with AI; otherwise left out */
            aiGenerated?: boolean;
            /** @description True when networks are to label the post as a paid partnership; otherwise left out */
            paidPartnership?: boolean;
            overrides?: components["schemas"]["Overrides"];
            /** @description False when files go as they are, and those that do not fit are refused; otherwise left out */
            fitMedia?: boolean;
            /** @description True when every file is copied before the post is due; otherwise left out */
            copyMedia?: boolean;
            labels?: components["schemas"]["Labels"];
            source?: components["schemas"]["PostSource"];
            /** @description What must be added before it can be approved; empty when nothing is missing */
            missing: ("text" | "platforms")[];
            writtenBy: components["schemas"]["Person"];
            /** @description Who has changed it last; left out when nobody has */
            editedBy?: components["schemas"]["Person"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description Who has approved it */
            approvedBy?: components["schemas"]["Person"];
            approvedAt?: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description Id of its post
             */
            postId?: string;
            preview?: components["schemas"]["DraftPreview"];
        };
        /** @description What publishing the draft now would do. Left out in lists and events, and once it is approved */
        DraftPreview: {
            outcome: components["schemas"]["PreviewOutcome"];
            /** @description Total cost */
            credits: number;
            /** @description Credits available now */
            available: number;
            /** @description Only with `slot`. The slot that the post would get if it were approved now */
            scheduledFor?: string;
            notes?: components["schemas"]["PostNote"][];
            platformResults: components["schemas"]["PlatformResults"];
        };
        DraftList: {
            drafts: components["schemas"]["Draft"][];
            nextCursor: string | null;
        };
        /** @description Who has done something */
        Person: {
            /**
             * @description An API key, or a user who was signed in
             * @enum {string}
             */
            kind: "key" | "user";
            id: string;
            /** @description Name of the key, or e-mail address of the user, at that time */
            name: string;
        };
        /** @description The draft that became the post */
        PostApproval: {
            id: components["schemas"]["Uuid"];
            /** @description Slug of the profile that the draft was asked for, also when it was moved to another one */
            requestedProfile?: string;
            writtenBy: components["schemas"]["Person"];
            /** @description Who has changed it last; left out when nobody has */
            editedBy?: components["schemas"]["Person"];
            approvedBy: components["schemas"]["Person"];
        };
        PostEvent: {
            /**
             * @description Steps of the whole post: created, scheduled, rescheduled, held, released, canceled, missed. Steps of one platform: its new state; `postponed` means that it will be retried automatically; `removing` and the steps after it mean that it is taken back
             * @enum {string}
             */
            kind: "created" | "scheduled" | "rescheduled" | "held" | "released" | "pending" | "sending" | "postponed" | "published" | "failed" | "unknown" | "missed" | "canceled" | "removing" | "removed" | "removal_failed" | "removal_unknown";
            /** @description Null when the step concerns the whole post */
            platform: string | null;
            at: components["schemas"]["Timestamp"];
            /** @description Part of a thread, from 2; left out for the first part */
            part?: number;
            /** @description Short name of the account; left out where none was connected */
            target?: string;
            /** @description Number of the attempt, from 1 */
            attempt?: number;
            /** @description New time of the post */
            scheduledFor?: string;
            nextAttemptAt?: components["schemas"]["Timestamp"];
            /** @description What went wrong and what to do */
            error?: string;
            code?: components["schemas"]["ErrorCode"];
            /** @description Public address of the post */
            url?: string;
        };
        /**
         * @description What a counter counts, so that networks can stand side by side: reactions are likes and favourites, replies also comments, shares also reposts and boosts, saves are bookmarks, views also impressions
         * @enum {string}
         */
        CounterKind: "views" | "reactions" | "replies" | "shares" | "quotes" | "saves";
        Counter: {
            /** @description Name of the network's own field, for example likeCount or favourites_count */
            name: string;
            kind: components["schemas"]["CounterKind"];
            /** @description The network's own word, in the plural */
            label: string;
            value: number;
        };
        /**
         * @description Why a reading is missing or old. `not_told`: the network tells no program. `charged`: the network charges for each reading; POST
         *     asks it. `missing_scope`: the connection lacks a permission. `not_connected`: the account that published is not
         *     connected, or this caller may not use it. `not_shown`: the network does not show the post, or not yet. `unavailable`:
         *     the network did not answer, or limits the calls.
         * @enum {string}
         */
        CounterReason: "not_told" | "charged" | "missing_scope" | "not_connected" | "not_shown" | "unavailable";
        CounterReading: {
            platform: components["schemas"]["PlatformId"];
            /** @description Name of the network; null when it is not known */
            network: string | null;
            /** @description Account on which the post was published */
            account: string | null;
            /** @description Short name of the account; left out where it is not known */
            target?: string;
            /** @description Public address of the post */
            url: string | null;
            /** Format: date-time */
            publishedAt: string | null;
            /**
             * Format: date-time
             * @description Time at which the network told these counters; null before the first reading
             */
            readAt: string | null;
            counters: components["schemas"]["Counter"][];
            /** @description Whether the network charges for each reading */
            isCharged: boolean;
            reason?: components["schemas"]["CounterReason"];
            /** @description With `reason`: what happened and what to do */
            note?: string;
        };
        PostCounters: {
            postId: components["schemas"]["Uuid"];
            readings: components["schemas"]["CounterReading"][];
        };
        CounterSum: {
            kind: components["schemas"]["CounterKind"];
            value: number;
        };
        CounterTable: {
            month: string;
            by: components["schemas"]["CounterKind"];
            accounts: {
                platform: components["schemas"]["PlatformId"];
                network: string;
                account: string | null;
                /** @description Short name of the account; left out where it is not known */
                target?: string;
                posts: number;
                sums: components["schemas"]["CounterSum"][];
            }[];
            posts: {
                postId: components["schemas"]["Uuid"];
                /** @description The first 200 characters */
                text: string;
                platform: components["schemas"]["PlatformId"];
                network: string;
                account: string | null;
                /** @description Short name of the account; left out where it is not known */
                target?: string;
                url: string | null;
                publishedAt: components["schemas"]["Timestamp"];
                readAt: components["schemas"]["Timestamp"];
                counters: components["schemas"]["Counter"][];
            }[];
            /** @description False when the month has more readings than were looked at */
            isComplete: boolean;
        };
        PostEventList: {
            events: components["schemas"]["PostEvent"][];
        };
        PostList: {
            posts: components["schemas"]["Post"][];
            /** @description With `key` only: the draft that waits for its approval under this Idempotency-Key, whatever the other parameters are; empty without one */
            drafts?: components["schemas"]["Draft"][];
            nextCursor: string | null;
        };
        /**
         * @example {
         *       "mpost_id": "1445880548472328192"
         *     }
         */
        MpostInput: {
            mpost_id: components["schemas"]["NumericId"];
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        /**
         * @example {
         *       "mpost_id": "1445880548472328192"
         *     }
         */
        MpostInputOptional: {
            mpost_id?: components["schemas"]["NumericId"];
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        /**
         * @example {
         *       "target_user_id": "2244994945"
         *     }
         */
        TargetUserInput: {
            target_user_id: components["schemas"]["NumericId"];
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        /**
         * @example {
         *       "target_user_id": "2244994945"
         *     }
         */
        TargetUserInputOptional: {
            target_user_id?: components["schemas"]["NumericId"];
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        /**
         * @example {
         *       "recipient_id": "2244994945",
         *       "text": "Thank you!"
         *     }
         */
        DirectMessageInput: {
            recipient_id: components["schemas"]["NumericId"];
            text: string;
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        /**
         * @example {
         *       "mpost_id": "1445880548472328192",
         *       "hidden": true
         *     }
         */
        HideReplyInput: {
            mpost_id: components["schemas"]["NumericId"];
            /** @default true */
            hidden: boolean;
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        /**
         * @example {
         *       "post_urn": "urn:li:share:7141138937766391808"
         *     }
         */
        PostUrnInputOptional: {
            post_urn?: components["schemas"]["PostUrn"];
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        /**
         * @example {
         *       "post_urn": "urn:li:share:7141138937766391808",
         *       "commentary": "Worth reading"
         *     }
         */
        ReshareInput: {
            post_urn: components["schemas"]["PostUrn"];
            /** @description At most 3000 characters */
            commentary?: string;
            profile?: string;
            account?: components["schemas"]["ActingAccount"];
        };
        LikeResult: {
            ok: boolean;
            liked: boolean;
        };
        UnlikeResult: {
            ok: boolean;
            liked: boolean;
            /** @deprecated */
            unliked: boolean;
        };
        FollowResult: {
            ok: boolean;
            following: boolean;
            pendingFollow: boolean;
            /** @deprecated */
            pending_follow: boolean;
        };
        UnfollowResult: {
            ok: boolean;
            following: boolean;
        };
        BookmarkResult: {
            ok: boolean;
            bookmarked: boolean;
        };
        RemoveBookmarkResult: {
            ok: boolean;
            bookmarkDeleted: boolean;
            /** @deprecated */
            bookmarked: boolean;
        };
        DirectMessageResult: {
            ok: boolean;
            dmConversationId: string;
            dmEventId: string;
            /** @deprecated */
            dm_conversation_id: string;
            /** @deprecated */
            dm_event_id: string;
        };
        DeleteMicroblogPostResult: {
            ok: boolean;
            deleted: boolean;
            mpostId: string;
        };
        HideReplyResult: {
            ok: boolean;
            hidden: boolean;
        };
        Timeline: {
            ok: boolean;
            tweets: {
                id: string;
                text: string;
                createdAt: string | null;
            }[];
            count: number;
        };
        MicroblogUserResult: {
            ok: boolean;
            user: {
                id: string;
                name: string;
                username: string;
            };
        };
        DeleteProfnetPostResult: {
            ok: boolean;
            deleted: boolean;
            postUrn: string;
        };
        ReshareResult: {
            ok: boolean;
            reshareId: string;
            url?: string;
        };
        Usage: {
            plan: {
                id: string;
                label: string;
                price: number;
            };
            credits: {
                /** @description Sum of all grants and charges so far */
                balance: number;
                /** @description Credits held for posts that are being sent */
                held: number;
                /** @description `balance` minus `held` */
                available: number;
                monthlyAllowance: number;
                /** @description Credits charged in this period */
                used: number;
                resetAt: components["schemas"]["Timestamp"];
            };
            recentTransactions: components["schemas"]["Transaction"][];
        };
        SpendingList: {
            timeZone: string;
            days: {
                /** Format: date */
                date: string;
                /** @description Credits charged on that day */
                credits: number;
                /** @description Credits by platform id; charges without a platform count only in `credits` */
                platforms: {
                    [key: string]: number;
                };
            }[];
        };
        Transaction: {
            /** @description Negative for a charge */
            amount: number;
            action: string;
            metadata: {
                [key: string]: unknown;
            };
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description `post.unpublished`: what a post had published on this platform was deleted, or was to be. `draft.edited`: somebody has changed the fields that `metadata.fields` names; further edits by the same person within ten minutes are not logged. `draft.approved`: somebody has approved a draft, which became a post. `platform.needs_reconnect`: the network no longer accepts the connection. `platform.expiring`: the connection ends within a week, or a day, and cannot be renewed automatically. `profile.slots_changed`: somebody has replaced the weekly times of a profile; `metadata` has the new ones. `command.signed_in`: an API key was created for the command on a machine. `webhook.paused`: nothing more is sent to a webhook endpoint, because it has failed for three days or has answered 410. `member.removed`: somebody was removed from the workspace, or has left it
         * @enum {string}
         */
        LogAction: "post.published" | "post.unpublished" | "draft.created" | "draft.edited" | "draft.approved" | "draft.deleted" | "platform.connected" | "platform.disconnected" | "platform.needs_reconnect" | "platform.expiring" | "profile.created" | "profile.deleted" | "profile.slots_changed" | "command.signed_in" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "invitation.revoked";
        /** @enum {string} */
        LogStatus: "success" | "failed" | "unknown" | "missed" | "canceled";
        LogEntry: {
            id: components["schemas"]["Uuid"];
            action: components["schemas"]["LogAction"];
            /** @description Null for changes of a profile, draft or webhook endpoint */
            platform: string | null;
            profileName: string;
            status: components["schemas"]["LogStatus"];
            outcome?: components["schemas"]["LogOutcome"];
            metadata: {
                [key: string]: unknown;
            };
            createdAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Only for `post.published`: the outcome of the post on this platform, with the values of a post's `outcome`
         * @enum {string}
         */
        LogOutcome: "published" | "failed" | "unknown" | "missed" | "canceled";
        LogList: {
            logs: components["schemas"]["LogEntry"][];
            total: number;
            limit: number;
            offset: number;
        };
        Profile: {
            id: components["schemas"]["Uuid"];
            name: string;
            slug: string;
            isDefault: boolean;
            createdAt: components["schemas"]["Timestamp"];
        };
        ProfileList: {
            profiles: components["schemas"]["Profile"][];
        };
        ProfileResult: {
            profile: components["schemas"]["Profile"];
        };
        UpdatedProfile: components["schemas"]["Profile"] & components["schemas"]["ProfileResult"];
        /**
         * Format: display-name
         * @description Name that the machine gives itself; the API key gets this name
         */
        MachineName: string;
        /**
         * @description Eight consonants; case, dashes and spaces are ignored
         * @example WDJB-MJHT
         */
        UserCode: string;
        /** @description 256 random bits as base64url */
        GrantSecret: string;
        /** @description Value that the command chooses and gets back */
        GrantState: string;
        /** @description Port of 127.0.0.1 on which the command listens */
        LoopbackPort: number;
        DeviceRequest: {
            /** @description Name that the machine gives itself; it is not verified */
            machine: string;
            /** @description What the command asks to be allowed */
            scopes: components["schemas"]["Scope"][];
            /** @description IP address from which the request came */
            address: string;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
        };
        DeviceCode: {
            /** @description Secret that the command keeps */
            deviceCode: string;
            /** @description Code that the command shows to the person */
            userCode: string;
            /** @description Address at which the person types the code */
            verificationUri: string;
            /** @description The same address with the code filled in */
            verificationUriComplete: string;
            /** @description Number of seconds for which both codes are valid */
            expiresIn: number;
            /** @description Number of seconds to wait between two polls */
            interval: number;
        };
        CommandRedirect: {
            /** @description Address of the command, always on 127.0.0.1 */
            redirectUrl: string;
        };
        /**
         * @description What a caller may do: `read` posts, usage and the log; `draft` posts, which includes dry runs and uploads; `publish` posts and
         *     change published ones; run `actions` at networks; `admin`: profiles, connections, keys, members and webhook endpoints, which are
         *     sent posts and usage
         * @enum {string}
         */
        Scope: "read" | "draft" | "publish" | "actions" | "admin";
        Key: {
            id: string;
            name: string;
            /** @example …a1B2 */
            keyPreview: string;
            createdAt: components["schemas"]["Timestamp"];
            scopes: components["schemas"]["Scope"][];
            /** @description Slugs of the profiles that the key may use; null for all. Deleted profiles are left out */
            profiles: string[] | null;
            /** @description Platforms, networks and accounts that the key may use, accounts by their present names; null for all */
            platforms: components["schemas"]["Target"][] | null;
            /**
             * Format: date-time
             * @description End of the key; null for never
             */
            expiresAt: string | null;
            /** @description Credits that the key may spend in a month; null without a limit */
            creditLimit: number | null;
            /** @description Credits that count towards the limit in this month; 0 for a key without a limit */
            creditsUsed: number;
        };
        /**
         * @description Leaves the API keys that the person has made, for example for a pipeline. The person may know them
         * @default false
         */
        KeepKeys: boolean;
        /**
         * @description What a member may do: an `owner` everything; an `editor` everything but members and API keys; a `writer` reads, and writes drafts that
         *     somebody else approves
         * @enum {string}
         */
        Role: "owner" | "editor" | "writer";
        Member: {
            id: string;
            email: string;
            role: components["schemas"]["Role"];
            /** @description Whether the workspace was created with this account */
            isFounder: boolean;
            joinedAt: components["schemas"]["Timestamp"];
            /** @description E-mail address of the member, or name of the API key, that invited; null for the founder */
            invitedBy: string | null;
        };
        Invitation: {
            id: components["schemas"]["Uuid"];
            role: components["schemas"]["Role"];
            /** @description Address of the person who is invited; null when none was given */
            email: string | null;
            /** @description E-mail address of the member, or name of the API key, that invites */
            createdBy: string;
            expiresAt: components["schemas"]["Timestamp"];
        };
        MemberList: {
            members: components["schemas"]["Member"][];
            invitations: components["schemas"]["Invitation"][];
        };
        /**
         * @example {
         *       "invitation": {
         *         "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
         *         "role": "writer",
         *         "email": "bo@example.com",
         *         "createdBy": "ada@example.com",
         *         "expiresAt": "2026-12-01T09:30:00.000Z"
         *       },
         *       "url": "http://127.0.0.1:8787/join#3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
         *       "mailed": true
         *     }
         */
        NewInvitation: {
            invitation: components["schemas"]["Invitation"];
            /** @description Address of the page on which the person joins, shown only here */
            url: string;
            /** @description Whether the link is on its way by mail */
            mailed: boolean;
        };
        InvitationDescription: {
            /** @description E-mail address of the founder of the workspace */
            workspace: string;
            invitedBy: string;
            role: components["schemas"]["Role"];
            email: string | null;
            expiresAt: components["schemas"]["Timestamp"];
        };
        ListedKey: components["schemas"]["Key"] & {
            lastUsedAt: string | null;
        };
        KeyList: {
            keys: components["schemas"]["ListedKey"][];
        };
        NewKey: {
            key: components["schemas"]["Key"];
            /** @description The full key, shown only here. It starts with sk_live_, or with sk_live_sandbox_ on a server with a sandbox */
            rawKey: string;
        };
        /** @enum {string} */
        ConnectionState: "not_connected" | "connected" | "needs_reconnect";
        ConnectionStatus: {
            connected: boolean;
            displayName: string | null;
            state: components["schemas"]["ConnectionState"];
            username: string | null;
            network: string | null;
            /** @description Path of the account's picture on this server; it changes with the picture. Null while the server has no picture of the account */
            picture: string | null;
            connectedAt: string | null;
            /** @description Time by which a person must renew the connection; null while it is renewed automatically */
            expiresAt: string | null;
            /** @description What to do soon. Present in the last week of a connection that cannot be renewed automatically */
            warning?: string;
            /** @description Whether this server can connect the platform */
            configured: boolean;
            /** @description Permissions that were requested but not granted */
            missingScopes: string[];
            /** @description Limits of a text of the account or its server; present where each has its own */
            text?: components["schemas"]["ServerText"];
            /** @description Limits of files of the account or its server; present where each has its own and the network names them */
            media?: components["schemas"]["ServerMedia"];
            /** @description State of the attempt that the query names; present only on its platform and for ten minutes */
            attempt?: components["schemas"]["ConnectionAttempt"];
        };
        ServerText: {
            max: number;
            unit: components["schemas"]["TextUnit"];
            linkLength?: number;
        };
        ServerMedia: {
            /** @description Files of one post */
            files?: number;
            /** @description Media types */
            types?: string[];
            imageBytes?: number;
            videoBytes?: number;
            /** @description Width times height of a picture */
            imagePixels?: number;
            /** @description Characters of a description */
            description?: number;
            /** @description Length of a video */
            videoSeconds?: number;
        };
        ConnectionAttempt: {
            /**
             * @description `denied` and `failed`: the attempt has ended, and nothing was connected
             * @enum {string}
             */
            state: "under_way" | "connected" | "denied" | "failed";
            /** @description State of the attempt, in a sentence */
            message: string;
        };
        ConnectionStatusMap: {
            [key: string]: components["schemas"]["PlatformConnection"];
        };
        /** @description The default account of a platform, and all accounts. Without a default account, `connected` is false */
        PlatformConnection: components["schemas"]["ConnectionStatus"] & {
            /** @description The default account first, then by name */
            accounts: components["schemas"]["AccountStatus"][];
        };
        /** @description A connected account of a profile */
        AccountStatus: components["schemas"]["ConnectionStatus"] & {
            name: components["schemas"]["AccountName"];
            /** @description Whether the platform alone means this account */
            isDefault: boolean;
            /** @description Targets that mean this account: its name, names that it had before, the platform of a default account, and the network of one where the platform has several, such as `chatbot:telegram` */
            targets: components["schemas"]["Target"][];
        };
        AccountOption: {
            accountId: string;
            name: string;
            description: string;
            /** @enum {string} */
            type: "personal" | "organization";
            picture?: string;
            accountUrn?: string;
        };
        AccountOptionList: {
            options: components["schemas"]["AccountOption"][];
        };
        ConnectedAccount: {
            ok: boolean;
            account: components["schemas"]["AccountOption"];
        };
        ConfirmResult: {
            ok: boolean;
            /** @description A page of this server */
            redirect: string;
        };
        InboundContent: {
            body: string;
            title?: string;
            keyword?: string;
            /** @description `test` makes a dry run */
            status?: string;
            timestamp?: components["schemas"]["Instant"];
            /** @description `true`, `1`, `yes` or `on` makes a dry run */
            test?: boolean | components["schemas"]["Flag"] | (0 | 1);
        };
        InboundResult: {
            /** @description True when every platform is ok */
            ok: boolean;
            /** Format: uuid */
            postId: string | null;
            dryRun?: boolean;
            status?: components["schemas"]["PostStatus"];
            /**
             * @description Outcome of the post; in a dry run, `ready` or `problem`
             * @enum {string}
             */
            outcome?: "scheduled" | "pending" | "published" | "partial" | "failed" | "unknown" | "missed" | "canceled" | "unpublished" | "ready" | "problem";
            /** @description Only with `slot`. Time of the slot; in a dry run, of the slot that the post would get now */
            scheduledFor?: string;
            slot?: components["schemas"]["SlotChoice"];
            notes?: components["schemas"]["PostNote"][];
            /** @description Text before shortening; only in a dry run */
            text?: string;
            platforms: components["schemas"]["PlatformResults"];
        };
        /**
         * @description What an event is about. `post.…`: the `outcome` of a post has changed to this. `connection.expiring`: it ends within a
         *     week, or a day, and cannot be renewed automatically. `credits.low`: less than a tenth of the month's credits is left.
         * @enum {string}
         */
        WebhookKind: "post.scheduled" | "post.published" | "post.partial" | "post.failed" | "post.unknown" | "post.missed" | "post.canceled" | "post.unpublished" | "draft.created" | "draft.approved" | "connection.connected" | "connection.needs_reconnect" | "connection.expiring" | "connection.disconnected" | "credits.low";
        /** @description Kinds of events to send. Every kind, also kinds of later versions, when left out at the creation */
        WebhookKindList: components["schemas"]["WebhookKind"][];
        /** @description Address of the receiver. https and public, unless the operator allows others. Redirects are not followed */
        WebhookUrl: string;
        /**
         * Format: display-name
         * @description What the receiver is, for people: 1-100 characters
         */
        WebhookDescription: string;
        WebhookEndpoint: {
            id: components["schemas"]["Uuid"];
            url: string;
            description: string | null;
            /** @description Kinds of events that are sent; null for every kind */
            kinds: components["schemas"]["WebhookKind"][] | null;
            /**
             * @description `disabled`: switched off by a person, or by an answer of 410. `paused`: it has failed for three days. Nothing is sent to either
             * @enum {string}
             */
            status: "active" | "disabled" | "paused";
            /** @description Why it is not active, and what to do */
            statusReason: string | null;
            /** @example …x9Q= */
            secretPreview: string;
            /** @description Time until which the previous secret signs too; null without one */
            previousSecretUntil: string | null;
            /** @description Time of the first failure since the last success */
            failingSince: string | null;
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
        };
        WebhookEndpointList: {
            endpoints: components["schemas"]["WebhookEndpoint"][];
        };
        NewWebhookEndpoint: {
            endpoint: components["schemas"]["WebhookEndpoint"];
            /** @description The secret that signs deliveries, shown only here. It starts with whsec_ */
            secret: string;
        };
        /**
         * @description `pending`: it is sent, again if need be. `failed`: it was tried 8 times. `canceled`: the endpoint was switched off or paused before. `held`: a backup was restored, and it waits until the operator runs `social-server release`
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "failed" | "canceled" | "held";
        WebhookDelivery: {
            id: components["schemas"]["Uuid"];
            endpointId: components["schemas"]["Uuid"];
            /** @description Id of the event, which is the header `webhook-id` of every try */
            eventId: string;
            /** @description Kind of the event, or `webhook.test` */
            kind: string;
            /** @description Number of the event; null for a test */
            number: number | null;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Number of tries so far */
            tries: number;
            createdAt: components["schemas"]["Timestamp"];
            /** @description Time of the next try; null without one */
            nextTryAt: string | null;
            lastTry: {
                at: components["schemas"]["Timestamp"];
                /** @description HTTP status of the answer; null without an answer */
                status: number | null;
                /** @description Time that it took */
                milliseconds: number;
                /** @description Why it does not count as received; null for success */
                error: string | null;
                /** @description First 1000 bytes of the answer */
                answer: string | null;
            } | null;
        };
        WebhookDeliveryList: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            nextCursor: string | null;
        };
        PostWebhookEvent: {
            /** @description The same over all deliveries of the event */
            id: string;
            /** @enum {string} */
            type: "post.scheduled" | "post.published" | "post.partial" | "post.failed" | "post.unknown" | "post.missed" | "post.canceled" | "post.unpublished";
            timestamp: components["schemas"]["Timestamp"];
            number: components["schemas"]["WebhookEventNumber"];
            data: components["schemas"]["Post"];
        };
        DraftWebhookEvent: {
            id: string;
            /** @enum {string} */
            type: "draft.created" | "draft.approved";
            timestamp: components["schemas"]["Timestamp"];
            number: components["schemas"]["WebhookEventNumber"];
            data: components["schemas"]["Draft"];
        };
        ConnectionWebhookEvent: {
            id: string;
            /** @enum {string} */
            type: "connection.connected" | "connection.needs_reconnect" | "connection.expiring" | "connection.disconnected";
            timestamp: components["schemas"]["Timestamp"];
            number: components["schemas"]["WebhookEventNumber"];
            data: components["schemas"]["ConnectionStatus"] & {
                platform: components["schemas"]["PlatformId"];
                /** @description Slug of the profile; null when it was deleted */
                profile: string | null;
            };
        };
        CreditsWebhookEvent: {
            id: string;
            /** @enum {string} */
            type: "credits.low";
            timestamp: components["schemas"]["Timestamp"];
            number: components["schemas"]["WebhookEventNumber"];
            data: components["schemas"]["Usage"];
        };
        TestWebhookEvent: {
            id: string;
            /** @enum {string} */
            type: "webhook.test";
            timestamp: components["schemas"]["Timestamp"];
            /**
             * @description A test has no number
             * @enum {integer|null}
             */
            number: null;
            data: {
                endpointId: components["schemas"]["Uuid"];
            };
        };
        /** @description Counts the recorded events of the workspace, from 1. A receiver of every kind that misses a number has missed an event. Restoring a backup adds 1048576 */
        WebhookEventNumber: number;
        /** @description Body of a delivery, and what the SDK's `verifyWebhook` returns */
        WebhookEvent: components["schemas"]["PostWebhookEvent"] | components["schemas"]["DraftWebhookEvent"] | components["schemas"]["ConnectionWebhookEvent"] | components["schemas"]["CreditsWebhookEvent"] | components["schemas"]["TestWebhookEvent"];
        WebhookEventList: {
            events: components["schemas"]["WebhookEvent"][];
            /** @description Number to ask after next: that of the last event in the answer, else of the last event */
            last: number;
        };
        Change: {
            /** @description What to read again */
            topics: ("posts" | "connections" | "profiles" | "usage" | "logs")[];
            /** @description Ids of the posts that changed; empty when more than 100 changed */
            postIds: string[];
        };
        /** @description The part of the link after `#` */
        MailToken: string;
        /**
         * @description What a mail is about: a post failed, its outcome is unknown, or it was missed; an account must be connected again, or its connection ends within a week; a draft of somebody else waits for approval; nothing more is sent to a webhook endpoint
         * @enum {string}
         */
        MailKind: "post.failed" | "post.unknown" | "post.missed" | "connection.needs_reconnect" | "connection.expiring" | "draft.created" | "webhook.paused";
        /**
         * @example {
         *       "available": true,
         *       "address": "ada@example.com",
         *       "confirmedAt": "2026-11-20T14:02:00.000Z",
         *       "kinds": [
         *         "post.failed",
         *         "post.unknown",
         *         "post.missed",
         *         "connection.needs_reconnect",
         *         "connection.expiring",
         *         "draft.created",
         *         "webhook.paused"
         *       ]
         *     }
         */
        MailSettings: {
            /** @description Whether this server can send mails */
            available: boolean;
            address: components["schemas"]["Email"];
            /**
             * Format: date-time
             * @description When the address was confirmed; null until then
             */
            confirmedAt: string | null;
            kinds: components["schemas"]["MailKind"][];
        };
        Setup: {
            /** @description Whether the server has no account yet */
            isEmpty: boolean;
            /** @description Whether somebody may create an account in the browser now */
            canSignUp: boolean;
            /** @description Whether creating an account needs the one-time token that the server printed at its start */
            needsSetupToken: boolean;
            /** @description Whether a forgotten password can be replaced by mail */
            canResetPassword?: boolean;
        };
        Session: {
            /** @description Id of the session; it differs from the secret in the cookie */
            id: string;
            isCurrent: boolean;
            /** @description User-Agent of the browser when it signed in */
            userAgent: string | null;
            /** @description IP address from which the browser signed in */
            address: string | null;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
        };
        SessionList: {
            sessions: components["schemas"]["Session"][];
        };
        Account: {
            email: string;
            workspaceId: components["schemas"]["Uuid"];
            role: components["schemas"]["Role"];
        };
    };
    responses: {
        /** @description Any other refusal, such as 405 for a method, 408 for a request that takes too long, 431 for headers that are too large */
        Failure: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input is missing or invalid; nothing was done */
        BadRequest: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "platforms: add at least one platform, for example [\"profnet\"]",
                 *       "code": "invalid_request",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The credentials are missing, invalid or revoked; nothing was done */
        Unauthorized: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                /** @description How to send an API key */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Send an API key as \"Authorization: Bearer sk_live_…\"; create one with \"social keys create\"",
                 *       "code": "unauthorized",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There are not enough credits; nothing was sent or charged */
        PaymentRequired: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This needs 3 credits and 1 is available; the balance is reset on 2026-12-20",
                 *       "code": "insufficient_credits",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The call needs a paid plan, or is not permitted */
        Forbidden: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "microblog needs a paid plan",
                 *       "code": "paid_plan_required",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource, profile, platform or connection does not exist */
        NotFound: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "There is no post with this id in the workspace",
                 *       "code": "not_found",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The current state does not allow this, or a call with the same Idempotency-Key is still running */
        Conflict: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The post was already sent and cannot be canceled",
                 *       "code": "conflict",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 256 KiB */
        PayloadTooLarge: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The body is larger than 262144 bytes",
                 *       "code": "payload_too_large",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not application/json */
        UnsupportedMediaType: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Send the body as application/json",
                 *       "code": "unsupported_media_type",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used with another request; nothing was done. `details.postId` names the post that was created with it, if any */
        IdempotencyKeyReused: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This Idempotency-Key was used with another request; nothing was sent",
                 *       "code": "idempotency_key_reused",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `authorization_pending`: not approved yet. `slow_down`: polled too soon. `access_denied`: denied. `expired_token`: expired, unknown or used. `invalid_request`: invalid input */
        DeviceCodeRefused: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Nobody has approved the code yet; ask again in 5 seconds",
                 *       "code": "authorization_pending",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_grant`: the code is unknown, expired or used, or the verifier does not match. `invalid_request`: invalid input */
        CommandCodeRefused: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "This code has expired, was used, or belongs to another command; no key was made",
                 *       "code": "invalid_grant",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No command is waiting with this code: it is mistyped, expired, or already approved or denied */
        NoSuchUserCode: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "No command waits with this code; it may be mistyped, have expired, or be answered already",
                 *       "code": "not_found",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The platform asks for an account or server, which is missing or leads nowhere; a browser gets a page that asks for it */
        NoSuchServer: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "host: is required; say where the account is, for example host=fosstodon.org",
                 *       "code": "invalid_request",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                 *       "details": {
                 *         "field": "host"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The address names an account or its server, and nobody is signed in; nothing was started. A browser gets a page */
        SignInFirst: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                /** @description How to send an API key */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Sign in on this server first, then name the account or its server; nothing was started",
                 *       "code": "unauthorized",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description The platform or profile does not exist, or this server is not configured for the platform; a browser gets a page */
        NoSuchConnection: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "microblog is not set up on this server; its operator sets SOCIAL_MICROBLOG_CLIENT_ID and SOCIAL_MICROBLOG_CLIENT_SECRET",
                 *       "code": "platform_not_configured",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
                "text/html": string;
            };
        };
        /** @description Too many requests to this server or to the network; wait for the number of seconds in Retry-After */
        TooManyRequests: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Too many requests; wait 12 seconds",
                 *       "code": "rate_limited",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server failed unexpectedly */
        InternalError: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "Internal server error; the request id names it in the server log",
                 *       "code": "internal_error",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The network failed or did not answer; `outcome_unknown` says that it may have carried out the request */
        UpstreamError: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The network did not answer; try again later",
                 *       "code": "network_unavailable",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server cannot serve requests now */
        Unavailable: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": "The server is shutting down; try again in a few seconds",
                 *       "code": "unavailable",
                 *       "requestId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
        IdempotencyKey: string;
        /** @description Month in which the posts were published, UTC, for example 2026-11. Defaults to the current month */
        CountersMonth: string;
        /** @description Only posts of the profile with this slug */
        CountersProfile: string;
        /** @description Kind of counter by which the posts are sorted */
        CountersKind: components["schemas"]["CounterKind"];
        /** @description Slug of a profile. Defaults to the default profile */
        Profile: string;
        /** @description Short name of the account; the default account when left out */
        Account: components["schemas"]["AccountName"];
        /** @description Id of a profile. Defaults to the default profile */
        ProfileIdQuery: components["schemas"]["Uuid"];
        /** @description Random string that a program chooses. It opens /api/auth/{platform} in the browser with it, then polls /api/connect/status with the same string and profileId. Without a profileId, the status shows the attempt once its browser is signed in */
        ConnectionAttempt: string;
        /** @description Id of a profile */
        ProfileIdPath: string;
        /** @description Id of the member */
        MemberId: string;
        /** @description Id of the invitation */
        InvitationId: string;
        /** @description Id of a webhook endpoint */
        WebhookEndpointId: string;
        /** @description Id of a post */
        PostId: string;
        /** @description Id of a draft */
        DraftId: string;
        /** @description A platform id */
        PlatformPath: string;
    };
    requestBodies: never;
    headers: {
        /** @description Present and true when this is the stored answer of an earlier call */
        IdempotentReplayed: "true";
        /** @description Number of seconds to wait */
        RetryAfter: string;
        /**
         * @description Version of the server; every answer has it
         * @example 0.1.0
         */
        SocialVersion: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPosts: {
        parameters: {
            query?: {
                /** @description Maximum number of posts */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only posts with this status */
                status?: components["schemas"]["PostStatus"];
                /** @description Only posts of the profile with this slug */
                profile?: string;
                /** @description Only posts for this platform, or only those of one of its accounts, such as `mastodon:news`; a name that the account had before counts, too. `chatbot:telegram` means all accounts of that network */
                platform?: components["schemas"]["Target"];
                /** @description Only posts with one of these outcomes, for example failed,partial,unknown; the parameter may also be repeated */
                outcome?: components["schemas"]["PostOutcome"][];
                /**
                 * @deprecated
                 * @description Use `outcome` instead. Only posts with a platform in this state; `attention` means failed or unknown
                 */
                result?: "failed" | "unknown" | "attention";
                /** @description Only posts with all of these words: in a text, a label, the name of an account, an error, or an id of the post. Capitals and accents make no difference, and the last word may be the beginning of one. At most 20 words. A post is found some seconds after it is stored or has changed */
                q?: string;
                /** @description Only posts with this label */
                label?: components["schemas"]["Label"];
                /** @description Only the post that was created with this Idempotency-Key; `drafts` has the draft that waits under it. A canceled or missed post no longer has its key, unless it was quarantined by a restored backup */
                key?: string;
                /** @description Only posts at or after this instant. The time of a post is its `scheduledFor`, otherwise its creation. With `from` or `to` the list is sorted by this time, latest first */
                from?: components["schemas"]["Instant"];
                /** @description Only posts before this instant (see `from`) */
                to?: components["schemas"]["Instant"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of posts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "posts": [],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PostList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createPost: {
        parameters: {
            query?: {
                /** @description Makes every check and reports the cost without any effect; false when left out. May be in the body instead */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "v1.4.0 is out",
                 *       "platforms": [
                 *         "profnet",
                 *         "microblog"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PublishRequest"];
            };
        };
        responses: {
            /** @description What would happen (only in a dry run); `id` is null */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostPreview"];
                };
            };
            /** @description The post, with a result per platform; with `draft`, the draft */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *       "text": "v1.4.0 is out",
                     *       "platforms": [
                     *         "profnet",
                     *         "microblog"
                     *       ],
                     *       "status": "published",
                     *       "outcome": "partial",
                     *       "createdAt": "2026-11-20T14:02:11.204Z",
                     *       "updatedAt": "2026-11-20T14:02:12.310Z",
                     *       "profile": "default",
                     *       "credits": 1,
                     *       "platformResults": {
                     *         "profnet": {
                     *           "ok": true,
                     *           "platformPostId": "urn:li:share:7141138937766391808",
                     *           "state": "published",
                     *           "credits": 1,
                     *           "url": "https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808/",
                     *           "account": "Ada Example"
                     *         },
                     *         "microblog": {
                     *           "ok": false,
                     *           "error": "the network is rate limiting this account until 14:05 UTC; retry then",
                     *           "state": "failed",
                     *           "code": "network_rate_limited",
                     *           "retryable": true,
                     *           "credits": 0,
                     *           "account": "@ada"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Post"] | components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listPlatforms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every platform, in the order of this contract */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    checkPosts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "posts": [
                 *         {
                 *           "text": "v1.4.0 is out",
                 *           "platforms": [
                 *             "profnet"
                 *           ]
                 *         }
                 *       ],
                 *       "keys": [
                 *         "v1.3.0"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["PostsToCheck"];
            };
        };
        responses: {
            /** @description What a publish of each post would do, and what was created with the keys */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "state": "refused",
                     *           "refusal": {
                     *             "error": "labels[0]: has no word; write something after #",
                     *             "code": "invalid_request"
                     *           }
                     *         }
                     *       ],
                     *       "found": []
                     *     }
                     */
                    "application/json": components["schemas"]["CheckedPosts"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getPost: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    cancelPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canceled post */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "scheduledFor": "2026-12-01T09:00:00Z"
                 *     }
                 */
                "application/json": {
                    scheduledFor?: components["schemas"]["Instant"];
                    slot?: components["schemas"]["SlotChoice"];
                    /** @description True: copies every file now, also those that could not be copied before. False: copies only those whose addresses end before the post is due; copies that are there stay */
                    copyMedia?: boolean;
                    labels?: components["schemas"]["LabelsInput"];
                };
            };
        };
        responses: {
            /** @description The post as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listPostEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "kind": "created",
                     *           "platform": null,
                     *           "at": "2026-11-20T14:02:11.204Z"
                     *         },
                     *         {
                     *           "kind": "sending",
                     *           "platform": "profnet",
                     *           "attempt": 1,
                     *           "at": "2026-11-20T14:02:11.260Z"
                     *         },
                     *         {
                     *           "kind": "published",
                     *           "platform": "profnet",
                     *           "attempt": 1,
                     *           "at": "2026-11-20T14:02:12.310Z",
                     *           "url": "https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostEventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getPostCounters: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A reading for each platform */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "postId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *       "readings": [
                     *         {
                     *           "platform": "bluesky",
                     *           "network": "bluesky",
                     *           "account": "ada.bsky.social",
                     *           "url": "https://bsky.app/profile/did:plc:ada/post/3lexample2x2a",
                     *           "publishedAt": "2026-11-20T14:02:12.310Z",
                     *           "readAt": "2026-11-21T09:15:00.000Z",
                     *           "counters": [
                     *             {
                     *               "name": "likeCount",
                     *               "kind": "reactions",
                     *               "label": "likes",
                     *               "value": 12
                     *             },
                     *             {
                     *               "name": "repostCount",
                     *               "kind": "shares",
                     *               "label": "reposts",
                     *               "value": 3
                     *             },
                     *             {
                     *               "name": "replyCount",
                     *               "kind": "replies",
                     *               "label": "replies",
                     *               "value": 2
                     *             }
                     *           ],
                     *           "isCharged": false
                     *         },
                     *         {
                     *           "platform": "profnet",
                     *           "network": "linkedin",
                     *           "account": "Ada Example",
                     *           "url": "https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808",
                     *           "publishedAt": "2026-11-20T14:02:12.310Z",
                     *           "readAt": null,
                     *           "counters": [],
                     *           "isCharged": false,
                     *           "reason": "not_told",
                     *           "note": "LinkedIn tells programs no counters of a member's own posts"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostCounters"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    refreshPostCounters: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A reading for each platform */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "postId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *       "readings": [
                     *         {
                     *           "platform": "bluesky",
                     *           "network": "bluesky",
                     *           "account": "ada.bsky.social",
                     *           "url": "https://bsky.app/profile/did:plc:ada/post/3lexample2x2a",
                     *           "publishedAt": "2026-11-20T14:02:12.310Z",
                     *           "readAt": "2026-11-21T09:15:00.000Z",
                     *           "counters": [
                     *             {
                     *               "name": "likeCount",
                     *               "kind": "reactions",
                     *               "label": "likes",
                     *               "value": 12
                     *             },
                     *             {
                     *               "name": "repostCount",
                     *               "kind": "shares",
                     *               "label": "reposts",
                     *               "value": 3
                     *             },
                     *             {
                     *               "name": "replyCount",
                     *               "kind": "replies",
                     *               "label": "replies",
                     *               "value": 2
                     *             }
                     *           ],
                     *           "isCharged": false
                     *         },
                     *         {
                     *           "platform": "profnet",
                     *           "network": "linkedin",
                     *           "account": "Ada Example",
                     *           "url": "https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808",
                     *           "publishedAt": "2026-11-20T14:02:12.310Z",
                     *           "readAt": null,
                     *           "counters": [],
                     *           "isCharged": false,
                     *           "reason": "not_told",
                     *           "note": "LinkedIn tells programs no counters of a member's own posts"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PostCounters"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listCounters: {
        parameters: {
            query?: {
                /** @description Month in which the posts were published, UTC, for example 2026-11. Defaults to the current month */
                month?: components["parameters"]["CountersMonth"];
                /** @description Only posts of the profile with this slug */
                profile?: components["parameters"]["CountersProfile"];
                /** @description Kind of counter by which the posts are sorted */
                by?: components["parameters"]["CountersKind"];
                /** @description Maximum number of posts */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts with their sums, and the posts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "month": "2026-11",
                     *       "by": "reactions",
                     *       "accounts": [
                     *         {
                     *           "platform": "bluesky",
                     *           "network": "bluesky",
                     *           "account": "ada.bsky.social",
                     *           "posts": 2,
                     *           "sums": [
                     *             {
                     *               "kind": "reactions",
                     *               "value": 19
                     *             },
                     *             {
                     *               "kind": "shares",
                     *               "value": 3
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "posts": [
                     *         {
                     *           "postId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *           "text": "v1.4.0 is out",
                     *           "platform": "bluesky",
                     *           "network": "bluesky",
                     *           "account": "ada.bsky.social",
                     *           "url": "https://bsky.app/profile/did:plc:ada/post/3lexample2x2a",
                     *           "publishedAt": "2026-11-20T14:02:12.310Z",
                     *           "readAt": "2026-11-21T09:15:00.000Z",
                     *           "counters": [
                     *             {
                     *               "name": "likeCount",
                     *               "kind": "reactions",
                     *               "label": "likes",
                     *               "value": 12
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "isComplete": true
                     *     }
                     */
                    "application/json": components["schemas"]["CounterTable"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    exportCounters: {
        parameters: {
            query?: {
                /** @description Month in which the posts were published, UTC, for example 2026-11. Defaults to the current month */
                month?: components["parameters"]["CountersMonth"];
                /** @description Only posts of the profile with this slug */
                profile?: components["parameters"]["CountersProfile"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A header and a line for each post on a platform */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    retryPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The post with its new results */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    resolvePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "platform": "microblog",
                 *       "published": "1445880548472328192"
                 *     }
                 */
                "application/json": {
                    platform: components["schemas"]["Target"];
                    /** @description Part of a thread, counted from 1. Required when several parts are unknown, or several failed after they were sent */
                    part?: number;
                    published: string | false;
                };
            };
        };
        responses: {
            /** @description The post with the recorded result */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    unpublishPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a post */
                id: components["parameters"]["PostId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "platforms": [
                 *         "profnet",
                 *         "photonet"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["UnpublishRequest"];
            };
        };
        responses: {
            /** @description A result for each platform */
            200: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": false,
                     *       "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *       "outcome": "published",
                     *       "credits": 1,
                     *       "results": {
                     *         "profnet": {
                     *           "ok": true,
                     *           "state": "deleted",
                     *           "removedAt": "2026-11-20T15:10:02.512Z",
                     *           "credits": 1
                     *         },
                     *         "photonet": {
                     *           "ok": false,
                     *           "state": "impossible",
                     *           "error": "delete it there: Instagram lets programs delete posts only for accounts that signed in at Facebook",
                     *           "code": "not_deletable",
                     *           "retryable": false,
                     *           "url": "https://www.instagram.com/p/DExample/",
                     *           "credits": 0
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Unpublished"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                /** @description Maximum number of drafts */
                limit?: number;
                /** @description `nextCursor` of the previous page */
                cursor?: string;
                /** @description Only drafts with this status */
                status?: "draft" | "approved";
                /** @description Only drafts of the profile with this slug */
                profile?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of drafts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "drafts": [],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["DraftList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "v1.4.0 is out",
                 *       "platforms": [
                 *         "profnet"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewDraft"];
            };
        };
        responses: {
            /** @description The draft */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a70",
                     *       "status": "draft",
                     *       "url": "https://social.example.com/drafts/0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a70",
                     *       "profile": "default",
                     *       "text": "v1.4.0 is out",
                     *       "platforms": [
                     *         "profnet"
                     *       ],
                     *       "missing": [],
                     *       "writtenBy": {
                     *         "kind": "key",
                     *         "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a71",
                     *         "name": "ci"
                     *       },
                     *       "createdAt": "2026-11-20T14:02:11.204Z",
                     *       "updatedAt": "2026-11-20T14:02:11.204Z",
                     *       "preview": {
                     *         "outcome": "ready",
                     *         "credits": 1,
                     *         "available": 480,
                     *         "platformResults": {
                     *           "profnet": {
                     *             "ok": true,
                     *             "state": "ready",
                     *             "credits": 1,
                     *             "account": "Ada Example"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getDraft: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a draft */
                draftId: components["parameters"]["DraftId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a70",
                     *       "status": "draft",
                     *       "url": "https://social.example.com/drafts/0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a70",
                     *       "profile": "default",
                     *       "text": "v1.4.0 is out",
                     *       "platforms": [
                     *         "profnet"
                     *       ],
                     *       "missing": [],
                     *       "writtenBy": {
                     *         "kind": "key",
                     *         "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a71",
                     *         "name": "ci"
                     *       },
                     *       "createdAt": "2026-11-20T14:02:11.204Z",
                     *       "updatedAt": "2026-11-20T14:02:11.204Z",
                     *       "preview": {
                     *         "outcome": "ready",
                     *         "credits": 1,
                     *         "available": 480,
                     *         "platformResults": {
                     *           "profnet": {
                     *             "ok": true,
                     *             "state": "ready",
                     *             "credits": 1,
                     *             "account": "Ada Example"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a draft */
                draftId: components["parameters"]["DraftId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It was deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a draft */
                draftId: components["parameters"]["DraftId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "v1.4.1 is out",
                 *       "ifUpdatedAt": "2026-11-20T14:02:11.204Z"
                 *     }
                 */
                "application/json": components["schemas"]["DraftChange"];
            };
        };
        responses: {
            /** @description The changed draft */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    approveDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a draft */
                draftId: components["parameters"]["DraftId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ifUpdatedAt": "2026-11-20T14:02:11.204Z"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: instant
                     * @description `updatedAt` of the draft that is approved
                     * @example 2026-11-20T14:02:11.204Z
                     */
                    ifUpdatedAt: string;
                    /**
                     * @description What to do when the time of the draft has passed. `refuse` (the default): a time more than five minutes in the past is refused with 400 `past_time`. `publish`: the post is published at once, and `notes` says so
                     * @enum {string}
                     */
                    ifPast?: "publish" | "refuse";
                };
            };
        };
        responses: {
            /** @description The post of the draft, with a result per platform */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Post"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: {
                /**
                 * @description Name of the file, by which messages and networks name it; folders before it are dropped. A newer name replaces an older one
                 * @example holiday.jpg
                 */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The file: pictures up to 20 MiB, videos up to 4 GiB, documents up to 100 MB (the largest limits of any platform) */
        requestBody: {
            content: {
                "application/octet-stream": string;
                "image/*": string;
                "video/*": string;
                "application/pdf": string;
            };
        };
        responses: {
            /** @description The stored file and its address */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "url": "https://social.example.org/media/AGkhk4ABkvPBfB57Op8APx0sS1ppc3VzZQ/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg",
                     *       "name": "holiday.jpg",
                     *       "contentType": "image/jpeg",
                     *       "bytes": 204800,
                     *       "kind": "image",
                     *       "width": 1600,
                     *       "height": 900,
                     *       "expiresAt": "2026-11-21T14:02:11.204Z"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredMedia"];
                };
            };
            /** @description The file is empty, truncated, damaged or an incomplete picture; nothing was stored */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            /** @description The file arrived too slowly; nothing was stored */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file is larger than any platform accepts, or than the rest of the workspace's storage; nothing was stored */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file is not a picture, video or document that any platform accepts; nothing was stored */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes, for example bytes=0-1023 */
                Range?: string;
            };
            path: {
                signature: string;
                file: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "video/*": string;
                    "application/*": string;
                };
            };
            /** @description The requested range */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "video/*": string;
                    "application/*": string;
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            /** @description The range starts after the end of the file */
            416: {
                headers: {
                    /** @description `bytes *\/` and the length of the file */
                    "Content-Range"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    likePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MpostInput"];
            };
        };
        responses: {
            /** @description Liked */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "liked": true
                     *     }
                     */
                    "application/json": components["schemas"]["LikeResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    unlikePost: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; returns 400 when the two differ */
                mpost_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MpostInputOptional"];
            };
        };
        responses: {
            /** @description No longer liked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "liked": false,
                     *       "unliked": true
                     *     }
                     */
                    "application/json": components["schemas"]["UnlikeResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    followUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TargetUserInput"];
            };
        };
        responses: {
            /** @description Following, or waiting for approval */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "following": true,
                     *       "pendingFollow": false,
                     *       "pending_follow": false
                     *     }
                     */
                    "application/json": components["schemas"]["FollowResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    unfollowUser: {
        parameters: {
            query?: {
                /**
                 * @description Required, here or in the body; returns 400 when the two differ
                 * @example 2244994945
                 */
                target_user_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TargetUserInputOptional"];
            };
        };
        responses: {
            /** @description No longer following */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "following": false
                     *     }
                     */
                    "application/json": components["schemas"]["UnfollowResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    bookmarkPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MpostInput"];
            };
        };
        responses: {
            /** @description Bookmarked */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "bookmarked": true
                     *     }
                     */
                    "application/json": components["schemas"]["BookmarkResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    removeBookmark: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; returns 400 when the two differ */
                mpost_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MpostInputOptional"];
            };
        };
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "bookmarkDeleted": true,
                     *       "bookmarked": false
                     *     }
                     */
                    "application/json": components["schemas"]["RemoveBookmarkResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    sendDirectMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DirectMessageInput"];
            };
        };
        responses: {
            /** @description Sent */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "dmConversationId": "1445-1446",
                     *       "dmEventId": "1447",
                     *       "dm_conversation_id": "1445-1446",
                     *       "dm_event_id": "1447"
                     *     }
                     */
                    "application/json": components["schemas"]["DirectMessageResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteMicroblogPost: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; returns 400 when the two differ */
                mpost_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MpostInputOptional"];
            };
        };
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "deleted": true,
                     *       "mpostId": "1445880548472328192"
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteMicroblogPostResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    setReplyHidden: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HideReplyInput"];
            };
        };
        responses: {
            /** @description The reply's new state */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "hidden": true
                     *     }
                     */
                    "application/json": components["schemas"]["HideReplyResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    readTimeline: {
        parameters: {
            query?: {
                /** @description Number of posts */
                max_results?: number;
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Newest posts first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "tweets": [
                     *         {
                     *           "id": "1445880548472328192",
                     *           "text": "Hello",
                     *           "createdAt": "2026-11-20T14:02:11.000Z"
                     *         }
                     *       ],
                     *       "count": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Timeline"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    findUser: {
        parameters: {
            query: {
                /** @description Name of the user without @ */
                username: string;
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "user": {
                     *         "id": "2244994945",
                     *         "name": "Ada Example",
                     *         "username": "ada"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["MicroblogUserResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteProfnetPost: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; returns 400 when the two differ */
                post_urn?: components["schemas"]["PostUrn"];
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PostUrnInputOptional"];
            };
        };
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "deleted": true,
                     *       "postUrn": "urn:li:share:7141138937766391808"
                     *     }
                     */
                    "application/json": components["schemas"]["DeleteProfnetPostResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    resharePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReshareInput"];
            };
        };
        responses: {
            /** @description Reshared */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "reshareId": "urn:li:share:7141138937766391809"
                     *     }
                     */
                    "application/json": components["schemas"]["ReshareResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Usage of the workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": {
                     *         "id": "free",
                     *         "label": "Free",
                     *         "price": 0
                     *       },
                     *       "credits": {
                     *         "balance": 499,
                     *         "held": 0,
                     *         "available": 499,
                     *         "monthlyAllowance": 500,
                     *         "used": 1,
                     *         "resetAt": "2026-12-20T14:00:00.000Z"
                     *       },
                     *       "recentTransactions": [
                     *         {
                     *           "amount": -1,
                     *           "action": "post.published",
                     *           "metadata": {
                     *             "platforms": [
                     *               "profnet"
                     *             ],
                     *             "breakdown": {
                     *               "profnet": 1
                     *             }
                     *           },
                     *           "createdAt": "2026-11-20T14:02:12.310Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listSpending: {
        parameters: {
            query?: {
                /** @description Number of days, including today */
                days?: number;
                /** @description IANA time zone in which days begin and end, for example Europe/Berlin */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per day, oldest first, including days without spending */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timeZone": "Europe/Berlin",
                     *       "days": [
                     *         {
                     *           "date": "2026-11-20",
                     *           "credits": 4,
                     *           "platforms": {
                     *             "profnet": 1,
                     *             "microblog": 3
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SpendingList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /** @description Maximum number of entries */
                limit?: number;
                /** @description Number of newest entries to skip */
                offset?: number;
                /** @description Only entries of this kind */
                action?: components["schemas"]["LogAction"];
                /** @description Only entries of the profile with this slug; those of the workspace, such as its members, have no profile */
                profile?: string;
                /** @description Only entries for this platform, or only those of one of its accounts, such as `mastodon:news`; a name that the account had before counts, too. `chatbot:telegram` means all accounts of that network */
                platform?: components["schemas"]["Target"];
                /** @description Only entries with this outcome */
                status?: components["schemas"]["LogStatus"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the log; `total` is exact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "logs": [
                     *         {
                     *           "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *           "action": "post.published",
                     *           "platform": "profnet",
                     *           "profileName": "Default",
                     *           "status": "success",
                     *           "metadata": {
                     *             "text": "v1.4.0 is out",
                     *             "platformPostId": "urn:li:share:7141138937766391808"
                     *           },
                     *           "createdAt": "2026-11-20T14:02:12.310Z"
                     *         }
                     *       ],
                     *       "total": 1,
                     *       "limit": 50,
                     *       "offset": 0
                     *     }
                     */
                    "application/json": components["schemas"]["LogList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listViews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every view of the workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    saveViews: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "views": [
                 *         {
                 *           "name": "Launch",
                 *           "filters": {
                 *             "label": "launch",
                 *             "outcome": [
                 *               "scheduled"
                 *             ]
                 *           }
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["ViewListInput"];
            };
        };
        responses: {
            /** @description The views as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ViewList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listProfiles: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every profile of the workspace */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Acme Blog"
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["Name"];
                };
            };
        };
        responses: {
            /** @description The new profile */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProfileResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a profile */
                profileId: components["parameters"]["ProfileIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a profile */
                profileId: components["parameters"]["ProfileIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "isDefault": true
                 *     }
                 */
                "application/json": {
                    name?: components["schemas"]["Name"];
                    /** @description Set to true to make this the default profile. The default profile refuses false: make another profile the default instead */
                    isDefault?: boolean;
                };
            };
        };
        responses: {
            /** @description The updated profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedProfile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getSlotTimes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a profile */
                profileId: components["parameters"]["ProfileIdPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The weekly times, Monday first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timeZone": "Europe/Berlin",
                     *       "times": [
                     *         {
                     *           "weekday": "monday",
                     *           "time": "09:00"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SlotTimes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    setSlotTimes: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a profile */
                profileId: components["parameters"]["ProfileIdPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "timeZone": "Europe/Berlin",
                 *       "times": [
                 *         {
                 *           "weekday": "monday",
                 *           "time": "09:00"
                 *         },
                 *         {
                 *           "weekday": "thursday",
                 *           "time": "17:30"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["SlotTimesInput"];
            };
        };
        responses: {
            /** @description The new weekly times */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlotTimes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listSlots: {
        parameters: {
            query?: {
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description Only slots at or after this instant; now when left out */
                from?: components["schemas"]["Instant"];
                /** @description Only slots before this instant, at most 366 days after `from`; 366 days after it when left out */
                to?: components["schemas"]["Instant"];
                /** @description With true only free slots; all when left out */
                free?: boolean;
                /** @description Maximum number of slots */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The slots of the profile, earliest first; none when it has no weekly times */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profile": "default",
                     *       "timeZone": "Europe/Berlin",
                     *       "slots": [
                     *         {
                     *           "at": "2026-11-30T09:00:00+01:00",
                     *           "free": false,
                     *           "postId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                     *         },
                     *         {
                     *           "at": "2026-12-03T17:30:00+01:00",
                     *           "free": true,
                     *           "postId": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SlotList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every active key */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Release pipeline",
                 *       "scopes": [
                 *         "publish"
                 *       ],
                 *       "profiles": [
                 *         "acme"
                 *       ],
                 *       "platforms": [
                 *         "profnet"
                 *       ],
                 *       "creditLimit": 200
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["Name"];
                    /** @description What the key may do; all that its maker may do when left out */
                    scopes?: components["schemas"]["Scope"][];
                    /** @description Slugs of the only profiles that the key may see and use; all profiles when left out */
                    profiles?: string[];
                    /**
                     * @description The only platforms that the key may publish to, act on and connect; all platforms when left out. Here a platform
                     *     means all its accounts, and `chatbot:telegram` all accounts of that network, also those that are connected later.
                     *     `mastodon:news` means that account alone, of the key's profiles or else of the default profile: the key stays
                     *     with it when it is renamed, disconnected or connected again.
                     */
                    platforms?: components["schemas"]["Target"][];
                    expiresAt?: components["schemas"]["Instant"];
                    /** @description Most credits that the posts and actions of the key, and of keys made with it, may cost in a month; no limit of its own when left out */
                    creditLimit?: number;
                };
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the key */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members, and the invitations that nobody has used and that have not expired */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "members": [
                     *         {
                     *           "id": "4wK2mZ0eYtq1Lr8sVn3BxA",
                     *           "email": "ada@example.com",
                     *           "role": "owner",
                     *           "isFounder": true,
                     *           "joinedAt": "2026-11-20T14:00:00.000Z",
                     *           "invitedBy": null
                     *         },
                     *         {
                     *           "id": "9sT1qY7wPzb5Hc2nUk8MdE",
                     *           "email": "bo@example.com",
                     *           "role": "writer",
                     *           "isFounder": false,
                     *           "joinedAt": "2026-11-24T09:30:00.000Z",
                     *           "invitedBy": "ada@example.com"
                     *         }
                     *       ],
                     *       "invitations": []
                     *     }
                     */
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "writer",
                 *       "email": "bo@example.com"
                 *     }
                 */
                "application/json": {
                    role: components["schemas"]["Role"];
                    email?: components["schemas"]["Email"];
                };
            };
        };
        responses: {
            /** @description The invitation, with its link */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the invitation */
                invitationId: components["parameters"]["InvitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    joinWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                 *       "email": "bo@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    token: components["schemas"]["MailToken"];
                    email: components["schemas"]["Email"];
                    password: string;
                };
            };
        };
        responses: {
            /** @description Joined and signed in */
            201: {
                headers: {
                    /** @description The session cookie */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    describeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                 *     }
                 */
                "application/json": {
                    token: components["schemas"]["MailToken"];
                };
            };
        };
        responses: {
            /** @description Who invites, and to what */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspace": "ada@example.com",
                     *       "invitedBy": "ada@example.com",
                     *       "role": "writer",
                     *       "email": "bo@example.com",
                     *       "expiresAt": "2026-12-01T09:30:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["InvitationDescription"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    removeMember: {
        parameters: {
            query?: {
                keepKeys?: components["schemas"]["KeepKeys"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the member */
                memberId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "revokedKeys": 1
                     *     }
                     */
                    "application/json": {
                        /** @enum {boolean} */
                        ok: true;
                        /** @description Number of API keys that were revoked */
                        revokedKeys: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of the member */
                memberId: components["parameters"]["MemberId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "editor"
                 *     }
                 */
                "application/json": {
                    role: components["schemas"]["Role"];
                    keepKeys?: components["schemas"]["KeepKeys"];
                };
            };
        };
        responses: {
            /** @description The member as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getConnectionStatus: {
        parameters: {
            query?: {
                /** @description Id of a profile. Defaults to the default profile */
                profileId?: components["parameters"]["ProfileIdQuery"];
                /** @description Random string that a program chooses. It opens /api/auth/{platform} in the browser with it, then polls /api/connect/status with the same string and profileId. Without a profileId, the status shows the attempt once its browser is signed in */
                attempt?: components["parameters"]["ConnectionAttempt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry per platform */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profnet": {
                     *         "connected": true,
                     *         "displayName": "Ada Example",
                     *         "state": "connected",
                     *         "username": null,
                     *         "network": "linkedin",
                     *         "picture": "/api/connect/profnet/picture?v=5d0ca9f12b7e4836",
                     *         "connectedAt": "2026-11-20T14:00:00.000Z",
                     *         "expiresAt": "2027-01-19T14:00:00.000Z",
                     *         "configured": true,
                     *         "missingScopes": [],
                     *         "accounts": [
                     *           {
                     *             "name": "ada-example",
                     *             "isDefault": true,
                     *             "connected": true,
                     *             "displayName": "Ada Example",
                     *             "state": "connected",
                     *             "username": null,
                     *             "network": "linkedin",
                     *             "picture": "/api/connect/profnet/picture?v=5d0ca9f12b7e4836",
                     *             "connectedAt": "2026-11-20T14:00:00.000Z",
                     *             "expiresAt": "2027-01-19T14:00:00.000Z",
                     *             "configured": true,
                     *             "missingScopes": [],
                     *             "targets": [
                     *               "profnet:ada-example",
                     *               "profnet"
                     *             ]
                     *           }
                     *         ]
                     *       },
                     *       "microblog": {
                     *         "connected": false,
                     *         "displayName": null,
                     *         "state": "not_connected",
                     *         "username": null,
                     *         "network": null,
                     *         "picture": null,
                     *         "connectedAt": null,
                     *         "expiresAt": null,
                     *         "configured": true,
                     *         "missingScopes": [],
                     *         "accounts": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionStatusMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    startConnection: {
        parameters: {
            query?: {
                /** @description Id of a profile. Defaults to the default profile */
                profileId?: components["parameters"]["ProfileIdQuery"];
                /** @description Random string that a program chooses. It opens /api/auth/{platform} in the browser with it, then polls /api/connect/status with the same string and profileId. Without a profileId, the status shows the attempt once its browser is signed in */
                attempt?: components["parameters"]["ConnectionAttempt"];
                /** @description Name of the account, for example ada.bsky.social; for platforms whose `signIn` asks for it */
                handle?: string;
                /** @description Server of the account, for example fosstodon.org; for platforms whose `signIn` asks for it */
                host?: string;
                /** @description The network asks which account signs in, instead of taking the one that the browser is signed in with. YouTube, TikTok, Facebook, Instagram and Mastodon have such a question; the others ignore it */
                chooseAccount?: boolean;
            };
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects to the network's consent page */
            302: {
                headers: {
                    /** @description Address of the consent page */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NoSuchServer"];
            401: components["responses"]["SignInFirst"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchConnection"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    describeApp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Name, addresses, permissions and public keys of the app */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "client_id": "https://social.example.com/api/auth/bluesky/client.json",
                     *       "client_name": "Social",
                     *       "redirect_uris": [
                     *         "https://social.example.com/api/auth/bluesky/callback"
                     *       ],
                     *       "dpop_bound_access_tokens": true
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NoSuchConnection"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    completeConnection: {
        parameters: {
            query?: {
                /** @description State of the flow */
                state?: string;
                /** @description Authorization code */
                code?: string;
                /** @description Code of the error when there is no authorization code */
                error?: string;
                /** @description The error in words */
                error_description?: string;
                /** @description Issuer of the authorization code */
                iss?: string;
            };
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that says the consent was denied and nothing was connected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description Redirects to the page with the account options */
            302: {
                headers: {
                    /** @description Address of a page of this server */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page that says why nothing was connected; JSON for a malformed address */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "application/json": components["schemas"]["Error"];
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchConnection"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description A page that says the network failed and nothing was connected */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getAccountPicture: {
        parameters: {
            query?: {
                /** @description Id of a profile. Defaults to the default profile */
                profileId?: components["parameters"]["ProfileIdQuery"];
                /** @description Short name of the account; the default account when left out */
                account?: components["parameters"]["Account"];
                /** @description Version of the picture, so that a browser keeps each one. The answer is always the present picture */
                v?: string;
            };
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            /** @description The picture that If-None-Match names is the present one */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listAccountOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The accounts */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "options": [
                     *         {
                     *           "accountId": "782bbtaQ",
                     *           "name": "Ada Example",
                     *           "description": "Personal profile",
                     *           "type": "personal",
                     *           "picture": "https://media.example/ada.png",
                     *           "accountUrn": "urn:li:person:782bbtaQ"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AccountOptionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    confirmConnection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "option": {
                 *         "accountId": "782bbtaQ"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description An entry of `options`, unchanged */
                    option: {
                        accountId: string;
                        name?: string;
                        description?: string;
                        type?: string;
                        picture?: string;
                        accountUrn?: string;
                    } & {
                        [key: string]: unknown;
                    };
                    profileId?: components["schemas"]["Uuid"];
                };
            };
        };
        responses: {
            /** @description Connected */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "redirect": "/connections?connected=profnet&profileId=0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69"
                     *     }
                     */
                    "application/json": components["schemas"]["ConfirmResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
                /** @description Short name of the account */
                account: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "news"
                 *     }
                 */
                "application/json": {
                    profileId?: components["schemas"]["Uuid"];
                    name?: components["schemas"]["AccountName"];
                    /** @enum {boolean} */
                    isDefault?: true;
                };
            };
        };
        responses: {
            /** @description The account as it is now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountStatus"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    disconnectPlatform: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    profileId?: components["schemas"]["Uuid"];
                    account?: components["schemas"]["AccountName"];
                };
            };
        };
        responses: {
            /** @description No longer connected */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    connectWithToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A platform id */
                platform: components["parameters"]["PlatformPath"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "botToken": "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0",
                 *       "chatId": "@release_notes"
                 *     }
                 */
                "application/json": {
                    botToken?: string;
                    /** @description A number, or the @name of a public chat */
                    chatId?: string;
                    webhookUrl?: string;
                    handle?: string;
                    host?: string;
                    accessToken?: string;
                    appPassword?: string;
                    profileId?: components["schemas"]["Uuid"];
                };
            };
        };
        responses: {
            /** @description Connected */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "account": {
                     *         "accountId": "-1001234567890",
                     *         "name": "Release notes",
                     *         "description": "Channel @release_notes",
                     *         "type": "organization"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectedAccount"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    receiveContent: {
        parameters: {
            query?: {
                /** @description Platforms or their accounts, with commas: profnet,mastodon:news */
                platforms?: string;
                /** @description Slug of a profile. Defaults to the default profile */
                profile?: components["parameters"]["Profile"];
                /** @description `true`, `1`, `yes` or `on` makes a dry run */
                test?: components["schemas"]["Flag"];
                /** @description What to do with a `timestamp` in the past */
                ifPast?: components["schemas"]["IfPast"];
                /** @description Schedules the post for the next free slot of its profile. Not together with a `timestamp` */
                slot?: components["schemas"]["SlotChoice"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Ten lessons",
                 *       "body": "What we learnt this year.",
                 *       "keyword": "lessons"
                 *     }
                 */
                "application/json": components["schemas"]["InboundContent"];
            };
        };
        responses: {
            /** @description The result per platform; in a dry run `postId` is null */
            201: {
                headers: {
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "postId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *       "platforms": {
                     *         "profnet": {
                     *           "ok": true,
                     *           "platformPostId": "urn:li:share:7141138937766391808",
                     *           "state": "published",
                     *           "credits": 1
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["InboundResult"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["PaymentRequired"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every endpoint, oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://ops.example.com/social",
                 *       "kinds": [
                 *         "post.published",
                 *         "post.failed"
                 *       ]
                 *     }
                 */
                "application/json": {
                    url: components["schemas"]["WebhookUrl"];
                    kinds?: components["schemas"]["WebhookKindList"];
                    description?: components["schemas"]["WebhookDescription"];
                };
            };
        };
        responses: {
            /** @description The new endpoint with its secret */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "endpoint": {
                     *         "id": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *         "url": "https://ops.example.com/social",
                     *         "description": "Release channel",
                     *         "kinds": [
                     *           "post.published",
                     *           "post.failed"
                     *         ],
                     *         "status": "active",
                     *         "statusReason": null,
                     *         "secretPreview": "…x9Q=",
                     *         "previousSecretUntil": null,
                     *         "failingSince": null,
                     *         "createdAt": "2026-11-20T14:02:11.204Z",
                     *         "updatedAt": "2026-11-20T14:02:11.204Z"
                     *       },
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8x9Q="
                     *     }
                     */
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, without its secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "disabled"
                 *     }
                 */
                "application/json": {
                    url?: components["schemas"]["WebhookUrl"];
                    /** @description Kinds of events to send; null for every kind, also kinds of later versions */
                    kinds?: components["schemas"]["WebhookKind"][] | null;
                    /**
                     * Format: display-name
                     * @description What the receiver is, for people: 1-100 characters; null for none
                     */
                    description?: string | null;
                    /** @enum {string} */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The changed endpoint */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of deliveries */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Only deliveries with this status */
                status?: components["schemas"]["WebhookDeliveryStatus"];
            };
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "0192f3c2-0b3e-7c11-8a3f-6d2b1c0f9e77",
                     *           "endpointId": "0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69",
                     *           "eventId": "0192f3c2-0aa1-7d52-9d10-0a4be1c23344",
                     *           "kind": "post.published",
                     *           "number": 41,
                     *           "status": "delivered",
                     *           "tries": 1,
                     *           "createdAt": "2026-11-20T14:02:12.400Z",
                     *           "nextTryAt": null,
                     *           "lastTry": {
                     *             "at": "2026-11-20T14:02:12.510Z",
                     *             "status": 200,
                     *             "milliseconds": 84,
                     *             "error": null,
                     *             "answer": "ok"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
                /** @description Id of the delivery */
                deliveryId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery after this try */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    testWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. Sending the same key and body again returns the first answer; another body returns 422 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, however it has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a webhook endpoint */
                endpointId: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "previousValidHours": 24
                 *     }
                 */
                "application/json": {
                    /**
                     * @description Hours for which the previous secret still signs; 0 for a secret that has leaked
                     * @default 24
                     */
                    previousValidHours?: number;
                };
            };
        };
        responses: {
            /** @description The endpoint with its new secret */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewWebhookEndpoint"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookEvents: {
        parameters: {
            query?: {
                /** @description Number of the last event that the caller has read, `last` of the answer before. Without it, returns no event and the last number */
                after?: number;
                /** @description Maximum number of events */
                limit?: number;
                /** @description Longest time to wait for an event */
                waitSeconds?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, and the number to ask after next */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "0192f3c2-0aa1-7d52-9d10-0a4be1c23344",
                     *           "type": "connection.needs_reconnect",
                     *           "timestamp": "2026-11-20T14:02:12.310Z",
                     *           "number": 41,
                     *           "data": {
                     *             "platform": "profnet",
                     *             "profile": "default",
                     *             "connected": false,
                     *             "displayName": "Ada Example",
                     *             "state": "needs_reconnect",
                     *             "username": null,
                     *             "network": "linkedin",
                     *             "picture": "/api/connect/profnet/picture?v=5d0ca9f12b7e4836",
                     *             "connectedAt": "2026-09-20T14:02:12.310Z",
                     *             "expiresAt": null,
                     *             "configured": true,
                     *             "missingScopes": []
                     *           }
                     *         }
                     *       ],
                     *       "last": 41
                     *     }
                     */
                    "application/json": components["schemas"]["WebhookEventList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    leaveWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Left */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    /** @description Password of the signed-in account */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Deleted */
            200: {
                headers: {
                    /** @description Deletes the session cookie */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceDeletion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getSetup: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the server's setup */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isEmpty": true,
                     *       "canSignUp": true,
                     *       "needsSetupToken": false,
                     *       "canResetPassword": false
                     *     }
                     */
                    "application/json": components["schemas"]["Setup"];
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "currentPassword": "correct horse battery",
                 *       "newPassword": "staple wrong horse"
                 *     }
                 */
                "application/json": {
                    currentPassword: string;
                    newPassword: string;
                    /** @description Also revokes every API key of the workspace; for owners */
                    revokeKeys?: boolean;
                };
            };
        };
        responses: {
            /** @description Changed */
            200: {
                headers: {
                    /** @description The session cookie */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordChange"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com"
                 *     }
                 */
                "application/json": {
                    email: components["schemas"]["Email"];
                };
            };
        };
        responses: {
            /** @description Taken; a mail is sent if the address has an account */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                 *       "newPassword": "staple wrong horse"
                 *     }
                 */
                "application/json": {
                    token: components["schemas"]["MailToken"];
                    newPassword: string;
                    /** @description Also revokes every API key of the workspace; for owners */
                    revokeKeys?: boolean;
                };
            };
        };
        responses: {
            /** @description Changed; sign in with the new password */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordChange"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getMailSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    updateMailSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kinds": [
                 *         "post.failed",
                 *         "connection.needs_reconnect"
                 *       ]
                 *     }
                 */
                "application/json": {
                    address?: components["schemas"]["Email"];
                    /** @description The mails that are sent; an empty list for none */
                    kinds?: components["schemas"]["MailKind"][];
                };
            };
        };
        responses: {
            /** @description The settings as they are now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    sendMailConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The mail is on its way */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    confirmMailAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                 *     }
                 */
                "application/json": {
                    token: components["schemas"]["MailToken"];
                };
            };
        };
        responses: {
            /** @description Confirmed */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "address": "ada@example.com"
                     *     }
                     */
                    "application/json": {
                        address: components["schemas"]["Email"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The active sessions: the session of this call first, then newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "sessions": [
                     *         {
                     *           "id": "4wK2mZ0eYtq1Lr8sVn3BxA",
                     *           "isCurrent": true,
                     *           "userAgent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
                     *           "address": "192.0.2.7",
                     *           "createdAt": "2026-11-20T14:00:00.000Z",
                     *           "expiresAt": "2026-11-27T14:00:00.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    revokeOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every other session has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of a session */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session has ended; it may be the session of this call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    email: components["schemas"]["Email"];
                    password: string;
                    /** @description One-time token that a server on a public host prints at its start */
                    setupToken?: string;
                };
            };
        };
        responses: {
            /** @description Signed up and signed in */
            201: {
                headers: {
                    /** @description The session cookie */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": {
                    email: components["schemas"]["Email"];
                    password: string;
                };
            };
        };
        responses: {
            /** @description Signed in */
            200: {
                headers: {
                    /** @description The session cookie */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out; also returned when there was no session */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    describeDeviceCode: {
        parameters: {
            query: {
                /** @description User code that the command shows */
                userCode: components["schemas"]["UserCode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The waiting command */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "machine": "build-7",
                     *       "address": "192.0.2.7",
                     *       "scopes": [
                     *         "publish"
                     *       ],
                     *       "createdAt": "2026-11-20T14:00:00.000Z",
                     *       "expiresAt": "2026-11-20T14:10:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceRequest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchUserCode"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "machine": "build-7",
                 *       "scopes": [
                 *         "publish"
                 *       ]
                 *     }
                 */
                "application/json": {
                    machine: components["schemas"]["MachineName"];
                    /** @description What the command asks to be allowed; everything when left out */
                    scopes?: components["schemas"]["Scope"][];
                };
            };
        };
        responses: {
            /** @description The two codes */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deviceCode": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS2k",
                     *       "userCode": "WDJB-MJHT",
                     *       "verificationUri": "https://social.example.com/device",
                     *       "verificationUriComplete": "https://social.example.com/device?code=WDJB-MJHT",
                     *       "expiresIn": 600,
                     *       "interval": 5
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceCode"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    exchangeDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deviceCode": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS2k"
                 *     }
                 */
                "application/json": {
                    deviceCode: components["schemas"]["GrantSecret"];
                };
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            400: components["responses"]["DeviceCodeRefused"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    approveDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userCode": "WDJB-MJHT",
                 *       "scopes": [
                 *         "publish"
                 *       ]
                 *     }
                 */
                "application/json": {
                    userCode: components["schemas"]["UserCode"];
                    /** @description What the command may do: all that it asks for when left out, and nothing beyond */
                    scopes?: components["schemas"]["Scope"][];
                };
            };
        };
        responses: {
            /** @description Approved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchUserCode"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    denyDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userCode": "WDJB-MJHT"
                 *     }
                 */
                "application/json": {
                    userCode: components["schemas"]["UserCode"];
                };
            };
        };
        responses: {
            /** @description Denied */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NoSuchUserCode"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    createCommandCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "machine": "ada-laptop",
                 *       "port": 49152,
                 *       "state": "4wK2mZ0eYtq1Lr8sVn3BxA",
                 *       "codeChallenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
                 *     }
                 */
                "application/json": {
                    machine: components["schemas"]["MachineName"];
                    port: components["schemas"]["LoopbackPort"];
                    state: components["schemas"]["GrantState"];
                    /** @description SHA-256 of the verifier as base64url (S256 is the only method) */
                    codeChallenge: string;
                    /** @description What the command may do; everything when left out */
                    scopes?: components["schemas"]["Scope"][];
                };
            };
        };
        responses: {
            /** @description The address to which to send the browser */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redirectUrl": "http://127.0.0.1:49152/callback?code=GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS2k&state=4wK2mZ0eYtq1Lr8sVn3BxA"
                     *     }
                     */
                    "application/json": components["schemas"]["CommandRedirect"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    denyCommandCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "port": 49152,
                 *       "state": "4wK2mZ0eYtq1Lr8sVn3BxA"
                 *     }
                 */
                "application/json": {
                    port: components["schemas"]["LoopbackPort"];
                    state: components["schemas"]["GrantState"];
                };
            };
        };
        responses: {
            /** @description The address to which to send the browser */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redirectUrl": "http://127.0.0.1:49152/callback?error=access_denied&state=4wK2mZ0eYtq1Lr8sVn3BxA"
                     *     }
                     */
                    "application/json": components["schemas"]["CommandRedirect"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    exchangeCommandCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS2k",
                 *       "codeVerifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
                 *     }
                 */
                "application/json": {
                    code: components["schemas"]["GrantSecret"];
                    /** @description Code verifier of RFC 7636 */
                    codeVerifier: string;
                };
            };
        };
        responses: {
            /** @description The new key */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewKey"];
                };
            };
            400: components["responses"]["CommandCodeRefused"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Id of the last event that the client received */
                since?: string;
            };
            header?: {
                /** @description The same as `since`; browsers send it when they reconnect */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; the schema describes the data of an event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "topics": [
                     *         "posts",
                     *         "usage"
                     *       ],
                     *       "postIds": [
                     *         "0192f3c1-6a01-7d11-8c10-1f2e3d4c5b6a"
                     *       ]
                     *     }
                     */
                    "text/event-stream": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    callMcp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Version of the protocol that was agreed on */
                "MCP-Protocol-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description The answer to a request of the protocol */
            200: {
                headers: {
                    "Social-Version": components["headers"]["SocialVersion"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "result": {
                     *         "tools": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description A notification was taken; it has no answer */
            202: {
                headers: {
                    "Social-Version": components["headers"]["SocialVersion"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OpenAPI 3.0 description */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Failure"];
        };
    };
    getLlmsTxt: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every endpoint with its fields, costs and errors */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Failure"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Alive */
            200: {
                headers: {
                    "Social-Version": components["headers"]["SocialVersion"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description `draining` while the server finishes its work before it stops
                         * @enum {string}
                         */
                        status: "ok" | "draining";
                        /** @description Address of the sandbox that simulates the networks, on the server's machine. Present only when the server runs with a sandbox and its base URL is a loopback address */
                        sandboxUrl?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Failure"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Ready */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failure"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics in the Prometheus text format */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
            default: components["responses"]["Failure"];
        };
    };
}
