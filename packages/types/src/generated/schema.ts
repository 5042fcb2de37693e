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
         * @description Publishes `text` to every platform in `platforms` and answers with a result per platform. A platform that fails does
         *     not stop the others and does not change the HTTP status. Only platforms that succeed are charged. With `scheduledFor`
         *     in the future the post is stored and published at that time; credits are reserved when it fires. A time in the past
         *     publishes at once, and `notes` says so; `ifPast` can refuse it instead. With `dryRun`, in the query or in the body,
         *     every check runs and the cost is reported, but nothing is stored, sent or charged.
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
        /** What each platform takes, what it costs, and how it is connected */
        get: operations["listPlatforms"];
        put?: never;
        post?: never;
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
        /** Read one post with its results */
        get: operations["getPost"];
        put?: never;
        post?: never;
        /**
         * Cancel a scheduled post
         * @description The post stays readable with status `canceled`. A post that was already sent answers 409.
         */
        delete: operations["cancelPost"];
        options?: never;
        head?: never;
        /**
         * Move a scheduled post to another time
         * @description Only a post that is still `scheduled` can be moved; a post that was sent answers 409.
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
         * What happened to a post, platform by platform
         * @description Every step is kept as long as its post, in the order in which it happened, the oldest first; at most the last 500.
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
         * Send the failed platforms of a post once more
         * @description Only targets in state `failed` are sent again, never one that is `unknown`. Answers 409 when none has failed.
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
         * Settle an unknown outcome by hand, or correct a failed one
         * @description After looking at the network: `published` is the id of the post that is there (it is then charged), or false when it
         *     is not there (the target becomes `failed` and may be retried). This settles a target in state `unknown`. A target
         *     that failed after it was sent takes an id as well: of the post that is there after all. Any other is 409.
         */
        post: operations["resolvePost"];
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
         * Upload a picture or video of your own
         * @description The body is the file itself. What it is, is read from its first bytes. The answer holds an address for `mediaUrls` and
         *     `media` of this workspace's posts: they are read from the server's storage, also after the address itself has expired.
         *     The same file is stored once. It is kept while a post that is still to be sent needs it, and removed 24 hours after
         *     its last use. With `Repr-Digest: sha-256=:…:` (RFC 9530) a file that arrives damaged is refused.
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
         * A stored file, at the address that was given out
         * @description For networks that fetch files themselves. The address cannot be guessed and expires. One range of bytes may be asked for.
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
        /** Take a like back */
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
         * @description The recipient must allow messages from the connected account. A lost answer is never sent again.
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
         * @description Deleting what is already gone succeeds.
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
        /** Look a user up by name */
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
         * @description Deleting what is already gone succeeds.
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
        /** Reshare a post, with or without a commentary */
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
        /** Plan, credits and recent transactions */
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
        /** Credits spent, by day and platform */
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
        /** The activity log, newest first */
        get: operations["listLogs"];
        put?: never;
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
         * @description Disconnects its accounts and cancels its scheduled posts. The default profile cannot be deleted.
         */
        delete: operations["deleteProfile"];
        options?: never;
        head?: never;
        /**
         * Rename a profile or make it the default
         * @description The slug never changes. The answer is the profile; it is repeated under `profile`, as in the create call.
         */
        patch: operations["updateProfile"];
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
         * @description The whole key is in `rawKey` of this answer and nowhere else. This call takes no Idempotency-Key, because its answer is never stored.
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
                /** @description Identifier of the key */
                keyId: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description The key stops working at once, also when it is the one used for this call.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/connect/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which platforms a profile is connected to */
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
         * @description Sets a flow cookie that binds the flow to this browser for 10 minutes. A browser that came on another host name is first sent to the configured base address. A browser, which asks for text/html, gets failures as a page that says what to do; the examples are what a program gets.
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
         * Where the network sends the browser back to
         * @description Checks the state against the browser's flow cookie, exchanges the code once, sets the temporary connect cookie and leads to the page that shows the account options. Failures are a page that says what happened and what to do.
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
        /** The accounts the authorized person may publish as */
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
         * @description Needs the dashboard's session cookie beside the temporary connect cookie; an API key is not enough. Only `accountId` of the option is used; everything else is taken from the list the server holds.
         */
        post: operations["confirmConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Disconnect a platform from a profile
         * @description The grant is revoked upstream when no other connection here uses the same account. Disconnecting what is not connected succeeds.
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
         * Connect an account with a credential that its owner pastes
         * @description For platforms without a browser flow, which is `chatbot`. A bot's token with the chat it posts to, or a webhook's address. It is checked at the network, and the account is connected at once. Without `chatId` the answer is 400 and lists the chats that the bot has seen in `details.choices`.
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
         * @description The text is the title, a blank line, the body and the keyword as a hashtag, with HTML tags removed; it is shortened per
         *     platform at a word boundary with an ellipsis, never cutting the hashtag. Any true spelling of `test` (query or body, or
         *     status `test`) makes it a dry run: nothing is stored, sent or charged. Fields of the body that are not known are
         *     ignored, here alone: content tools send many. A `timestamp` in the past publishes at once, unless `ifPast` refuses it.
         */
        post: operations["receiveContent"];
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
        /** Who is signed in */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Whether this server has its first account, and who may create one */
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
         * @description Needs the present password again. Every other session of the account ends; this one goes on under a new cookie. API keys go on working, unless `revokeKeys` is true.
         */
        post: operations["changePassword"];
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
        /** Where the account is signed in */
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
                /** @description Identifier of a session */
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
         * @description Creates a workspace on the free plan with a default profile and signs in. `SOCIAL_SIGN_UP` of the server decides who may.
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
         * Who waits for a user code to be approved
         * @description Codes are counted per session and per client address: after ten that nobody waits for, all are refused for ten minutes.
         */
        get: operations["describeDeviceCode"];
        put?: never;
        /**
         * Begin to sign in a command on a machine without a browser
         * @description RFC 8628: the person opens `verificationUri` anywhere, types `userCode` and approves, while the command asks
         *     exchangeDeviceCode every `interval` seconds. At most 20 requests of one client address wait at a time.
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
         * Ask whether the user code was approved, and get an API key
         * @description RFC 8628, section 3.5. The key is made by this call, once; its answer is never stored. Asked sooner than every
         *     `interval` seconds it is `slow_down`, which makes the interval 5 seconds longer.
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
         * Let the command with a user code act for the workspace
         * @description Makes no key yet. The command that waits gets one when it asks next.
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
        /** Refuse the command with a user code */
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
         * Let a command on this computer act for the workspace
         * @description RFC 8252: the command listens at a port of 127.0.0.1 and the browser is sent there. The code is good for one
         *     minute and one exchange, by whoever has the verifier of the challenge (RFC 7636). Makes no key yet.
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
        /** Refuse a command on this computer */
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
         * Exchange the code that the browser brought for an API key
         * @description The key is made by this call, once; its answer is never stored.
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
         * What changes, as server-sent events
         * @description An event `change` says what to read again: its data is a `Change` as JSON, and its id continues the stream where it
         *     was cut (`Last-Event-ID`, or `since` where that header cannot be set). `reset` says that the id is too old or
         *     unknown: read everything again. Changes arrive within two seconds, from whichever process made them. A comment every 15 seconds keeps
         *     the connection open; after 10 minutes the server ends it and the browser comes back by itself.
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
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This description */
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
        /** The API as plain text */
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
        /** Whether the process is alive */
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
        /** Whether requests can be served */
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
         * Prometheus metrics
         * @description Answers requests from loopback, or with `SOCIAL_METRICS_TOKEN` as the Bearer token.
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
         * @description 1-100 characters without control or direction-override characters
         */
        Name: string;
        /**
         * @description profnet is LinkedIn, microblog X, video YouTube, shortvideo TikTok, socialnet Facebook, photonet Instagram, chatbot Telegram or Discord
         * @enum {string}
         */
        PlatformId: "profnet" | "microblog" | "video" | "shortvideo" | "socialnet" | "photonet" | "chatbot";
        /**
         * @description A numeric id as a string, so that no digit is lost
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
         * @description What became of a post as a whole. `scheduled`: it waits for its time. `pending`: it is being sent, or some platform is
         *     tried again by itself. `unknown`: the answer of some platform was lost, so somebody has to look and resolve it.
         *     `published`: on every platform. `partial`: on some. `failed`: on none. `missed` and `canceled`: it was never sent.
         * @enum {string}
         */
        PostOutcome: "scheduled" | "pending" | "published" | "partial" | "failed" | "unknown" | "missed" | "canceled";
        /**
         * @description `ready`: every platform would be tried, and the credits suffice. `problem`: `platformResults` or `available` say what stands in the way
         * @enum {string}
         */
        PreviewOutcome: "ready" | "problem";
        /**
         * @description `ready` and `problem` appear only in a dry run. `unknown`: the request was sent and its answer lost; it is never sent again by itself. `pending`: it is sent later by itself, at `nextAttemptAt` or after the part of the thread before it
         * @enum {string}
         */
        TargetState: "pending" | "sending" | "published" | "failed" | "unknown" | "missed" | "canceled" | "ready" | "problem";
        /** @enum {string} */
        ErrorCode: "invalid_request" | "invalid_json" | "invalid_idempotency_key" | "malformed_http" | "past_time" | "oauth_flow_invalid" | "authorization_pending" | "slow_down" | "access_denied" | "expired_token" | "invalid_grant" | "unauthorized" | "session_required" | "insufficient_credits" | "paid_plan_required" | "quota_exceeded" | "forbidden" | "cross_site_request" | "sign_up_closed" | "network_refused" | "network_forbidden" | "network_credits_depleted" | "duplicate_content" | "reconnect_required" | "not_found" | "profile_not_found" | "platform_unknown" | "platform_not_configured" | "not_connected" | "network_not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "email_taken" | "idempotency_in_progress" | "payload_too_large" | "media_quota_exceeded" | "uri_too_long" | "unsupported_media_type" | "range_not_satisfiable" | "idempotency_key_reused" | "rate_limited" | "network_rate_limited" | "headers_too_large" | "internal_error" | "network_unavailable" | "network_version_sunset" | "outcome_unknown" | "media_unreachable" | "media_refused" | "still_sending" | "earlier_part_missing" | "canceled" | "missed" | "unavailable";
        Error: {
            /** @description What went wrong and what to do */
            error: string;
            code: components["schemas"]["ErrorCode"];
            /** @description Names this request in the server's log */
            requestId: string;
            /** @description More about the error, for programs */
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
            /** @description How many API keys were revoked; only with `revokeKeys` */
            revokedKeys?: number;
        };
        /** @description Platform-specific settings, as an object or as that object written as JSON */
        MetaInput: components["schemas"]["MetaObjectInput"] | string;
        /** @description Each platform takes the settings of its network and ignores those of others; a name that no platform knows is 400 */
        MetaObjectInput: {
            /** @description video: instead of the first line of the text */
            title?: string;
            /** @description video: its tags */
            tags?: string[];
            /** @description video: category, 22 when left out */
            categoryId?: string;
            /**
             * @description video: public when left out
             * @enum {string}
             */
            privacyStatus?: "public" | "unlisted" | "private";
            /** @description shortvideo: one of the levels that the account offers; everybody when left out */
            privacyLevel?: string;
            /** @description shortvideo: the network fetches the video from its address instead of being sent it */
            pull?: boolean;
        };
        /** @description The settings that were given */
        MetaObject: {
            [key: string]: unknown;
        };
        MediaItemInput: {
            /** Format: media-url */
            url: string;
            /** @description Description for people who cannot see it */
            alt?: string;
        };
        MediaItem: {
            url: string;
            /** @description Description for people who cannot see it */
            alt?: string;
        };
        StoredMedia: {
            /** @description SHA-256 of the file, in lower-case hexadecimal */
            id: string;
            /** @description Address for `mediaUrls` and `media` of this workspace's posts */
            url: string;
            /** @description By the file's first bytes */
            contentType: string;
            bytes: number;
            /** @enum {string} */
            kind: "image" | "video";
            /** @description In pixels, of pictures */
            width?: number;
            /** @description In pixels, of pictures */
            height?: number;
            /** @description When it is removed unless a post needs it or it is used again; the address itself expires then too */
            expiresAt?: components["schemas"]["Timestamp"];
        };
        PublishRequest: {
            /** @description At most 3000 characters for profnet, 280 (weighted, a link counts 23) for microblog */
            text: string;
            thread?: components["schemas"]["Thread"];
            platforms: components["schemas"]["PlatformId"][];
            /** @description Public addresses. profnet: up to 9 images; video and shortvideo: one video; microblog: ignored */
            mediaUrls?: string[];
            /** @description Media with descriptions, for every platform that takes any, microblog included */
            media?: components["schemas"]["MediaItemInput"][];
            scheduledFor?: components["schemas"]["Instant"];
            ifPast?: components["schemas"]["IfPast"];
            /** @description As `dryRun` in the query */
            dryRun?: boolean | ("true" | "false");
            /** @description Slug of a profile; the default profile when left out */
            profile?: string;
            meta?: components["schemas"]["MetaInput"];
            /** @description Other text or media for single platforms */
            overrides?: {
                [key: string]: components["schemas"]["OverrideInput"];
            };
            source?: components["schemas"]["PostSource"];
        };
        /**
         * Format: display-name
         * @description Where its sender keeps the post, without control characters and direction marks; stored and shown, and nothing else. The same Idempotency-Key may be repeated with another one. `social apply` writes `file:<repository>#<path>`
         */
        PostSource: string;
        /**
         * @description What happens to a time in the past. `publish`, as when left out: it is published at once, and `notes` says so. `refuse`: nothing is sent, and a time more than five minutes past is 400 with `past_time`. The same Idempotency-Key may be repeated with another `ifPast`
         * @enum {string}
         */
        IfPast: "publish" | "refuse";
        /**
         * @description Further parts of the text. On platforms with replies (microblog) each is published as a reply to the part before it,
         *     keeps to the limit by itself and costs as a post; on the others they follow the text in the same post, a blank line
         *     between. A part is sent only once the part before it is published.
         */
        Thread: string[];
        /** @description `text` takes the place of the text and of its thread; `thread` of the thread */
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
        };
        PlatformResult: {
            ok: boolean;
            /** @description Present when ok, and once the first part of a thread is out: profnet a URN, microblog a numeric id */
            platformPostId?: string;
            /** @description Present when not ok: what went wrong and what to do */
            error?: string;
            state: components["schemas"]["TargetState"];
            code?: components["schemas"]["ErrorCode"];
            /** @description Whether POST /api/v1/posts/{id}/retry may help */
            retryable?: boolean;
            /** @description When a scheduled post that the network certainly did not accept is sent again by itself */
            nextAttemptAt?: components["schemas"]["Timestamp"];
            /** @description Public address of the post */
            url?: string;
            /** @description Only while `state` is sending and the platform has files: how far they are */
            progress?: components["schemas"]["PublishProgress"];
            /** @description Credits charged; in a dry run the cost */
            credits: number;
            /** @description The account that was published to */
            account?: string;
            /** @description What was left out, for example media the platform does not take */
            note?: string;
            characters?: components["schemas"]["TextMeasure"];
            /**
             * @description Only of a thread that the platform publishes as several posts: each part in its order. The fields beside sum them
             *     up: ok when every part is published, id and address of the first part, the reason of the first part that is not.
             */
            parts?: components["schemas"]["ThreadPart"][];
        };
        ThreadPart: {
            /** @description From 1, which is `text` */
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
            /** @description When it is sent again by itself */
            nextAttemptAt?: components["schemas"]["Timestamp"];
            /** @description Public address of the part */
            url?: string;
            /** @description Credits charged; in a dry run the cost */
            credits: number;
            characters?: components["schemas"]["TextMeasure"];
        };
        PlatformList: {
            platforms: components["schemas"]["Platform"][];
        };
        Platform: {
            id: components["schemas"]["PlatformId"];
            /**
             * @description What people call it: the names of the networks that can serve it
             * @example Telegram or Discord
             */
            label: string;
            /** @description Networks that can serve it */
            networks: string[];
            /** @description Whether this server can connect it */
            configured: boolean;
            /** @description What to register at the network as this server's redirect URI; null where none is needed */
            redirectUri: string | null;
            /**
             * @description Environment variables that the operator has to set before it can be connected; empty when configured
             * @example [
             *       "SOCIAL_PROFNET_CLIENT_ID",
             *       "SOCIAL_PROFNET_CLIENT_SECRET"
             *     ]
             */
            variables: string[];
            /**
             * @description browser: start at /api/auth/{platform}; token: POST /api/connect/{platform}/token
             * @enum {string}
             */
            connectWith: "browser" | "token";
            paidPlan: boolean;
            /** @description Whether the further parts of a thread become posts of their own */
            replies: boolean;
            text: {
                max: number;
                /** @enum {string} */
                unit: "characters" | "weighted" | "bytes" | "utf16";
                required: boolean;
            };
            media: {
                /** @description Most files of one post */
                files: number;
                images: number;
                videos: number;
                /** @description Whether one post may hold pictures and videos */
                mixed: boolean;
                imageTypes: string[];
                videoTypes: string[];
                maxImageBytes: number;
                maxVideoBytes: number;
                required: boolean;
                /** @description What `mediaUrls` bring to it; `media` brings whatever it takes */
                mediaUrls: ("image" | "video")[];
            };
            /** @description What can be done beside publishing, as named in `costs` */
            actions: string[];
            /** @description Credits per action */
            costs: {
                [key: string]: number;
            };
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
             * @description processing: everything is there, and the network prepares it
             * @enum {string}
             */
            stage: "uploading" | "processing";
            doneBytes: number;
            totalBytes: number;
        };
        /** @description A result per platform id */
        PlatformResults: {
            [key: string]: components["schemas"]["PlatformResult"];
        };
        /** @description Something about the post that its sender may not expect */
        PostNote: {
            /**
             * @description `past_time`: its time was in the past, so it was published at once
             * @enum {string}
             */
            code: "past_time";
            message: string;
        };
        /** @description What a publish would do; nothing is stored, so that there is no id */
        PostPreview: {
            /** @enum {string|null} */
            id: null;
            text: string;
            thread?: string[];
            platforms: components["schemas"]["PlatformId"][];
            status: components["schemas"]["PostStatus"];
            outcome: components["schemas"]["PreviewOutcome"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The value that was given */
            scheduledFor?: string;
            notes?: components["schemas"]["PostNote"][];
            /** @description Slug of the profile */
            profile: string;
            /** @description The whole cost */
            credits: number;
            /** @description Credits available now */
            available: number;
            platformResults: components["schemas"]["PlatformResults"];
        };
        Post: {
            /** Format: uuid */
            id: string;
            text: string;
            thread?: string[];
            platforms: components["schemas"]["PlatformId"][];
            status: components["schemas"]["PostStatus"];
            outcome: components["schemas"]["PostOutcome"];
            createdAt: components["schemas"]["Timestamp"];
            updatedAt: components["schemas"]["Timestamp"];
            /** @description The value that was given */
            scheduledFor?: string;
            /** @description Only when true: a restored backup brought this scheduled post back, and it is not sent before the operator runs `social-server release` or it gets a new time */
            held?: boolean;
            /** @description Left out where there are none */
            notes?: components["schemas"]["PostNote"][];
            mediaUrls?: string[];
            media?: components["schemas"]["MediaItem"][];
            meta?: components["schemas"]["MetaObject"];
            /** @description Other text or media that was given for single platforms */
            overrides?: {
                [key: string]: components["schemas"]["Override"];
            };
            /** @description Slug of the profile */
            profile: string;
            source?: components["schemas"]["PostSource"];
            /** @description Credits charged so far */
            credits: number;
            platformResults: components["schemas"]["PlatformResults"];
        };
        PostEvent: {
            /**
             * @description Of the post as a whole: created, scheduled, rescheduled, held, released, canceled, missed. Of one platform: the state it came into; `postponed` waits for another attempt by itself
             * @enum {string}
             */
            kind: "created" | "scheduled" | "rescheduled" | "held" | "released" | "pending" | "sending" | "postponed" | "published" | "failed" | "unknown" | "missed" | "canceled";
            /** @description Null when it concerns the post as a whole */
            platform: string | null;
            at: components["schemas"]["Timestamp"];
            /** @description Which part of a thread, from 2; left out for the first */
            part?: number;
            /** @description Number of the attempt to send it, from 1 */
            attempt?: number;
            /** @description The time that the post got */
            scheduledFor?: string;
            nextAttemptAt?: components["schemas"]["Timestamp"];
            /** @description What went wrong and what to do */
            error?: string;
            code?: components["schemas"]["ErrorCode"];
            /** @description Public address of the post */
            url?: string;
        };
        PostEventList: {
            events: components["schemas"]["PostEvent"][];
        };
        PostList: {
            posts: components["schemas"]["Post"][];
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
        };
        /**
         * @example {
         *       "mpost_id": "1445880548472328192"
         *     }
         */
        MpostInputOptional: {
            mpost_id?: components["schemas"]["NumericId"];
            profile?: string;
        };
        /**
         * @example {
         *       "target_user_id": "2244994945"
         *     }
         */
        TargetUserInput: {
            target_user_id: components["schemas"]["NumericId"];
            profile?: string;
        };
        /**
         * @example {
         *       "target_user_id": "2244994945"
         *     }
         */
        TargetUserInputOptional: {
            target_user_id?: components["schemas"]["NumericId"];
            profile?: string;
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
        };
        /**
         * @example {
         *       "post_urn": "urn:li:share:7141138937766391808"
         *     }
         */
        PostUrnInputOptional: {
            post_urn?: components["schemas"]["PostUrn"];
            profile?: string;
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
                /** @description Grants and charges settled so far */
                balance: number;
                /** @description Reserved for posts that are being sent */
                held: number;
                /** @description balance minus held */
                available: number;
                monthlyAllowance: number;
                /** @description Charges of this period */
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
                /** @description Credits by platform id; what belongs to no platform is only in `credits` */
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
         * @description `platform.needs_reconnect`: the network no longer accepts the connection. `platform.expiring`: it ends within a week, or a day, and cannot renew itself. `command.signed_in`: an API key was made for the command on a machine
         * @enum {string}
         */
        LogAction: "post.published" | "platform.connected" | "platform.disconnected" | "platform.needs_reconnect" | "platform.expiring" | "profile.created" | "profile.deleted" | "command.signed_in";
        /** @enum {string} */
        LogStatus: "success" | "failed" | "unknown" | "missed" | "canceled";
        LogEntry: {
            id: components["schemas"]["Uuid"];
            action: components["schemas"]["LogAction"];
            /** @description Null for changes of a profile */
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
         * @description Only of `post.published`: what became of the post on this platform, in the words of a post's `outcome`
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
         * @description What the machine calls itself; the key is named after it
         */
        MachineName: string;
        /**
         * @description Eight consonants; case, dashes and spaces do not count
         * @example WDJB-MJHT
         */
        UserCode: string;
        /** @description 256 random bits as base64url */
        GrantSecret: string;
        /** @description Chosen by the command, which gets it back */
        GrantState: string;
        /** @description Where the command listens, on 127.0.0.1 */
        LoopbackPort: number;
        DeviceRequest: {
            /** @description What the machine calls itself; not to be trusted */
            machine: string;
            /** @description Where the request came from */
            address: string;
            createdAt: components["schemas"]["Timestamp"];
            expiresAt: components["schemas"]["Timestamp"];
        };
        DeviceCode: {
            /** @description Kept by the command */
            deviceCode: string;
            /** @description Shown to the person */
            userCode: string;
            /** @description Where the person types the code */
            verificationUri: string;
            /** @description The same with the code filled in */
            verificationUriComplete: string;
            /** @description Seconds that both codes are good for */
            expiresIn: number;
            /** @description Seconds to wait between two exchanges */
            interval: number;
        };
        CommandRedirect: {
            /** @description Of the command, always on 127.0.0.1 */
            redirectUrl: string;
        };
        Key: {
            id: string;
            name: string;
            /** @example …a1B2 */
            keyPreview: string;
            createdAt: components["schemas"]["Timestamp"];
        };
        ListedKey: components["schemas"]["Key"] & {
            lastUsedAt: string | null;
        };
        KeyList: {
            keys: components["schemas"]["ListedKey"][];
        };
        NewKey: {
            key: components["schemas"]["Key"];
            /** @description The whole key, shown only here; begins with sk_live_, on a server with a sandbox with sk_live_sandbox_ */
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
            connectedAt: string | null;
            /** @description When the connection must be renewed by hand; null while it renews itself */
            expiresAt: string | null;
            /** @description What has to be done soon, from a week before a connection ends that cannot renew itself */
            warning?: string;
            /** @description Whether this server can connect the platform */
            configured: boolean;
            /** @description Permissions that were asked for and not granted */
            missingScopes: string[];
            /** @description How far the attempt is that the query names; only on its platform, and for ten minutes */
            attempt?: components["schemas"]["ConnectionAttempt"];
        };
        ConnectionAttempt: {
            /**
             * @description `denied` and `failed`: it is over, and nothing was connected
             * @enum {string}
             */
            state: "under_way" | "connected" | "denied" | "failed";
            /** @description How it stands, in a sentence */
            message: string;
        };
        ConnectionStatusMap: {
            [key: string]: components["schemas"]["ConnectionStatus"];
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
            /** @description A true spelling makes a dry run */
            test?: boolean | string | number;
        };
        InboundResult: {
            /** @description True when every platform is ok */
            ok: boolean;
            /** Format: uuid */
            postId: string | null;
            dryRun?: boolean;
            status?: components["schemas"]["PostStatus"];
            /**
             * @description What became of the post; in a dry run `ready` or `problem`
             * @enum {string}
             */
            outcome?: "scheduled" | "pending" | "published" | "partial" | "failed" | "unknown" | "missed" | "canceled" | "ready" | "problem";
            notes?: components["schemas"]["PostNote"][];
            /** @description Dry run only: the text before shortening */
            text?: string;
            platforms: components["schemas"]["PlatformResults"];
        };
        Change: {
            /** @description What to read again */
            topics: ("posts" | "connections" | "profiles" | "usage" | "logs")[];
            /** @description Posts that changed, at most 100; empty when more did */
            postIds: string[];
        };
        Setup: {
            /** @description Whether nobody has an account here yet */
            isEmpty: boolean;
            /** @description Whether an account may be created over HTTP now */
            canSignUp: boolean;
            /** @description Whether that needs the one-time token that the server printed at its start */
            needsSetupToken: boolean;
        };
        Session: {
            /** @description Not the secret in the cookie */
            id: string;
            isCurrent: boolean;
            /** @description What the browser called itself when it signed in */
            userAgent: string | null;
            /** @description Where it signed in from */
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
        };
    };
    responses: {
        /** @description Missing or invalid input; nothing was done */
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
        /** @description Missing, invalid or revoked credentials */
        Unauthorized: {
            headers: {
                "Social-Version": components["headers"]["SocialVersion"];
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
        /** @description Not enough credits; nothing was sent */
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
        /** @description A paid plan is needed, or the action is not permitted */
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
        /** @description The state does not allow it, or a call with the same Idempotency-Key is still running */
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
        /** @description The Idempotency-Key was used with another body; `details.postId` names the post that was made with it, where there is one */
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
        /** @description Not approved yet: `authorization_pending`, or `slow_down` when asked too soon. Refused: `access_denied`. Expired, unknown or used: `expired_token`. Or invalid input */
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
        /** @description The code is unknown, expired or used, or the verifier is another's: `invalid_grant`. Or invalid input */
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
        /** @description No command waits with this code: it is mistyped, has expired, or was answered already */
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
        /** @description There is no such platform or profile, or this server is not configured for it; a browser gets a page */
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
        /** @description Too many requests, here or at the network; wait Retry-After seconds */
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
        /** @description A mistake of the server */
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
        /** @description The network failed or did not answer */
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
        /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
        IdempotencyKey: string;
        /** @description Slug of a profile; the default profile when left out */
        Profile: string;
        /** @description Id of a profile; the default profile when left out */
        ProfileIdQuery: components["schemas"]["Uuid"];
        /** @description A random text that a program makes up, sends the browser to /api/auth/{platform} with, and then asks /api/connect/status about, with the same profileId. Without one, the attempt is known as soon as its browser is signed in */
        ConnectionAttempt: string;
        /** @description Id of a profile */
        ProfileIdPath: string;
        /** @description Id of a post */
        PostId: string;
        /** @description A platform id */
        PlatformPath: string;
    };
    requestBodies: never;
    headers: {
        /** @description true when this is the stored answer of an earlier call */
        IdempotentReplayed: "true";
        /** @description Seconds to wait */
        RetryAfter: string;
        /**
         * @description Version of the server, on every answer, whatever its status
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
                /** @description How many posts at most */
                limit?: number;
                /** @description `nextCursor` of the page before */
                cursor?: string;
                /** @description Only posts in this status */
                status?: components["schemas"]["PostStatus"];
                /** @description Only posts of the profile with this slug */
                profile?: string;
                /** @description Only posts that were asked for on this platform */
                platform?: components["schemas"]["PlatformId"];
                /** @description Only posts with one of these outcomes, for example failed,partial,unknown; the parameter may also be repeated */
                outcome?: components["schemas"]["PostOutcome"][];
                /**
                 * @deprecated
                 * @description Former filter, use `outcome`. Only posts of which some platform is in this state: what failed, what has to be resolved, or with attention either
                 */
                result?: "failed" | "unknown" | "attention";
                /** @description Only the post that was made with this Idempotency-Key; a canceled or missed post no longer holds its key, unless a restored backup held it */
                key?: string;
                /** @description Only posts whose time (that of `scheduledFor`, else of their creation) is not before this instant; with `from` or `to` the list is in the order of these times, the latest first */
                from?: components["schemas"]["Instant"];
                /** @description Only posts whose time is before this instant */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPost: {
        parameters: {
            query?: {
                /** @description Run every check and report the cost, without any effect; false when left out. The body may hold it instead */
                dryRun?: boolean;
            };
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
            /** @description What would happen (dry run); `id` is null */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PostPreview"];
                };
            };
            /** @description The post, with a result per platform */
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
            /** @description Every platform of this contract, in its order */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformList"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    updatePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
                    scheduledFor: components["schemas"]["Instant"];
                };
            };
        };
        responses: {
            /** @description The post with its new time */
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
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    resolvePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
                    platform: components["schemas"]["PlatformId"];
                    /** @description Which part of a thread, from 1; needed where several are unknown, or several failed after they were sent */
                    part?: number;
                    published: string | false;
                };
            };
        };
        responses: {
            /** @description The post with the settled result */
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
            503: components["responses"]["Unavailable"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description At most what the platform that takes most takes: pictures 20 MiB, videos 4 GiB */
        requestBody: {
            content: {
                "image/*": string;
                "video/*": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description Where the file is */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "url": "https://social.example.org/media/AGkhk4ABkvPBfB57Op8APx0sS1ppc3VzZQ/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg",
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
            /** @description Empty, cut off, damaged, or not a whole picture; nothing is stored */
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
            /** @description The file came too slowly */
            408: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Larger than any platform takes, or than what is left of the workspace's storage */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Neither a picture nor a video that any platform takes */
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
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range, like bytes=0-1023 */
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
                };
            };
            /** @description The part that was asked for */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "video/*": string;
                };
            };
            404: components["responses"]["NotFound"];
            /** @description The file has no such part */
            416: {
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
        };
    };
    likePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    unlikePost: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; different values answer 400 */
                mpost_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    followUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    unfollowUser: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; different values answer 400 */
                target_user_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    bookmarkPost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    removeBookmark: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; different values answer 400 */
                mpost_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    sendDirectMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    deleteMicroblogPost: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; different values answer 400 */
                mpost_id?: components["schemas"]["NumericId"];
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    setReplyHidden: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    readTimeline: {
        parameters: {
            query?: {
                /** @description How many posts */
                max_results?: number;
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
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
        };
    };
    findUser: {
        parameters: {
            query: {
                /** @description The user's name without @ */
                username: string;
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
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
        };
    };
    deleteProfnetPost: {
        parameters: {
            query?: {
                /** @description Required, here or in the body; different values answer 400 */
                post_urn?: components["schemas"]["PostUrn"];
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    resharePost: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSpending: {
        parameters: {
            query?: {
                /** @description How many days, today among them */
                days?: number;
                /** @description IANA name of the zone whose days are meant, for example Europe/Berlin */
                timeZone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An entry per day, the oldest first, also for days without spending */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLogs: {
        parameters: {
            query?: {
                /** @description How many entries */
                limit?: number;
                /** @description How many of the newest entries to leave out */
                offset?: number;
                /** @description Only entries of this kind */
                action?: components["schemas"]["LogAction"];
                /** @description Only entries of this platform */
                platform?: components["schemas"]["PlatformId"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    deleteProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
                    /** @description Only true has an effect: another profile takes the role over */
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
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
                 *       "name": "Release pipeline"
                 *     }
                 */
                "application/json": {
                    name: components["schemas"]["Name"];
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
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of the key */
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
        };
    };
    getConnectionStatus: {
        parameters: {
            query?: {
                /** @description Id of a profile; the default profile when left out */
                profileId?: components["parameters"]["ProfileIdQuery"];
                /** @description A random text that a program makes up, sends the browser to /api/auth/{platform} with, and then asks /api/connect/status about, with the same profileId. Without one, the attempt is known as soon as its browser is signed in */
                attempt?: components["parameters"]["ConnectionAttempt"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An entry per platform */
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
                     *         "connectedAt": "2026-11-20T14:00:00.000Z",
                     *         "expiresAt": "2027-01-19T14:00:00.000Z",
                     *         "configured": true,
                     *         "missingScopes": []
                     *       },
                     *       "microblog": {
                     *         "connected": false,
                     *         "displayName": null,
                     *         "state": "not_connected",
                     *         "username": null,
                     *         "network": null,
                     *         "connectedAt": null,
                     *         "expiresAt": null,
                     *         "configured": true,
                     *         "missingScopes": []
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ConnectionStatusMap"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    startConnection: {
        parameters: {
            query?: {
                /** @description Id of a profile; the default profile when left out */
                profileId?: components["parameters"]["ProfileIdQuery"];
                /** @description A random text that a program makes up, sends the browser to /api/auth/{platform} with, and then asks /api/connect/status about, with the same profileId. Without one, the attempt is known as soon as its browser is signed in */
                attempt?: components["parameters"]["ConnectionAttempt"];
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
            /** @description To the network's consent page */
            302: {
                headers: {
                    /** @description The consent page */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NoSuchConnection"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
        };
    };
    completeConnection: {
        parameters: {
            query?: {
                /** @description The state of the flow */
                state?: string;
                /** @description The authorization code */
                code?: string;
                /** @description Why there is no code */
                error?: string;
                /** @description The same in words */
                error_description?: string;
                /** @description The issuer */
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
            /** @description A page saying that the connection was not made (denied) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description To the page with the account options */
            302: {
                headers: {
                    /** @description A page of this server */
                    Location?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A page saying why the connection was not made */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            404: components["responses"]["NoSuchConnection"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            /** @description A page saying that the network did not answer as it should */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            503: components["responses"]["Unavailable"];
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
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["UpstreamError"];
            503: components["responses"]["Unavailable"];
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
                    /** @description As `options` returned it, with whatever it holds */
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
                };
            };
        };
        responses: {
            /** @description Not connected any more */
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
        };
    };
    receiveContent: {
        parameters: {
            query?: {
                /** @description Comma-separated platform ids */
                platforms?: string;
                /** @description Slug of a profile; the default profile when left out */
                profile?: components["parameters"]["Profile"];
                /** @description A true spelling makes it a dry run */
                test?: string;
                /** @description What happens to a `timestamp` in the past */
                ifPast?: components["schemas"]["IfPast"];
            };
            header?: {
                /** @description 1-255 printable ASCII characters. The same key and body replay the first answer; another body answers 422 */
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
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            /** @description What the first page needs to know */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "isEmpty": true,
                     *       "canSignUp": true,
                     *       "needsSetupToken": false
                     *     }
                     */
                    "application/json": components["schemas"]["Setup"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
                    /** @description Revokes every API key of the workspace as well */
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
            /** @description The living sessions, the one of this call first, then the newest first */
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
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            /** @description Every session but this one has ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    revokeSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier of a session */
                sessionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It has ended; the call's own session too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
                    /** @description The one-time token printed by a server on a public host */
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
            /** @description Signed out; also when nobody was signed in */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ok"];
                };
            };
            403: components["responses"]["Forbidden"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeDeviceCode: {
        parameters: {
            query: {
                /** @description As the command shows it */
                userCode: components["schemas"]["UserCode"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The command that waits */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "machine": "build-7",
                     *       "address": "192.0.2.7",
                     *       "createdAt": "2026-11-20T14:00:00.000Z",
                     *       "expiresAt": "2026-11-20T14:10:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["DeviceRequest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoSuchUserCode"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
                 *       "machine": "build-7"
                 *     }
                 */
                "application/json": {
                    machine: components["schemas"]["MachineName"];
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
                 *       "userCode": "WDJB-MJHT"
                 *     }
                 */
                "application/json": {
                    userCode: components["schemas"]["UserCode"];
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
            /** @description Refused */
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
                    /** @description SHA-256 of the verifier as base64url (the method S256; there is no other) */
                    codeChallenge: string;
                };
            };
        };
        responses: {
            /** @description Where to send the browser */
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
            /** @description Where to send the browser */
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
                    /** @description RFC 7636 */
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
        };
    };
    streamEvents: {
        parameters: {
            query?: {
                /** @description Id of the last event that was seen */
                since?: string;
            };
            header?: {
                /** @description The same; sent by browsers when they come back */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stream; the schema is that of an event's data */
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
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
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
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
                        /** @enum {string} */
                        status: "ok";
                        /** @description Address of the sandbox that simulates the networks, on the server's own machine; only where the server was started with one and its base address is of that machine too */
                        sandboxUrl?: string;
                    };
                };
            };
            500: components["responses"]["InternalError"];
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
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
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
            403: components["responses"]["Forbidden"];
            500: components["responses"]["InternalError"];
        };
    };
}
