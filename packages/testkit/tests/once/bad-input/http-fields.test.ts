import { type Stack, startStack, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTraces, type Traces } from './refusals.ts';

let stack: Stack;
let workspace: Workspace;
let before: Traces;

beforeAll(async () => {
  stack = await startStack();
  workspace = await stack.createWorkspace();
  await workspace.connect('profnet');
  await workspace.connect('microblog');
  before = await readTraces(stack, workspace);
});

afterAll(() => stack.close());

interface Refused {
  readonly id: string;
  readonly title: string;
  readonly call: readonly [method: string, path: string, body?: object];
  /** The field that the answer must name. */
  readonly field: string;
}

const post = (body: object): Refused['call'] => [
  'POST',
  '/api/v1/posts',
  { text: 'must not go out', platforms: ['profnet', 'microblog'], ...body },
];

const EMOJI = '\u{1f600}';
const IMAGE = 'https://example.com/a.png';

const POSTS: readonly Refused[] = [
  { id: 'H55', title: 'an empty text', call: post({ text: '' }), field: 'text' },
  ...[' ', '\n\t\r', '\u200b', '\ufeff\u200d', '\u2060\u00ad', '\u3164', '\u2800', '\u00a0\u3000', '\u202e', '\ufe0f'].map((text) => ({
    id: 'H56',
    title: `a text of nothing but ${escape(text)}`,
    call: post({ text }),
    field: 'text',
  })),
  { id: 'H58', title: '281 letters for microblog', call: post({ text: 'a'.repeat(281) }), field: 'text' },
  { id: 'H58', title: '141 letters that count twice', call: post({ text: '語'.repeat(141) }), field: 'text' },
  { id: 'H58', title: '3 001 letters for profnet', call: post({ text: 'a'.repeat(3_001), platforms: ['profnet'] }), field: 'text' },
  { id: 'H58', title: '100 001 letters', call: post({ text: 'a'.repeat(100_001), platforms: ['profnet'] }), field: 'text' },
  {
    id: 'H58',
    title: 'an override of 281 letters',
    call: post({ overrides: { microblog: { text: 'a'.repeat(281) } } }),
    field: 'overrides.microblog.text',
  },
  { id: 'H58', title: 'an override without letters', call: post({ overrides: { microblog: { text: ' ' } } }), field: 'overrides' },
  { id: 'H58', title: 'an override for no platform', call: post({ overrides: { twitter: { text: 'a' } } }), field: 'overrides' },
  { id: 'H59', title: '141 emoji for microblog', call: post({ text: EMOJI.repeat(141) }), field: 'text' },
  { id: 'H59', title: '257 letters and a link', call: post({ text: `${'a'.repeat(257)} https://example.com` }), field: 'text' },
  ...[5, null, ['a'], { text: 'a' }, true].map((text) => ({
    id: 'H61',
    title: `the text ${JSON.stringify(text)}`,
    call: post({ text }),
    field: 'text',
  })),
  { id: 'H61', title: 'no text', call: post({ text: undefined }), field: 'text' },
  ...[undefined, [], null, 'profnet', 'profnet,microblog', { profnet: true }, 3].map((platforms) => ({
    id: 'H62',
    title: `the platforms ${JSON.stringify(platforms)}`,
    call: post({ platforms }),
    field: 'platforms',
  })),
  ...[
    'toString', '__proto__', 'constructor', 'hasOwnProperty', 'PROFNET', ' profnet', 'profnet\n', 'linkedin', '', 'profnet,microblog', null, 1, ['profnet'],
  ].map((name) => ({
    id: 'H64',
    title: `the platform ${JSON.stringify(name)}`,
    call: post({ platforms: ['profnet', name] }),
    field: 'platforms',
  })),
  { id: 'H65', title: '1 000 platforms', call: post({ platforms: Array(1_000).fill('profnet') }), field: 'platforms' },
  { id: 'H67', title: '10 images for profnet', call: post({ mediaUrls: Array(10).fill(IMAGE) }), field: 'mediaUrls' },
  { id: 'H67', title: '51 images', call: post({ mediaUrls: Array(51).fill(IMAGE), platforms: ['microblog'] }), field: 'mediaUrls' },
  {
    id: 'H67',
    title: '5 images with descriptions for microblog',
    call: post({ media: Array(5).fill({ url: IMAGE }), platforms: ['microblog'] }),
    field: 'media',
  },
  ...[IMAGE, [null], [5], [[IMAGE]], [{ url: IMAGE }], null, {}, [IMAGE, '']].map((mediaUrls) => ({
    id: 'H68',
    title: `the mediaUrls ${JSON.stringify(mediaUrls)}`,
    call: post({ mediaUrls }),
    field: 'mediaUrls',
  })),
  ...[IMAGE, [IMAGE], [{}], [{ url: 5 }], [{ url: IMAGE, alt: 5 }], [{ url: IMAGE, alt: 'a'.repeat(1_001) }], null].map((media) => ({
    id: 'H68',
    title: `the media ${JSON.stringify(media)?.slice(0, 60)}`,
    call: post({ media }),
    field: 'media',
  })),
  ...['secret', 'PUBLIC', '', null, 1].map((privacyStatus) => ({
    id: 'H70',
    title: `the privacy ${JSON.stringify(privacyStatus)}`,
    call: post({ meta: { privacyStatus } }),
    field: 'meta',
  })),
  { id: 'H70', title: 'a privacy in metadata written as text', call: post({ meta: '{"privacyStatus":"secret"}' }), field: 'meta' },
  { id: 'H71', title: '10 000 tags', call: post({ meta: { tags: Array(10_000).fill('a') } }), field: 'meta' },
  { id: 'H71', title: 'tags as text', call: post({ meta: { tags: 'a,b' } }), field: 'meta' },
  { id: 'H71', title: 'tags that are not text', call: post({ meta: { tags: [1] } }), field: 'meta' },
  { id: 'H71', title: 'a category that is a number', call: post({ meta: { categoryId: 22 } }), field: 'meta' },
  { id: 'H71', title: 'a title of 101 characters', call: post({ meta: { title: 'a'.repeat(101) } }), field: 'meta' },
  ...['not json', '[]', '5', 'null', '""', ''].map((meta) => ({
    id: 'H95',
    title: `metadata written as the text ${JSON.stringify(meta)}`,
    call: post({ meta }),
    field: 'meta',
  })),
  ...[5, null, ['a'], true].map((meta) => ({
    id: 'H95',
    title: `the metadata ${JSON.stringify(meta)}`,
    call: post({ meta }),
    field: 'meta',
  })),
  ...(
    [
      ['H73', ['2026-02-30T00:00:00Z', '2027-02-29T00:00:00Z', '2026-04-31T10:00:00Z', '2026-13-01T00:00:00Z', '2026-00-10T00:00:00Z', '2026-01-00T00:00:00Z']],
      ['H74', ['2026-01-01', '2026-01', '2026-W10-1', '10:00:00Z', 'tomorrow', '', ' 2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z ']],
      ['H76', ['2026-01-01T24:00:00Z', '2026-01-01T23:60:00Z', '2026-01-01T23:59:61Z', '2026-01-01T10:00Z', '2026-01-01T10:00:00', '2027-01-01T00:00:00+25:00', '2027-01-01T00:00:00+1', '2027-01-01T00:00:00 Europe/Berlin', '+12027-01-01T00:00:00Z', '٢٠٢٧-01-01T00:00:00Z']],
      ['H77', ['1', 1, 1_893_456_000_000, null, true, ['2027-01-01T00:00:00Z'], {}]],
    ] as const
  ).flatMap(([id, values]) =>
    values.map((scheduledFor) => ({
      id,
      title: `the time ${JSON.stringify(scheduledFor)}`,
      call: post({ scheduledFor }),
      field: 'scheduledFor',
    })),
  ),
  ...[5, null, ['default'], {}].map((profile) => ({
    id: 'H110',
    title: `the profile ${JSON.stringify(profile)}`,
    call: post({ profile }),
    field: 'profile',
  })),
];

