import { type Stack, startStack, type Workspace } from '@social/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Desk, openDesk } from './social.ts';

let stack: Stack;
let workspace: Workspace;
let desk: Desk;
const ids: Record<string, string> = {};

beforeAll(async () => {
  stack = await startStack();
});

beforeEach(async () => {
  workspace = await stack.createWorkspace();
  desk = await openDesk(stack.url, workspace.apiKey);
  ids['default'] = workspace.profileId;
  ids['acme'] = (await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } })).body.profile.id;
});

afterEach(() => desk[Symbol.asyncDispose]());
afterAll(() => stack.close());

const makeDefault = (slug: string) =>
  workspace.api('PATCH', `/api/profiles/${ids[slug]}`, { body: { isDefault: true } });
const profilesOfPosts = async () =>
  (await workspace.api('GET', '/api/v1/posts')).body.posts.map((post: { profile: string }) => post.profile).toSorted();
const AT = ['--to', 'profnet', '--at', '2099-01-01T09:00:00Z'];
const RELEASE = ['post', '--from-changelog', ...AT];

test.each<[string, readonly string[]]>([
  ['a post', ['post', 'Hello', ...AT]],
  ['a release', RELEASE],
])('%s to a profile by its name is made once, whether or not that is the default one', async (_what, args) => {
  await desk.write({ 'CHANGELOG.md': '## 1.0.0\n\n- New\n' });
  const first = await desk.social([...args, '--profile', 'acme', '--json']);
  expect(first.code).toBe(0);
  await makeDefault('acme');
  for (let run = 0; run < 2; run++) {
    const again = await desk.social([...args, '--profile', 'acme', '--json']);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing was sent again') });
    expect(JSON.parse(again.stdout).id).toBe(JSON.parse(first.stdout).id);
  }
  expect(await profilesOfPosts()).toEqual(['acme']);
});

test.each<[string, readonly string[]]>([
  ['a post', ['post', 'Hello', ...AT]],
  ['a release', RELEASE],
])('%s is not taken for that of the profile that was the default one before', async (_what, args) => {
  await desk.write({ 'CHANGELOG.md': '## 1.0.0\n\n- New\n' });
  expect((await desk.social([...args, '--profile', 'default'])).code).toBe(0);
  await makeDefault('acme');
  expect(await desk.social([...args, '--profile', 'default'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('nothing was sent again'),
  });
  expect(await profilesOfPosts()).toEqual(['default']);
  const other = await desk.social([...args, '--profile', 'acme']);
  expect(other).toMatchObject({ code: 0, stderr: expect.not.stringContaining('nothing was sent again') });
  expect(await profilesOfPosts()).toEqual(['acme', 'default']);
  expect((await desk.social([...args, '--profile', 'acme'])).code).toBe(0);
  expect(await profilesOfPosts()).toEqual(['acme', 'default']);
});

test('a release job that names no profile does not follow the default one to other accounts', async () => {
  await desk.write({ 'CHANGELOG.md': '## 1.0.0\n\n- New\n' });
  const first = await desk.social([...RELEASE, '--json']);
  expect(first.code).toBe(0);
  await makeDefault('acme');
  const refused = await desk.social([...RELEASE]);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Nothing was sent.') });
  expect(refused.stderr).toContain('--profile default');
  expect(await profilesOfPosts()).toEqual(['default']);
  const continued = await desk.social([...RELEASE, '--profile', 'default', '--json']);
  expect(JSON.parse(continued.stdout).id).toBe(JSON.parse(first.stdout).id);
  expect(await desk.social([...RELEASE, '--profile', 'acme'])).toMatchObject({ code: 0 });
  expect(await desk.social([...RELEASE])).toMatchObject({ code: 0 });
  expect(await profilesOfPosts()).toEqual(['acme', 'default']);
});
