// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.

export const networkFacts = {
  "x": {
    "label": "X",
    "hosts": [
      "api.x.com",
      "api.twitter.com",
      "upload.x.com",
      "upload.twitter.com",
      "x.com",
      "twitter.com"
    ],
    "glyph": "M3 3l10 10M13 3L3 13"
  },
  "linkedin": {
    "label": "LinkedIn",
    "hosts": [
      "api.linkedin.com",
      "www.linkedin.com"
    ],
    "glyph": "M3.2 2.2h9.6a1 1 0 0 1 1 1v9.6a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1V3.2a1 1 0 0 1 1-1zM5.4 7.2v3.9M5.4 4.9V5M8 11.1V7.2M8 9a1.6 1.6 0 0 1 3.2 0v2.1"
  },
  "youtube": {
    "label": "YouTube",
    "hosts": [
      "accounts.google.com",
      "oauth2.googleapis.com",
      "openidconnect.googleapis.com",
      "www.googleapis.com",
      "youtube.googleapis.com",
      "www.youtube.com"
    ],
    "glyph": "M3.5 3.5h9a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-9a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2zM6.8 6.1v3.8L10.1 8z"
  },
  "tiktok": {
    "label": "TikTok",
    "hosts": [
      "open.tiktokapis.com",
      "open-upload.tiktokapis.com",
      "upload.us.tiktokapis.com",
      "www.tiktok.com"
    ],
    "glyph": "M8.8 2.2v8.2a2.6 2.6 0 1 1-2.6-2.6M8.8 2.2c.2 2.2 1.6 3.6 3.9 3.8"
  },
  "facebook": {
    "label": "Facebook",
    "hosts": [
      "graph.facebook.com",
      "graph-video.facebook.com",
      "rupload.facebook.com",
      "www.facebook.com"
    ],
    "glyph": "M8 1.8a6.2 6.2 0 1 0 .01 0zM8.1 14V7.5c0-1.2.7-1.9 1.8-1.9h.7M6.2 9h4"
  },
  "instagram": {
    "label": "Instagram",
    "hosts": [
      "graph.instagram.com",
      "api.instagram.com",
      "www.instagram.com"
    ],
    "glyph": "M5 2.2h6A2.8 2.8 0 0 1 13.8 5v6a2.8 2.8 0 0 1-2.8 2.8H5A2.8 2.8 0 0 1 2.2 11V5A2.8 2.8 0 0 1 5 2.2zM8 5.5a2.5 2.5 0 1 0 .01 0zM11.2 4.7v.1"
  },
  "telegram": {
    "label": "Telegram",
    "hosts": [
      "api.telegram.org",
      "t.me"
    ],
    "glyph": "M14.2 2.4L1.8 7.3l4 1.5 7.3-4.9-5.9 5.8v3.7l2-2.2 3 2.1z"
  },
  "discord": {
    "label": "Discord",
    "hosts": [
      "discord.com",
      "ptb.discord.com",
      "canary.discord.com",
      "discordapp.com",
      "ptb.discordapp.com",
      "canary.discordapp.com"
    ],
    "glyph": "M2.2 11.7c0-3 .7-5.3 1.7-7.2 1-.5 1.7-.7 2.4-.8l.5.9h2.4l.5-.9c.7.1 1.4.3 2.4.8 1 1.9 1.7 4.2 1.7 7.2-1 .8-2 1.2-3 1.4l-.8-1.3c-1.3.3-2.7.3-4 0l-.8 1.3c-1-.2-2-.6-3-1.4zM6 8.1v.8M10 8.1v.8"
  },
  "mastodon": {
    "label": "Mastodon",
    "hosts": [
      "mastodon.social"
    ],
    "glyph": "M13.6 6.1c0-2.9-2-3.9-5.6-3.9s-5.6 1-5.6 3.9c0 4.6.5 7.6 4.4 7.7 1.4 0 2.5-.3 3.3-.8M5 9V6.5c0-2.1 3-2.1 3 0v1.7M8 6.5c0-2.1 3-2.1 3 0V9"
  },
  "bluesky": {
    "label": "Bluesky",
    "hosts": [
      "bsky.social",
      "bsky.app",
      "plc.directory",
      "public.api.bsky.app",
      "video.bsky.app"
    ],
    "glyph": "M8 7.3C7 5.2 4.7 3.2 2.9 2.6c-.7 1.2 0 4.2.6 5 .7.9 1.9 1.1 2.9.9-1.8.3-2.5 1.3-1.4 2.6 1.4 1.7 2.4 0 3-1.5.6 1.5 1.6 3.2 3 1.5 1.1-1.3.4-2.3-1.4-2.6 1 .2 2.2 0 2.9-.9.6-.8 1.3-3.8.6-5C11.3 3.2 9 5.2 8 7.3z"
  }
} as const;