const UNSAFE_IDS = [1445880548472328192, '', ' 1', '1 ', '-1', '+1', '1e5', '0x1', '1.0', '١٢٣', '1/2', '../1', '1'.repeat(20), null, ['1'], {}, true];
const BAD_URNS = [
  '7141138937766391808', 'li:share:1', 'urn:li:share:', 'urn:li:share:1/../2', 'urn:li:share:1%2F2', 'urn:li:share:1\r\nX: y', 'urn:li:share:1\n', ' urn:li:share:1',
  'urn:li:person:abc', 'URN:li:share:1', 'urn:li:share:1,urn:li:share:2', 'urn:li:share:1?x=1', 'urn:li:share:1#x', 'urn:li:share:()', 'urn:li:share:１', '', null, 5, ['urn:li:share:1'],
];

const ACTIONS: readonly Refused[] = [
  ...UNSAFE_IDS.flatMap((mpost_id): Refused[] => [
    { id: 'H80', title: `liking ${JSON.stringify(mpost_id)}`, call: ['POST', '/api/v1/microblog/like', { mpost_id }], field: 'mpost_id' },
    { id: 'H80', title: `deleting ${JSON.stringify(mpost_id)}`, call: ['DELETE', '/api/v1/microblog/mpost', { mpost_id }], field: 'mpost_id' },
  ]),
  { id: 'H80', title: 'deleting nothing', call: ['DELETE', '/api/v1/microblog/mpost'], field: 'mpost_id' },
  { id: 'H80', title: 'deleting an id of the query that is none', call: ['DELETE', '/api/v1/microblog/mpost?mpost_id=1x'], field: 'mpost_id' },
  { id: 'H80', title: 'deleting two ids', call: ['DELETE', '/api/v1/microblog/mpost?mpost_id=1&mpost_id=2'], field: 'mpost_id' },
  { id: 'H80', title: 'deleting one id in the query and another in the body', call: ['DELETE', '/api/v1/microblog/mpost?mpost_id=1', { mpost_id: '2' }], field: 'mpost_id' },
  { id: 'H80', title: 'following a number', call: ['POST', '/api/v1/microblog/follow', { target_user_id: 12 }], field: 'target_user_id' },
  { id: 'H80', title: 'following a name', call: ['POST', '/api/v1/microblog/follow', { target_user_id: 'bob' }], field: 'target_user_id' },
  { id: 'H80', title: 'bookmarking nothing', call: ['POST', '/api/v1/microblog/bookmark', {}], field: 'mpost_id' },
  { id: 'H80', title: 'a message to a number', call: ['POST', '/api/v1/microblog/dm', { recipient_id: 12, text: 'a' }], field: 'recipient_id' },
  { id: 'H80', title: 'a message without text', call: ['POST', '/api/v1/microblog/dm', { recipient_id: '12' }], field: 'text' },
  { id: 'H80', title: 'a message of white space', call: ['POST', '/api/v1/microblog/dm', { recipient_id: '12', text: ' \u200b' }], field: 'text' },
  { id: 'H80', title: 'a message of 10 001 letters', call: ['POST', '/api/v1/microblog/dm', { recipient_id: '12', text: 'a'.repeat(10_001) }], field: 'text' },
  { id: 'H80', title: 'hiding with the text "false"', call: ['PUT', '/api/v1/microblog/reply/hide', { mpost_id: '1', hidden: 'false' }], field: 'hidden' },
  ...BAD_URNS.flatMap((post_urn): Refused[] => [
    { id: 'H82', title: `deleting ${JSON.stringify(post_urn)}`, call: ['DELETE', '/api/v1/profnet/post', { post_urn }], field: 'post_urn' },
    { id: 'H82', title: `resharing ${JSON.stringify(post_urn)}`, call: ['POST', '/api/v1/profnet/reshare', { post_urn }], field: 'post_urn' },
  ]),
  {
    id: 'H82',
    title: 'a commentary of 3 001 letters',
    call: ['POST', '/api/v1/profnet/reshare', { post_urn: 'urn:li:share:1', commentary: 'a'.repeat(3_001) }],
    field: 'commentary',
  },
  ...['@bob', 'a/b', 'a'.repeat(16), '', 'a b', 'bob%00', 'b%C3%B6b', '..', 'bob%0d%0aX', 'a?b', 'bob#'].map(
    (username): Refused => ({
      id: 'H83',
      title: `the user name ${username}`,
      call: ['GET', `/api/v1/microblog/user?username=${username.replace(/[#?]/g, encodeURIComponent)}`],
      field: 'username',
    }),
  ),
  { id: 'H83', title: 'no user name', call: ['GET', '/api/v1/microblog/user'], field: 'username' },
  { id: 'H83', title: 'two user names', call: ['GET', '/api/v1/microblog/user?username=a&username=b'], field: 'username' },
  ...['0', '4', '101', '-5', '10.5', 'ten', ''].map(
    (value): Refused => ({
      id: 'H85',
      title: `the max_results ${value}`,
      call: ['GET', `/api/v1/microblog/timeline?max_results=${value}`],
      field: 'max_results',
    }),
  ),
];

