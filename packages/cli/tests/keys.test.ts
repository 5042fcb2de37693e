import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { signedIn, social, temporaryDirectory } from './social.ts';
import { json, PROFILES, PUBLISHED, postWith, type StandInServer, startStandIn } from './stand-in-server.ts';

const accept = { 'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED })) };
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
  it.each<[string, readonly string[]]>([
    ['a post', ['hello']],
    ['a release', ['--file', 'CHANGELOG.md', '--section', '1.4.0']],
  ])('makes one key and one request of %s, however it is named', async (_what, args) => {
    await using server = await startStandIn(accept);
    await using directory = await temporaryDirectory();
    await writeFile(join(directory.path, 'CHANGELOG.md'), '## 1.4.0\n\n- New\n');
    const post = (more: readonly string[], env: Record<string, string> = {}) =>
      social(['post', ...args, '--to', 'profnet', ...more], { env: signedIn(server.url, env), cwd: directory.path });
    await post([]);
    expect(server.seen.map(({ call }) => call)).not.toContain('GET /api/profiles');
    await post(['--profile', 'default']);
    await post([], { SOCIAL_PROFILE: 'default' });
    await post(['--profile', 'acme-blog']);
    await post(['--profile', ACME_ID]);
    const [none, ...others] = sentBy(server);
    expect(others.slice(0, 2)).toEqual([none, none]);
    expect(none?.[1]).toBeUndefined();
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
