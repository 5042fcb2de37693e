import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startNetworkProxy, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { MP4_HEAD } from '../../../platforms/tests/support/media-samples.ts';
import type { Variables } from '../../src/programs/server-process.ts';
import { useDesk } from '../../src/programs/use-desk.ts';

const { stack, workspace, clock } = useStack({
  clock: true,
  connect: ['profnet', 'microblog', 'socialnet', 'video'],
});
const desk = useDesk(stack, workspace);

const MINUTE = 60_000;
const REPOSITORY = { GITHUB_REPOSITORY: 'acme/tool' };

/** Writes a changelog of one version. @returns what runs its job, and what lists the networks that have the release */
async function release(version: string) {
  await desk.write({ [`${version}/CHANGELOG.md`]: `## ${version}\n\n- The release ${version}\n` });
  const run = (to: string, more: readonly string[] = [], env: Variables = {}) =>
    desk.social(['post', '--from-changelog', '--to', to, '--json', ...more], { ...REPOSITORY, ...env }, version);
  const networks = async () => {
    const posts = (await stack.sandbox.posts()).filter(({ text }) => text.includes(`release ${version}`));
    return posts.map(({ network }) => network).toSorted();
  };
  return { run, networks };
}

test('a job that adds a platform publishes only there, and the next run publishes nothing', async () => {
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

test('a post that may be out is not sent again when a platform is added, and the job says so', async () => {
  const { run, networks } = await release('3.0.0');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-error', times: 1 });
  await stack.sandbox.fault({ network: 'linkedin', operation: 'read', kind: 'server-error' });
  expect(await run('profnet')).toMatchObject({ code: 7 });
  expect(await run('profnet,microblog')).toMatchObject({ code: 7 });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a failed post is sent again when a platform is added, each once', async () => {
  const { run, networks } = await release('4.0.0');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  expect((await run('profnet')).code).not.toBe(0);
  expect(await networks()).toEqual([]);
  const runs = await Promise.all([run('profnet,microblog'), run('profnet,microblog'), run('microblog,socialnet')]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(runs.map(({ stderr }) => stderr).join('')).toContain('was already tried');
  expect(await networks()).toEqual(['facebook', 'linkedin', 'x']);
});

test('nothing is sent while a post is still scheduled: its key may become free', async () => {
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

test('the next run finds the post of a run whose answer was lost, even when it names more platforms', async () => {
  const { run, networks } = await release('6.0.0');
  await run('socialnet');
  await using proxy = await startNetworkProxy();
  proxy.target = stack.url;
  proxy.loses = ({ method, path }) => method === 'POST' && path === '/api/v1/posts';
  const lost = await run('profnet,socialnet', [], { SOCIAL_BASE_URL: proxy.url });
  expect(lost).toMatchObject({ code: 7, stderr: expect.stringContaining('Run the same command again') });
  expect(lost.stderr).not.toContain('--key');
  expect(await run('profnet,microblog,socialnet')).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['facebook', 'linkedin', 'x']);
});

/** Makes a post of a release under the key with a number, as another run of the command. */
async function postNumbered(number: number, version: string, platforms: readonly string[]): Promise<void> {
  const identity = JSON.stringify(['acme/tool', 'CHANGELOG.md', version, workspace.profileId, number]);
  const key = `release:${version}:${createHash('sha256').update(identity).digest('hex')}`;
  const body = { text: `An older form of release ${version}`, platforms };
  const { status } = await workspace.publish(body, { 'Idempotency-Key': key });
  expect([200, 201, 207, 502]).toContain(status);
}

test('what failed of an older post is not sent again where a newer one has it', async () => {
  const { run, networks } = await release('7.2.0');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  await postNumbered(0, '7.2.0', ['profnet']);
  await postNumbered(1, '7.2.0', ['profnet', 'microblog']);
  const both = await run('profnet,microblog', ['--max-credits', '0']);
  expect(both).toMatchObject({ code: 0, stderr: expect.not.stringContaining('social post retry') });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test.each(['canceled', 'missed'])(
  'a job that runs while a post is scheduled, which is %s then, publishes once',
  async (how) => {
    const version = how === 'canceled' ? '8.0.0' : '8.1.0';
    const { run, networks } = await release(version);
    const at = new Date(clock.now() + 2 * MINUTE).toISOString();
    const { id } = JSON.parse((await run('profnet', ['--at', at])).stdout);
    const beside = await run('microblog');
    expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining('and not for microblog') });
    if (how === 'canceled') await desk.social(['post', 'cancel', id]);
    else clock.advance(90 * MINUTE);
    await expect.poll(async () => (await workspace.readPost(id)).status).toBe(how);
    for (let times = 0; times < 2; times++) expect(await run('microblog')).toMatchObject({ code: 0 });
    expect(await networks()).toEqual(['x']);
  },
);

test('a post is found although keys with lower numbers are free', async () => {
  const { run, networks } = await release('8.2.0');
  await postNumbered(2, '8.2.0', ['microblog']);
  expect(await run('profnet,microblog')).toMatchObject({ code: 0 });
  expect(await run('microblog,profnet')).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a job does not follow the default profile where only keys with higher numbers are taken', async () => {
  const { run, networks } = await release('8.3.0');
  await postNumbered(1, '8.3.0', ['profnet']);
  const makeDefault = (id: string) => workspace.api('PATCH', `/api/profiles/${id}`, { body: { isDefault: true } });
  const { body } = await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } });
  await makeDefault(body.profile.id);
  const refused = await run('profnet');
  await makeDefault(workspace.profileId);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--profile default') });
  expect(await networks()).toEqual(['linkedin']);
});

test('an error of a retry does not hide what was sent before', async () => {
  const { run, networks } = await release('10.0.0');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'forbidden', times: 1 });
  await run('profnet');
  await using proxy = await startNetworkProxy();
  proxy.target = stack.url;
  const headers = { 'content-type': 'application/json' };
  const problem = JSON.stringify({ error: 'no credits', code: 'insufficient_credits', requestId: 'req-1' });
  proxy.intercept = ({ path }) => (path.endsWith('/retry') ? { status: 402, headers, body: problem } : undefined);
  const { code, stdout, stderr } = await run('profnet,microblog', [], { SOCIAL_BASE_URL: proxy.url });
  expect(code).toBe(5);
  expect(JSON.parse(stdout)).toMatchObject({ platforms: ['microblog'], earlierPosts: [{ platforms: ['profnet'] }] });
  expect(stderr).toContain('profnet could not be sent again (exit code 5): no credits');
  expect(stderr).not.toMatch(/Nothing was sent|already sent/);
  expect(await networks()).toEqual(['x']);
  expect(await run('profnet,microblog')).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a post that another run is sending meanwhile is shown as it ends', async () => {
  const { run, networks } = await release('11.0.0');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 6_000 });
  const slow = run('profnet');
  await expect
    .poll(async () => (await workspace.api('GET', '/api/v1/posts?limit=1')).body.posts[0].text, { timeout: 20_000 })
    .toContain('release 11.0.0');
  const { code, stdout } = await run('profnet,microblog');
  expect(code).toBe(0);
  expect(JSON.parse(stdout).earlierPosts).toMatchObject([{ outcome: 'published', platforms: ['profnet'] }]);
  expect(await slow).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a text that is wrong for a platform that has the release does not stop the post to another one', async () => {
  const { run, networks } = await release('12.0.0');
  expect(await run('microblog')).toMatchObject({ code: 0 });
  const long = `The release 12.0.0 ${'has many words '.repeat(30)}`;
  await desk.write({ '12.0.0/CHANGELOG.md': `## 12.0.0\n\n- ${long}\n` });
  expect(await run('profnet,microblog', ['--max-credits', '1'])).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

