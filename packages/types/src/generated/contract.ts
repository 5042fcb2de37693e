// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.

export const OPERATIONS = {
  "listPosts": {
    "method": "GET",
    "path": "/api/v1/posts",
    "tag": "posts"
  },
  "createPost": {
    "method": "POST",
    "path": "/api/v1/posts",
    "tag": "posts"
  },
  "getPost": {
    "method": "GET",
    "path": "/api/v1/posts/{id}",
    "tag": "posts"
  },
  "updatePost": {
    "method": "PATCH",
    "path": "/api/v1/posts/{id}",
    "tag": "posts"
  },
  "cancelPost": {
    "method": "DELETE",
    "path": "/api/v1/posts/{id}",
    "tag": "posts"
  },
  "retryPost": {
    "method": "POST",
    "path": "/api/v1/posts/{id}/retry",
    "tag": "posts"
  },
  "resolvePost": {
    "method": "POST",
    "path": "/api/v1/posts/{id}/resolve",
    "tag": "posts"
  },
  "likePost": {
    "method": "POST",
    "path": "/api/v1/microblog/like",
    "tag": "microblog"
  },
  "unlikePost": {
    "method": "DELETE",
    "path": "/api/v1/microblog/like",
    "tag": "microblog"
  },
  "followUser": {
    "method": "POST",
    "path": "/api/v1/microblog/follow",
    "tag": "microblog"
  },
  "unfollowUser": {
    "method": "DELETE",
    "path": "/api/v1/microblog/follow",
    "tag": "microblog"
  },
  "bookmarkPost": {
    "method": "POST",
    "path": "/api/v1/microblog/bookmark",
    "tag": "microblog"
  },
  "removeBookmark": {
    "method": "DELETE",
    "path": "/api/v1/microblog/bookmark",
    "tag": "microblog"
  },
  "sendDirectMessage": {
    "method": "POST",
    "path": "/api/v1/microblog/dm",
    "tag": "microblog"
  },
  "deleteMicroblogPost": {
    "method": "DELETE",
    "path": "/api/v1/microblog/mpost",
    "tag": "microblog"
  },
  "setReplyHidden": {
    "method": "PUT",
    "path": "/api/v1/microblog/reply/hide",
    "tag": "microblog"
  },
  "readTimeline": {
    "method": "GET",
    "path": "/api/v1/microblog/timeline",
    "tag": "microblog"
  },
  "findUser": {
    "method": "GET",
    "path": "/api/v1/microblog/user",
    "tag": "microblog"
  },
  "deleteProfnetPost": {
    "method": "DELETE",
    "path": "/api/v1/profnet/post",
    "tag": "profnet"
  },
  "resharePost": {
    "method": "POST",
    "path": "/api/v1/profnet/reshare",
    "tag": "profnet"
  },
  "getUsage": {
    "method": "GET",
    "path": "/api/usage",
    "tag": "usage"
  },
  "listLogs": {
    "method": "GET",
    "path": "/api/logs",
    "tag": "logs"
  },
  "listProfiles": {
    "method": "GET",
    "path": "/api/profiles",
    "tag": "profiles"
  },
  "createProfile": {
    "method": "POST",
    "path": "/api/profiles",
    "tag": "profiles"
  },
  "updateProfile": {
    "method": "PATCH",
    "path": "/api/profiles/{profileId}",
    "tag": "profiles"
  },
  "deleteProfile": {
    "method": "DELETE",
    "path": "/api/profiles/{profileId}",
    "tag": "profiles"
  },
  "listKeys": {
    "method": "GET",
    "path": "/api/keys",
    "tag": "keys"
  },
  "createKey": {
    "method": "POST",
    "path": "/api/keys",
    "tag": "keys"
  },
  "revokeKey": {
    "method": "DELETE",
    "path": "/api/keys/{keyId}",
    "tag": "keys"
  },
  "getConnectionStatus": {
    "method": "GET",
    "path": "/api/connect/status",
    "tag": "connections"
  },
  "startConnection": {
    "method": "GET",
    "path": "/api/auth/{platform}",
    "tag": "connections"
  },
  "completeConnection": {
    "method": "GET",
    "path": "/api/auth/{platform}/callback",
    "tag": "connections"
  },
  "listAccountOptions": {
    "method": "GET",
    "path": "/api/connect/{platform}/options",
    "tag": "connections"
  },
  "confirmConnection": {
    "method": "POST",
    "path": "/api/connect/{platform}/confirm",
    "tag": "connections"
  },
  "disconnectPlatform": {
    "method": "POST",
    "path": "/api/connect/{platform}/disconnect",
    "tag": "connections"
  },
  "receiveContent": {
    "method": "POST",
    "path": "/api/webhooks/incoming",
    "tag": "webhooks"
  },
  "getAccount": {
    "method": "GET",
    "path": "/api/account",
    "tag": "account"
  },
  "signUp": {
    "method": "POST",
    "path": "/api/account/sign-up",
    "tag": "account"
  },
  "signIn": {
    "method": "POST",
    "path": "/api/account/sign-in",
    "tag": "account"
  },
  "signOut": {
    "method": "POST",
    "path": "/api/account/sign-out",
    "tag": "account"
  },
  "getOpenApi": {
    "method": "GET",
    "path": "/openapi.json",
    "tag": "server"
  },
  "getLlmsTxt": {
    "method": "GET",
    "path": "/llms.txt",
    "tag": "server"
  },
  "getHealth": {
    "method": "GET",
    "path": "/healthz",
    "tag": "server"
  },
  "getReadiness": {
    "method": "GET",
    "path": "/readyz",
    "tag": "server"
  },
  "getMetrics": {
    "method": "GET",
    "path": "/metrics",
    "tag": "server"
  }
} as const;

