import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { readTraces } from './refusals.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

const before = useResource(() => readTraces(stack, workspace));

interface Refused {
  readonly id: string;
  readonly title: string;
  readonly call: readonly [method: string, path: string, body?: object];
  /** The field that the answer must name. */
  readonly field: string;
}

const UNSAFE_IDS = [
  12,
  '',
  ' 1',
  '1 ',
  '-1',
  '+1',
  '1e5',
  '0x1',
  '1.0',
  '١٢٣',
  '1/2',
  '../1',
  '1'.repeat(20),
  null,
  ['1'],
  {},
  true,
];
const BAD_URNS = [
  '7141138937766391808',
  'li:share:1',
  'urn:li:share:',
  'urn:li:share:1/../2',
  'urn:li:share:1%2F2',
  'urn:li:share:1\r\nX: y',
  'urn:li:share:1\n',
  ' urn:li:share:1',
  'urn:li:person:abc',
  'URN:li:share:1',
  'urn:li:share:1,urn:li:share:2',
  'urn:li:share:1?x=1',
  'urn:li:share:1#x',
  'urn:li:share:()',
  'urn:li:share:１',
  '',
  null,
  5,
  ['urn:li:share:1'],
];

const ACTIONS: readonly Refused[] = [
  ...UNSAFE_IDS.flatMap((mpost_id): Refused[] => [
    {
      id: 'H80',
      title: `liking ${JSON.stringify(mpost_id)}`,
      call: ['POST', '/api/v1/microblog/like', { mpost_id }],
      field: 'mpost_id',
    },
    {
      id: 'H80',
      title: `deleting ${JSON.stringify(mpost_id)}`,
      call: ['DELETE', '/api/v1/microblog/mpost', { mpost_id }],
      field: 'mpost_id',
    },
  ]),
  { id: 'H80', title: 'deleting nothing', call: ['DELETE', '/api/v1/microblog/mpost'], field: 'mpost_id' },
  {
    id: 'H80',
    title: 'deleting an invalid id in the query',
    call: ['DELETE', '/api/v1/microblog/mpost?mpost_id=1x'],
    field: 'mpost_id',
  },
  {
    id: 'H80',
    title: 'deleting two ids',
    call: ['DELETE', '/api/v1/microblog/mpost?mpost_id=1&mpost_id=2'],
    field: 'mpost_id',
  },
  {
    id: 'H80',
    title: 'deleting one id in the query and another in the body',
    call: ['DELETE', '/api/v1/microblog/mpost?mpost_id=1', { mpost_id: '2' }],
    field: 'mpost_id',
  },
  {
    id: 'H80',
    title: 'following a number',
    call: ['POST', '/api/v1/microblog/follow', { target_user_id: 12 }],
    field: 'target_user_id',
  },
  {
    id: 'H80',
    title: 'following a name',
    call: ['POST', '/api/v1/microblog/follow', { target_user_id: 'bob' }],
    field: 'target_user_id',
  },
  { id: 'H80', title: 'bookmarking nothing', call: ['POST', '/api/v1/microblog/bookmark', {}], field: 'mpost_id' },
  {
    id: 'H80',
    title: 'a message to a number',
    call: ['POST', '/api/v1/microblog/dm', { recipient_id: 12, text: 'a' }],
    field: 'recipient_id',
  },
  {
    id: 'H80',
    title: 'a message without text',
    call: ['POST', '/api/v1/microblog/dm', { recipient_id: '12' }],
    field: 'text',
  },
  {
    id: 'H80',
    title: 'a message of white space',
    call: ['POST', '/api/v1/microblog/dm', { recipient_id: '12', text: ' \u200b' }],
    field: 'text',
  },
  {
    id: 'H80',
    title: 'a message of 10 001 letters',
    call: ['POST', '/api/v1/microblog/dm', { recipient_id: '12', text: 'a'.repeat(10_001) }],
    field: 'text',
  },
  {
    id: 'H80',
    title: 'hiding with the text "false"',
    call: ['PUT', '/api/v1/microblog/reply/hide', { mpost_id: '1', hidden: 'false' }],
    field: 'hidden',
  },
  ...BAD_URNS.flatMap((post_urn): Refused[] => [
    {
      id: 'H82',
      title: `deleting ${JSON.stringify(post_urn)}`,
      call: ['DELETE', '/api/v1/profnet/post', { post_urn }],
      field: 'post_urn',
    },
    {
      id: 'H82',
      title: `resharing ${JSON.stringify(post_urn)}`,
      call: ['POST', '/api/v1/profnet/reshare', { post_urn }],
      field: 'post_urn',
    },
  ]),
  {
    id: 'H82',
    title: 'a commentary of 3 001 letters',
    call: ['POST', '/api/v1/profnet/reshare', { post_urn: 'urn:li:share:1', commentary: 'a'.repeat(3_001) }],
    field: 'commentary',
  },
  ...[
    { platforms: [] },
    { platforms: 'profnet' },
    { platforms: ['profnet', 'profnet'] },
    { platforms: ['telegraph'] },
    { platforms: ['Profnet'] },
    { platforms: [null] },
    { platforms: { 0: 'profnet' } },
    { platforms: Array.from({ length: 21 }, () => 'profnet') },
    { platform: 'profnet' },
  ].map(
    (body): Refused => ({
      id: 'H84',
      title: `taking back ${JSON.stringify(body).slice(0, 60)}`,
      call: ['POST', '/api/v1/posts/0192f3c1-7c1e-7b3a-9f00-3f1d2c4b5a69/unpublish', body],
      field: Object.keys(body)[0] ?? '',
    }),
  ),
  ...['@bob', 'a/b', 'a'.repeat(16), '', 'a b', 'bob%00', 'b%C3%B6b', '..', 'bob%0d%0aX', 'a?b', 'bob#'].map(
    (username): Refused => ({
      id: 'H83',
      title: `the user name ${username}`,
      call: ['GET', `/api/v1/microblog/user?username=${username.replace(/[#?]/g, encodeURIComponent)}`],
      field: 'username',
    }),
  ),
  { id: 'H83', title: 'no user name', call: ['GET', '/api/v1/microblog/user'], field: 'username' },
  {
    id: 'H83',
    title: 'two user names',
    call: ['GET', '/api/v1/microblog/user?username=a&username=b'],
    field: 'username',
  },
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
  ...[
    'limit=0',
    'limit=-1',
    'limit=201',
    'limit=1.5',
    'limit=1&limit=2',
    'limit[a]=1',
    'limit[]=1',
    'limit=',
    'limit=abc',
    'limit=1e2',
    'limit=0x10',
    'limit=%2050',
    'limit=50%20',
    'limit=١',
    'limit=+5',
    'limit=99999999999999999999',
  ].map((query): Refused => ({ id: 'H85', title: query, call: ['GET', `/api/logs?${query}`], field: 'limit' })),
  ...['limit=0', 'limit=101', 'limit=-1', 'limit=2.0', 'limit=5&limit=5', 'LIMIT=5'].map(
    (query): Refused => ({
      id: 'H85',
      title: `posts with ${query}`,
      call: ['GET', `/api/v1/posts?${query}`],
      field: query.slice(0, 5),
    }),
  ),
  ...[
    'offset=-1',
    'offset=1e18',
    'offset=NaN',
    'offset=1000000000000000000',
    'offset=9007199254740993',
    'offset=null',
    'offset=0.5',
    'offset=Infinity',
    'offset=1;drop',
  ].map((query): Refused => ({ id: 'H86', title: query, call: ['GET', `/api/logs?${query}`], field: 'offset' })),
  ...[
    'cursor=',
    'cursor=x',
    "cursor=' or 1=1",
    'cursor=%00',
    'cursor=%ff',
    'cursor=eyJ4IjoxfQ',
    `cursor=${'a'.repeat(201)}`,
    'cursor=../../x',
  ].map(
    (query): Refused => ({
      id: 'H86',
      title: query.slice(0, 40),
      call: ['GET', `/api/v1/posts?${query}`],
      field: 'cursor',
    }),
  ),
  ...['status=', 'status=PUBLISHED', 'status=deleted', 'status=published,scheduled', 'status[]=published'].map(
    (query): Refused => ({ id: 'H86', title: query, call: ['GET', `/api/v1/posts?${query}`], field: 'status' }),
  ),
  {
    id: 'H86',
    title: 'a misspelt dryRun',
    call: ['POST', '/api/v1/posts?dryrun=true', { text: 'a', platforms: ['profnet'] }],
    field: 'dryrun',
  },
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
  '',
  ' ',
  '\t\n',
  '\u200b',
  '\u3164',
  'a'.repeat(10_000),
  'a'.repeat(101),
  'a\u0007b',
  'a\u0000b',
  'a\nb',
  '\u202eevil',
  'a\u2066b',
  'a\u061cb',
  'a\u001b[31mb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  5,
  null,
  ['a'],
  {},
];
const NAMES: readonly Refused[] = BAD_NAMES.flatMap((name): Refused[] => {
  const shown = printable(JSON.stringify(name).slice(0, 30));
  return [
    { id: 'H88', title: `a profile named ${shown}`, call: ['POST', '/api/profiles', { name }], field: 'name' },
    { id: 'H89', title: `a key named ${shown}`, call: ['POST', '/api/keys', { name }], field: 'name' },
  ];
});

