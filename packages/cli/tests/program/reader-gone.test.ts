import { describe, expect, it } from 'vitest';
import { failed, NO_POSTS, NOTHING_CONNECTED, PUBLISHED, postWith } from '../support/posts.ts';
import { signedIn, socialInBash, startSocial } from '../support/social.ts';
import { json, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Runs the command with one of its outputs closed at the other end, as by `| head -1` or a log that has died. */
async function without(closed: 'stdout' | 'stderr', args: readonly string[], url: string, cwd?: string) {
  const { child, ended } = startSocial(args, { env: signedIn(url), cwd });
  child[closed].destroy();
  return (await ended).code;
}

const partly = postWith({ profnet: PUBLISHED, microblog: failed('network_refused') });

it('a post is sent, and its exit code is right, when nobody reads stderr', async () => {
  await using server = await startStandIn({ ...NOTHING_CONNECTED, 'POST /api/v1/posts': json(201, partly) });
  const long = 'many words '.repeat(60);
  const args = ['post', long, '--to', 'profnet,microblog', '--fit', 'shorten'];
  expect(await without('stderr', args, server.url)).toBe(3);
  expect(server.calls()).toContain('POST /api/v1/posts');
});

it('the exit code of a post is right when nobody reads stdout', async () => {
  await using server = await startStandIn({ 'POST /api/v1/posts': json(201, partly) });
  expect(await without('stdout', ['post', 'hi', '--to', 'profnet,microblog'], server.url)).toBe(3);
});

describe.runIf(process.platform === 'linux')('a full disk', () => {
  const run = (args: readonly string[], url: string) => socialInBash('"$@" > /dev/full', args, { env: signedIn(url) });

  it('does not hide how a post ended', async () => {
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, partly) });
    const { code } = await run(['post', 'hi', '--to', 'profnet,microblog'], server.url);
    expect(code).toBe(3);
    expect(server.calls()).toEqual(['POST /api/v1/posts']);
  });

  it('makes a run fail whose output cannot be written', async () => {
    await using server = await startStandIn();
    const { code, stderr } = await run(['usage'], server.url);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: The output could not be written \(ENOSPC\)/);
  });
});

it('all files are published when nobody reads the plan', async () => {
  const published = json(201, postWith({ profnet: PUBLISHED }));
  await using server = await startStandIn({
    ...NO_POSTS,
    'POST /api/v1/posts': published,
  });
  const files = ['a', 'b', 'c'].map((name) => [`posts/${name}.md`, `---\nplatforms: profnet\n---\n${name}\n`]);
  await using directory = await temporaryDirectory(Object.fromEntries(files));
  const args = ['apply', 'posts', '--yes', '--output', 'text'];
  expect(await without('stdout', args, server.url, directory.path)).toBe(0);
  expect(server.posts()).toHaveLength(3);
});