export const PLATFORMS = {
  "profnet": {
    "label": "Professional network",
    "networks": [
      "linkedin"
    ],
    "paidPlan": false,
    "text": {
      "max": 3000,
      "unit": "characters",
      "required": true
    },
    "media": {
      "mediaUrls": true,
      "images": 9,
      "videos": 0,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif"
      ],
      "videoTypes": [],
      "maxImageBytes": 10485760,
      "required": false
    },
    "costs": {
      "post": 1,
      "deletePost": 1,
      "reshare": 1
    }
  },
  "microblog": {
    "label": "Microblog",
    "networks": [
      "x"
    ],
    "paidPlan": true,
    "text": {
      "max": 280,
      "unit": "weighted",
      "required": true
    },
    "media": {
      "mediaUrls": false,
      "images": 4,
      "videos": 0,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp"
      ],
      "videoTypes": [],
      "maxImageBytes": 5242880,
      "required": false
    },
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
    "label": "Video",
    "networks": [
      "youtube"
    ],
    "paidPlan": false,
    "text": {
      "max": 5000,
      "unit": "bytes",
      "required": true
    },
    "media": {
      "mediaUrls": true,
      "images": 0,
      "videos": 1,
      "imageTypes": [],
      "videoTypes": [
        "video/mp4",
        "video/quicktime",
        "video/x-msvideo",
        "video/x-matroska",
        "video/webm",
        "video/x-flv",
        "video/x-ms-wmv"
      ],
      "maxImageBytes": 0,
      "required": false
    },
    "costs": {
      "post": 1
    }
  },
  "shortvideo": {
    "label": "Short video",
    "networks": [
      "tiktok"
    ],
    "paidPlan": false,
    "text": {
      "max": 2200,
      "unit": "utf16",
      "required": true
    },
    "media": {
      "mediaUrls": true,
      "images": 0,
      "videos": 1,
      "imageTypes": [],
      "videoTypes": [
        "video/mp4",
        "video/quicktime",
        "video/webm"
      ],
      "maxImageBytes": 0,
      "required": true
    },
    "costs": {
      "post": 1
    }
  },
  "socialnet": {
    "label": "Social network",
    "networks": [
      "facebook"
    ],
    "paidPlan": false,
    "text": {
      "max": 63206,
      "unit": "characters",
      "required": true
    },
    "media": {
      "mediaUrls": true,
      "images": 10,
      "videos": 1,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif"
      ],
      "videoTypes": [
        "video/mp4",
        "video/quicktime"
      ],
      "maxImageBytes": 10485760,
      "required": false
    },
    "costs": {
      "post": 1
    }
  },
  "photonet": {
    "label": "Photo network",
    "networks": [
      "instagram"
    ],
    "paidPlan": false,
    "text": {
      "max": 2200,
      "unit": "characters",
      "required": true
    },
    "media": {
      "mediaUrls": true,
      "images": 10,
      "videos": 1,
      "imageTypes": [
        "image/jpeg"
      ],
      "videoTypes": [
        "video/mp4",
        "video/quicktime"
      ],
      "maxImageBytes": 8388608,
      "required": true
    },
    "costs": {
      "post": 1
    }
  },
  "chatbot": {
    "label": "Chat bot",
    "networks": [
      "telegram",
      "discord"
    ],
    "paidPlan": false,
    "text": {
      "max": 4096,
      "unit": "utf16",
      "required": true
    },
    "media": {
      "mediaUrls": true,
      "images": 10,
      "videos": 1,
      "imageTypes": [
        "image/jpeg",
        "image/png",
        "image/gif",
        "image/webp"
      ],
      "videoTypes": [
        "video/mp4"
      ],
      "maxImageBytes": 10485760,
      "required": false
    },
    "costs": {
      "post": 1
    }
  }
} as const;

export const PLANS = {
  "free": {
    "label": "Free",
    "price": 0,
    "monthlyCredits": 500
  },
  "pro": {
    "label": "Pro",
    "price": 29,
    "monthlyCredits": 10000
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
  "oauth_flow_invalid": {
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
  "paid_plan_required": {
    "status": 403,
    "retryable": false
  },
  "forbidden": {
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
  "idempotency_in_progress": {
    "status": 409,
    "retryable": true
  },
  "payload_too_large": {
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
