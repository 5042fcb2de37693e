// Generated from specs/openapi.yaml by `pnpm generate`. Change the contract, not this file.

export const SETTINGS = {
  "profnet": {
    "visibility": {
      "type": "string",
      "values": [
        "PUBLIC",
        "CONNECTIONS",
        "LOGGED_IN"
      ],
      "description": "Who sees the post: everybody (when left out), the connections of the account, or everybody who is signed in"
    },
    "title": {
      "type": "string",
      "description": "Title of a video or document; that of a document is its file's name when left out"
    }
  },
  "microblog": {
    "replySettings": {
      "type": "string",
      "values": [
        "following",
        "mentionedUsers",
        "subscribers",
        "verified"
      ],
      "description": "Who may reply: accounts that it follows, those that the post names, subscribers, or verified accounts; everybody when left out"
    },
    "communityId": {
      "type": "string",
      "description": "Community in which the post is published"
    },
    "shareWithFollowers": {
      "type": "boolean",
      "description": "Whether followers also see a post to a community"
    },
    "aiGenerated": {
      "type": "boolean",
      "description": "Whether the network labels the post as made with AI; `aiGenerated` of the post when left out"
    },
    "paidPartnership": {
      "type": "boolean",
      "description": "Whether the network labels the post as a paid partnership; `paidPartnership` of the post when left out"
    }
  },
  "video": {
    "title": {
      "type": "string",
      "description": "Title; the first line of the text when left out"
    },
    "tags": {
      "type": "array",
      "description": "Tags of the video"
    },
    "categoryId": {
      "type": "string",
      "description": "Number of a category that YouTube lets videos have: 1, 2, 10, 15, 17, 19, 20, or 22 to 29; 22 (People & Blogs) when left out"
    },
    "privacyStatus": {
      "type": "string",
      "values": [
        "public",
        "unlisted",
        "private"
      ],
      "description": "Who sees the video; public when left out"
    },
    "madeForKids": {
      "type": "boolean",
      "description": "Whether the video is made for kids, as YouTube asks of its owner; the channel's own answer when left out"
    },
    "notifySubscribers": {
      "type": "boolean",
      "description": "Whether subscribers of the channel are notified; true when left out"
    },
    "aiGenerated": {
      "type": "boolean",
      "description": "Whether the network labels the post as made with AI; `aiGenerated` of the post when left out"
    },
    "paidPartnership": {
      "type": "boolean",
      "description": "Whether the network labels the post as a paid partnership; `paidPartnership` of the post when left out"
    }
  },
  "shortvideo": {
    "privacyLevel": {
      "type": "string",
      "values": [
        "PUBLIC_TO_EVERYONE",
        "MUTUAL_FOLLOW_FRIENDS",
        "FOLLOWER_OF_CREATOR",
        "SELF_ONLY"
      ],
      "description": "One of the privacy levels that the account offers; everybody when left out"
    },
    "pull": {
      "type": "boolean",
      "description": "True makes TikTok fetch the video from its address instead of receiving an upload"
    },
    "title": {
      "type": "string",
      "description": "Title of pictures, whose text is their description"
    },
    "disableComment": {
      "type": "boolean",
      "description": "Whether nobody may comment"
    },
    "disableDuet": {
      "type": "boolean",
      "description": "Whether nobody may make a duet with the video"
    },
    "disableStitch": {
      "type": "boolean",
      "description": "Whether nobody may stitch the video"
    },
    "coverMs": {
      "type": "integer",
      "description": "Frame of the video that is its cover, in milliseconds; the first one when left out"
    },
    "coverIndex": {
      "type": "integer",
      "description": "Picture that is the cover, from 0; the first one when left out"
    },
    "autoAddMusic": {
      "type": "boolean",
      "description": "Whether TikTok adds music to pictures"
    },
    "ownBrand": {
      "type": "boolean",
      "description": "Whether the post promotes the account's own business"
    },
    "aiGenerated": {
      "type": "boolean",
      "description": "Whether the network labels the post as made with AI; `aiGenerated` of the post when left out"
    },
    "paidPartnership": {
      "type": "boolean",
      "description": "Whether the network labels the post as a paid partnership; `paidPartnership` of the post when left out"
    }
  },
  "socialnet": {
    "type": {
      "type": "string",
      "values": [
        "feed",
        "reel",
        "story"
      ],
      "description": "Kind of post; a text or picture is a post of the feed and a video alone what the network makes of it when left out. A story shows no text"
    },
    "link": {
      "type": "string",
      "description": "Page that is shown as a card below a text without files; the first address of the text when left out"
    }
  },
  "photonet": {
    "type": {
      "type": "string",
      "values": [
        "feed",
        "reel",
        "story"
      ],
      "description": "Kind of post; a text or picture is a post of the feed and a video alone what the network makes of it when left out. A story shows no text"
    },
    "shareToFeed": {
      "type": "boolean",
      "description": "Whether a reel is also shown in the feed"
    },
    "coverMs": {
      "type": "integer",
      "description": "Frame of a reel that is its cover, in milliseconds; the first one when left out"
    },
    "collaborators": {
      "type": "array",
      "description": "Names of public accounts that are asked to be authors as well"
    },
    "locationId": {
      "type": "string",
      "description": "Id of the Facebook page of a place"
    },
    "userTags": {
      "type": "array",
      "description": "Accounts in the first picture or in the reel. In a picture each has its place from the left and from the top, from 0 to 1: `acme@0.5:0.8`; the middle when left out"
    },
    "aiGenerated": {
      "type": "boolean",
      "description": "Whether the network labels the post as made with AI; `aiGenerated` of the post when left out"
    },
    "paidPartnership": {
      "type": "boolean",
      "only": [
        "instagram-facebook"
      ],
      "description": "Whether the post is labeled as a paid partnership; only for accounts that are connected through Facebook"
    }
  },
  "chatbot": {
    "silent": {
      "type": "boolean",
      "description": "Whether nobody is notified"
    },
    "linkPreview": {
      "type": "boolean",
      "description": "False shows no card of the first link; true when left out"
    },
    "topic": {
      "type": "integer",
      "only": [
        "telegram"
      ],
      "description": "Telegram: number of the topic of a forum, as in t.me/c/…/TOPIC/…"
    },
    "protected": {
      "type": "boolean",
      "only": [
        "telegram"
      ],
      "description": "Telegram: whether nobody may forward or save the post"
    },
    "threadId": {
      "type": "string",
      "only": [
        "discord"
      ],
      "description": "Discord: thread or forum post that takes the message"
    },
    "threadName": {
      "type": "string",
      "only": [
        "discord"
      ],
      "description": "Discord: title of the new post in a forum"
    },
    "tagIds": {
      "type": "array",
      "only": [
        "discord"
      ],
      "description": "Discord: tags of the new post in a forum, by id"
    },
    "mentions": {
      "type": "array",
      "values": [
        "users",
        "roles",
        "everyone"
      ],
      "only": [
        "discord"
      ],
      "description": "Discord: who is notified where the text names them; nobody when left out"
    }
  },
  "bluesky": {
    "langs": {
      "type": "array",
      "description": "Languages of the text, such as `pt-BR`"
    },
    "replies": {
      "type": "array",
      "values": [
        "nobody",
        "mentioned",
        "followers",
        "following"
      ],
      "description": "Who may reply: nobody, or accounts that the post names, followers, and accounts that it follows; everybody when left out"
    },
    "quotes": {
      "type": "boolean",
      "description": "Whether the post may be quoted; true when left out"
    },
    "labels": {
      "type": "array",
      "values": [
        "sexual",
        "nudity",
        "porn",
        "graphic-media",
        "!no-unauthenticated"
      ],
      "description": "Warnings that hide the files; `!no-unauthenticated` hides the post from people who are not signed in"
    }
  },
  "mastodon": {
    "visibility": {
      "type": "string",
      "values": [
        "public",
        "unlisted",
        "private",
        "direct",
        "local",
        "mutuals_only"
      ],
      "description": "Who sees the post; public when left out. `local` and `mutuals_only` only where the server's software has them"
    },
    "spoilerText": {
      "type": "string",
      "description": "Content warning that hides the text"
    },
    "sensitive": {
      "type": "boolean",
      "description": "Whether pictures are hidden until a reader opens them"
    },
    "language": {
      "type": "string",
      "description": "Language of the text, such as `en` or `zh-TW`. A region that its servers do not tell apart is left out"
    },
    "quotePolicy": {
      "type": "string",
      "values": [
        "public",
        "followers",
        "nobody"
      ],
      "description": "Who may quote the post, from Mastodon 4.5 on; the account's own choice when left out"
    }
  }
} as const;
