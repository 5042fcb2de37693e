import { json, type Replies, type Reply } from './stand-in-server.ts';

export const POST_ID = '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69';

export const PUBLISHED = {
  ok: true,
  platformPostId: 'urn:li:share:7141138937766391808',
  state: 'published',
  credits: 1,
  url: 'https://www.linkedin.com/feed/update/urn:li:share:7141138937766391808/',
  account: 'Ada Example',
};

export function failed(code: string, rest: object = {}) {
  return {
    ok: false,
    state: 'failed',
    code,
    error: `about ${code}`,
    retryable: false,
    credits: 0,
    account: '@ada',
    ...rest,
  };
}

function outcomeOf(
  post: { id: string | null; status: string; credits: number; available?: number },
  results: readonly { ok?: boolean; state?: string }[],
): string {
  const { id, status, credits, available = credits } = post;
  if (id === null) {
    const isPaid = status === 'scheduled' || credits <= available;
    return isPaid && results.every(({ state }) => state === 'ready') ? 'ready' : 'problem';
  }
  if (status !== 'published') return status === 'publishing' ? 'pending' : status;
  if (results.some(({ state }) => state === 'unknown')) return 'unknown';
  if (results.some(({ state }) => state === 'sending' || state === 'pending')) return 'pending';
  if (results.every(({ ok }) => ok)) return 'published';
  return results.some(({ ok }) => ok) ? 'partial' : 'failed';
}

/** A post as the API answers it. */
export function postWith(platformResults: Record<string, object>, rest: object = {}) {
  const results = Object.values(platformResults) as { ok?: boolean; state?: string; credits?: number }[];
  const post = {
    id: POST_ID,
    text: 'v1.4.0 is out',
    platforms: Object.keys(platformResults),
    status: 'published',
    createdAt: '2026-11-20T14:02:11.204Z',
    updatedAt: '2026-11-20T14:02:12.310Z',
    profile: 'default',
    credits: results.reduce((sum, { credits = 0 }) => sum + credits, 0),
    platformResults,
    ...rest,
  };
  return { outcome: outcomeOf(post, results), ...post };
}

/** A GIF of one pixel, whose bytes are ASCII. */
export const PICTURE = 'GIF89a\x01\0\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;';

/** Result of a dry run for a platform to which the post can be sent for one credit. */
export const READY = { ok: true, state: 'ready', credits: 1 };

/** A dry run as the API answers it. */
export function checkedWith(platformResults: Record<string, object>, available = 499) {
  return postWith(platformResults, { id: null, available });
}

/** A page of posts, the last one. */
export function listOf(...posts: object[]): Reply {
  return json(200, { posts, nextCursor: null });
}

/** Replies that find no post for a key. */
export const NO_POSTS: Replies = { 'GET /api/v1/posts': listOf() };

/** Reply of a profile without accounts. */
export const NOTHING_CONNECTED: Replies = { 'GET /api/connect/status': json(200, {}) };

/** Replies to a post that was not made before, and is published on profnet. */
export const ACCEPT: Replies = {
  ...NO_POSTS,
  ...NOTHING_CONNECTED,
  'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })),
};

/** Replies to a request whose post was made before, as it stands now. */
export function madeBefore(post: object): Replies {
  return {
    'POST /api/v1/posts': replayed(post),
    [`GET /api/v1/posts/${POST_ID}`]: json(200, post),
  };
}

/** Answer to a request that was made before with the same key. */
export function replayed(post: object): Reply {
  return json(201, post, { 'idempotent-replayed': 'true' });
}

/** Answer that refuses a key under which another request made a post. */
export const KEY_REUSED = json(422, {
  error: 'used with another request',
  code: 'idempotency_key_reused',
  requestId: 'req-1',
  details: { postId: POST_ID },
});

/** Replies that show a post of which no step is known. */
export function shows(post: object): Replies {
  return {
    [`GET /api/v1/posts/${POST_ID}`]: json(200, post),
    [`GET /api/v1/posts/${POST_ID}/timeline`]: json(200, { events: [] }),
  };
}

/** Finds a post under the first key that is asked for. */
export function underFirstKey(post: object): Reply {
  let key: string | null = null;
  return (response, request) => {
    const asked = new URLSearchParams(request.query).get('key');
    key ??= asked;
    const isFound = asked !== null && asked === key;
    (isFound ? listOf(post) : listOf())(response, request);
  };
}