const MORE_NAMES: readonly Refused[] = [
  { id: 'H88', title: 'a profile without a name', call: ['POST', '/api/profiles', {}], field: 'name' },
  { id: 'H89', title: 'a key without a name', call: ['POST', '/api/keys', {}], field: 'name' },
];

test.each([...ACTIONS, ...LISTS, ...NAMES, ...MORE_NAMES])('$id: refuses $title with 400', async ({ call, field }) => {
  const [method, path, body] = call;
  const answer = await workspace.api(method, path, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBe(400);
  // A NUL is found before the fields are looked at.
  if (answer.body.code !== 'invalid_json') expect(answer.body.error).toContain(field);
});

test.each([
  ['POST', '/api/v1/microblog/like'],
  ['DELETE', '/api/v1/microblog/mpost'],
])('H80: refuses the id of %s %s as a number, which would lose digits', async (method, path) => {
  const { status, body } = await workspace.api(method, path, {
    body: '{"mpost_id":1445880548472328193}',
    headers: { 'content-type': 'application/json' },
  });
  expect(status).toBe(400);
  expect(body.error).toContain('mpost_id');
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

test.each(['Ünïcödé', '日本語', "O'Brien <b>&amp;", 'a'.repeat(100), '😀 team', '__proto__', '../x', 'default'])(
  'H88: accepts the profile name %s as it is',
  async (name) => {
    const { status, body } = await workspace.api('POST', '/api/profiles', { body: { name } });
    expect(status).toBe(201);
    expect(body.profile).toMatchObject({ name, slug: expect.stringMatching(/^[a-z0-9-]+$/), isDefault: false });
  },
);

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `U+${character.codePointAt(0)?.toString(16)}`);
}
