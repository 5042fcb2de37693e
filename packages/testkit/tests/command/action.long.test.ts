import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NetworkId } from '@social/sandbox';
import { samplePng, startFileServer, useResource, useStack } from '@social/testkit';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import manifest from '../../../cli/package.json' with { type: 'json' };
import { useDesk } from '../../src/programs/use-desk.ts';
import { installPacked } from './packed.ts';
import { type Action, runAction, type Used } from './workflow.ts';

const ACTION = parse(readFileSync(fileURLToPath(new URL('../../../../action.yml', import.meta.url)), 'utf8')) as Action;

const CLI_VERSION = manifest.version;

const packed = useResource(installPacked);
const { stack, workspace } = useStack({ connect: ['profnet', 'microblog', 'video'] });
const desk = useDesk(stack, workspace);

beforeAll(() => {
  const releases = ['1.4.0\n\n- New', '1.3.0\n\n- Old', '1.2.0\n\n- Older', '1.1.0\n\n- Oldest'];
  const changelog = ['# Changelog', 'Unreleased\n\n- Soon', ...releases].join('\n\n## ');
  return desk.write({ 'CHANGELOG.md': `${changelog}\n`, 'a b.png': samplePng(20, 20) });
});

/** Starts a registry of npm that has the packed command of @acme as one version, and a newer one that cannot be installed. */
async function startRegistry(archive: string, version: string) {
  const server = await startFileServer();
  const tarball = server.serve(`/${version}.tgz`, { body: readFileSync(archive) });
  const release = (name: string, address: string) => ({
    ...{ name: '@acme/cli', version: name, bin: { social: 'dist/bin.js' }, dist: { tarball: address } },
  });
  const versions = { [version]: release(version, tarball), '99.0.0': release('99.0.0', `${server.url}/99.0.0.tgz`) };
  const document = { name: '@acme/cli', 'dist-tags': { latest: '99.0.0' }, versions };
  server.serve('/@acme%2fcli', { body: JSON.stringify(document), headers: { 'Content-Type': 'application/json' } });
  return server;
}

/** Packages and archives that a registry was asked for, without npm's own requests. */
const asked = ({ requests }: { readonly requests: readonly string[] }) =>
  [...new Set(requests)].filter((path) => !path.startsWith('/-/'));

let before: Set<string>;
beforeEach(async () => {
  before = new Set((await stack.sandbox.posts()).map(({ network, id }) => network + id));
});

/** The action before anybody has published it, and published by @acme. */
const unpublished = (ref: string): Used => ({ uses: `acme/social@${ref}`, scope: '' });
const published = (ref: string): Used => ({ uses: `acme/social@${ref}`, scope: '@acme' });
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:1', npm_config_fetch_retries: '0' };

/** Runs the action with inputs, in a job that knows server and key. */
function run(
  inputs: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  used = unpublished('main'),
) {
  const job = {
    ...{ PATH: packed.path, HOME: '/nonexistent', LANG: 'C.UTF-8', CI: 'true', GITHUB_REPOSITORY: 'acme/tool' },
    ...{ SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey, ...env },
  };
  return runAction(ACTION, { to: 'profnet', command: packed.social, ...inputs }, { cwd: desk.path, env: job, used });
}

/** Returns the posts that a network has accepted since the test began. */
const postsOn = async (network: NetworkId) =>
  (await stack.sandbox.posts(network)).filter((post) => !before.has(post.network + post.id));
const textsOn = async (network: NetworkId) => (await postsOn(network)).map(({ text }) => text);

