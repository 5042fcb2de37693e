// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.

export const OPERATIONS = {
  "listPosts": {
    "method": "GET",
    "path": "/api/v1/posts",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ],
    "scopesWhen": {
      "key": [
        "read",
        "draft",
        "publish"
      ]
    }
  },
  "createPost": {
    "method": "POST",
    "path": "/api/v1/posts",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ],
    "scopesWhen": {
      "dryRun": [
        "draft",
        "publish"
      ],
      "draft": [
        "draft",
        "publish"
      ]
    }
  },
  "listPlatforms": {
    "method": "GET",
    "path": "/api/v1/platforms",
    "tag": "connections",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "checkPosts": {
    "method": "POST",
    "path": "/api/v1/posts/check",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "draft",
      "publish"
    ]
  },
  "getPost": {
    "method": "GET",
    "path": "/api/v1/posts/{id}",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "updatePost": {
    "method": "PATCH",
    "path": "/api/v1/posts/{id}",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ]
  },
  "cancelPost": {
    "method": "DELETE",
    "path": "/api/v1/posts/{id}",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ]
  },
  "listPostEvents": {
    "method": "GET",
    "path": "/api/v1/posts/{id}/timeline",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "getPostCounters": {
    "method": "GET",
    "path": "/api/v1/posts/{id}/counters",
    "tag": "counters",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "refreshPostCounters": {
    "method": "POST",
    "path": "/api/v1/posts/{id}/counters",
    "tag": "counters",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "listCounters": {
    "method": "GET",
    "path": "/api/v1/counters",
    "tag": "counters",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "exportCounters": {
    "method": "GET",
    "path": "/api/v1/counters.csv",
    "tag": "counters",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "retryPost": {
    "method": "POST",
    "path": "/api/v1/posts/{id}/retry",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ]
  },
  "resolvePost": {
    "method": "POST",
    "path": "/api/v1/posts/{id}/resolve",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ]
  },
  "unpublishPost": {
    "method": "POST",
    "path": "/api/v1/posts/{id}/unpublish",
    "tag": "posts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ]
  },
  "listDrafts": {
    "method": "GET",
    "path": "/api/v1/drafts",
    "tag": "drafts",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "createDraft": {
    "method": "POST",
    "path": "/api/v1/drafts",
    "tag": "drafts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "draft",
      "publish"
    ]
  },
  "getDraft": {
    "method": "GET",
    "path": "/api/v1/drafts/{draftId}",
    "tag": "drafts",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "updateDraft": {
    "method": "PATCH",
    "path": "/api/v1/drafts/{draftId}",
    "tag": "drafts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "draft",
      "publish"
    ]
  },
  "deleteDraft": {
    "method": "DELETE",
    "path": "/api/v1/drafts/{draftId}",
    "tag": "drafts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "draft",
      "publish"
    ]
  },
  "approveDraft": {
    "method": "POST",
    "path": "/api/v1/drafts/{draftId}/approve",
    "tag": "drafts",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ]
  },
  "uploadMedia": {
    "method": "POST",
    "path": "/api/v1/media",
    "tag": "media",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "draft",
      "publish"
    ]
  },
  "getMedia": {
    "method": "GET",
    "path": "/media/{signature}/{file}",
    "tag": "media",
    "auth": "none",
    "idempotent": false
  },
  "likePost": {
    "method": "POST",
    "path": "/api/v1/microblog/like",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "unlikePost": {
    "method": "DELETE",
    "path": "/api/v1/microblog/like",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "followUser": {
    "method": "POST",
    "path": "/api/v1/microblog/follow",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "unfollowUser": {
    "method": "DELETE",
    "path": "/api/v1/microblog/follow",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "bookmarkPost": {
    "method": "POST",
    "path": "/api/v1/microblog/bookmark",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "removeBookmark": {
    "method": "DELETE",
    "path": "/api/v1/microblog/bookmark",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "sendDirectMessage": {
    "method": "POST",
    "path": "/api/v1/microblog/dm",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "deleteMicroblogPost": {
    "method": "DELETE",
    "path": "/api/v1/microblog/mpost",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "setReplyHidden": {
    "method": "PUT",
    "path": "/api/v1/microblog/reply/hide",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "readTimeline": {
    "method": "GET",
    "path": "/api/v1/microblog/timeline",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "findUser": {
    "method": "GET",
    "path": "/api/v1/microblog/user",
    "tag": "microblog",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "deleteProfnetPost": {
    "method": "DELETE",
    "path": "/api/v1/profnet/post",
    "tag": "profnet",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "resharePost": {
    "method": "POST",
    "path": "/api/v1/profnet/reshare",
    "tag": "profnet",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "actions"
    ]
  },
  "getUsage": {
    "method": "GET",
    "path": "/api/usage",
    "tag": "usage",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "listSpending": {
    "method": "GET",
    "path": "/api/usage/spending",
    "tag": "usage",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "listLogs": {
    "method": "GET",
    "path": "/api/logs",
    "tag": "logs",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "listViews": {
    "method": "GET",
    "path": "/api/views",
    "tag": "views",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "saveViews": {
    "method": "PUT",
    "path": "/api/views",
    "tag": "views",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "publish"
    ]
  },
  "listProfiles": {
    "method": "GET",
    "path": "/api/profiles",
    "tag": "profiles",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "createProfile": {
    "method": "POST",
    "path": "/api/profiles",
    "tag": "profiles",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "updateProfile": {
    "method": "PATCH",
    "path": "/api/profiles/{profileId}",
    "tag": "profiles",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "deleteProfile": {
    "method": "DELETE",
    "path": "/api/profiles/{profileId}",
    "tag": "profiles",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "getSlotTimes": {
    "method": "GET",
    "path": "/api/profiles/{profileId}/slots",
    "tag": "slots",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "setSlotTimes": {
    "method": "PUT",
    "path": "/api/profiles/{profileId}/slots",
    "tag": "slots",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "listSlots": {
    "method": "GET",
    "path": "/api/v1/slots",
    "tag": "slots",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "listKeys": {
    "method": "GET",
    "path": "/api/keys",
    "tag": "keys",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "createKey": {
    "method": "POST",
    "path": "/api/keys",
    "tag": "keys",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "revokeKey": {
    "method": "DELETE",
    "path": "/api/keys/{keyId}",
    "tag": "keys",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "listMembers": {
    "method": "GET",
    "path": "/api/members",
    "tag": "members",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "createInvitation": {
    "method": "POST",
    "path": "/api/invitations",
    "tag": "members",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "revokeInvitation": {
    "method": "DELETE",
    "path": "/api/invitations/{invitationId}",
    "tag": "members",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "joinWorkspace": {
    "method": "POST",
    "path": "/api/account/join",
    "tag": "members",
    "auth": "none",
    "idempotent": false
  },
  "describeInvitation": {
    "method": "POST",
    "path": "/api/account/join/describe",
    "tag": "members",
    "auth": "none",
    "idempotent": false
  },
  "updateMember": {
    "method": "PATCH",
    "path": "/api/members/{memberId}",
    "tag": "members",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "removeMember": {
    "method": "DELETE",
    "path": "/api/members/{memberId}",
    "tag": "members",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "getConnectionStatus": {
    "method": "GET",
    "path": "/api/connect/status",
    "tag": "connections",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "startConnection": {
    "method": "GET",
    "path": "/api/auth/{platform}",
    "tag": "connections",
    "auth": "none",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "describeApp": {
    "method": "GET",
    "path": "/api/auth/{platform}/client.json",
    "tag": "connections",
    "auth": "none",
    "idempotent": false
  },
  "completeConnection": {
    "method": "GET",
    "path": "/api/auth/{platform}/callback",
    "tag": "connections",
    "auth": "none",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "getAccountPicture": {
    "method": "GET",
    "path": "/api/connect/{platform}/picture",
    "tag": "connections",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "listAccountOptions": {
    "method": "GET",
    "path": "/api/connect/{platform}/options",
    "tag": "connections",
    "auth": "none",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "confirmConnection": {
    "method": "POST",
    "path": "/api/connect/{platform}/confirm",
    "tag": "connections",
    "auth": "session",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "changeAccount": {
    "method": "PATCH",
    "path": "/api/connect/{platform}/accounts/{account}",
    "tag": "connections",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "disconnectPlatform": {
    "method": "POST",
    "path": "/api/connect/{platform}/disconnect",
    "tag": "connections",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "connectWithToken": {
    "method": "POST",
    "path": "/api/connect/{platform}/token",
    "tag": "connections",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "receiveContent": {
    "method": "POST",
    "path": "/api/webhooks/incoming",
    "tag": "webhooks",
    "auth": "webhook",
    "idempotent": true,
    "scopes": [
      "publish"
    ],
    "scopesWhen": {
      "test": [
        "draft",
        "publish"
      ]
    }
  },
  "listWebhookEndpoints": {
    "method": "GET",
    "path": "/api/webhook-endpoints",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "createWebhookEndpoint": {
    "method": "POST",
    "path": "/api/webhook-endpoints",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "getWebhookEndpoint": {
    "method": "GET",
    "path": "/api/webhook-endpoints/{endpointId}",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "updateWebhookEndpoint": {
    "method": "PATCH",
    "path": "/api/webhook-endpoints/{endpointId}",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "deleteWebhookEndpoint": {
    "method": "DELETE",
    "path": "/api/webhook-endpoints/{endpointId}",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/api/webhook-endpoints/{endpointId}/deliveries",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "resendWebhookDelivery": {
    "method": "POST",
    "path": "/api/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/resend",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "testWebhookEndpoint": {
    "method": "POST",
    "path": "/api/webhook-endpoints/{endpointId}/test",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": true,
    "scopes": [
      "admin"
    ]
  },
  "rotateWebhookSecret": {
    "method": "POST",
    "path": "/api/webhook-endpoints/{endpointId}/rotate",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "admin"
    ]
  },
  "listWebhookEvents": {
    "method": "GET",
    "path": "/api/webhook-events",
    "tag": "webhookEndpoints",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "getAccount": {
    "method": "GET",
    "path": "/api/account",
    "tag": "account",
    "auth": "session",
    "idempotent": false
  },
  "leaveWorkspace": {
    "method": "POST",
    "path": "/api/account/leave",
    "tag": "account",
    "auth": "session",
    "idempotent": false
  },
  "deleteWorkspace": {
    "method": "DELETE",
    "path": "/api/workspace",
    "tag": "account",
    "auth": "session",
    "idempotent": false,
    "scopes": [
      "admin"
    ],
    "role": "owner"
  },
  "getSetup": {
    "method": "GET",
    "path": "/api/account/setup",
    "tag": "account",
    "auth": "none",
    "idempotent": false
  },
  "changePassword": {
    "method": "POST",
    "path": "/api/account/password",
    "tag": "account",
    "auth": "session",
    "idempotent": false
  },
  "requestPasswordReset": {
    "method": "POST",
    "path": "/api/account/password/forgot",
    "tag": "account",
    "auth": "none",
    "idempotent": false
  },
  "resetPassword": {
    "method": "POST",
    "path": "/api/account/password/reset",
    "tag": "account",
    "auth": "none",
    "idempotent": false
  },
  "getMailSettings": {
    "method": "GET",
    "path": "/api/account/mail",
    "tag": "account",
    "auth": "session",
    "idempotent": false
  },
  "updateMailSettings": {
    "method": "PATCH",
    "path": "/api/account/mail",
    "tag": "account",
    "auth": "session",
    "idempotent": false,
    "role": "owner"
  },
  "sendMailConfirmation": {
    "method": "POST",
    "path": "/api/account/mail/confirmation",
    "tag": "account",
    "auth": "session",
    "idempotent": false,
    "role": "owner"
  },
  "confirmMailAddress": {
    "method": "POST",
    "path": "/api/account/mail/confirm",
    "tag": "account",
    "auth": "none",
    "idempotent": false
  },
  "listSessions": {
    "method": "GET",
    "path": "/api/account/sessions",
    "tag": "account",
    "auth": "session",
    "idempotent": false
  },
  "revokeOtherSessions": {
    "method": "DELETE",
    "path": "/api/account/sessions",
    "tag": "account",
    "auth": "session",
    "idempotent": false
  },
  "revokeSession": {
    "method": "DELETE",
    "path": "/api/account/sessions/{sessionId}",
    "tag": "account",
    "auth": "session",
    "idempotent": false
  },
  "signUp": {
    "method": "POST",
    "path": "/api/account/sign-up",
    "tag": "account",
    "auth": "none",
    "idempotent": false
  },
  "signIn": {
    "method": "POST",
    "path": "/api/account/sign-in",
    "tag": "account",
    "auth": "none",
    "idempotent": false
  },
  "signOut": {
    "method": "POST",
    "path": "/api/account/sign-out",
    "tag": "account",
    "auth": "none",
    "idempotent": false
  },
  "describeDeviceCode": {
    "method": "GET",
    "path": "/api/command/device",
    "tag": "command",
    "auth": "session",
    "idempotent": false,
    "role": "owner"
  },
  "createDeviceCode": {
    "method": "POST",
    "path": "/api/command/device",
    "tag": "command",
    "auth": "none",
    "idempotent": false
  },
  "exchangeDeviceCode": {
    "method": "POST",
    "path": "/api/command/device/exchange",
    "tag": "command",
    "auth": "none",
    "idempotent": false
  },
  "approveDeviceCode": {
    "method": "POST",
    "path": "/api/command/device/approve",
    "tag": "command",
    "auth": "session",
    "idempotent": false,
    "role": "owner"
  },
  "denyDeviceCode": {
    "method": "POST",
    "path": "/api/command/device/deny",
    "tag": "command",
    "auth": "session",
    "idempotent": false
  },
  "createCommandCode": {
    "method": "POST",
    "path": "/api/command/code",
    "tag": "command",
    "auth": "session",
    "idempotent": false,
    "role": "owner"
  },
  "denyCommandCode": {
    "method": "POST",
    "path": "/api/command/code/deny",
    "tag": "command",
    "auth": "session",
    "idempotent": false
  },
  "exchangeCommandCode": {
    "method": "POST",
    "path": "/api/command/code/exchange",
    "tag": "command",
    "auth": "none",
    "idempotent": false
  },
  "streamEvents": {
    "method": "GET",
    "path": "/api/events",
    "tag": "events",
    "auth": "workspace",
    "idempotent": false,
    "scopes": [
      "read"
    ]
  },
  "callMcp": {
    "method": "POST",
    "path": "/mcp",
    "tag": "mcp",
    "auth": "key",
    "idempotent": false,
    "scopes": [
      "read",
      "draft",
      "publish"
    ]
  },
  "getOpenApi": {
    "method": "GET",
    "path": "/openapi.json",
    "tag": "server",
    "auth": "none",
    "idempotent": false
  },
  "getLlmsTxt": {
    "method": "GET",
    "path": "/llms.txt",
    "tag": "server",
    "auth": "none",
    "idempotent": false
  },
  "getHealth": {
    "method": "GET",
    "path": "/healthz",
    "tag": "server",
    "auth": "none",
    "idempotent": false
  },
  "getReadiness": {
    "method": "GET",
    "path": "/readyz",
    "tag": "server",
    "auth": "none",
    "idempotent": false
  },
  "getMetrics": {
    "method": "GET",
    "path": "/metrics",
    "tag": "server",
    "auth": "none",
    "idempotent": false
  }
} as const;

export const NETWORKS = {
  "x": {
    "label": "X",
    "names": [
      "twitter"
    ],
    "connect": {
      "app": true
    },
    "color": "#16181c",
    "glyph": "M3 3l10 10M13 3L3 13",
    "marks": {
      "links": "bare",
      "mentions": "short",
      "tags": "words"
    },
    "poll": {
      "options": 4,
      "optionLength": 25,
      "minutes": {
        "min": 5,
        "max": 10080
      }
    },
    "media": {
      "files": 4,
      "images": 4,
      "videos": 1,
      "mixed": false,
      "required": false,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp"
      ],
      "animatedTypes": [
        "image/gif"
      ],
      "aloneTypes": [
        "image/gif"
      ],
      "videoTypes": [
        "video/mp4",
        "video/quicktime"
      ],
      "maxImageBytes": 5242880,
      "maxAnimationBytes": 15728640,
      "maxVideoBytes": 536870912,
      "maxFrames": 350,
      "animationSides": {
        "maxWidth": 1280,
        "maxHeight": 1080
      },
      "videoShape": {
        "narrowest": 0.3333,
        "widest": 3
      },
      "videoSides": {
        "min": 32
      },
      "videoSeconds": {
        "min": 0.5,
        "max": 140
      },
      "maxAlt": 1000
    },
    "platform": "microblog"
  },
  "linkedin": {
    "label": "LinkedIn",
    "connect": {
      "app": true
    },
    "color": "#0a66c2",
    "glyph": "M3.2 2.2h9.6a1 1 0 0 1 1 1v9.6a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1V3.2a1 1 0 0 1 1-1zM5.4 7.2v3.9M5.4 4.9V5M8 11.1V7.2M8 9a1.6 1.6 0 0 1 3.2 0v2.1",
    "marks": {
      "links": "bare",
      "tags": "apart"
    },
    "fold": {
      "characters": 150
    },
    "poll": {
      "options": 4,
      "optionLength": 30,
      "questionLength": 140,
      "minutes": {
        "only": [
          1440,
          4320,
          10080,
          20160
        ]
      }
    },
    "comment": {
      "max": 1250,
      "scope": "w_member_social_feed",
      "pageScope": "w_organization_social_feed"
    },
    "media": {
      "files": 9,
      "images": 9,
      "videos": 1,
      "mixed": false,
      "required": false,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif"
      ],
      "animatedTypes": [
        "image/gif"
      ],
      "videoTypes": [
        "video/mp4"
      ],
      "maxImageBytes": 10485760,
      "minVideoBytes": 75000,
      "maxVideoBytes": 524288000,
      "maxFrames": 250,
      "imageSides": {
        "maxPixels": 36152319
      },
      "videoShape": {
        "narrowest": 0.4167,
        "widest": 2.4
      },
      "videoSeconds": {
        "min": 3,
        "max": 1800
      },
      "documents": {
        "files": 1,
        "types": [
          "application/pdf",
          "application/vnd.ms-powerpoint",
          "application/vnd.openxmlformats-officedocument.presentationml.presentation",
          "application/msword",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        ],
        "maxBytes": 100000000,
        "maxPages": 300
      },
      "maxAlt": 4086
    },
    "platform": "profnet"
  },
  "youtube": {
    "label": "YouTube",
    "connect": {
      "app": true
    },
    "color": "#d5121c",
    "glyph": "M3.5 3.5h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM6.8 6.1v3.8L10.1 8z",
    "marks": {
      "links": "bare",
      "tags": "words"
    },
    "comment": {
      "max": 10000,
      "scope": "https://www.googleapis.com/auth/youtube.force-ssl"
    },
    "media": {
      "files": 1,
      "images": 0,
      "videos": 1,
      "mixed": false,
      "required": false,
      "imageTypes": [],
      "animatedTypes": [],
      "videoTypes": [
        "video/mp4",
        "video/quicktime",
        "video/x-msvideo",
        "video/x-matroska",
        "video/webm",
        "video/x-flv",
        "video/x-ms-wmv",
        "video/mpeg",
        "video/3gpp"
      ],
      "maxImageBytes": 0,
      "maxVideoBytes": 4294967296,
      "maxFrames": 0,
      "videoSeconds": {
        "max": 43200
      },
      "maxAlt": 0
    },
    "platform": "video"
  },
  "tiktok": {
    "label": "TikTok",
    "connect": {
      "app": true
    },
    "color": "#16181c",
    "glyph": "M8.8 2.2v8.2a2.6 2.6 0 1 1-2.6-2.6M8.8 2.2c.2 2.2 1.6 3.6 3.9 3.8",
    "marks": {
      "mentions": "dotted",
      "tags": "words"
    },
    "media": {
      "files": 35,
      "images": 35,
      "videos": 1,
      "mixed": false,
      "required": true,
      "imageTypes": [
        "image/jpeg",
        "image/webp"
      ],
      "animatedTypes": [],
      "videoTypes": [
        "video/mp4",
        "video/quicktime",
        "video/webm"
      ],
      "maxImageBytes": 20971520,
      "maxVideoBytes": 4294967296,
      "maxFrames": 0,
      "imageSides": {
        "maxLong": 1920,
        "maxShort": 1080
      },
      "videoSides": {
        "min": 360,
        "maxWidth": 4096,
        "maxHeight": 4096
      },
      "videoSeconds": {
        "max": 600
      },
      "maxAlt": 0
    },
    "fetches": {
      "kinds": [
        "image"
      ],
      "https": true
    },
    "platform": "shortvideo"
  },
  "facebook": {
    "label": "Facebook",
    "connect": {
      "app": true
    },
    "color": "#1569d6",
    "glyph": "M8 1.8a6.2 6.2 0 1 0 .01 0zM8.1 14V7.5c0-1.2.7-1.9 1.8-1.9h.7M6.2 9h4",
    "marks": {
      "links": "bare",
      "tags": "words"
    },
    "typesWithoutText": [
      "story"
    ],
    "mediaOfType": {
      "reel": {
        "files": 1,
        "videoSeconds": {
          "min": 3,
          "max": 90
        }
      },
      "story": {
        "files": 1,
        "videoSeconds": {
          "max": 60
        }
      }
    },
    "comment": {
      "max": 8000,
      "scope": "pages_manage_engagement"
    },
    "media": {
      "files": 10,
      "images": 10,
      "videos": 1,
      "mixed": false,
      "required": false,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif"
      ],
      "animatedTypes": [],
      "videoTypes": [
        "video/mp4",
        "video/quicktime"
      ],
      "maxImageBytes": 10485760,
      "maxVideoBytes": 4294967296,
      "maxFrames": 0,
      "maxAlt": 5000
    },
    "platform": "socialnet"
  },
  "instagram": {
    "label": "Instagram",
    "connect": {
      "app": true
    },
    "color": "#c5307c",
    "glyph": "M5 2.2h6A2.8 2.8 0 0 1 13.8 5v6a2.8 2.8 0 0 1-2.8 2.8H5A2.8 2.8 0 0 1 2.2 11V5A2.8 2.8 0 0 1 5 2.2zM8 5.5a2.5 2.5 0 1 0 .01 0zM11.2 4.7v.1",
    "marks": {
      "mentions": "dotted",
      "tags": "words"
    },
    "typesWithoutText": [
      "story"
    ],
    "mediaOfType": {
      "story": {
        "files": 1,
        "imageShape": {
          "narrowest": 0.01,
          "widest": 100
        },
        "maxVideoBytes": 104857600,
        "videoSeconds": {
          "min": 3,
          "max": 60
        }
      }
    },
    "comment": {
      "max": 300,
      "scope": "instagram_business_manage_comments"
    },
    "keepsPosts": true,
    "media": {
      "files": 10,
      "images": 10,
      "videos": 10,
      "mixed": true,
      "required": true,
      "imageTypes": [
        "image/jpeg"
      ],
      "animatedTypes": [],
      "videoTypes": [
        "video/mp4",
        "video/quicktime"
      ],
      "maxImageBytes": 8388608,
      "maxVideoBytes": 314572800,
      "maxFrames": 0,
      "imageShape": {
        "narrowest": 0.8,
        "widest": 1.91
      },
      "videoSides": {
        "maxWidth": 1920
      },
      "videoSeconds": {
        "min": 3,
        "max": 900
      },
      "maxAlt": 1000
    },
    "fetches": {
      "kinds": [
        "image",
        "video"
      ],
      "https": false
    },
    "platform": "photonet"
  },
  "instagram-facebook": {
    "label": "Instagram",
    "through": "facebook",
    "connect": {
      "app": true
    },
    "color": "#c5307c",
    "glyph": "M5 2.2h6A2.8 2.8 0 0 1 13.8 5v6a2.8 2.8 0 0 1-2.8 2.8H5A2.8 2.8 0 0 1 2.2 11V5A2.8 2.8 0 0 1 5 2.2zM8 5.5a2.5 2.5 0 1 0 .01 0zM11.2 4.7v.1",
    "marks": {
      "mentions": "dotted",
      "tags": "words"
    },
    "typesWithoutText": [
      "story"
    ],
    "mediaOfType": {
      "story": {
        "files": 1,
        "imageShape": {
          "narrowest": 0.01,
          "widest": 100
        },
        "maxVideoBytes": 104857600,
        "videoSeconds": {
          "min": 3,
          "max": 60
        }
      }
    },
    "comment": {
      "max": 300,
      "scope": "instagram_manage_comments"
    },
    "media": {
      "files": 10,
      "images": 10,
      "videos": 10,
      "mixed": true,
      "required": true,
      "imageTypes": [
        "image/jpeg"
      ],
      "animatedTypes": [],
      "videoTypes": [
        "video/mp4",
        "video/quicktime"
      ],
      "maxImageBytes": 8388608,
      "maxVideoBytes": 314572800,
      "maxFrames": 0,
      "imageShape": {
        "narrowest": 0.8,
        "widest": 1.91
      },
      "videoSides": {
        "maxWidth": 1920
      },
      "videoSeconds": {
        "min": 3,
        "max": 900
      },
      "maxAlt": 1000
    },
    "fetches": {
      "kinds": [
        "image"
      ],
      "https": false
    },
    "platform": "photonet"
  },
  "telegram": {
    "label": "Telegram",
    "connect": {
      "secret": "botToken"
    },
    "color": "#1f83bd",
    "glyph": "M14.2 2.4L1.8 7.3l4 1.5 7.3-4.9-5.9 5.8v3.7l2-2.2 3 2.1z",
    "marks": {
      "links": "bare",
      "mentions": "long",
      "tags": "words"
    },
    "text": {
      "maxBesideMedia": 1024
    },
    "poll": {
      "options": 12,
      "optionLength": 100,
      "questionLength": 300,
      "textLength": 1024,
      "multiple": true,
      "minutes": {
        "min": 1,
        "max": 43800
      }
    },
    "media": {
      "files": 10,
      "images": 10,
      "videos": 10,
      "mixed": true,
      "required": false,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp"
      ],
      "animatedTypes": [
        "image/gif"
      ],
      "aloneTypes": [
        "image/gif"
      ],
      "videoTypes": [
        "video/mp4"
      ],
      "maxImageBytes": 10485760,
      "maxAnimationBytes": 52428800,
      "maxVideoBytes": 52428800,
      "maxFrames": 0,
      "imageSides": {
        "maxSum": 10000
      },
      "imageShape": {
        "narrowest": 0.05,
        "widest": 20
      },
      "documents": {
        "files": 10,
        "types": [
          "application/pdf",
          "application/vnd.ms-powerpoint",
          "application/vnd.openxmlformats-officedocument.presentationml.presentation",
          "application/msword",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        ],
        "maxBytes": 52428800
      },
      "maxAlt": 0
    },
    "platform": "chatbot"
  },
  "discord": {
    "label": "Discord",
    "connect": {
      "secret": "webhookUrl"
    },
    "color": "#5563e8",
    "glyph": "M2.2 11.7c0-3 .7-5.3 1.7-7.2 1-.5 1.7-.7 2.4-.8l.5.9h2.4l.5-.9c.7.1 1.4.3 2.4.8 1 1.9 1.7 4.2 1.7 7.2-1 .8-2 1.2-3 1.4l-.8-1.3c-1.3.3-2.7.3-4 0l-.8 1.3c-1-.2-2-.6-3-1.4zM6 8.1v.8M10 8.1v.8",
    "marks": {
      "links": "written"
    },
    "text": {
      "max": 2000,
      "escapesMarkdown": true
    },
    "poll": {
      "options": 10,
      "optionLength": 55,
      "questionLength": 300,
      "multiple": true,
      "withMedia": true,
      "minutes": {
        "min": 60,
        "max": 46080,
        "step": 60
      }
    },
    "comment": {},
    "media": {
      "files": 10,
      "images": 10,
      "videos": 10,
      "mixed": true,
      "required": false,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp"
      ],
      "animatedTypes": [
        "image/gif",
        "image/webp"
      ],
      "videoTypes": [
        "video/mp4",
        "video/quicktime",
        "video/webm"
      ],
      "maxImageBytes": 10485760,
      "maxVideoBytes": 10485760,
      "maxFrames": 0,
      "documents": {
        "files": 10,
        "types": [
          "application/pdf",
          "application/vnd.ms-powerpoint",
          "application/vnd.openxmlformats-officedocument.presentationml.presentation",
          "application/msword",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        ],
        "maxBytes": 10485760,
        "mixed": true
      },
      "maxAlt": 1024
    },
    "platform": "chatbot"
  },
  "mastodon": {
    "label": "Mastodon",
    "connect": {
      "asks": "host",
      "secret": "accessToken"
    },
    "color": "#5b45d6",
    "glyph": "M13.6 6.1c0-2.9-2-3.9-5.6-3.9s-5.6 1-5.6 3.9c0 4.6.5 7.6 4.4 7.7 1.4 0 2.5-.3 3.3-.8M5 9V6.5c0-2.1 3-2.1 3 0v1.7M8 6.5c0-2.1 3-2.1 3 0V9",
    "marks": {
      "links": "written",
      "mentions": "withHost",
      "tags": "words"
    },
    "poll": {
      "options": 4,
      "optionLength": 50,
      "multiple": true,
      "minutes": {
        "min": 5,
        "max": 43829
      }
    },
    "media": {
      "files": 4,
      "images": 4,
      "videos": 1,
      "mixed": false,
      "required": false,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp"
      ],
      "animatedTypes": [
        "image/gif"
      ],
      "videoTypes": [
        "video/mp4",
        "video/quicktime",
        "video/webm"
      ],
      "maxImageBytes": 16777216,
      "maxVideoBytes": 103809024,
      "maxFrames": 0,
      "imageSides": {
        "maxPixels": 33177600
      },
      "animationSides": {
        "maxPixels": 921600
      },
      "videoSides": {
        "maxPixels": 8294400
      },
      "maxAlt": 1500
    },
    "platform": "mastodon"
  },
  "bluesky": {
    "label": "Bluesky",
    "connect": {
      "asks": "handle",
      "secret": "appPassword"
    },
    "color": "#0f6fe8",
    "glyph": "M8 7.3C7 5.2 4.7 3.2 2.9 2.6c-.7 1.2 0 4.2.6 5 .7.9 1.9 1.1 2.9.9-1.8.3-2.5 1.3-1.4 2.6 1.4 1.7 2.4 0 3-1.5.6 1.5 1.6 3.2 3 1.5 1.1-1.3.4-2.3-1.4-2.6 1 .2 2.2 0 2.9-.9.6-.8 1.3-3.8.6-5C11.3 3.2 9 5.2 8 7.3z",
    "marks": "facets",
    "fold": {
      "lines": 25
    },
    "media": {
      "files": 4,
      "images": 4,
      "videos": 1,
      "mixed": false,
      "required": false,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/webp"
      ],
      "animatedTypes": [],
      "videoTypes": [
        "video/mp4"
      ],
      "maxImageBytes": 2000000,
      "maxVideoBytes": 300000000,
      "maxFrames": 0,
      "videoSeconds": {
        "max": 600
      },
      "maxAlt": 2000
    },
    "platform": "bluesky"
  }
} as const;

export const PLATFORMS = {
  "profnet": {
    "label": "LinkedIn",
    "networks": [
      "linkedin"
    ],
    "paidPlan": false,
    "replies": false,
    "text": {
      "max": 3000,
      "unit": "utf16",
      "required": true
    },
    "mediaUrls": [
      "image"
    ],
    "costs": {
      "post": 1,
      "deletePost": 1,
      "reshare": 1
    }
  },
  "microblog": {
    "label": "X",
    "networks": [
      "x"
    ],
    "paidPlan": true,
    "replies": true,
    "text": {
      "max": 280,
      "subscriberMax": 4000,
      "unit": "weighted",
      "required": true
    },
    "mediaUrls": [],
    "costs": {
      "post": 3,
      "directMessage": 2,
      "like": 1,
      "unlike": 1,
      "follow": 1,
      "unfollow": 1,
      "bookmark": 1,
      "removeBookmark": 1,
      "deletePost": 1,
      "hideReply": 1,
      "readTimeline": 0,
      "findUser": 0
    }
  },
  "video": {
    "label": "YouTube",
    "networks": [
      "youtube"
    ],
    "paidPlan": false,
    "replies": false,
    "text": {
      "max": 5000,
      "unit": "bytes",
      "required": true
    },
    "mediaUrls": [
      "video"
    ],
    "costs": {
      "post": 1,
      "deletePost": 1
    }
  },
  "shortvideo": {
    "label": "TikTok",
    "networks": [
      "tiktok"
    ],
    "paidPlan": false,
    "replies": false,
    "text": {
      "max": 2200,
      "unit": "utf16",
      "required": true
    },
    "mediaUrls": [
      "video"
    ],
    "costs": {
      "post": 1
    }
  },
  "socialnet": {
    "label": "Facebook",
    "networks": [
      "facebook"
    ],
    "paidPlan": false,
    "replies": false,
    "text": {
      "max": 63206,
      "unit": "characters",
      "required": true
    },
    "mediaUrls": [
      "image",
      "video"
    ],
    "costs": {
      "post": 1,
      "deletePost": 1
    }
  },
  "photonet": {
    "label": "Instagram",
    "networks": [
      "instagram",
      "instagram-facebook"
    ],
    "paidPlan": false,
    "replies": false,
    "text": {
      "max": 2200,
      "unit": "characters",
      "required": true
    },
    "mediaUrls": [
      "image",
      "video"
    ],
    "costs": {
      "post": 1,
      "deletePost": 1
    }
  },
  "chatbot": {
    "label": "Telegram or Discord",
    "networks": [
      "telegram",
      "discord"
    ],
    "glyph": "M4 2.8h8a1.8 1.8 0 0 1 1.8 1.8v4.6A1.8 1.8 0 0 1 12 11H7.4l-3.2 2.6V11H4a1.8 1.8 0 0 1-1.8-1.8V4.6A1.8 1.8 0 0 1 4 2.8z",
    "marks": {},
    "paidPlan": false,
    "replies": false,
    "text": {
      "max": 4096,
      "unit": "utf16",
      "required": true
    },
    "mediaUrls": [
      "image",
      "video"
    ],
    "costs": {
      "post": 1,
      "deletePost": 1
    }
  },
  "bluesky": {
    "label": "Bluesky",
    "networks": [
      "bluesky"
    ],
    "signIn": {
      "asks": "handle",
      "secret": "appPassword"
    },
    "paidPlan": false,
    "replies": true,
    "text": {
      "max": 300,
      "unit": "graphemes",
      "maxBytes": 3000,
      "required": true
    },
    "mediaUrls": [
      "image",
      "video"
    ],
    "costs": {
      "post": 1,
      "deletePost": 1
    }
  },
  "mastodon": {
    "label": "Mastodon",
    "networks": [
      "mastodon"
    ],
    "signIn": {
      "asks": "host",
      "secret": "accessToken"
    },
    "paidPlan": false,
    "replies": true,
    "text": {
      "max": 500,
      "unit": "graphemes",
      "linkLength": 23,
      "perServer": true,
      "countedSetting": "spoilerText",
      "required": true
    },
    "mediaUrls": [
      "image",
      "video"
    ],
    "costs": {
      "post": 1,
      "deletePost": 1
    }
  }
} as const;

export const PLANS = {
  "free": {
    "label": "Free",
    "price": 0,
    "monthlyCredits": 500,
    "quotas": {
      "keys": 25,
      "profiles": 25,
      "scheduledPosts": 500,
      "scheduledBytes": 20000000,
      "storedBytes": 100000000,
      "answerBytes": 64000000,
      "temporaryBytes": 8589934592,
      "workerSeconds": 300
    }
  },
  "pro": {
    "label": "Pro",
    "price": 29,
    "monthlyCredits": 10000,
    "quotas": {
      "keys": 250,
      "profiles": 1000,
      "scheduledPosts": 25000,
      "scheduledBytes": 500000000,
      "storedBytes": 1000000000,
      "answerBytes": 64000000,
      "temporaryBytes": 8589934592,
      "workerSeconds": 600
    }
  }
} as const;

export const ERROR_CODES = {
  "invalid_request": {
    "status": 400,
    "retryable": false
  },
  "invalid_json": {
    "status": 400,
    "retryable": false
  },
  "invalid_idempotency_key": {
    "status": 400,
    "retryable": false
  },
  "malformed_http": {
    "status": 400,
    "retryable": false
  },
  "past_time": {
    "status": 400,
    "retryable": false
  },
  "oauth_flow_invalid": {
    "status": 400,
    "retryable": false
  },
  "authorization_pending": {
    "status": 400,
    "retryable": false
  },
  "slow_down": {
    "status": 400,
    "retryable": false
  },
  "access_denied": {
    "status": 400,
    "retryable": false
  },
  "expired_token": {
    "status": 400,
    "retryable": false
  },
  "invalid_grant": {
    "status": 400,
    "retryable": false
  },
  "unauthorized": {
    "status": 401,
    "retryable": false
  },
  "session_required": {
    "status": 401,
    "retryable": false
  },
  "insufficient_credits": {
    "status": 402,
    "retryable": false
  },
  "credit_limit_reached": {
    "status": 402,
    "retryable": false
  },
  "paid_plan_required": {
    "status": 403,
    "retryable": false
  },
  "quota_exceeded": {
    "status": 403,
    "retryable": false
  },
  "forbidden": {
    "status": 403,
    "retryable": false
  },
  "scope_missing": {
    "status": 403,
    "retryable": false
  },
  "cross_site_request": {
    "status": 403,
    "retryable": false
  },
  "sign_up_closed": {
    "status": 403,
    "retryable": false
  },
  "network_refused": {
    "status": 403,
    "retryable": false
  },
  "network_forbidden": {
    "status": 403,
    "retryable": false
  },
  "network_credits_depleted": {
    "status": 403,
    "retryable": false
  },
  "duplicate_content": {
    "status": 403,
    "retryable": false
  },
  "not_deletable": {
    "status": 403,
    "retryable": false
  },
  "reconnect_required": {
    "status": 403,
    "retryable": false
  },
  "not_found": {
    "status": 404,
    "retryable": false
  },
  "profile_not_found": {
    "status": 404,
    "retryable": false
  },
  "platform_unknown": {
    "status": 404,
    "retryable": false
  },
  "platform_not_configured": {
    "status": 404,
    "retryable": false
  },
  "not_connected": {
    "status": 404,
    "retryable": false
  },
  "network_not_found": {
    "status": 404,
    "retryable": false
  },
  "method_not_allowed": {
    "status": 405,
    "retryable": false
  },
  "request_timeout": {
    "status": 408,
    "retryable": true
  },
  "conflict": {
    "status": 409,
    "retryable": false
  },
  "email_taken": {
    "status": 409,
    "retryable": false
  },
  "is_draft": {
    "status": 409,
    "retryable": false
  },
  "no_free_slot": {
    "status": 409,
    "retryable": false
  },
  "mail_not_set_up": {
    "status": 409,
    "retryable": false
  },
  "idempotency_in_progress": {
    "status": 409,
    "retryable": true
  },
  "payload_too_large": {
    "status": 413,
    "retryable": false
  },
  "media_quota_exceeded": {
    "status": 413,
    "retryable": false
  },
  "uri_too_long": {
    "status": 414,
    "retryable": false
  },
  "unsupported_media_type": {
    "status": 415,
    "retryable": false
  },
  "range_not_satisfiable": {
    "status": 416,
    "retryable": false
  },
  "idempotency_key_reused": {
    "status": 422,
    "retryable": false
  },
  "rate_limited": {
    "status": 429,
    "retryable": true
  },
  "network_rate_limited": {
    "status": 429,
    "retryable": true
  },
  "headers_too_large": {
    "status": 431,
    "retryable": false
  },
  "internal_error": {
    "status": 500,
    "retryable": true
  },
  "network_unavailable": {
    "status": 502,
    "retryable": true
  },
  "network_version_sunset": {
    "status": 502,
    "retryable": false
  },
  "outcome_unknown": {
    "status": 502,
    "retryable": false
  },
  "media_unreachable": {
    "status": 502,
    "retryable": true
  },
  "media_refused": {
    "status": 400,
    "retryable": false
  },
  "still_sending": {
    "status": 502,
    "retryable": false
  },
  "earlier_part_missing": {
    "status": 409,
    "retryable": true
  },
  "canceled": {
    "status": 409,
    "retryable": false
  },
  "missed": {
    "status": 409,
    "retryable": false
  },
  "unavailable": {
    "status": 503,
    "retryable": true
  }
} as const;

export const POST_STATUSES = [
  "published",
  "scheduled",
  "publishing",
  "canceled",
  "missed"
] as const;

export const POST_OUTCOMES = [
  "scheduled",
  "pending",
  "published",
  "partial",
  "failed",
  "unknown",
  "missed",
  "canceled",
  "unpublished"
] as const;

export const COUNTER_KINDS = [
  "views",
  "reactions",
  "replies",
  "shares",
  "quotes",
  "saves"
] as const;

export const LOG_ACTIONS = [
  "post.published",
  "post.unpublished",
  "draft.created",
  "draft.edited",
  "draft.approved",
  "draft.deleted",
  "platform.connected",
  "platform.disconnected",
  "platform.needs_reconnect",
  "platform.expiring",
  "profile.created",
  "profile.deleted",
  "profile.slots_changed",
  "command.signed_in",
  "webhook.created",
  "webhook.deleted",
  "webhook.paused",
  "member.invited",
  "member.joined",
  "member.role_changed",
  "member.removed",
  "invitation.revoked"
] as const;

export const LOG_STATUSES = [
  "success",
  "failed",
  "unknown",
  "missed",
  "canceled"
] as const;

export const SCOPES = [
  "read",
  "draft",
  "publish",
  "actions",
  "admin"
] as const;

export const ROLES = [
  "owner",
  "editor",
  "writer"
] as const;

export const WEBHOOK_KINDS = [
  "post.scheduled",
  "post.published",
  "post.partial",
  "post.failed",
  "post.unknown",
  "post.missed",
  "post.canceled",
  "post.unpublished",
  "draft.created",
  "draft.approved",
  "connection.connected",
  "connection.needs_reconnect",
  "connection.expiring",
  "connection.disconnected",
  "credits.low"
] as const;

export const META_OWNERS = {
  "title": "video",
  "tags": "video",
  "categoryId": "video",
  "privacyStatus": "video",
  "privacyLevel": "shortvideo",
  "pull": "shortvideo",
  "langs": "bluesky",
  "visibility": "mastodon",
  "spoilerText": "mastodon",
  "sensitive": "mastodon",
  "language": "mastodon"
} as const;
