import { describe, expect, it, vi } from 'vitest';
import { signedIn, socialInBash, startSocial } from '../support/social.ts';
import { failure, json, loseAnswer, startStandIn } from '../support/stand-in-server.ts';

const entry = (number: number) => ({
  ...{ id: `0192f3c1-7c1e-7b3a-9f00-00000000000${number}`, action: 'post.published', platform: 'profnet' },
  ...{ profileName: 'Default', status: 'success', metadata: { text: `post ${number}` } },
  createdAt: '2026-11-20T14:02:12.310Z',
});
/** A page as the API gives it, the newest first. */
const page = (...numbers: number[]) =>
  json(200, { logs: numbers.map(entry), total: numbers.length, limit: 50, offset: 0 });

function follow(url: string, ...flags: string[]) {
  const running = startSocial(['logs', '--follow', ...flags], { env: signedIn(url, { TZ: 'UTC' }) });
  return { ...running, lines: () => running.said.stdout.split('\n').filter((line) => line !== '') };
}

const textsOf = (lines: string[]) => lines.map((line) => JSON.parse(line).metadata.text);
const soon = { timeout: 60_000 };

describe('social logs --follow', () => {
  it('prints the newest entries, then each that comes once, one JSON line each, and ends with 130 on Ctrl-C', async () => {
    await using server = await startStandIn({
      'GET /api/logs': [page(2, 1), page(2, 1), page(4, 3, 2, 1), page(4, 3, 2, 1)],
    });
    using following = follow(server.url, '--limit', '2', '--platform', 'profnet');
    const { child, said, ended, lines } = following;
    await vi.waitFor(() => expect(lines()).toHaveLength(4), soon);
    expect(textsOf(lines())).toEqual(['post 1', 'post 2', 'post 3', 'post 4']);
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130 });
    expect(said.stderr).toBe('');
    expect(server.seen[0]?.query).toBe('?platform=profnet&limit=2');
    expect(server.seen[1]?.query).toBe('?platform=profnet&limit=50&offset=0');
  });

  it('goes on when the server was away, and says so once', async () => {
    const refused = failure(503, 'unavailable');
    await using server = await startStandIn({
      'GET /api/logs': [page(1), loseAnswer, refused, refused, page(2, 1)],
    });
    using following = follow(server.url, '--output', 'text');
    const { child, said, ended, lines } = following;
    await vi.waitFor(() => expect(lines()).toHaveLength(2), soon);
    await vi.waitFor(() => expect(said.stderr).toContain('The server answers again.'), soon);
    expect(said.stderr).toMatch(/^[^\n]+; trying again until it answers …\nThe server answers again\.\n$/);
    expect(lines()[1]).toBe('20 Nov 2026 14:02  post.published         profnet     Default           success   post 2');
    child.kill('SIGINT');
    expect(await ended).toMatchObject({ code: 130 });
  });

  it('ends when the key is no longer accepted', async () => {
    await using server = await startStandIn({ 'GET /api/logs': [page(1), failure(401, 'unauthorized')] });
    const { code, stderr } = await server.program(['logs', '--follow']);
    expect(code).toBe(4);
    expect(stderr).toContain('is unknown to');
  });

  it('ends with 0 and without an error when the reader closes the pipe', async () => {
    await using server = await startStandIn({ 'GET /api/logs': [page(1), page(2, 1), page(3, 2, 1), page(4, 3)] });
    const script = `"$@" | head -1; echo "\${PIPESTATUS[0]}"`;
    const env = signedIn(server.url);
    const { stdout, stderr } = await socialInBash(script, ['logs', '--follow'], { env });
    expect(stdout.split('\n').slice(1)).toEqual(['0', '']);
    expect(stderr).toBe('');
  });
});
