import { expect, test } from 'vitest';
import { socialHere } from '../../../../cli/tests/support/in-process.ts';
import { release, TO_BOTH, undo, useReleaseIt } from './release-it-project.ts';

const { stack, workspace, projectWith, networks } = useReleaseIt();

test('a release is announced once, also from another clone and when it is made again', async () => {
  using project = projectWith(TO_BOTH);
  expect(await release(project)).toMatchObject({ code: 0, printed: expect.stringContaining('2 of 2 published') });
  const [post] = await stack.sandbox.posts('linkedin');
  expect(post?.text).toBe('0.2.0\n\n• Begin');

  undo(project, '0.2.0');
  const again = await release(project.clone());
  expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('was already published') });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a release that the command has announced is the same one', async () => {
  using project = projectWith(TO_BOTH);
  project.commit('Changelog', { 'CHANGELOG.md': '# Changelog\n\n## 0.2.0\n\n- In other words\n' });
  const args = ['post', '--from-changelog', '--to', 'profnet,microblog'];
  expect((await project.run('@social/cli', args)).code).toBe(0);
  const { code, printed } = await release(project);
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('with other notes') });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test.each([
  ['a failed platform', { continueOnPartial: true }, 'with continueOnPartial that is not an error'],
  ['any failure', { failOnError: false }, 'The release goes on: failOnError is false'],
])('%s can be allowed: %o', async (_what, options, said) => {
  using project = projectWith({ ...TO_BOTH, ...options });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const { code, printed } = await release(project);
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining(said) });
  expect(await networks()).toEqual(['linkedin']);
});

test.each([
  [TO_BOTH, { SOCIAL_API_KEY: '' }, 'You are not signed in'],
  [{ ...TO_BOTH, text: `{version} ${'x'.repeat(300)}` }, {}, 'too long'],
])('%o stops the release before it is committed', async (options, env, said) => {
  using project = projectWith(options, env);
  const { code, printed } = await release(project);
  expect({ code, printed }).toMatchObject({ code: 1, printed: expect.stringContaining(said) });
  expect(printed).toContain('Nothing was sent');
  expect(project.git('log', '--format=%s')).toBe('Begin');
  expect(await networks()).toEqual([]);
});

test('a release becomes a draft, once', async () => {
  using project = projectWith({ ...TO_BOTH, draft: true });
  const drafted = await release(project);
  expect(drafted).toMatchObject({ code: 0, printed: expect.stringContaining(`${stack.url}/drafts/`) });
  undo(project, '0.2.0');
  expect((await release(project)).printed).toContain('is a draft already');
  expect((await workspace.api('GET', '/api/v1/drafts')).body.drafts).toHaveLength(1);
  expect(await networks()).toEqual([]);
});

test('on a machine without variables, the server that social login has stored is used', async () => {
  using project = projectWith(TO_BOTH, { SOCIAL_BASE_URL: '', SOCIAL_API_KEY: '' });
  const login = ['login', '--with-key', '--base-url', stack.url];
  const signedIn = await socialHere(login, { env: { HOME: project.home }, stdin: workspace.apiKey });
  expect(signedIn).toMatchObject({ code: 0 });
  expect(await release(project)).toMatchObject({ code: 0, printed: expect.stringContaining('2 of 2 published') });
});

test('a person on a terminal who answers y has it announced', async () => {
  using project = projectWith(TO_BOTH);
  const args = ['minor', '--no-git.commit', '--no-git.tag', '--no-git.push', '--no-git.requireCleanWorkingDir'];
  const question = 'Announce the release on profnet, microblog?';
  const printed = await project.answer('release-it', args, { question, answer: 'y' });
  expect(printed).toContain('Done');
  expect(await networks()).toEqual(['linkedin', 'x']);
});