const LISTS: readonly Refused[] = [
  ...['limit=0', 'limit=-1', 'limit=201', 'limit=1.5', 'limit=1&limit=2', 'limit[a]=1', 'limit[]=1', 'limit=', 'limit=abc', 'limit=1e2', 'limit=0x10', 'limit=%2050', 'limit=50%20', 'limit=١', 'limit=+5', 'limit=99999999999999999999'].map(
    (query): Refused => ({ id: 'H85', title: query, call: ['GET', `/api/logs?${query}`], field: 'limit' }),
  ),
  ...['limit=0', 'limit=101', 'limit=-1', 'limit=2.0', 'limit=5&limit=5', 'LIMIT=5'].map(
    (query): Refused => ({ id: 'H85', title: `posts with ${query}`, call: ['GET', `/api/v1/posts?${query}`], field: query.slice(0, 5) }),
  ),
  ...['offset=-1', 'offset=1e18', 'offset=NaN', 'offset=1000000000000000000', 'offset=9007199254740993', 'offset=null', 'offset=0.5', 'offset=Infinity', 'offset=1;drop'].map(
    (query): Refused => ({ id: 'H86', title: query, call: ['GET', `/api/logs?${query}`], field: 'offset' }),
  ),
  ...['cursor=', 'cursor=x', "cursor=' or 1=1", 'cursor=%00', 'cursor=%ff', 'cursor=eyJ4IjoxfQ', `cursor=${'a'.repeat(201)}`, 'cursor=../../x'].map(
    (query): Refused => ({ id: 'H86', title: query.slice(0, 40), call: ['GET', `/api/v1/posts?${query}`], field: 'cursor' }),
  ),
  ...['status=', 'status=PUBLISHED', 'status=deleted', 'status=published,scheduled', 'status[]=published'].map(
    (query): Refused => ({ id: 'H86', title: query, call: ['GET', `/api/v1/posts?${query}`], field: 'status' }),
  ),
  { id: 'H86', title: 'a misspelt dryRun', call: ['POST', '/api/v1/posts?dryrun=true', { text: 'a', platforms: ['profnet'] }], field: 'dryrun' },
  ...['1', 'yes', 'TRUE', '', 'ture'].map(
    (value): Refused => ({
      id: 'H86',
      title: `dryRun=${value}`,
      call: ['POST', `/api/v1/posts?dryRun=${value}`, { text: 'must not go out', platforms: ['profnet'] }],
      field: 'dryRun',
    }),
  ),
];

