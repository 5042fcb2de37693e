/** Ids, passwords and posts that the simulated Bluesky starts with. */
export const blueskySeed = {
  accounts: {
    sandbox_owner: 'did:plc:sandboxowner222222222222',
    sandbox_friend: 'did:plc:sandboxfriend22222222222',
    sandbox_private: 'did:plc:sandboxprivate2222222222',
  },
  handles: {
    sandbox_owner: 'sandbox-owner.bsky.test',
    sandbox_friend: 'sandbox-friend.bsky.test',
    sandbox_private: 'sandbox-private.bsky.test',
  },
  /** The password of every account. */
  password: 'sandbox-password-known-to-everyone',
  /** An app password of every account. */
  appPassword: 'sand-boxx-pass-word',
  posts: {
    owner: 'at://did:plc:sandboxowner222222222222/app.bsky.feed.post/3lzsandboxo22',
    friend: 'at://did:plc:sandboxfriend22222222222/app.bsky.feed.post/3lzsandboxf22',
    friendSecond: 'at://did:plc:sandboxfriend22222222222/app.bsky.feed.post/3lzsandboxs22',
    reply: 'at://did:plc:sandboxfriend22222222222/app.bsky.feed.post/3lzsandboxy22',
    private: 'at://did:plc:sandboxprivate2222222222/app.bsky.feed.post/3lzsandboxp22',
  },
} as const;
