import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Stack, startStack, type Workspace } from '@social/testkit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Desk, type Finished, openDesk } from './social.ts';

let stack: Stack;
let workspace: Workspace;
let desk: Desk;

beforeAll(async () => {
  stack = await startStack();
  workspace = await stack.createWorkspace({ connect: ['profnet', 'microblog', 'socialnet', 'video'] });
  desk = await openDesk(stack.url, workspace.apiKey);
});

afterEach(() => stack.sandbox.clearFaults());
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await stack.close();
});

const REPOSITORY = { GITHUB_REPOSITORY: 'acme/tool' };

/** Writes a changelog of one version and answers with what runs its job for platforms. */
async function release(version: string) {
  await desk.write({ [`${version}/CHANGELOG.md`]: `## ${version}\n\n- The release ${version}\n` });
  const run = (
    to: string,
    more: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<Finished> =>
    desk.social(['post', '--from-changelog', '--to', to, '--json', ...more], { ...REPOSITORY, ...env }, version);
  const networks = async () =>
    (await stack.sandbox.posts()).flatMap(({ network, text }) =>
      text.includes(`release ${version}`) ? [network] : [],
    );
  return { run, networks: async () => (await networks()).toSorted() };
}

test('a job that gets a platform publishes only there, and the next run nothing', async () => {
  const { run, networks } = await release('1.0.0');
  const first = await run('profnet');
  const second = await run('profnet,microblog');
  expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('sending it to microblog only') });
  expect(await networks()).toEqual(['linkedin', 'x']);
  const [before, now] = [first, second].map(({ stdout }) => JSON.parse(stdout));
  expect(now).toMatchObject({ platforms: ['microblog'], earlierPosts: [{ id: before.id, platforms: ['profnet'] }] });
  const third = await run('microblog,profnet');
  expect(third.code).toBe(0);
  expect(JSON.parse(third.stdout)).toMatchObject({ id: now.id, earlierPosts: [{ id: before.id }] });
  expect(await run('profnet,microblog,socialnet')).toMatchObject({ code: 0 });
  expect(await run('socialnet')).toMatchObject({ code: 0, stderr: expect.stringContaining('was already published') });
  expect(await networks()).toEqual(['facebook', 'linkedin', 'x']);
});

test('jobs that run at once for different platforms publish once on each', async () => {
  const { run, networks } = await release('2.0.0');
  const jobs = ['profnet', 'profnet,microblog', 'microblog,socialnet', 'profnet,microblog,socialnet', 'socialnet'];
  const runs = await Promise.all(jobs.map((to) => run(to)));
  expect(runs.map(({ code }) => code)).toEqual(jobs.map(() => 0));
  expect(await networks()).toEqual(['facebook', 'linkedin', 'x']);
});

test('what may be out is not sent again beside a new platform, and the job says so', async () => {
  const { run, networks } = await release('3.0.0');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-error', times: 1 });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'read', kind: 'server-error' });
  expect(await run('profnet')).toMatchObject({ code: 7 });
  expect(await run('profnet,microblog')).toMatchObject({ code: 7 });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('what failed is sent again beside a new platform, each once', async () => {
  const { run, networks } = await release('4.0.0');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  expect((await run('profnet')).code).not.toBe(0);
  expect(await networks()).toEqual([]);
  const runs = await Promise.all([run('profnet,microblog'), run('profnet,microblog'), run('microblog,socialnet')]);
  for (const { stderr } of runs) expect(stderr).not.toContain('Error');
  expect(await networks()).toEqual(['facebook', 'linkedin', 'x']);
});

test('nothing is sent beside a post that is still scheduled: its key may come free', async () => {
  const { run, networks } = await release('5.0.0');
  const at = ['--at', '2090-01-01T00:00:00Z'];
  const first = await run('profnet', at);
  const refused = await run('profnet,microblog', at);
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toMatch(/is scheduled for .* on profnet .*, and not for microblog\\nNothing was sent\./);
  expect(await run('profnet', at)).toMatchObject({ code: 0 });
  await desk.social(['post', 'cancel', JSON.parse(first.stdout).id]);
  expect(await run('profnet,microblog')).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a run whose answer is lost is looked up by the next, also where that is for more platforms', async () => {
  const { run, networks } = await release('6.0.0');
  await run('socialnet');
  await using proxy = await startLosingProxy(stack.url);
  const lost = await run('profnet,socialnet', [], { SOCIAL_BASE_URL: proxy.url });
  expect(lost).toMatchObject({ code: 7, stderr: expect.stringContaining('Run the same command again') });
  expect(lost.stderr).not.toContain('--key');
  expect(await run('profnet,microblog,socialnet')).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['facebook', 'linkedin', 'x']);
});

test.each([
  ['the default profile', undefined],
  ['its profile by name', 'default'],
])('a post of an earlier version, whose key names its platforms and %s, counts', async (_what, profile) => {
  const version = profile === undefined ? '7.0.0' : '7.1.0';
  const { run, networks } = await release(version);
  const identity = JSON.stringify(['acme/tool', 'CHANGELOG.md', version, profile, ['profnet', 'socialnet']]);
  const key = `release:${version}:${createHash('sha256').update(identity).digest('hex')}`;
  const body = { text: `An older form of release ${version}`, platforms: ['profnet', 'socialnet'] };
  const answer = await fetch(`${stack.url}/api/v1/posts`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${workspace.apiKey}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  const { stderr, code } = await run('profnet,microblog');
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('sending it to microblog only') });
  expect(await networks()).toEqual(['facebook', 'linkedin', 'x']);
});

test('settings of a platform that has the release do not keep it from another, and a misspelt one does', async () => {
  const { run, networks } = await release('9.0.0');
  const video = Buffer.concat([
    Buffer.from('0000001866747970697367660000020069736f6d6d703432', 'hex'),
    Buffer.alloc(5_000),
  ]);
  await desk.write({ '9.0.0/clip.mp4': video });
  const settings = ['--media', 'clip.mp4', '--meta', 'title=Nine'];
  expect(await run('video', settings)).toMatchObject({ code: 0 });
  expect(await run('video,microblog', [...settings, '--meta', 'privacystatus=private'])).toMatchObject({ code: 2 });
  expect(await networks()).toEqual(['youtube']);
  expect(await run('video,microblog', settings)).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['x', 'youtube']);
});

/** Passes requests on, and loses every answer to a publish: the connection is cut in its place. */
async function startLosingProxy(target: string): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = 'GET', url = '/' } = incoming;
    const headers = Object.fromEntries(
      ['authorization', 'content-type', 'idempotency-key'].flatMap((name) => {
        const value = incoming.headers[name];
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
    const answer = await fetch(`${target}${url}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (method === 'POST' && url === '/api/v1/posts') return void incoming.socket.resetAndDestroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