const BAD_NAMES = [
  '', ' ', '\t\n', '\u200b', '\u3164', 'a'.repeat(10_000), 'a'.repeat(101), 'a\u0007b', 'a\u0000b', 'a\nb', '\u202eevil', 'a\u2066b', 'a\u061cb', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 5, null, ['a'], {},
];
const NAMES: readonly Refused[] = BAD_NAMES.flatMap((name): Refused[] => {
  const shown = escape(JSON.stringify(name).slice(0, 30));
  return [
    { id: 'H88', title: `a profile named ${shown}`, call: ['POST', '/api/profiles', { name }], field: 'name' },
    { id: 'H89', title: `a key named ${shown}`, call: ['POST', '/api/keys', { name }], field: 'name' },
  ];
});

const MORE_NAMES: readonly Refused[] = [
  { id: 'H88', title: 'a profile without a name', call: ['POST', '/api/profiles', {}], field: 'name' },
  { id: 'H89', title: 'a key without a name', call: ['POST', '/api/keys', {}], field: 'name' },
];

test.each([...POSTS, ...ACTIONS, ...LISTS, ...NAMES, ...MORE_NAMES])('$id: refuses $title with 400', async ({ call, field }) => {
  const [method, path, body] = call;
  const answer = await workspace.api(method, path, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBe(400);
  // A NUL is found before the fields are looked at.
  if (answer.body.code !== 'invalid_json') expect(answer.body.error).toContain(field);
});

test.each(['', ' ', '\u202eevil', 'a'.repeat(101), 5])('H88: refuses to rename a profile to %j', async (name) => {
  const { body } = await workspace.api('GET', '/api/profiles');
  const { status } = await workspace.api('PATCH', `/api/profiles/${body.profiles[0].id}`, { body: { name } });
  expect(status).toBe(400);
});

test('refused fields leave nothing behind', async () => {
  expect(await readTraces(stack, workspace)).toEqual(before);
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

async function accepted(text: string): Promise<string[]> {
  const posts = await stack.sandbox.posts();
  return posts.filter((seen) => seen.text.normalize('NFC') === text.normalize('NFC')).map(({ network }) => network);
}

test.each([
  { id: 'H91', title: '140 emoji', text: EMOJI.repeat(140) },
  { id: 'H91', title: '280 letters', text: 'b'.repeat(280) },
  { id: 'H91', title: '140 letters that count twice', text: '語'.repeat(140) },
  { id: 'H91', title: '256 letters and a long link', text: `${'c'.repeat(256)} https://example.com/${'d'.repeat(500)}` },
  { id: 'H91', title: '140 emoji that are families', text: '👨‍👩‍👧‍👦'.repeat(140) },
  { id: 'H92', title: '280 letters with accents of their own', text: 'e\u0301'.repeat(280) },
])('$id: accepts $title for microblog', async ({ text }) => {
  const { status, body } = await workspace.api('POST', '/api/v1/posts', { body: { text, platforms: ['microblog'] } });
  expect(status).toBe(201);
  expect(body.platformResults.microblog).toMatchObject({ ok: true, credits: 3 });
  expect(await accepted(text)).toEqual(['x']);
});

test('H94: sends and charges a platform once that is named twice', async () => {
  const text = 'named twice';
  const { status, body } = await workspace.api('POST', '/api/v1/posts', { body: { text, platforms: ['profnet', 'profnet'] } });
  expect(status).toBe(201);
  expect(body).toMatchObject({ platforms: ['profnet'], credits: 1 });
  expect(await accepted(text)).toEqual(['linkedin']);
});

test('H95: accepts metadata written as text', async () => {
  const body = { text: 'with metadata', platforms: ['profnet'], meta: '{"title":"T","tags":["a"],"privacyStatus":"private"}' };
  const { status } = await workspace.api('POST', '/api/v1/posts', { body });
  expect(status).toBe(201);
});

test('H97: takes an offset into account, so that a wall clock ahead of UTC can be in the past', async () => {
  const wallClock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19);
  const past = await workspace.api('POST', '/api/v1/posts', {
    body: { text: 'in Kiritimati it is later', platforms: ['profnet'], scheduledFor: `${wallClock(1)}+14:00` },
  });
  expect(past.body).toMatchObject({ status: 'published', scheduledFor: expect.stringContaining('+14:00') });
  const future = await workspace.api('POST', '/api/v1/posts', {
    body: { text: 'on Baker Island it is earlier', platforms: ['profnet'], scheduledFor: `${wallClock(-1)}-12:00` },
  });
  expect(future.body).toMatchObject({ status: 'scheduled', platformResults: {} });
});

test.each(['2030-02-28T23:59:59Z', '2028-02-29T00:00:00.123456789+05:45', '2030-01-01t00:00:00z', '9999-12-31T23:59:59Z'])(
  'H97: accepts the time %s',
  async (scheduledFor) => {
    const { status, body } = await workspace.api('POST', '/api/v1/posts', {
      body: { text: `at ${scheduledFor}`, platforms: ['profnet'], scheduledFor },
    });
    expect(status).toBe(201);
    expect(body.status).toBe('scheduled');
  },
);

test.each(['Ünïcödé', '日本語', "O'Brien <b>&amp;", 'a'.repeat(100), '😀 team', '__proto__', '../x', 'default'])(
  'H88: accepts the profile name %s as it is',
  async (name) => {
    const { status, body } = await workspace.api('POST', '/api/profiles', { body: { name } });
    expect(status).toBe(201);
    expect(body.profile).toMatchObject({ name, slug: expect.stringMatching(/^[a-z0-9-]+$/), isDefault: false });
  },
);

function escape(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `U+${character.codePointAt(0)?.toString(16)}`);
}
