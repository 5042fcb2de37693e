import { describe, expect, it } from 'vitest';
import { NOT_CONNECTED } from '../support/connections.ts';
import { listOf, POST_ID, PUBLISHED, postWith } from '../support/posts.ts';
import { json, PROFILES, type Replies, startStandIn } from '../support/stand-in-server.ts';

const ok = json(200, { ok: true });
const second = PROFILES.profiles[1];
const KEYS = {
  keys: [
    {
      id: 'k1',
      name: 'ci',
      keyPreview: '…a1B2',
      createdAt: '2026-11-20T14:00:00.000Z',
      lastUsedAt: null,
      scopes: ['publish'],
      profiles: ['acme'],
      platforms: null,
      expiresAt: null,
      creditLimit: 200,
      creditsUsed: 3,
    },
  ],
};
const post = json(200, postWith({ profnet: PUBLISHED }));
const path = `/api/v1/posts/${POST_ID}`;
const ENDS_AT = '2027-01-19T14:00:00.000Z';
const status = {
  ...NOT_CONNECTED,
  ...{ state: 'needs_reconnect', network: 'linkedin', expiresAt: ENDS_AT, missingScopes: ['w_member_social'] },
};
const ENDS_SOON = { state: 'connected', warning: 'profnet ends soon' };
const entry = (action: string, metadata: object) => ({
  ...{ id: POST_ID, action, platform: 'profnet', profileName: 'Default', status: 'success', metadata },
  createdAt: '2026-11-20T14:02:12.310Z',
});
const logPage = (action: string, metadata: object) =>
  json(200, { logs: [entry(action, metadata)], total: 1, limit: 50, offset: 0 });
const LOGS = { logs: [entry('post.published', { text: 'hello' })], total: 41, limit: 1, offset: 40 };
const TIMELINE = {
  events: [
    { kind: 'scheduled', platform: null, at: '2026-11-20T14:02:11.204Z', scheduledFor: '2026-11-20T16:00:00Z' },
    {
      ...{ kind: 'postponed', platform: 'profnet', at: '2026-11-20T14:02:12.310Z', attempt: 1 },
      ...{ nextAttemptAt: '2026-11-20T14:05:00.000Z', error: 'too many requests', code: 'network_rate_limited' },
    },
    {
      ...{ kind: 'published', platform: 'profnet', at: '2026-11-20T14:05:00.000Z', attempt: 2 },
      url: 'https://example.com/1',
    },
  ],
};
const TWEET = { id: '1', text: 'Hello', createdAt: null };
const SPENDING = {
  timeZone: 'UTC',
  days: [
    { date: '2026-11-18', credits: 4, platforms: { profnet: 1, microblog: 3 } },
    { date: '2026-11-19', credits: 0, platforms: {} },
    { date: '2026-11-20', credits: 12, platforms: { video: 12 } },
  ],
};

/** Command line; the request it ends in, with query and body; replies; what a person reads. */
type Case = readonly [line: string, request: string, replies: Replies, says: string];

