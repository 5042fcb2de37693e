import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { useStack } from '@social/testkit';
import semanticRelease, { type Options } from 'semantic-release';
import { expect, test } from 'vitest';
import type { Variables } from '../../../src/programs/server-process.ts';
import { useEmptySandbox, useWorkspacePerTest } from '../../../src/programs/use-desk.ts';
import { createProject, type Project, removeTag, type ToolEnd } from './project.ts';

const { stack } = useStack();
useEmptySandbox(stack);
const workspace = useWorkspacePerTest(stack, ['profnet', 'microblog']);

/** A project that semantic-release announces with some options. */
function projectWith(options: object, env: Readonly<Record<string, string>> = {}): Project {
  const job = { SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey, ...env };
  const project = createProject(['@social/semantic-release'], job);
  const made = ['@semantic-release/commit-analyzer', '@semantic-release/release-notes-generator'];
  const configuration = { branches: ['main'], plugins: [...made, ['@social/semantic-release', options]] };
  project.commit('feat: draws circles', { '.releaserc.json': JSON.stringify(configuration) });
  return project;
}

/** Runs semantic-release in this process, which loads it once. */
async function release({ path, env }: Project, options: Options = {}, more: Variables = {}): Promise<ToolEnd> {
  const output = new PassThrough();
  // The type asks for a terminal, and the tool only writes to the stream.
  const stream = output as unknown as NodeJS.WriteStream;
  const [code, printed] = await Promise.all([
    semanticRelease(options, { cwd: path, env: { ...env, ...more }, stdout: stream, stderr: stream })
      .then(
        () => 0,
        () => 1,
      )
      .finally(() => output.end()),
    text(output),
  ]);
  return { code, printed };
}

const networks = async () => (await stack.sandbox.posts()).map(({ network }) => network).toSorted();
const TO_BOTH = { to: ['profnet', 'microblog'] };

test('a dry run shows the text and its cost, and sends nothing', async () => {
  using project = projectWith(TO_BOTH);
  const { code, printed } = await release(project, { dryRun: true });
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('• draws circles') });
  expect(printed).toContain('Nothing was sent. It would cost 4 credits');
  expect(await networks()).toEqual([]);
  expect(project.git('tag')).toBe('');
});

test('a release is announced once, also from another clone and after its tag was removed', async () => {
  using project = projectWith({ ...TO_BOTH, text: '{tag} is out\n\n{notes}' });
  expect(await release(project)).toMatchObject({ code: 0, printed: expect.stringContaining('2 of 2 published') });
  const [post] = await stack.sandbox.posts('linkedin');
  expect(post?.text).toMatch(/^v1\.0\.0 is out\n\nFeatures\n• draws circles/);

  expect((await release(project)).code).toBe(0);
  removeTag(project, 'v1.0.0');
  const again = await release(project.clone());
  expect(again).toMatchObject({ code: 0, printed: expect.stringContaining('was already published') });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('the command takes a release that the plugin has announced for the same one', async () => {
  using project = projectWith(TO_BOTH);
  const summary = join(project.path, '.git/summary');
  expect((await release(project, {}, { GITHUB_STEP_SUMMARY: summary })).code).toBe(0);
  expect(readFileSync(summary, 'utf8')).toContain('### 2 of 2 published');
  project.commit('docs: changelog', { 'CHANGELOG.md': '# Changelog\n\n## 1.0.0\n\n- In other words\n' });
  const args = ['post', '--from-changelog', '--to', 'profnet,microblog'];
  const { code, printed } = await project.run('@social/cli', args);
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('with other notes') });
  expect(await networks()).toEqual(['linkedin', 'x']);
});

test('a platform that fails fails the step, and the next run sends to it alone', async () => {
  using project = projectWith(TO_BOTH);
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden', times: 1 });
  const { code, printed } = await release(project);
  expect(code).toBe(1);
  expect(printed).toContain('partial 1.0.0 was published, but not everywhere\nmicroblog: X does not allow');
  expect(printed).toContain('social post --file CHANGELOG.md --section 1.0.0 --to profnet,microblog');
  expect(await networks()).toEqual(['linkedin']);

  removeTag(project, 'v1.0.0');
  const again = await release(project);
  expect(again.printed).toContain('was sent to profnet, microblog before; at most what failed would be sent again');
  expect(again).toMatchObject({
    code: 0,
    printed: expect.stringContaining('sending again only what failed: microblog'),
  });
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

test('a server that is away stops the release before it begins, or is a warning', async () => {
  const away = { SOCIAL_BASE_URL: 'http://127.0.0.1:1' };
  using strict = projectWith(TO_BOTH, away);
  const stopped = await release(strict);
  expect(stopped).toMatchObject({ code: 1, printed: expect.stringContaining('connection_failed') });
  expect(strict.git('tag')).toBe('');
  using lenient = projectWith({ ...TO_BOTH, failOnError: false }, away);
  const gone = await release(lenient);
  expect(gone).toMatchObject({ code: 0, printed: expect.stringContaining('The release goes on') });
  expect(lenient.git('tag')).toBe('v1.0.0');
});

test.each([
  [{ to: ['chatbot'] }, {}, 'not_connected chatbot: '],
  [{ ...TO_BOTH, maxCredit: 3 }, {}, 'There is no option "maxCredit": did you mean maxCredits?'],
  [TO_BOTH, { SOCIAL_API_KEY: '' }, 'not_signed_in You are not signed in'],
  [{ ...TO_BOTH, maxCredits: 3 }, {}, 'It would cost 4 credits, more than maxCredits 3'],
  [{ ...TO_BOTH, text: `{notes} ${'x'.repeat(300)}` }, {}, 'too long'],
])('%o stops the release before its tag is made', async (options, env, said) => {
  using project = projectWith(options, env);
  const { code, printed } = await release(project);
  expect({ code, printed }).toMatchObject({ code: 1, printed: expect.stringContaining(said) });
  expect(printed).toContain('Nothing was sent');
  expect(project.git('tag')).toBe('');
  expect(await networks()).toEqual([]);
});

test('a release becomes a draft, once, with a key that may not publish, and its approval publishes it once', async () => {
  const key = await workspace.api('POST', '/api/keys', { body: { name: 'CI', scopes: ['draft', 'read'] } });
  using project = projectWith({ ...TO_BOTH, draft: true }, { SOCIAL_API_KEY: key.body.rawKey });
  const drafted = await release(project);
  expect(drafted).toMatchObject({ code: 0, printed: expect.stringContaining(`${stack.url}/drafts/`) });
  expect(await networks()).toEqual([]);
  removeTag(project, 'v1.0.0');
  expect((await release(project)).printed).toContain('is a draft already');

  const { drafts } = (await workspace.api('GET', '/api/v1/drafts')).body;
  expect(drafts).toHaveLength(1);
  const { id, updatedAt } = drafts[0];
  await workspace.api('POST', `/api/v1/drafts/${id}/approve`, { body: { ifUpdatedAt: updatedAt } });
  removeTag(project, 'v1.0.0');
  expect((await release(project)).code).toBe(0);
  expect(await networks()).toEqual(['linkedin', 'x']);
});
