import { readEffects, uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { expectCost, MOST_GROWTH } from '../../src/run/linear-time.ts';

const { stack, workspace } = useStack({ connect: ['profnet', 'video'] });

const post = <More extends object>(more: More) => ({
  text: uniqueText('Misspelt'),
  platforms: ['profnet', 'video'],
  ...more,
});

test.each([
  [{ scheduleFor: '2099-01-01T00:00:00Z' }, 'scheduleFor', 'scheduledFor'],
  [{ text: undefined, txt: 'a' }, 'txt', 'text'],
  [{ overrides: { profnet: { txt: 'a' } } }, 'overrides.profnet.txt', 'text'],
  [{ overrides: { profnt: { text: 'a' } } }, 'overrides.profnt', 'profnet'],
  [{ media: [{ url: 'https://example.com/a.png', altText: 'A' }] }, 'media[0].altText', 'alt'],
  [
    { overrides: { profnet: { media: [{ url: 'https://example.com/a.png', atl: 'A' }] } } },
    'overrides.profnet.media[0].atl',
    'alt',
  ],
  [{ meta: { privacystatus: 'private' } }, 'meta.privacystatus', 'privacyStatus'],
  [{ meta: '{"privacystatus":"private"}' }, 'meta.privacystatus', 'privacyStatus'],
])('%j is refused, and the field that was probably meant is named', async (more, field, suggestion) => {
  const before = await readEffects(stack, workspace);
  const { status, body } = await workspace.api('POST', '/api/v1/posts', { body: post(more) });
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect(body.error).toMatch(
    new RegExp(`^${field.replace(/[[\].]/g, '\\$&')}: .*; did you mean ${suggestion}\\? Nothing was done$`),
  );
  expect(body.details).toEqual({ field, suggestion });
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('a field that resembles no other is refused with the known fields', async () => {
  const { status, body } = await workspace.api('POST', '/api/v1/posts', { body: post({ balance: 1e6 }) });
  expect(status).toBe(400);
  expect(body.error).toMatch(/^balance: is not a known field; known are text, thread, platforms, .* Nothing was done$/);
});

test.each([{ title: 'A', privacyLevel: 'SELF_ONLY' }, '{"title":"A","pull":true}'])(
  'settings of platforms that the post is not for are ignored: %j',
  async (meta) => {
    const { status, body } = await workspace.publish({ ...post({ meta }), platforms: ['profnet'] });
    expect([status, body.outcome]).toEqual([201, 'published']);
    expect(body.meta).toEqual(typeof meta === 'string' ? JSON.parse(meta) : meta);
  },
);

test('a setting of another platform is refused even if one platform of the post takes settings', async () => {
  const body = { ...post({ meta: { privacyLevel: 'SELF_ONLY' } }), platforms: ['video', 'profnet'] };
  const { status, body: answer } = await workspace.publish(body);
  expect(status).toBe(400);
  expect(answer.error).toMatch(/^meta\.privacyLevel: is a setting of shortvideo, .* video takes .*privacyStatus/);
});

test('a misspelt setting of a platform that the post is not for is refused', async () => {
  const before = await readEffects(stack, workspace);
  const { status, body } = await workspace.publish({
    ...post({ meta: { privacystatus: 'private' } }),
    platforms: ['profnet'],
  });
  expect([status, body.error]).toEqual([
    400,
    'meta.privacystatus: is not a known setting; did you mean privacyStatus? Nothing was done',
  ]);
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('a setting that any of the requested platforms takes is accepted', async () => {
  const text = uniqueText('Settings');
  const meta = { privacyStatus: 'unlisted' };
  for (const given of [meta, JSON.stringify(meta)]) {
    const { status, body } = await workspace.api('POST', '/api/v1/posts?dryRun=true', {
      body: post({ text, meta: given }),
    });
    expect([status, body.platformResults.profnet.state]).toEqual([200, 'ready']);
  }
});

test('a change of a scheduled post refuses a text', async () => {
  const scheduled = post({ scheduledFor: '2099-01-01T00:00:00Z' });
  const { body } = await workspace.publish(scheduled);
  const change = { scheduledFor: '2099-02-01T00:00:00Z', text: 'Another one' };
  const { status, body: answer } = await workspace.api('PATCH', `/api/v1/posts/${body.id}`, { body: change });
  expect([status, answer.details.field]).toEqual([400, 'text']);
  const { body: kept } = await workspace.api('GET', `/api/v1/posts/${body.id}`);
  expect(kept).toMatchObject({ scheduledFor: scheduled.scheduledFor, text: scheduled.text });
});

test('the webhook ignores fields that content tools add', async () => {
  const body = { body: uniqueText('Article'), author: { name: 'Ada' }, __v: 3, scheduleFor: 'soon' };
  const { status } = await workspace.api('POST', '/api/webhooks/incoming?platforms=profnet', { body });
  expect(status).toBe(201);
});

test('the name of a field never carries more than a name', async () => {
  const name = `\u202e${'x'.repeat(300)}\n<b>`;
  const { status, body } = await workspace.api('POST', '/api/v1/posts', { body: post({ [name]: 1 }) });
  expect(status).toBe(400);
  expect(body.details.field).toMatch(/^\?x{39}$/);
});

test.each([
  ['/api/account/sign-in', 29_000, '', null],
  ['/api/account/sign-in', 20_000, 'pass', null],
  ['/api/v1/posts', 20_000, 'tex', undefined],
])('%s refuses a body of %i unknown fields like %j without comparing them all', async (path, count, like, key) => {
  const refusalOf = (fields: number) => async () => {
    const entries = Array.from({ length: fields }, (_, index) => [like + index.toString(36), 0]);
    const body = JSON.stringify(Object.fromEntries(entries));
    const call = { body, headers: { 'content-type': 'application/json' }, ...(key === null && { key }) };
    const { status, body: answer } = await workspace.api('POST', path, call);
    expect([status, answer.code]).toEqual([400, 'invalid_request']);
  };
  await expectCost(refusalOf(count), MOST_GROWTH, refusalOf(count / 2));
});

test.each([
  [{ meta: `{"title":"${'x'.repeat(20_000)}"}` }, 'meta: must have at most 20000 characters'],
  [{ meta: '{"title":' }, 'meta: is a text, which must be an object written as JSON; it is not valid JSON'],
  [
    { meta: '{"title":"a","title":"b"}' },
    'meta: is a text, which must be an object written as JSON; it names the same field twice',
  ],
  [{ meta: '[]' }, 'meta: must be an object'],
  [{ text: 'x'.repeat(3001) }, 'text: is too long for profnet: 3001 of 3000 characters; shorten it by 1'],
])('a message about a wrong field says what to do', async (more, words) => {
  const { status, body } = await workspace.api('POST', '/api/v1/posts', { body: post(more) });
  expect([status, body.error]).toEqual([400, words]);
});

test.each([
  ['GET', '/api/v1/posts?key=%F0%9F%98%80', undefined, 'key: must be printable ASCII characters'],
  [
    'POST',
    '/api/command/device/exchange',
    { deviceCode: 'short' },
    'deviceCode: must be 43 letters, digits, dashes or underscores, as base64url writes 256 bits',
  ],
  ['POST', '/api/command/device', { machine: '\u202ex' }, 'machine: must be a name of 1 to 80 visible characters'],
])('%s %s names the expected form', async (method, path, body, words) => {
  const answer = await workspace.api(method, path, body === undefined ? {} : { body });
  expect([answer.status, answer.body.error]).toEqual([400, words]);
});

test.each(['microblog%00', '%00', 'microblogx'])('the platform %s does not exist', async (platform) => {
  for (const [method, path] of [
    ['GET', '/api/auth/'],
    ['GET', '/api/connect/'],
  ]) {
    const end = path === '/api/auth/' ? '' : '/options';
    const { status, body } = await workspace.api(method ?? '', `${path}${platform}${end}`);
    expect([status, body.code]).toEqual([404, 'platform_unknown']);
  }
});