const CASES: readonly Case[] = [
  [
    `post show ${POST_ID}`,
    `GET ${path}`,
    { [`GET ${path}`]: post, [`GET ${path}/timeline`]: json(200, TIMELINE) },
    'v1.4.0 is out\n\n✔ profnet  Ada Example',
  ],
  [
    `post show ${POST_ID} --timeline`,
    `GET ${path}/timeline`,
    { [`GET ${path}/timeline`]: json(200, TIMELINE) },
    [
      'WHEN                  WHERE    WHAT',
      '20 Nov 2026 14:02:11  post     scheduled              for 20 Nov 2026 16:00',
      '20 Nov 2026 14:02:12  profnet  postponed              again at 20 Nov 2026 14:05; too many requests',
      '20 Nov 2026 14:05:00  profnet  published (attempt 2)  https://example.com/1\n',
    ].join('\n'),
  ],
  [
    'post list --platform profnet --result failed --status published --profile acme --from 2026-11-01T00:00:00Z --to 2026-12-01T00:00:00+01:00 --limit 2',
    'GET /api/v1/posts?limit=2&status=published&result=failed&platform=profnet&profile=acme&from=2026-11-01T00%3A00%3A00Z&to=2026-11-30T23%3A00%3A00Z',
    { 'GET /api/v1/posts': json(200, { posts: [postWith({ profnet: PUBLISHED })], nextCursor: 'c2' }) },
    'More: social post list --status published --result failed --platform profnet --profile acme --from 2026-11-01T00:00:00Z --to 2026-11-30T23:00:00Z --limit 2 --cursor c2',
  ],
  [
    'post list --platform profnet',
    'GET /api/v1/posts?limit=20&platform=profnet',
    { 'GET /api/v1/posts': listOf() },
    'No such posts\n',
  ],
  [`post cancel ${POST_ID}`, `DELETE ${path}`, { [`DELETE ${path}`]: post }, 'is canceled'],
  [
    `post reschedule ${POST_ID} --at 2030-01-01T00:00:00Z`,
    `PATCH ${path} {"scheduledFor":"2030-01-01T00:00:00Z"}`,
    { [`PATCH ${path}`]: post },
    'now scheduled 1 Jan 2030 00:00',
  ],
  [
    `post retry ${POST_ID}`,
    `POST ${path}/retry`,
    { [`GET ${path}`]: post, [`POST ${path}/retry`]: post },
    '0 credits spent',
  ],
  [
    `post resolve ${POST_ID} microblog --published 1445`,
    `POST ${path}/resolve {"platform":"microblog","published":"1445"}`,
    { [`POST ${path}/resolve`]: post },
    '1 of 1 published',
  ],
  [
    `post resolve ${POST_ID} microblog --not-published`,
    `POST ${path}/resolve {"platform":"microblog","published":false}`,
    { [`POST ${path}/resolve`]: post },
    '1 of 1 published',
  ],
  [
    'connect status --profile acme-blog',
    `GET /api/connect/status?profileId=${second?.id}`,
    { 'GET /api/connect/status': json(200, { profnet: status }) },
    'needs reconnect',
  ],
  [
    'connect status --profile acme-blog',
    `GET /api/connect/status?profileId=${second?.id}`,
    { 'GET /api/connect/status': json(200, { profnet: { ...status, ...ENDS_SOON } }) },
    'not granted: w_member_social; social connect profnet\nprofnet ends soon: social connect profnet\n',
  ],
  [
    'disconnect profnet --yes',
    `POST /api/connect/profnet/disconnect {"profileId":"${PROFILES.profiles[0]?.id}"}`,
    { 'POST /api/connect/profnet/disconnect': json(201, { ok: true }) },
    'profnet is disconnected from profile default',
  ],
  ['keys list', 'GET /api/keys', { 'GET /api/keys': json(200, KEYS) }, '…a1B2'],
  [
    'keys create ci',
    'POST /api/keys {"name":"ci"}',
    { 'POST /api/keys': json(201, { key: KEYS.keys[0], rawKey: 'sk_live_sp_new' }) },
    'sk_live_sp_new\n',
  ],
  [
    'keys revoke a1B2 --yes',
    'DELETE /api/keys/k1',
    { 'GET /api/keys': json(200, KEYS), 'DELETE /api/keys/k1': ok },
    'ci (…a1B2) is revoked',
  ],
  ['profiles list', 'GET /api/profiles', {}, 'acme-blog'],
  [
    'profiles create Acme',
    'POST /api/profiles {"name":"Acme"}',
    { 'POST /api/profiles': json(201, { profile: second }) },
    'social connect <platform> --profile acme-blog',
  ],
  [
    'profiles rename acme-blog Acme',
    `PATCH /api/profiles/${second?.id} {"name":"Acme"}`,
    { [`PATCH /api/profiles/${second?.id}`]: json(200, { ...second, profile: second }) },
    'is now named Acme',
  ],
  [
    'profiles default acme-blog',
    `PATCH /api/profiles/${second?.id} {"isDefault":true}`,
    { [`PATCH /api/profiles/${second?.id}`]: json(200, { ...second, profile: second }) },
    'is now the default profile',
  ],
  [
    'profiles delete acme-blog --yes',
    `DELETE /api/profiles/${second?.id}`,
    { [`DELETE /api/profiles/${second?.id}`]: ok },
    'profile acme-blog is deleted',
  ],
  [
    'microblog like 1 --profile acme',
    'POST /api/v1/microblog/like {"mpost_id":"1","profile":"acme"}',
    { 'POST /api/v1/microblog/like': ok },
    'liked 1',
  ],
  [
    'microblog unlike 1',
    'DELETE /api/v1/microblog/like?mpost_id=1',
    { 'DELETE /api/v1/microblog/like': ok },
    'no longer liked: 1',
  ],
  [
    'microblog follow 2',
    'POST /api/v1/microblog/follow {"target_user_id":"2"}',
    { 'POST /api/v1/microblog/follow': json(201, { ok: true, following: false, pendingFollow: true }) },
    'asked to follow 2',
  ],
  [
    'microblog unfollow 2',
    'DELETE /api/v1/microblog/follow?target_user_id=2',
    { 'DELETE /api/v1/microblog/follow': ok },
    'no longer following 2',
  ],
  [
    'microblog bookmark 1',
    'POST /api/v1/microblog/bookmark {"mpost_id":"1"}',
    { 'POST /api/v1/microblog/bookmark': ok },
    'bookmarked 1',
  ],
  [
    'microblog unbookmark 1',
    'DELETE /api/v1/microblog/bookmark?mpost_id=1',
    { 'DELETE /api/v1/microblog/bookmark': ok },
    'removed',
  ],
  [
    'microblog dm 2 hello',
    'POST /api/v1/microblog/dm {"recipient_id":"2","text":"hello"}',
    { 'POST /api/v1/microblog/dm': ok },
    'message sent to 2',
  ],
  [
    'microblog delete 1 --yes',
    'DELETE /api/v1/microblog/mpost?mpost_id=1',
    { 'DELETE /api/v1/microblog/mpost': ok },
    'deleted 1',
  ],
  [
    'microblog hide 1',
    'PUT /api/v1/microblog/reply/hide {"mpost_id":"1","hidden":true}',
    { 'PUT /api/v1/microblog/reply/hide': ok },
    'hidden: 1',
  ],
  [
    'microblog unhide 1',
    'PUT /api/v1/microblog/reply/hide {"mpost_id":"1","hidden":false}',
    { 'PUT /api/v1/microblog/reply/hide': ok },
    'shown again: 1',
  ],
  [
    'microblog timeline --limit 5',
    'GET /api/v1/microblog/timeline?max_results=5',
    { 'GET /api/v1/microblog/timeline': json(200, { ok: true, tweets: [TWEET], count: 1 }) },
    'Hello',
  ],
  [
    'microblog user @ada',
    'GET /api/v1/microblog/user?username=ada',
    { 'GET /api/v1/microblog/user': json(200, { ok: true, user: { id: '2', name: 'Ada Example', username: 'ada' } }) },
    '2 @ada Ada Example',
  ],
  [
    'profnet delete urn:li:share:1 --yes',
    'DELETE /api/v1/profnet/post?post_urn=urn%3Ali%3Ashare%3A1',
    { 'DELETE /api/v1/profnet/post': json(200, { ok: true, deleted: true, postUrn: 'urn:li:share:1' }) },
    'deleted urn:li:share:1',
  ],
  [
    'profnet reshare urn:li:share:1 --commentary Good',
    'POST /api/v1/profnet/reshare {"post_urn":"urn:li:share:1","commentary":"Good"}',
    { 'POST /api/v1/profnet/reshare': json(201, { ok: true, reshareId: 'urn:li:share:2' }) },
    'reshared as urn:li:share:2',
  ],
  ['usage', 'GET /api/usage', {}, '499 credits available; 1 of 500 used'],
  [
    'logs --limit 1 --offset 40',
    'GET /api/logs?limit=1&offset=40',
    { 'GET /api/logs': json(200, LOGS) },
    '41-41 of 41',
  ],
  [
    'logs',
    'GET /api/logs',
    { 'GET /api/logs': logPage('platform.needs_reconnect', {}) },
    'no longer accepted; connect it again with: social connect profnet',
  ],
  [
    'logs --limit 50',
    'GET /api/logs?limit=50',
    { 'GET /api/logs': logPage('platform.expiring', { expiresAt: ENDS_AT }) },
    'ends 19 Jan 2027 14:00; renew it by then with: social connect profnet',
  ],
  [
    'logs --action post.published --platform profnet --status failed --profile acme',
    'GET /api/logs?action=post.published&status=failed&profile=acme&platform=profnet',
    { 'GET /api/logs': json(200, { ...LOGS, logs: [], total: 0 }) },
    'No entries; 0 in all\n',
  ],
  [
    'usage --days 3',
    'GET /api/usage/spending?days=3&timeZone=UTC',
    { 'GET /api/usage/spending': json(200, SPENDING) },
    [
      'DAY         CREDITS  PLATFORMS',
      '2026-11-20       12  video 12',
      '2026-11-18        4  profnet 1, microblog 3',
      '16 credits in 3 days, UTC\n',
    ].join('\n'),
  ],
  ['whoami', 'GET /api/usage', {}, 'Key      …lkey (environment)'],
];

