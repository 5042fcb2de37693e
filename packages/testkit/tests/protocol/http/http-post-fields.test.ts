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

const post = (body: object): Refused['call'] => [
  'POST',
  '/api/v1/posts',
  { text: 'must not go out', platforms: ['profnet', 'microblog'], ...body },
];

const EMOJI = '\u{1f600}';
const IMAGE = 'https://example.com/a.png';

const POSTS: readonly Refused[] = [
  { id: 'H55', title: 'an empty text', call: post({ text: '' }), field: 'text' },
  ...[
    ' ',
    '\n\t\r',
    '\u200b',
    '\ufeff\u200d',
    '\u2060\u00ad',
    '\u3164',
    '\u2800',
    '\u00a0\u3000',
    '\u202e',
    '\ufe0f',
  ].map((text) => ({
    id: 'H56',
    title: `a text of nothing but ${printable(text)}`,
    call: post({ text }),
    field: 'text',
  })),
  { id: 'H58', title: '281 letters for microblog', call: post({ text: 'a'.repeat(281) }), field: 'text' },
  { id: 'H58', title: '141 letters that count twice', call: post({ text: '語'.repeat(141) }), field: 'text' },
  {
    id: 'H58',
    title: '3 001 letters for profnet',
    call: post({ text: 'a'.repeat(3_001), platforms: ['profnet'] }),
    field: 'text',
  },
  {
    id: 'H58',
    title: '100 001 letters',
    call: post({ text: 'a'.repeat(100_001), platforms: ['profnet'] }),
    field: 'text',
  },
  {
    id: 'H58',
    title: 'an override of 281 letters',
    call: post({ overrides: { microblog: { text: 'a'.repeat(281) } } }),
    field: 'overrides.microblog.text',
  },
  {
    id: 'H58',
    title: 'an override without letters',
    call: post({ overrides: { microblog: { text: ' ' } } }),
    field: 'overrides',
  },
  {
    id: 'H58',
    title: 'an override for no platform',
    call: post({ overrides: { twitter: { text: 'a' } } }),
    field: 'overrides',
  },
  { id: 'H59', title: '141 emoji for microblog', call: post({ text: EMOJI.repeat(141) }), field: 'text' },
  {
    id: 'H59',
    title: '257 letters and a link',
    call: post({ text: `${'a'.repeat(257)} https://example.com` }),
    field: 'text',
  },
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
    'toString',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'PROFNET',
    ' profnet',
    'profnet\n',
    'linkedin',
    '',
    'profnet,microblog',
    null,
    1,
    ['profnet'],
  ].map((name) => ({
    id: 'H64',
    title: `the platform ${JSON.stringify(name)}`,
    call: post({ platforms: ['profnet', name] }),
    field: 'platforms',
  })),
  { id: 'H65', title: '1 000 platforms', call: post({ platforms: Array(1_000).fill('profnet') }), field: 'platforms' },
  { id: 'H67', title: '10 images for profnet', call: post({ mediaUrls: Array(10).fill(IMAGE) }), field: 'mediaUrls' },
  {
    id: 'H67',
    title: '51 images',
    call: post({ mediaUrls: Array(51).fill(IMAGE), platforms: ['microblog'] }),
    field: 'mediaUrls',
  },
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
  ...[IMAGE, [IMAGE], [{}], [{ url: 5 }], [{ url: IMAGE, alt: 5 }], [{ url: IMAGE, alt: 'a'.repeat(5_001) }], null].map(
    (media) => ({
      id: 'H68',
      title: `the media ${JSON.stringify(media)?.slice(0, 60)}`,
      call: post({ media }),
      field: 'media',
    }),
  ),
  ...['secret', 'PUBLIC', '', null, 1].map((privacyStatus) => ({
    id: 'H70',
    title: `the privacy ${JSON.stringify(privacyStatus)}`,
    call: post({ meta: { privacyStatus } }),
    field: 'meta',
  })),
  {
    id: 'H70',
    title: 'a privacy in metadata written as text',
    call: post({ meta: '{"privacyStatus":"secret"}' }),
    field: 'meta',
  },
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
      [
        'H73',
        [
          '2026-02-30T00:00:00Z',
          '2027-02-29T00:00:00Z',
          '2026-04-31T10:00:00Z',
          '2026-13-01T00:00:00Z',
          '2026-00-10T00:00:00Z',
          '2026-01-00T00:00:00Z',
        ],
      ],
      [
        'H74',
        [
          '2026-01-01',
          '2026-01',
          '2026-W10-1',
          '10:00:00Z',
          'tomorrow',
          '',
          ' 2027-01-01T00:00:00Z',
          '2027-01-01T00:00:00Z ',
        ],
      ],
      [
        'H76',
        [
          '2026-01-01T24:00:00Z',
          '2026-01-01T23:60:00Z',
          '2026-01-01T23:59:61Z',
          '2026-01-01T10:00Z',
          '2026-01-01T10:00:00',
          '2027-01-01T00:00:00+25:00',
          '2027-01-01T00:00:00+1',
          '2027-01-01T00:00:00 Europe/Berlin',
          '+12027-01-01T00:00:00Z',
          '٢٠٢٧-01-01T00:00:00Z',
        ],
      ],
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

