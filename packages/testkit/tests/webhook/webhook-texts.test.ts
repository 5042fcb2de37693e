import { measureText } from '@social/rules';
import { useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { lines, sendRaw } from '../protocol/http/raw-http.ts';
import { readTraces } from '../protocol/http/refusals.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

/** Delivers an article and returns what each network has accepted of it. */
async function deliver(content: object, query = '?platforms=profnet') {
  const known = (await stack.sandbox.posts()).length;
  const answer = await workspace.api('POST', `/api/webhooks/incoming${query}`, { body: content });
  const texts = Object.fromEntries(
    (await stack.sandbox.posts()).slice(known).map(({ network, text }) => [network, text]),
  );
  return { ...answer, texts };
}

test.each([
  ['W24', 'profnet,%20microblog', ['linkedin', 'x']],
  ['W24', '%20microblog%20,+profnet%09', ['linkedin', 'x']],
  ['W26', 'profnet,profnet', ['linkedin']],
  ['W26', 'profnet,%20profnet%20', ['linkedin']],
])('%s: accepts the platforms %s, each once', async (id, platforms, networks) => {
  const { status, texts, body } = await deliver({ body: `${id} to ${platforms}` }, `?platforms=${platforms}`);
  expect(status).toBe(201);
  expect(Object.keys(texts).sort()).toEqual(networks);
  expect(body).toMatchObject({ ok: true, postId: expect.any(String) });
});

test('W25: accepts an encoded comma; a platform that is not connected is its own failure', async () => {
  const { status, body, texts } = await deliver({ body: 'to profnet and video' }, '?platforms=profnet%2Cvideo');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ok: false,
    platforms: { profnet: { ok: true }, video: { ok: false, code: 'not_connected' } },
  });
  expect(Object.keys(texts)).toEqual(['linkedin']);
});

test('sends to profnet and microblog when no platforms are named', async () => {
  const { texts } = await deliver({ title: 'A title', body: 'Its body.', keyword: 'news' }, '');
  expect(texts).toEqual({ linkedin: 'A title\n\nIts body.\n\n#news', x: 'A title\n\nIts body.\n\n#news' });
});

