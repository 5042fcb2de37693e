// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.

export const CAPABILITIES = {
  "x": {
    "network": "X",
    "states": {
      "alt text": "yes",
      "link card": "no",
      "several pictures": "yes",
      "animation": "yes",
      "video": "yes",
      "document": "no",
      "poll": "yes",
      "reply": "not yet",
      "quote": "no",
      "first comment": "yes",
      "edit": "not yet",
      "delete": "yes"
    }
  },
  "linkedin": {
    "network": "LinkedIn",
    "states": {
      "alt text": "yes",
      "link card": "yes",
      "several pictures": "yes",
      "animation": "yes",
      "video": "yes",
      "document": "yes",
      "poll": "yes",
      "reply": "not yet",
      "quote": "not yet",
      "first comment": "yes",
      "edit": "not yet",
      "delete": "yes"
    }
  },
  "youtube": {
    "network": "YouTube",
    "states": {
      "alt text": "no",
      "link card": "no",
      "several pictures": "no",
      "animation": "no",
      "video": "yes",
      "document": "no",
      "poll": "no",
      "reply": "not yet",
      "quote": "no",
      "first comment": "yes",
      "edit": "not yet",
      "delete": "yes"
    }
  },
  "tiktok": {
    "network": "TikTok",
    "states": {
      "alt text": "no",
      "link card": "no",
      "several pictures": "yes",
      "animation": "no",
      "video": "yes",
      "document": "no",
      "poll": "no",
      "reply": "no",
      "quote": "no",
      "first comment": "no",
      "edit": "no",
      "delete": "no"
    }
  },
  "facebook": {
    "network": "Facebook",
    "states": {
      "alt text": "yes",
      "link card": "yes",
      "several pictures": "yes",
      "animation": "no",
      "video": "yes",
      "document": "no",
      "poll": "not verified",
      "reply": "not yet",
      "quote": "no",
      "first comment": "yes",
      "edit": "not yet",
      "delete": "yes"
    }
  },
  "instagram": {
    "network": "Instagram",
    "states": {
      "alt text": "yes",
      "link card": "no",
      "several pictures": "yes",
      "animation": "no",
      "video": "yes",
      "document": "no",
      "poll": "no",
      "reply": "not yet",
      "quote": "no",
      "first comment": "yes",
      "edit": "no",
      "delete": "not verified"
    }
  },
  "instagram-facebook": {
    "network": "Instagram through Facebook",
    "states": {
      "alt text": "yes",
      "link card": "no",
      "several pictures": "yes",
      "animation": "no",
      "video": "yes",
      "document": "no",
      "poll": "no",
      "reply": "not yet",
      "quote": "no",
      "first comment": "yes",
      "edit": "no",
      "delete": "yes"
    }
  },
  "telegram": {
    "network": "Telegram",
    "states": {
      "alt text": "no",
      "link card": "no",
      "several pictures": "yes",
      "animation": "yes",
      "video": "yes",
      "document": "yes",
      "poll": "yes",
      "reply": "not yet",
      "quote": "no",
      "first comment": "no",
      "edit": "not yet",
      "delete": "yes"
    }
  },
  "discord": {
    "network": "Discord",
    "states": {
      "alt text": "yes",
      "link card": "no",
      "several pictures": "yes",
      "animation": "yes",
      "video": "yes",
      "document": "yes",
      "poll": "yes",
      "reply": "no",
      "quote": "no",
      "first comment": "yes",
      "edit": "not yet",
      "delete": "yes"
    }
  },
  "mastodon": {
    "network": "Mastodon",
    "states": {
      "alt text": "yes",
      "link card": "no",
      "several pictures": "yes",
      "animation": "yes",
      "video": "yes",
      "document": "no",
      "poll": "yes",
      "reply": "not yet",
      "quote": "not yet",
      "first comment": "yes",
      "edit": "not yet",
      "delete": "yes"
    }
  },
  "bluesky": {
    "network": "Bluesky",
    "states": {
      "alt text": "yes",
      "link card": "yes",
      "several pictures": "yes",
      "animation": "no",
      "video": "yes",
      "document": "no",
      "poll": "no",
      "reply": "not yet",
      "quote": "not yet",
      "first comment": "yes",
      "edit": "no",
      "delete": "yes"
    }
  }
} as const;