describe('a command', () => {
  it.each(CASES)('%s', async (line, request, replies, says) => {
    await using server = await startStandIn(replies);
    const result = await server.social([...line.split(' '), '--output', 'text'], { env: { TZ: 'UTC' } });
    expect(result.code).toBe(0);
    expect(result.stdout).toContain(says);
    const last = server.seen.at(-1);
    const sent = server.seen.map(({ call, query, body }) => `${call}${query}${body && ` ${body}`}`);
    expect(sent).toContain(request);
    const takesKey = last?.call.startsWith('GET') === false && !/\/api\/(keys|connect)/.test(last.call);
    expect(last?.headers['idempotency-key'] !== undefined).toBe(takesKey);
  });

  it('prints the unchanged answer of the API when stdout is no terminal', async () => {
    await using server = await startStandIn({ 'GET /api/logs': json(200, LOGS) });
    const result = await server.program(['logs']);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(result.stdout)).toEqual(LOGS);
  });

  it('takes the options of a verb although its group has options of the same name', async () => {
    await using server = await startStandIn({ [`GET ${path}`]: post, [`POST ${path}/retry`]: post });
    await server.program(['post', 'retry', POST_ID, '--key', 'once', '--json']);
    expect(server.seen.at(-1)?.headers['idempotency-key']).toBe('once');
  });

  it('finds a post by the beginning of its id, and asks when several begin so', async () => {
    const other = postWith({ profnet: PUBLISHED }, { id: '0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a70' });
    const first = postWith({ profnet: PUBLISHED }, { id: '0192f3c1-0000-7b3a-9f00-3f1d2c4b5a70' });
    await using server = await startStandIn({
      'GET /api/v1/posts': listOf(other, first, postWith({ profnet: PUBLISHED })),
      [`GET /api/v1/posts/${first.id}`]: json(200, first),
    });
    expect(await server.program(['post', 'show', '0192f3c1-0000'])).toMatchObject({ code: 0 });
    const ambiguous = await server.program(['post', 'show', '0192f3c1-7c1e']);
    expect(ambiguous.code).toBe(2);
    expect(ambiguous.stderr).toContain('2 posts begin with 0192f3c1-7c1e');
    expect(await server.program(['post', 'show', 'ffffffff'])).toMatchObject({ code: 2 });
  });
});