test.each<readonly [id: string, title: string, content: object, text: string]>([
  ['W50', 'a timestamp of the past', { body: 'W50 late', timestamp: '2020-01-01T00:00:00Z' }, 'W50 late'],
  [
    'W52',
    '20 unknown fields',
    { body: 'W52', ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field_${at}`, { at }])) },
    'W52',
  ],
  [
    'W53',
    'HTML',
    {
      body: '<h1>W53</h1><p>One <b>bold</b> &amp; <a href="https://example.com/?a=1&amp;b=2">linked</a> word</p><p>Two</p>',
    },
    'W53\n\nOne bold & linked (https://example.com/?a=1&b=2) word\n\nTwo',
  ],
  ['W53', 'a list', { body: '<ul><li>W53 one</li><li>two</li></ul>' }, '• W53 one\n• two'],
  [
    'W53',
    'scripts, styles and comments',
    { body: 'W53 a<script>alert("x")</script><style>p{color:red}</style><!-- secret --> b' },
    'W53 a b',
  ],
  [
    'W53',
    'entities',
    { body: 'W53 &lt;b&gt; &quot;q&quot; &#8364; &#x1F600; &hellip; &copy' },
    'W53 <b> "q" € 😀 … &copy',
  ],
  [
    'W53',
    'something that only looks like a tag',
    { body: 'W53 if a < b and c > d then 1<2' },
    'W53 if a < b and c > d then 1<2',
  ],
  ['W53', 'a double-encoded entity', { body: 'W53 &amp;lt;script&amp;gt;' }, 'W53 &lt;script&gt;'],
  ['W53', 'line breaks', { body: 'W53 a<br>b<br/>c\r\nd\n\n\n\ne' }, 'W53 a\nb\nc\nd\n\ne'],
  [
    'W55',
    'a title with line breaks',
    { title: 'W55 one\r\n\r\ntwo\tthree', body: 'text' },
    'W55 one two three\n\ntext',
  ],
  ['W55', 'an empty title', { title: '', body: 'W55 alone' }, 'W55 alone'],
  ['W55', 'a title of white space', { title: ' \n ', body: 'W55 alone again' }, 'W55 alone again'],
  ['W55', 'a title in HTML', { title: '<b>W55</b> &amp; more', body: 'text' }, 'W55 & more\n\ntext'],
  ['W58', 'a keyword with #', { body: 'W58', keyword: '#already' }, 'W58\n\n#already'],
  ['W58', 'a keyword with ##', { body: 'W58 twice', keyword: '##already#' }, 'W58 twice\n\n#already'],
  ['W59', 'the keyword c++', { body: 'W59 c', keyword: 'c++' }, 'W59 c\n\n#c'],
  ['W59', 'the keyword 日本語', { body: 'W59 ja', keyword: '日本語' }, 'W59 ja\n\n#日本語'],
  ['W59', 'a keyword of digits, which is no tag', { body: 'W59 digits', keyword: '2026' }, 'W59 digits'],
  ['W59', 'a keyword of signs, which is no tag', { body: 'W59 signs', keyword: '+-*/!' }, 'W59 signs'],
  ['W59', 'an empty keyword', { body: 'W59 empty', keyword: '' }, 'W59 empty'],
  ['W59', 'a keyword in letters with marks', { body: 'W59 marks', keyword: 'cafe\u0301' }, 'W59 marks\n\n#café'],
  ['W61', 'a keyword that would call everyone', { body: 'W61', keyword: '\n@everyone' }, 'W61\n\n#everyone'],
  [
    'W61',
    'a keyword that is a link',
    { body: 'W61 link', keyword: 'https://evil.example/x' },
    'W61 link\n\n#httpsevilexamplex',
  ],
  [
    'W62',
    'a title that turns the direction',
    { title: 'W62 \u202eevil\u202c title', body: 'text' },
    'W62 evil title\n\ntext',
  ],
  [
    'W62',
    'a body and a keyword that turn the direction',
    { body: 'W62 \u2066b\u2069', keyword: 'a\u202eb' },
    'W62 b\n\n#ab',
  ],
])('%s: publishes %s as documented', async (_id, _title, content, text) => {
  const { status, body, texts } = await deliver(content);
  expect(status).toBe(201);
  expect(body).toMatchObject({ ok: true, status: 'published', platforms: { profnet: { ok: true, credits: 1 } } });
  expect(texts).toEqual({ linkedin: text });
});

test.each([
  'a#b',
  'a b',
  'a-b',
  'emoji😀',
  '#c#',
  'x'.repeat(200),
  'ß',
  'İ',
  '한국어',
  'ไทย',
  'فارسی',
  'हिन्दी',
  'a_b',
  '1a',
  '_',
  '\u200b',
])('W59: makes a valid tag of the keyword %s, or no tag', async (keyword) => {
  const { texts } = await deliver({ body: `W59 ${keyword.length} ${encodeURIComponent(keyword)}`, keyword });
  const [, tag] = texts['linkedin']?.split('\n\n') ?? [];
  if (tag !== undefined) expect(tag).toMatch(/^#[\p{L}\p{M}\p{N}_]+$/u);
});

test('W53: never cuts inside an entity or a character when it shortens', async () => {
  for (let lead = 0; lead < 12; lead += 1) {
    const { status, texts } = await deliver(
      { body: `${'a'.repeat(lead)}${'&amp;&lt;👩‍👩‍👧‍👦e&#x301;'.repeat(100)}` },
      '?platforms=microblog',
    );
    expect(status).toBe(201);
    const shortened = texts['x']?.normalize('NFC') ?? '';
    expect(shortened.replace(/^a*/, '').replace(/…$/, '')).toMatch(/^(?:&<👩‍👩‍👧‍👦é)*(?:&|&<|&<👩‍👩‍👧‍👦)?$/u);
    expect(measureText('microblog', shortened).over).toBe(0);
  }
});

test('W56: keeps a title of 500 characters where it fits and shortens it where it does not', async () => {
  const title = `W56 ${'word '.repeat(99)}`.trim().slice(0, 500);
  const { status, texts } = await deliver(
    { title, body: 'The body.', keyword: 'kept' },
    '?platforms=profnet,microblog',
  );
  expect(status).toBe(201);
  expect(texts['linkedin']).toBe(`${title}\n\nThe body.\n\n#kept`);
  expect(texts['x']).toMatch(/^W56 word .*word…\n\n#kept$/);
  expect(measureText('microblog', texts['x'] ?? '').over).toBe(0);
});

const DRY: readonly (readonly [id: string, title: string, content: object, query: string])[] = [
  ['W64', 'the status TEST', { status: 'TEST' }, ''],
  ['W64', 'the status test', { status: ' test ' }, ''],
  ['W65', 'the status publish with test true', { status: 'publish', test: true }, ''],
  ['W67', 'the test 1', { test: 1 }, ''],
  ['W67', 'the test "true"', { test: 'true' }, ''],
  ['W67', 'the test " TRUE "', { test: ' TRUE ' }, ''],
  ['W67', 'the test "yes"', { test: 'yes' }, ''],
  ['W67', 'the test "on"', { test: 'on' }, ''],
  ['W67', 'the test "1"', { test: '1' }, ''],
  ['W67', 'test=true in the query', {}, '?test=true'],
  ['W67', 'test=1 in the query', {}, '?test=1'],
  ['W67', 'test=TRUE in the query', {}, '?test=TRUE'],
  ['W67', 'test in the query against false in the body', { test: false }, '?test=true'],
  ['W67', 'test in the body against false in the query', { test: true }, '?test=false'],
];

test.each(DRY)('%s: makes a dry run of %s', async (_id, _title, content, query) => {
  const before = await readTraces(stack, workspace);
  const { status, body } = await deliver({ body: 'Only tried', keyword: 'dry', ...content }, query);
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ok: true,
    postId: null,
    dryRun: true,
    text: 'Only tried\n\n#dry',
    platforms: { profnet: { ok: true, state: 'ready' }, microblog: { ok: true, state: 'ready' } },
  });
  expect(await readTraces(stack, workspace)).toEqual(before);
});

test.each([
  ['the status publish', { status: 'publish' }, ''],
  ['the status draft', { status: 'draft' }, ''],
  ['test false', { test: false }, '?platforms=profnet&test=false'],
  ['the test "no"', { test: 'no' }, '?platforms=profnet&test=0'],
])('W65: publishes for real with %s', async (title, content, query) => {
  const { body } = await deliver({ body: `W65 ${title}`, ...content }, query || '?platforms=profnet');
  expect(body).toMatchObject({ ok: true, postId: expect.any(String) });
});

test('W50: stores a timestamp, and schedules the post when it is in the future', async () => {
  const past = await deliver({ body: 'W50 was due', timestamp: '2026-01-01T00:00:00+01:00' });
  const stored = await workspace.api('GET', `/api/v1/posts/${past.body.postId}`);
  expect(stored.body).toMatchObject({ status: 'published', scheduledFor: '2026-01-01T00:00:00+01:00' });
  const ahead = await deliver({ body: 'W50 is not due', timestamp: '2099-01-01T00:00:00Z' });
  expect(ahead.body).toMatchObject({ postId: expect.any(String), status: 'scheduled', platforms: {} });
  expect(ahead.texts).toEqual({});
});

test('W68: makes one post of the same delivery 20 times in parallel under one key', async () => {
  const before = await readTraces(stack, workspace);
  const call = { body: { body: 'W68 once' }, headers: { 'idempotency-key': 'delivery-68' } };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => workspace.api('POST', '/api/webhooks/incoming?platforms=profnet', call)),
  );
  const made = answers.filter(({ status }) => status === 201);
  expect(made.length).toBeGreaterThan(0);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  for (const { status, headers } of answers.filter((answer) => answer.status !== 201)) {
    expect(status).toBe(409);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  }
  expect((await stack.sandbox.posts()).filter(({ text }) => text === 'W68 once')).toHaveLength(1);
  const after = await readTraces(stack, workspace);
  expect([after.posts - before.posts, before.balance - after.balance]).toEqual([1, 1]);
});

