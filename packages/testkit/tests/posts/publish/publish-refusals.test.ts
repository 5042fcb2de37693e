import { readEffects, uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

const PLATFORMS = ['profnet', 'microblog'];

/** Sends a body that must be refused with 400, and proves that it had no effect. */
async function refuse(
  body: object | string,
): Promise<{ error: string; code: string; details: Record<string, unknown> }> {
  const before = await readEffects(stack, workspace);
  const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
  const answer = await workspace.publish(body, headers);
  expect([answer.status, answer.text]).toEqual([400, answer.text]);
  expect(await readEffects(stack, workspace)).toEqual(before);
  return answer.body;
}

describe('the length of the text', () => {
  // X counts a link as 23 characters and an emoji as 2; LinkedIn counts UTF-16 units or characters.
  test.each([
    ['profnet', 'a'.repeat(3000), 'a'.repeat(3001)],
    ['microblog', 'a'.repeat(280), 'a'.repeat(281)],
    ['microblog', '👍'.repeat(140), '👍'.repeat(141)],
    ['microblog', '漢'.repeat(140), '漢'.repeat(141)],
    [
      'microblog',
      `${'a'.repeat(256)} https://example.org/${'b'.repeat(200)}`,
      `${'a'.repeat(257)} https://example.org/b`,
    ],
    ['microblog', 'e\u0301'.repeat(280), `${'e\u0301'.repeat(280)}a`],
    ['video', 'é'.repeat(2500), `${'é'.repeat(2500)}a`],
    ['socialnet', 'a'.repeat(63_206), 'a'.repeat(63_207)],
    ['chatbot', 'a'.repeat(4096), 'a'.repeat(4097)],
  ])('%s takes the longest text and refuses one more', async (platform, fits, tooLong) => {
    const accepted = await workspace.api('POST', '/api/v1/posts?dryRun=true', {
      body: { text: fits, platforms: [platform] },
    });
    expect(accepted.body.platformResults[platform].code).not.toBe('invalid_request');
    const { count, max } = accepted.body.platformResults[platform].characters;
    expect(count).toBe(max);
    const refused = await refuse({ text: tooLong, platforms: [platform] });
    expect(refused.details).toMatchObject({ field: 'text', platform, limit: max });
    expect(refused.details['actual']).toBeGreaterThan(max);
    expect(refused.error).toContain(platform);
  });

  test('the longest texts are accepted by the networks too', async () => {
    const { body } = await workspace.publish({
      text: '✅'.repeat(140),
      platforms: PLATFORMS,
      overrides: { profnet: { text: uniqueText('').padEnd(3000, 'n') } },
    });
    expect(body.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true } });
  });

  test('a text that is too long for one platform sends nothing to the others', async () => {
    const refused = await refuse({ text: 'a'.repeat(281), platforms: PLATFORMS });
    expect(refused.details).toMatchObject({ field: 'text', platform: 'microblog', limit: 280, actual: 281 });
  });

  test('a text that is too long is refused even where the platform is not connected', async () => {
    const refused = await refuse({ text: 'a'.repeat(4097), platforms: ['chatbot', 'socialnet'] });
    expect(refused.details).toMatchObject({ platform: 'chatbot' });
  });

  test('an override that is too long names the override', async () => {
    const overrides = { microblog: { text: 'a'.repeat(281) } };
    const refused = await refuse({ text: 'fine', platforms: PLATFORMS, overrides });
    expect(refused.details).toMatchObject({ field: 'overrides.microblog.text', platform: 'microblog' });
  });
});

