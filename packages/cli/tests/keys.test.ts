import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signedIn, social, temporaryDirectory } from './social.ts';
import {
  failure,
  json,
  NO_POSTS,
  POST_ID,
  PROFILES,
  PUBLISHED,
  postWith,
  type StandInServer,
  startStandIn,
} from './stand-in-server.ts';

const accept = { ...NO_POSTS, 'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })) };
const ACME_ID = PROFILES.profiles[1]?.id ?? '';

/** Key and profile of each post that was sent. */
function sentBy(server: StandInServer): (readonly [key: string, profile: string | undefined])[] {
  const posts = server.seen.filter(({ call }) => call === 'POST /api/v1/posts');
  return posts.map(({ body, headers }) => [
    String(headers['idempotency-key']),
    (JSON.parse(body) as { profile?: string }).profile,
  ]);
}

describe('the profile of a post', () => {
  it.each<[string, readonly string[], string | undefined]>([
    ['a post', ['hello'], undefined],
    ['a release', ['--file', 'CHANGELOG.md', '--section', '1.4.0'], 'default'],
  ])('makes one key and one request of %s, however it is named', async (_what, args, named) => {
    await using server = await startStandIn(accept);
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, 'CHANGELOG.md'), '## 1.4.0\n\n- New\n');
    const post = (more: readonly string[], env: Record<string, string> = {}) =>
      social(['post', ...args, '--to', 'profnet', ...more], { env: signedIn(server.url, env), cwd: directory.path });
    await post([]);
    expect(server.seen.some(({ call }) => call === 'GET /api/profiles')).toBe(named !== undefined);
    await post(['--profile', 'default']);
    await post([], { SOCIAL_PROFILE: 'default' });
    await post(['--profile', 'acme-blog']);
    await post(['--profile', ACME_ID]);
    const [none, ...others] = sentBy(server);
    expect(others.slice(0, 2)).toEqual([none, none]);
    expect(none?.[1]).toBe(named);
    expect(others[2]?.[1]).toBe('acme-blog');
    expect(others[3]).toEqual(others[2]);
    expect(others[2]?.[0]).not.toBe(none?.[0]);
  });

  it('ends with 2 and the slugs there are where there is no such profile', async () => {
    await using server = await startStandIn(accept);
    const args = ['post', 'hello', '--to', 'profnet', '--profile', 'acme-blgo'];
    const result = await social(args, { env: signedIn(server.url) });
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('There is no profile "acme-blgo": did you mean acme-blog?');
    expect(result.stderr).toContain('Profiles: default, acme-blog');
    expect(server.calls()).toEqual([]);
  });
});

it('a stored file makes one key, however often it was uploaded: each time it has another address', async () => {
  await using server = await startStandIn(accept);
  const post = (signature: string, file: string) => {
    const media = `https://social.example/media/${signature.repeat(43)}/${file.repeat(64)}.jpg`;
    return social(['post', 'hello', '--to', 'profnet', '--media', media], { env: signedIn(server.url) });
  };
  await post('a', '1');
  await post('b', '1');
  await post('b', '2');
  const [first, again, other] = sentBy(server).map(([key]) => key);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

describe('a text that was made to fit', () => {
  const LONG = 'many words '.repeat(60).trim();
  const args = ['post', LONG, '--to', 'microblog', '--fit', 'shorten'];
  const reused = json(422, {
    error: 'used with another request',
    code: 'idempotency_key_reused',
    requestId: 'req-1',
    details: { postId: POST_ID },
  });

  it('has the key of what was given and of how it is fitted, not of what came out', async () => {
    await using server = await startStandIn(accept);
    const env = signedIn(server.url);
    const post = (text: string, ...more: string[]) => social(['post', text, '--to', 'microblog', ...more], { env });
    await post(LONG, '--fit', 'shorten');
    await post(LONG, '--fit', 'thread');
    // Shortened to the same text.
    await post(`${LONG} and more`, '--fit', 'shorten');
    await post('short');
    await post('short', '--fit', 'shorten');
    const keys = sentBy(server).map(([key]) => key);
    const content = [null, ['microblog'], LONG, null, null, null, 'shorten', null];
    expect(keys[0]).toBe(`cli-${createHash('sha256').update(JSON.stringify(content)).digest('hex')}`);
    expect(new Set(keys.slice(0, 4)).size).toBe(4);
    // Nothing was cut: it is the same post.
    expect(keys[4]).toBe(keys[3]);
  });

  it('is not published again where another version has cut it elsewhere', async () => {
    await using server = await startStandIn({
      'POST /api/v1/posts': reused,
      [`GET /api/v1/posts/${POST_ID}`]: json(200, postWith({ microblog: PUBLISHED })),
    });
    const result = await social(args, { env: signedIn(server.url, { TZ: 'UTC' }) });
    expect(result.code).toBe(0);
    expect(result.stderr).toBe(
      'Shortened for microblog\nAlready published 20 Nov 2026 14:02, cut differently (post 0192f3c1-7c1e), nothing was sent again; --again publishes it once more\n',
    );
    expect(JSON.parse(result.stdout)).toEqual(postWith({ microblog: PUBLISHED }));
  });

  it('is refused where the key was given, nothing was cut, or the server does not say which post it was', async () => {
    await using server = await startStandIn({ 'POST /api/v1/posts': reused });
    const env = signedIn(server.url);
    expect(await social([...args, '--key', 'mine'], { env })).toMatchObject({ code: 2, stdout: '' });
    const refused = await social(['post', 'short', ...args.slice(2)], { env });
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    // With another key it would be published a second time.
    expect(refused.stderr).not.toContain('Give another --key');
    expect(refused.stderr).toContain(`It was made before in another form: social post show ${POST_ID}`);
    await using nameless = await startStandIn({ 'POST /api/v1/posts': failure(422, 'idempotency_key_reused') });
    expect(await social(args, { env: signedIn(nameless.url) })).toMatchObject({ code: 2, stdout: '' });
  });
});
