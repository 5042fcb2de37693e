import { useResourcePerTest, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';

const { stack } = useStack();
const { workspace, desk } = useDeskPerTest(stack);
const acme = useResourcePerTest(async () => {
  await desk.write({ 'CHANGELOG.md': '## 1.0.0\n\n- New\n' });
  return (await workspace.api('POST', '/api/profiles', { body: { name: 'Acme' } })).body.profile as { id: string };
});

const makeAcmeDefault = () => workspace.api('PATCH', `/api/profiles/${acme.id}`, { body: { isDefault: true } });
const profilesOfPosts = async () =>
  (await workspace.api('GET', '/api/v1/posts')).body.posts.map((post: { profile: string }) => post.profile).toSorted();
const AT = ['--to', 'profnet', '--at', '2099-01-01T09:00:00Z'];
const RELEASE = ['post', '--from-changelog', ...AT];
const KINDS: [string, readonly string[]][] = [
  ['a post', ['post', 'Hello', ...AT]],
  ['a release', RELEASE],
];

test.each(KINDS)(
  '%s to a profile by its name is made once, whether or not that is the default one',
  async (_what, args) => {
    const first = await desk.social([...args, '--profile', 'acme', '--json']);
    expect(first.code).toBe(0);
    await makeAcmeDefault();
    for (let run = 0; run < 2; run++) {
      const again = await desk.social([...args, '--profile', 'acme', '--json']);
      expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing was sent again') });
      expect(JSON.parse(again.stdout).id).toBe(JSON.parse(first.stdout).id);
    }
    expect(await profilesOfPosts()).toEqual(['acme']);
  },
);

test.each(KINDS)('%s is not taken for the post of an earlier default profile', async (_what, args) => {
  expect((await desk.social([...args, '--profile', 'default'])).code).toBe(0);
  await makeAcmeDefault();
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
  const first = await desk.social([...RELEASE, '--json']);
  expect(first.code).toBe(0);
  await makeAcmeDefault();
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
