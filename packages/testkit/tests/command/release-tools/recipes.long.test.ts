import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { useDeskPerTest, useEmptySandbox } from '../../../src/programs/use-desk.ts';
import { type Action, runSteps, type Step } from '../workflow.ts';
import { createProject, removeTag } from './project.ts';

const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
const GUIDE = readFileSync(join(ROOT, 'docs/guides/release-tools.md'), 'utf8');

/** The blocks of a language that the guide shows, in its order. */
const blocksOf = (language: string) =>
  Array.from(GUIDE.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm')), ([, text = '']) => text);
const [semanticRelease = '', releaseIt = '', changesets = ''] = blocksOf('json');
const [workflow = '', webhook = '', hook = '', http = ''] = blocksOf('yaml');

const { stack } = useStack();
useEmptySandbox(stack);
const { workspace, desk } = useDeskPerTest(stack, ['profnet', 'microblog']);

const settings = () => ({ SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey });
const networks = async () => (await stack.sandbox.posts()).map(({ network }) => network).toSorted();
const ONCE = ['linkedin', 'x'];

/** Fills the `{{name}}` of a tool's template. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{ *\.?([\w.]+) *\}\}/g, (_all, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`the tool has no ${name}`);
    return value;
  });
}

test('the configuration of semantic-release announces a release once', async () => {
  using project = createProject(['@social/semantic-release'], settings());
  project.commit('feat: draws circles', { '.releaserc.json': semanticRelease });
  for (const run of ['first', 'second']) {
    const { code, printed } = await project.run('semantic-release', []);
    expect({ run, code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('1.0.0 (') });
    removeTag(project, 'v1.0.0');
  }
  expect(await networks()).toEqual(ONCE);
});

test('the configuration of release-it announces a release', async () => {
  using project = createProject(['@social/release-it', 'release-it'], settings());
  const configuration = { npm: { publish: false }, ...JSON.parse(releaseIt) };
  const manifest = JSON.stringify({ name: 'tool', version: '0.1.0' });
  project.commit('Begin', { 'package.json': manifest, '.release-it.json': JSON.stringify(configuration) });
  const { code, printed } = await project.run('release-it', ['minor', '--ci']);
  expect({ code, printed }).toMatchObject({ code: 0, printed: expect.stringContaining('2 of 2 published') });
  expect(await networks()).toEqual(ONCE);
});

test('the script with changesets announces what changesets has released, once', async () => {
  using project = createProject(['@changesets/cli', '@social/cli'], settings());
  const manifest = { name: 'tool', version: '1.0.0', private: true, ...JSON.parse(changesets) };
  const configuration = { baseBranch: 'main', privatePackages: { version: true, tag: true } };
  project.commit('Begin', {
    'package.json': JSON.stringify(manifest),
    '.changeset/config.json': JSON.stringify(configuration),
    '.changeset/circles.md': '---\n"tool": minor\n---\n\nDraws circles\n',
  });
  expect((await project.run('@changesets/cli', ['version'])).code).toBe(0);
  project.commit('Version');
  const release = () => project.npm('run', 'release');
  expect(await release()).toMatchObject({ code: 0, printed: expect.stringContaining('2 of 2 published') });
  expect(project.git('tag')).toBe('v1.1.0');
  expect(await release()).toMatchObject({ code: 0, printed: expect.stringContaining('nothing was sent again') });
  expect(await networks()).toEqual(ONCE);
  expect((await stack.sandbox.posts('linkedin'))[0]?.text).toMatch(/^1\.1\.0\n\nMinor Changes\n• Draws circles$/);
});

test('the step after GoReleaser announces its tag, once', async () => {
  const { jobs } = parse(workflow) as { jobs: { release: { steps: Step[] } } };
  const own = jobs.release.steps.filter(({ uses = '' }) => uses.startsWith('your-organization/social@'));
  expect(own).toHaveLength(1);
  const { SOCIAL_BASE_URL, SOCIAL_API_KEY } = settings();
  const contexts = { vars: { SOCIAL_BASE_URL }, secrets: { SOCIAL_API_KEY }, github: { ref_name: 'v1.4.0' } };
  const env = { PATH: process.env['PATH'] ?? '', HOME: desk.path, CI: 'true' };
  for (const said of ['2 of 2 published', 'nothing was sent again']) {
    const [end] = await runSteps(own, ACTION, { cwd: desk.path, env, contexts });
    expect(end).toMatchObject({ code: 0, printed: expect.stringContaining(said) });
  }
  expect(await networks()).toEqual(ONCE);
  expect((await stack.sandbox.posts('x'))[0]?.text).toContain('tool v1.4.0 is out: ');
});

test("the request of GoReleaser's webhook announcer is published", async () => {
  const { announce } = parse(webhook) as {
    announce: { webhook: { endpoint_url: string; message_template: string; expected_status_codes: number[] } };
  };
  const { endpoint_url, message_template, expected_status_codes } = announce.webhook;
  const releaseUrl = 'https://github.com/acme/tool/releases/tag/v1.4.0';
  const values = { 'Env.SOCIAL_BASE_URL': stack.url, ProjectName: 'tool', Tag: 'v1.4.0', ReleaseURL: releaseUrl };
  // As `internal/pipe/webhook/webhook.go` of GoReleaser makes it (read 2026-11-26).
  const answer = await fetch(fill(endpoint_url, values), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'User-Agent': 'goreleaser',
      Authorization: `Bearer ${workspace.apiKey}`,
    },
    body: fill(message_template, values),
  });
  expect(expected_status_codes).toContain(answer.status);
  expect((await stack.sandbox.posts('linkedin'))[0]?.text).toBe(`tool v1.4.0 is out\n\n${releaseUrl}`);
  expect(await networks()).toEqual(ONCE);
});

test("the command of JReleaser's hook announces a release, once", async () => {
  const { hooks } = parse(hook) as { hooks: { command: { success: { cmd: string }[] } } };
  const [program, ...args] = fill(hooks.command.success[0]?.cmd ?? '', { projectVersion: '1.4.0' }).split(' ');
  expect(program).toBe('social');
  await desk.write({ 'CHANGELOG.md': '# Changelog\n\n## 1.4.0\n\n- By a hook\n' });
  expect(await desk.social(args)).toMatchObject({ code: 0, stdout: expect.stringContaining('2 of 2 published') });
  expect(await desk.social(args)).toMatchObject({ code: 0, stderr: expect.stringContaining('nothing was sent again') });
  expect(await networks()).toEqual(ONCE);
});

test("the request of JReleaser's HTTP announcer is published once", async () => {
  const { announce } = parse(http) as {
    announce: { http: { social: { url: string; payload: string; headers: Record<string, string> } } };
  };
  const { url, payload, headers } = announce.http.social;
  const values = { 'Env.SOCIAL_BASE_URL': stack.url, projectVersion: '1.4.0' };
  const own = Object.entries(headers).map(([name, value]) => [name, fill(value, values)]);
  // As `HttpAnnouncer.java` and `ClientUtils.java` of JReleaser make it (read 2026-11-26).
  const send = () =>
    fetch(fill(url, values), {
      method: 'POST',
      headers: {
        ...{ Accept: '*/*', 'User-Agent': 'JReleaser/1.21.0', Authorization: `Bearer ${workspace.apiKey}` },
        ...Object.fromEntries(own),
      },
      body: fill(payload, values),
    });
  expect([(await send()).status, (await send()).status]).toEqual([201, 201]);
  expect((await stack.sandbox.posts('linkedin')).map(({ text }) => text)).toEqual([
    'tool 1.4.0 is out\n\nhttps://example.com/releases/1.4.0',
  ]);
  expect(await networks()).toEqual(ONCE);
});