/** The outputs of a job, by their names. */
async function outputsOf(version: string): Promise<Record<string, string>> {
  const written = await readFile(join(desk.path, version, 'output'), 'utf8');
  const lines = [...written.matchAll(/^([\w-]+)<<(end-.*)\n(.*)\n\2$/gm)];
  return Object.fromEntries(lines.map(([, name = '', , value = '']) => [name, value]));
}

test('the outputs of a job are about its own platforms, and fit the exit code', async () => {
  const { run } = await release('13.0.0');
  const env = { GITHUB_OUTPUT: join(desk.path, '13.0.0/output') };
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  expect(await run('profnet,microblog')).toMatchObject({ code: 3 });
  expect(await run('profnet', [], env)).toMatchObject({ code: 0 });
  expect(await outputsOf('13.0.0')).toMatchObject({ status: 'published', published: 'profnet', failed: '' });
  await rm(env.GITHUB_OUTPUT);
  const at = ['--at', '2090-01-01T00:00:00Z'];
  const later = await run('profnet,socialnet', at, env);
  expect(later).toMatchObject({ code: 0 });
  const { status, json = '' } = await outputsOf('13.0.0');
  expect(status).toBe('scheduled');
  expect(JSON.parse(json)).toEqual(JSON.parse(later.stdout));
  expect(JSON.parse(json)).toMatchObject({ platforms: ['socialnet'], earlierPosts: [{ outcome: 'partial' }] });
});

test('settings of a platform that has the release do not stop the post to another one, and a misspelt setting does', async () => {
  const { run, networks } = await release('9.0.0');
  await desk.write({ '9.0.0/clip.mp4': Buffer.concat([MP4_HEAD, Buffer.alloc(5_000)]) });
  const settings = ['--media', 'clip.mp4', '--allow-left-out', '--meta', 'title=Nine'];
  expect(await run('video', settings)).toMatchObject({ code: 0 });
  expect(await run('video,microblog', [...settings, '--meta', 'privacystatus=private'])).toMatchObject({ code: 2 });
  expect(await networks()).toEqual(['youtube']);
  expect(await run('video,microblog', settings)).toMatchObject({ code: 0 });
  expect(await networks()).toEqual(['x', 'youtube']);
});