describe('the action', () => {
  test('hands inputs to its scripts as variables only', () => {
    for (const step of ACTION.runs.steps) expect(step.run).not.toContain('${{');
    const inputs = Object.keys(ACTION.inputs);
    const used = JSON.stringify(ACTION.runs.steps.map(({ env }) => env));
    expect(inputs.filter((name) => !used.includes(`inputs.${name} `))).toEqual([]);
  });

  test('publishes a text unchanged, with all that a shell would expand', async () => {
    const text = '--dry-run "$(touch pwned)" `touch pwned` $HOME\n\'; touch pwned; echo "\n-- \\n %s';
    const { code, outputs, summary } = await run({ text, to: 'profnet,microblog' });
    expect(code).toBe(0);
    expect(await textsOn('linkedin')).toEqual([text]);
    expect(existsSync(join(desk.path, 'pwned'))).toBe(false);
    expect(outputs).toMatchObject({ status: 'published', published: 'profnet,microblog', failed: '' });
    expect(JSON.parse(outputs['json'] ?? '')).toMatchObject({ id: outputs['post-id'], text });
    expect(summary).toMatch(/^### 2 of 2 published\n\n\| platform \|/);
  });

  test.each([
    ['the tag', { 'from-changelog': 'true' }, { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.3.0' }, '1.3.0\n\n• Old'],
    ['the newest release', { 'from-changelog': 'CHANGELOG.md' }, {}, '1.4.0\n\n• New'],
    ['a version', { file: 'CHANGELOG.md', section: 'v1.2.0', profile: 'default', key: 'mine' }, {}, '1.2.0\n\n• Older'],
    [
      'a version, in a template',
      { section: 'v1.2.0', template: '{version} is out\\n\\n{notes}', mentions: 'true', key: 'template' },
      {},
      '1.2.0 is out\n\n• Older',
    ],
  ])('publishes the notes of %s', async (_what, inputs, env, text) => {
    expect((await run(inputs, env)).code).toBe(0);
    expect(await textsOn('linkedin')).toEqual([text]);
  });

  test('publishes a release once, though the job runs twice', async () => {
    const env = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.1.0' };
    const first = await run({ 'from-changelog': 'true' }, env);
    const second = await run({ 'from-changelog': 'true' }, env);
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(second.outputs['post-id']).toBe(first.outputs['post-id']);
    expect(second.printed).toContain('nothing was sent again');
    expect(await textsOn('linkedin')).toHaveLength(1);
  });

  test('fetches the command with npx where a version or an archive is named', async () => {
    const given = { text: 'By npx', command: '', version: `file:${packed.archive}` };
    const { code, printed } = await run(given, { HOME: desk.path, npm_config_offline: 'true' });
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('1 of 1 published') });
  });

  test.each(['v0.4.2', 'v0'])("at the tag %s fetches its checkout's version, of its owner alone", async (ref) => {
    await using registry = await startRegistry(packed.archive, CLI_VERSION);
    const npm = { HOME: desk.path, npm_config_registry: registry.url, npm_config_cache: join(desk.path, `npm-${ref}`) };
    // The tag of an action that uses this one.
    const env = { ...npm, GITHUB_ACTION_REF: 'v99.0.0' };
    const { code, printed } = await run({ text: `At the tag ${ref}`, command: '' }, env, published(ref));
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('1 of 1 published') });
    expect(asked(registry)).toEqual(['/@acme%2fcli', `/${CLI_VERSION}.tgz`]);
  });

  test('fetches a version that is named, of its owner alone', async () => {
    await using registry = await startRegistry(packed.archive, '0.4.2');
    const npm = { HOME: desk.path, npm_config_registry: registry.url, npm_config_cache: join(desk.path, 'npm-named') };
    const given = { text: 'A version by its number', command: '', version: '0.4.2' };
    const { code, printed } = await run(given, npm, published('main'));
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('1 of 1 published') });
    expect(asked(registry)).toEqual(['/@acme%2fcli', '/0.4.2.tgz']);
  });

  test('builds the command where no process knows the key', async () => {
    // In place of npx, which would run what it has fetched.
    const spy =
      'for pid in self $PPID $(ps -o ppid= -p $PPID); do tr "\\0" "\\n" < /proc/$pid/environ; done > environs; exit 3';
    await desk.write({ 'spying/npx': `#!/bin/sh\ncd "${desk.path}"; ${spy}\n` });
    chmodSync(join(desk.path, 'spying/npx'), 0o755);
    const env = { PATH: `${join(desk.path, 'spying')}:${packed.path}` };
    const { code } = await run({ text: 'Built', command: '' }, env, { ...unpublished('main'), isBare: true });
    expect(code).toBe(3);
    const environs = readFileSync(join(desk.path, 'environs'), 'utf8');
    expect(environs).toContain('GITHUB_ACTION_PATH=');
    expect(environs).not.toContain(workspace.apiKey);
  });

  test('refuses a version while it does not say whose it is', async () => {
    const ended = await run({ text: 'Whose?', command: '', version: '0.4.2' }, NO_REGISTRY, unpublished('v0.4.2'));
    const said = 'owner.json does not say in which scope 0.4.2 is published.\nNothing was sent.';
    expect(ended).toMatchObject({ code: 2, printed: expect.stringContaining(said) });
  });

  test('publishes nothing where the registry lacks the version of its checkout', async () => {
    await using registry = await startRegistry(packed.archive, '0.0.1');
    const npm = { HOME: desk.path, npm_config_registry: registry.url, npm_config_cache: join(desk.path, 'npm-lacks') };
    const ended = await run({ text: 'Not there', command: '' }, npm, published('v7.8.9'));
    expect(ended).toMatchObject({ code: 1, printed: expect.stringContaining(`@acme/cli@${CLI_VERSION}`) });
    expect(await textsOn('linkedin')).toEqual([]);
  });

  test.each([
    ['at a branch', published('main')],
    ['at a commit', published('4f2a9c0e')],
    ['at a tag without a version', published('v1-beta')],
    ['at a branch whose last part is a version', published('next/v1')],
    ['at a tag, before anybody has published it', unpublished('v1.4.0')],
    ['at a tag, where the scope lacks its @', { ...published('v1.4.0'), scope: 'acme' }],
  ])('runs its own checkout without a registry %s', async (where, used) => {
    const given = { text: `Run ${where}`, command: '' };
    const { code, printed } = await run(given, { ...NO_REGISTRY, GITHUB_ACTION_REF: 'v99.0.0' }, used);
    expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('1 of 1 published') });
    expect(ACTION.inputs['version']?.default).toBeUndefined();
  });

  test('uploads media, one per line with what it shows', async () => {
    const { code } = await run({ text: 'With a picture', media: 'a b.png | Our "stand" | in Bonn\n\n' });
    expect(code).toBe(0);
    const { posts } = (await workspace.api('GET', '/api/v1/posts?limit=1')).body;
    expect(posts[0].media).toMatchObject([{ alt: 'Our "stand" | in Bonn' }]);
    expect((await postsOn('linkedin'))[0]?.media).toHaveLength(1);
  });

  test('has the files of a scheduled post copied with copy-media', async () => {
    const given = { text: 'Copied', at: '2099-01-01T09:00:00Z', media: 'a b.png', 'copy-media': 'true' };
    expect(await run(given)).toMatchObject({ code: 0, outputs: { status: 'scheduled' } });
    const { posts } = (await workspace.api('GET', '/api/v1/posts?limit=1')).body;
    expect(posts[0]).toMatchObject({ copyMedia: true });
  });

  test('publishes where a network leaves media out only with allow-left-out', async () => {
    const picture = { text: 'With a picture', to: 'video', media: 'https://example.com/picture.png' };
    const refused = await run(picture);
    expect(refused).toMatchObject({ code: 2, outputs: { status: 'error' } });
    expect(refused.summary).toContain('Left out on YouTube: 1 image.');
    expect(await run({ ...picture, 'allow-left-out': 'true' })).toMatchObject({
      code: 0,
      outputs: { status: 'published' },
    });
    expect(await textsOn('youtube')).toEqual(['With a picture']);
  });

  test('only checks with dry-run, and keeps within max-credits', async () => {
    const checked = await run({ text: 'x'.repeat(300), to: 'microblog', fit: 'thread', 'dry-run': 'true' });
    expect(checked).toMatchObject({ code: 0, outputs: { status: 'ready', 'post-id': '' } });
    const refused = await run({ text: 'Too dear', to: 'microblog', 'max-credits': '2', 'dry-run': 'false' });
    expect(refused).toMatchObject({ code: 5, outputs: { status: 'error' } });
    expect(refused.summary).toContain('### Not published');
    expect(await textsOn('x')).toEqual([]);
  });

  test('stores a draft with draft, and links to the page on which it is approved', async () => {
    const drafted = await run({ text: 'Seen by a colleague first', draft: 'true' });
    const { id, url } = JSON.parse(drafted.outputs['json'] ?? '');
    expect(drafted).toMatchObject({ code: 0, outputs: { status: 'draft', url, 'post-id': '' } });
    expect(drafted.summary).toContain(`### Draft: nothing was sent yet\n\n[Approve it here](<${url}>)`);
    expect(await textsOn('linkedin')).toEqual([]);
    const { body } = await workspace.api('GET', `/api/v1/drafts/${id}`);
    await workspace.api('POST', `/api/v1/drafts/${id}/approve`, { body: { ifUpdatedAt: body.updatedAt } });
    const again = await run({ text: 'Seen by a colleague first', draft: 'true' });
    expect(again).toMatchObject({ code: 0, outputs: { status: 'published', published: 'profnet', url: '' } });
    expect(await textsOn('linkedin')).toHaveLength(1);
    expect((await run({ text: 'x', draft: 'perhaps' })).code).toBe(2);
  });

  test('schedules in the next free slot with at: next, once', async () => {
    const times = ['monday', 'thursday'].map((weekday) => ({ weekday, time: '09:00' }));
    await workspace.api('PUT', `/api/profiles/${workspace.profileId}/slots`, { body: { timeZone: 'UTC', times } });
    const first = await run({ text: 'In a slot', at: 'next' });
    expect(first).toMatchObject({ code: 0, outputs: { status: 'scheduled' } });
    const again = await run({ text: 'In a slot', at: 'next' });
    expect(again.outputs['post-id']).toBe(first.outputs['post-id']);
  });

  test('fails as the command fails, and succeeds in part with continue-on-partial', async () => {
    const fail = () => stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
    await fail();
    const partial = await run({ text: 'Half', to: 'profnet,microblog', at: '' });
    const outputs = { status: 'partial', published: 'profnet', failed: 'microblog' };
    expect(partial).toMatchObject({ code: 3, outputs });
    await fail();
    const going = await run({ text: 'Half again', to: 'profnet,microblog', 'continue-on-partial': 'true' });
    expect(going).toMatchObject({ code: 0, outputs: { status: 'partial' } });
    expect((await run({ text: 'x', 'dry-run': 'yes' })).code).toBe(2);
    expect((await run({})).code).toBe(2);
    const noKey = await run({ text: 'x' }, { SOCIAL_API_KEY: '' });
    expect(noKey).toMatchObject({ code: 4, outputs: { status: 'error' } });
  });

  test('prefers the server and key of its inputs to the variables of the job', async () => {
    const given = { 'base-url': stack.url, 'api-key': workspace.apiKey };
    const ofTheJob = { SOCIAL_BASE_URL: '', SOCIAL_API_KEY: 'sk_live_sp_wrong' };
    expect((await run({ text: 'Given', ...given }, ofTheJob)).code).toBe(0);
  });
});