test.each(POSTS)('$id: refuses $title with 400', async ({ call, field }) => {
  const [method, path, body] = call;
  const answer = await workspace.api(method, path, body === undefined ? {} : { body });
  expect(answer.status, answer.text).toBe(400);
  // A NUL is found before the fields are looked at.
  if (answer.body.code !== 'invalid_json') expect(answer.body.error).toContain(field);
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
  {
    id: 'H91',
    title: '256 letters and a long link',
    text: `${'c'.repeat(256)} https://example.com/${'d'.repeat(500)}`,
  },
  { id: 'H91', title: '140 emoji that are families', text: '👨‍👩‍👧‍👦'.repeat(140) },
  { id: 'H92', title: '280 letters with accents of their own', text: 'e\u0301'.repeat(280) },
])('$id: accepts $title for microblog', async ({ text }) => {
  const { status, body } = await workspace.publish({ text, platforms: ['microblog'] });
  expect(status).toBe(201);
  expect(body.platformResults.microblog).toMatchObject({ ok: true, credits: 3 });
  expect(await accepted(text)).toEqual(['x']);
});

test('H94: sends and charges a platform that is named twice once', async () => {
  const text = 'named twice';
  const { status, body } = await workspace.publish({ text, platforms: ['profnet', 'profnet'] });
  expect(status).toBe(201);
  expect(body).toMatchObject({ platforms: ['profnet'], credits: 1 });
  expect(await accepted(text)).toEqual(['linkedin']);
});

test('H95: accepts metadata written as text', async () => {
  const body = {
    text: 'with metadata',
    platforms: ['profnet', 'video'],
    meta: '{"title":"T","tags":["a"],"privacyStatus":"private"}',
  };
  const { status } = await workspace.publish(body);
  expect(status).toBe(201);
});

test('H97: respects the offset of a time, so that a wall clock ahead of UTC can be in the past', async () => {
  const wallClock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19);
  const past = await workspace.publish({
    text: 'in Kiritimati it is later',
    platforms: ['profnet'],
    scheduledFor: `${wallClock(1)}+14:00`,
  });
  expect(past.body).toMatchObject({ status: 'published', scheduledFor: expect.stringContaining('+14:00') });
  const future = await workspace.publish({
    text: 'on Baker Island it is earlier',
    platforms: ['profnet'],
    scheduledFor: `${wallClock(-1)}-12:00`,
  });
  expect(future.body).toMatchObject({ status: 'scheduled', platformResults: {} });
});

test.each([
  '2030-02-28T23:59:59Z',
  '2028-02-29T00:00:00.123456789+05:45',
  '2030-01-01t00:00:00z',
  '9999-12-31T23:59:59Z',
])('H97: accepts the time %s', async (scheduledFor) => {
  const { status, body } = await workspace.publish({
    text: `at ${scheduledFor}`,
    platforms: ['profnet'],
    scheduledFor,
  });
  expect(status).toBe(201);
  expect(body.status).toBe('scheduled');
});

function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `U+${character.codePointAt(0)?.toString(16)}`);
}