describe('the form of the body', () => {
  const text = 'never published';
  const cases: [string, string, object][] = [
    ['an empty text', 'text', { text: '', platforms: PLATFORMS }],
    ['a text of spaces', 'text', { text: ' \n\t', platforms: PLATFORMS }],
    ['a text of invisible characters', 'text', { text: '\u200b\u2060\ufeff', platforms: PLATFORMS }],
    ['no text', 'text', { platforms: PLATFORMS }],
    ['a number for a text', 'text', { text: 5, platforms: PLATFORMS }],
    ['null for a text', 'text', { text: null, platforms: PLATFORMS }],
    ['a list for a text', 'text', { text: ['a'], platforms: PLATFORMS }],
    ['no platforms', 'platforms', { text }],
    ['an empty list of platforms', 'platforms', { text, platforms: [] }],
    ['text for platforms', 'platforms', { text, platforms: 'profnet' }],
    ['null for platforms', 'platforms', { text, platforms: null }],
    ['an unknown platform', 'platforms[1]', { text, platforms: ['profnet', 'telepathy'] }],
    ['a platform in capitals', 'platforms[0]', { text, platforms: ['PROFNET'] }],
    ['a name of the language as a platform', 'platforms[0]', { text, platforms: ['toString'] }],
    ['__proto__ as a platform', 'platforms[0]', { text, platforms: ['__proto__'] }],
    ['a thousand platforms', 'platforms', { text, platforms: Array(1000).fill('profnet') }],
    ['text for mediaUrls', 'mediaUrls', { text, platforms: PLATFORMS, mediaUrls: 'https://example.org/a.png' }],
    ['null among mediaUrls', 'mediaUrls[0]', { text, platforms: PLATFORMS, mediaUrls: [null] }],
    ['media without an address', 'media[0].url', { text, platforms: PLATFORMS, media: [{ alt: 'a' }] }],
    [
      'an unknown privacy status',
      'meta.privacyStatus',
      { text, platforms: PLATFORMS, meta: { privacyStatus: 'secret' } },
    ],
    ['ten thousand tags', 'meta.tags', { text, platforms: PLATFORMS, meta: { tags: Array(10_000).fill('t') } }],
    ['a category that is a number', 'meta.categoryId', { text, platforms: PLATFORMS, meta: { categoryId: 22 } }],
    ['meta that is not JSON', 'meta', { text, platforms: PLATFORMS, meta: '{"title":' }],
    ['meta that is a list as JSON', 'meta', { text, platforms: PLATFORMS, meta: '[1]' }],
    [
      'wrong meta as JSON text',
      'meta.privacyStatus',
      { text, platforms: PLATFORMS, meta: '{"privacyStatus":"secret"}' },
    ],
    [
      'an override of a platform not asked for',
      'overrides.video',
      { text, platforms: PLATFORMS, overrides: { video: {} } },
    ],
    [
      'an empty override text',
      'overrides.microblog.text',
      { text, platforms: PLATFORMS, overrides: { microblog: { text: ' ' } } },
    ],
    [
      'a date that does not exist',
      'scheduledFor',
      { text, platforms: PLATFORMS, scheduledFor: '2027-02-30T00:00:00Z' },
    ],
    ['a date without a time', 'scheduledFor', { text, platforms: PLATFORMS, scheduledFor: '2027-01-01' }],
    ['a time without an offset', 'scheduledFor', { text, platforms: PLATFORMS, scheduledFor: '2027-01-01T10:00:00' }],
    ['the hour 24', 'scheduledFor', { text, platforms: PLATFORMS, scheduledFor: '2027-01-01T24:00:00Z' }],
    ['a digit for a time', 'scheduledFor', { text, platforms: PLATFORMS, scheduledFor: '1' }],
    ['a number for a time', 'scheduledFor', { text, platforms: PLATFORMS, scheduledFor: 1_900_000_000 }],
    ['a number for a profile', 'profile', { text, platforms: PLATFORMS, profile: 1 }],
  ];

  test.each(cases)('%s is refused naming the field', async (_name, field, body) => {
    const { code, error, details } = await refuse(body);
    expect(code).toBe('invalid_request');
    expect(details).toMatchObject({ field });
    expect(error.startsWith(`${field}: `)).toBe(true);
  });

  test.each([
    ['half an object', '{"text":'],
    ['a field that is named twice', '{"text":"a","text":"b","platforms":["profnet"]}'],
    ['a NUL character', '{"text":"a\\u0000b","platforms":["profnet"]}'],
    ['half a surrogate pair', '{"text":"\\ud83d","platforms":["profnet"]}'],
    ['a number beyond all bounds', '{"text":"a","platforms":["profnet"],"meta":{"x":1e400}}'],
    ['single quotes', "{'text':'a'}"],
    ['thirty thousand levels', `{"text":"a","meta":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('%s is not accepted as JSON', async (_name, body) => {
    expect((await refuse(body)).code).toBe('invalid_json');
  });

  test.each(['"text"', '5', 'null', '[]', ''])('%s is not accepted as a body', async (body) => {
    await refuse(body);
  });

  test('a misspelt parameter of the query is refused, so that nothing is published by mistake', async () => {
    const { status, body } = await workspace.api('POST', '/api/v1/posts?dryrun=true', {
      body: { text: uniqueText('Misspelt'), platforms: ['profnet'] },
    });
    expect(status).toBe(400);
    expect(body.details.field).toBe('dryrun');
  });

  test('meta may be written as JSON text', async () => {
    const meta = JSON.stringify({ title: 'A title', tags: ['one'] });
    const { status } = await workspace.publish({ text: uniqueText('Meta'), platforms: ['profnet', 'video'], meta });
    expect(status).toBe(201);
  });
});

describe('media that make the request wrong', () => {
  const text = 'never published';
  const pictures = (count: number) => Array.from({ length: count }, (_, index) => `https://example.org/${index}.png`);

  test.each([
    '',
    'picture.png',
    '//example.org/a.png',
    'file:///etc/passwd',
    'ftp://example.org/a.png',
    'javascript:alert(1)',
    'https:example.org',
    'http:\\\\127.0.0.1\\a.png',
    'http://user:secret@example.org/a.png',
    'http://example.org:22/a.png',
    'http://example.org:65536/a.png',
    'https://exa mple.org/a.png',
    `https://example.org/${'a'.repeat(2048)}`,
  ])('the address %.30s is refused in every field that holds one', async (url) => {
    const urls = await refuse({ text, platforms: ['profnet'], mediaUrls: [url] });
    expect(urls.details).toMatchObject({ field: 'mediaUrls[0]' });
    const media = await refuse({
      text,
      platforms: ['profnet'],
      media: [{ url: 'https://example.org/a.png' }, { url }],
    });
    expect(media.details).toMatchObject({ field: 'media[1].url' });
    const overrides = { profnet: { media: [{ url }] } };
    const override = await refuse({ text, platforms: ['profnet'], overrides });
    expect(override.details).toMatchObject({ field: 'overrides.profnet.media[0].url' });
  });

  test('ten pictures are too many for profnet', async () => {
    const refused = await refuse({ text, platforms: ['profnet'], mediaUrls: pictures(10) });
    expect(refused.details).toMatchObject({ field: 'mediaUrls', platform: 'profnet' });
    expect(refused.error).toContain('9');
  });

  test('five pictures in media are too many for the microblog, and the field is named', async () => {
    const refused = await refuse({ text, platforms: ['microblog'], media: pictures(5).map((url) => ({ url })) });
    expect(refused.details).toMatchObject({ field: 'media', platform: 'microblog' });
  });

  test('too many pictures in an override name the override', async () => {
    const overrides = { microblog: { media: pictures(5).map((url) => ({ url })) } };
    const refused = await refuse({ text, platforms: PLATFORMS, overrides });
    expect(refused.details).toMatchObject({ field: 'overrides.microblog.media', platform: 'microblog' });
  });

  test.each([
    ['shortvideo', []],
    ['shortvideo', ['https://example.org/a.png']],
    ['photonet', []],
  ])('%s needs media that it can carry', async (platform, mediaUrls) => {
    const refused = await refuse({ text, platforms: [platform], mediaUrls });
    expect(refused.details).toMatchObject({ field: 'mediaUrls', platform });
  });
});

describe('credits', () => {
  test('a publish that costs more than there is answers 402; nothing is stored or sent', async () => {
    const poor = await stack.createWorkspace({ connect: ['profnet'] });
    await stack.query(`update workspace set balance = 0 where id = '${poor.workspaceId}'`);
    const before = await readEffects(stack, poor);
    const { status, body } = await poor.publish({ text: uniqueText('Poor'), platforms: ['profnet'] });
    expect(status).toBe(402);
    expect(body).toMatchObject({ code: 'insufficient_credits', details: { needed: 1, available: 0 } });
    expect(await readEffects(stack, poor)).toEqual(before);
  });

  test('only platforms that would be attempted count against the balance', async () => {
    const poor = await stack.createWorkspace({ connect: ['profnet'] });
    await stack.query(`update workspace set balance = 1 where id = '${poor.workspaceId}'`);
    const { status, body } = await poor.publish({
      text: uniqueText('One credit'),
      platforms: ['profnet', 'microblog'],
    });
    expect(status).toBe(201);
    expect(body.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { code: 'not_connected' } });
  });
});