test('W70: completes a post once when its sender hangs up before the answer', async () => {
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 500, times: 1 });
  const body = '{"body":"W70 nobody listens"}';
  const request = lines(
    'POST /api/webhooks/incoming?platforms=profnet HTTP/1.1',
    `Host: ${new URL(stack.url).host}`,
    `X-API-Key: ${workspace.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  );
  const find = async () => {
    const { body: list } = await workspace.api('GET', '/api/v1/posts?limit=1');
    return list.posts[0] as { text: string; status: string; credits: number };
  };
  await sendRaw(stack.url, async (socket) => {
    socket.write(request + body);
    await expect.poll(async () => (await find()).text).toBe('W70 nobody listens');
    socket.destroy();
  });
  await expect.poll(find).toMatchObject({ status: 'published', credits: 1 });
  expect((await stack.sandbox.posts()).filter(({ text }) => text === 'W70 nobody listens')).toHaveLength(1);
});

test('W71: answers with both results when one platform fails', async () => {
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const { status, body, texts } = await deliver({ body: 'W71 half' }, '');
  expect(status).toBe(201);
  expect(body).toMatchObject({
    ok: false,
    postId: expect.any(String),
    platforms: { profnet: { ok: true, credits: 1 }, microblog: { ok: false, state: 'failed', credits: 0 } },
  });
  expect(texts).toEqual({ linkedin: 'W71 half' });
});
