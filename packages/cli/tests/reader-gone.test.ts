import { spawn } from 'node:child_process';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BIN, signedIn, temporaryDirectory } from './social.ts';
import { failed, json, PUBLISHED, postWith, type Reply, startStandIn } from './stand-in-server.ts';

/** Runs the command with one of its outputs closed at the other end, as by `| head -1` or a log that has died. */
async function without(closed: 'stdout' | 'stderr', args: readonly string[], url: string, cwd?: string) {
  const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...signedIn(url) };
  const child = spawn(process.execPath, [BIN, ...args], { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  child[closed].destroy();
  child[closed === 'stdout' ? 'stderr' : 'stdout'].resume();
  return await new Promise<number | null>((resolve) => child.once('close', resolve));
}

const partly = postWith({ profnet: PUBLISHED, microblog: failed('network_refused') });

it('a post is sent to its end, and its exit code told, where nobody reads what is said before', async () => {
  await using server = await startStandIn({ 'POST /api/v1/posts': json(201, partly) });
  const long = 'many words '.repeat(60);
  const args = ['post', long, '--to', 'profnet,microblog', '--fit', 'shorten'];
  expect(await without('stderr', args, server.url)).toBe(3);
  expect(server.calls()).toEqual(['POST /api/v1/posts']);
});

it('the exit code of a post is told where nobody reads its results', async () => {
  await using server = await startStandIn({ 'POST /api/v1/posts': json(201, partly) });
  expect(await without('stdout', ['post', 'hi', '--to', 'profnet,microblog'], server.url)).toBe(3);
});

describe.runIf(process.platform === 'linux')('a full disk', () => {
  const run = async (args: readonly string[], url: string) => {
    await using full = await open('/dev/full', 'w');
    const env = { PATH: process.env['PATH'], HOME: '/nonexistent', ...signedIn(url) };
    const child = spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', full.fd, 'pipe'] });
    const ended = new Promise((resolve) => child.once('close', resolve));
    return { stderr: child.stderr ? await text(child.stderr) : '', code: await ended };
  };

  it('does not hide how a post ended', async () => {
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, partly) });
    const { code } = await run(['post', 'hi', '--to', 'profnet,microblog'], server.url);
    expect(code).toBe(3);
    expect(server.calls()).toEqual(['POST /api/v1/posts']);
  });

  it('makes no success of what could not be written', async () => {
    await using server = await startStandIn();
    const { code, stderr } = await run(['usage'], server.url);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Error: The output could not be written \(ENOSPC\)/);
  });
});

it('files are published to the last where nobody reads the plan', async () => {
  const checked = postWith({ profnet: { ok: true, state: 'ready', credits: 1 } }, { id: null, available: 499 });
  const publish: Reply = (response, request) =>
    json(201, request.query === '?dryRun=true' ? checked : postWith({ profnet: PUBLISHED }))(response, request);
  await using server = await startStandIn({
    'GET /api/v1/posts': json(200, { posts: [], nextCursor: null }),
    'POST /api/v1/posts': publish,
  });
  await using directory = await temporaryDirectory();
  await mkdir(join(directory.path, 'posts'));
  for (const name of ['a', 'b', 'c'])
    await writeFile(join(directory.path, `posts/${name}.md`), `---\nplatforms: profnet\n---\n${name}\n`);
  const args = ['apply', 'posts', '--yes', '--output', 'text'];
  expect(await without('stdout', args, server.url, directory.path)).toBe(0);
  const sent = server.seen.filter(({ call, query }) => call === 'POST /api/v1/posts' && query === '');
  expect(sent).toHaveLength(3);
});
