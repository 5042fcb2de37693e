import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACCEPT, KEY_REUSED, NOTHING_CONNECTED, POST_ID, PUBLISHED, postWith } from '../support/posts.ts';
import { repository } from '../support/repository.ts';
import { failure, json, PROFILES, type StandInServer, startStandIn } from '../support/stand-in-server.ts';

const [DEFAULT_ID, ACME_ID = ''] = PROFILES.profiles.map(({ id }) => id);

const keysOf = (server: StandInServer) => server.posts().map(({ key }) => key);

describe('the profile of a post', () => {
  it.each<[string, readonly string[]]>([
    ['a post', ['hello']],
    ['a release', ['--file', 'CHANGELOG.md', '--section', '1.4.0']],
  ])('makes one key and one request of %s, however it is named', async (_what, args) => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    const post = (more: readonly string[], env = {}) =>
      server.social(['post', ...args, '--to', 'profnet', ...more], { env, cwd: directory.path });
    await post([]);
    await post(['--profile', 'default']);
    await post([], { SOCIAL_PROFILE: 'default' });
    await post(['--profile', 'acme-blog']);
    await post(['--profile', ACME_ID]);
    const sent = server.posts().map(({ key, body }) => ({ key, profile: body.profile }));
    const [none, byFlag, byVariable, other, otherById] = sent;
    expect([byFlag, byVariable]).toEqual([none, none]);
    expect(none?.profile).toBe('default');
    expect(other?.profile).toBe('acme-blog');
    expect(otherById).toEqual(other);
    expect(other?.key).not.toBe(none?.key);
  });

  it('makes one key and one request, whichever profile is the default one', async () => {
    const flags = fc.subarray([
      ['--at', '2090-12-01T09:00:00Z'],
      ['--thread', 'more'],
      ['--no-fit-media'],
      ['--media', 'https://example.com/a.jpg'],
      ['--meta', 'title=A title'],
      ['--fit', 'shorten'],
    ]);
    const post = fc.record({ text: fc.string({ minLength: 1 }).filter((text) => /\w/.test(text)), flags });
    await fc.assert(
      fc.asyncProperty(post, fc.nat(1), async ({ text, flags }, chosen) => {
        const sent = [];
        for (const isDefault of [true, false]) {
          const profiles = PROFILES.profiles.map((one, index) => ({
            ...one,
            isDefault: isDefault === (index === chosen),
          }));
          await using server = await startStandIn({ ...ACCEPT, 'GET /api/profiles': json(200, { profiles }) });
          const args = ['post', '--to', 'profnet', ...flags.flat(), '--profile', profiles[chosen]?.slug ?? ''];
          const unnamed = isDefault ? [args.slice(0, -2)] : [];
          for (const one of [args, ...unnamed]) {
            expect(await server.social([...one, '--', text])).toMatchObject({ code: 0 });
          }
          sent.push(...server.posts());
        }
        expect(sent).toHaveLength(3);
        expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
      }),
      { numRuns: 40 },
    );
  });

  it('ends with 2 and the slugs there are where there is no such profile', async () => {
    await using server = await startStandIn(ACCEPT);
    const args = ['post', 'hello', '--to', 'profnet', '--profile', 'acme-blgo'];
    const result = await server.social(args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('There is no profile "acme-blgo": did you mean acme-blog?');
    expect(result.stderr).toContain('Profiles: default, acme-blog');
    expect(server.calls()).toEqual([]);
  });
});

it('a stored file makes one key, however often it was uploaded: each time it has another address', async () => {
  await using server = await startStandIn(ACCEPT);
  const post = (signature: string, file: string) => {
    const media = `https://social.example/media/${signature.repeat(43)}/${file.repeat(64)}.jpg`;
    return server.social(['post', 'hello', '--to', 'profnet', '--media', media]);
  };
  await post('a', '1');
  await post('b', '1');
  await post('b', '2');
  const [first, again, other] = keysOf(server);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

describe('a text that was made to fit', () => {
  const LONG = 'many words '.repeat(60).trim();
  const args = ['post', LONG, '--to', 'microblog', '--fit', 'shorten'];

  it('has a key made of the given text and of the way to fit it, not of the result', async () => {
    await using server = await startStandIn(ACCEPT);
    const post = (text: string, ...more: string[]) => server.social(['post', text, '--to', 'microblog', ...more]);
    await post(LONG, '--fit', 'shorten');
    await post(LONG, '--fit', 'thread');
    // Shortened to the same text.
    await post(`${LONG} and more`, '--fit', 'shorten');
    await post('short');
    await post('short', '--fit', 'shorten');
    const keys = keysOf(server);
    const content = [DEFAULT_ID, ['microblog'], LONG, null, null, null, null, null, 'shorten', null];
    expect(keys[0]).toBe(`cli-${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`);
    expect(new Set(keys.slice(0, 4)).size).toBe(4);
    // Nothing was cut: it is the same post.
    expect(keys[4]).toBe(keys[3]);
  });

  it('is not published again where another version has cut it elsewhere', async () => {
    await using server = await startStandIn({
      ...NOTHING_CONNECTED,
      'POST /api/v1/posts': KEY_REUSED,
      [`GET /api/v1/posts/${POST_ID}`]: json(200, postWith({ microblog: PUBLISHED })),
    });
    const result = await server.social(args, { env: { TZ: 'UTC' } });
    expect(result.code).toBe(0);
    expect(result.stderr).toBe(
      'Shortened for X\nAlready published 20 Nov 2026 14:02, cut differently (post 0192f3c1-7c1e), nothing was sent again; --again publishes it again\n',
    );
    expect(JSON.parse(result.stdout)).toEqual(postWith({ microblog: PUBLISHED }));
  });

  it('is refused where the key was given, nothing was cut, or the server does not say which post it was', async () => {
    await using server = await startStandIn({ ...NOTHING_CONNECTED, 'POST /api/v1/posts': KEY_REUSED });
    expect(await server.social([...args, '--key', 'mine'])).toMatchObject({ code: 2, stdout: '' });
    const refused = await server.social(['post', 'short', ...args.slice(2)]);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    // With another key it would be published a second time.
    expect(refused.stderr).not.toContain('Another --key would publish it');
    expect(refused.stderr).toContain(`The post was made before in another form: social post show ${POST_ID}`);
    await using nameless = await startStandIn({
      ...NOTHING_CONNECTED,
      'POST /api/v1/posts': failure(422, 'idempotency_key_reused'),
    });
    expect(await nameless.social(args)).toMatchObject({ code: 2, stdout: '' });
  });
});
