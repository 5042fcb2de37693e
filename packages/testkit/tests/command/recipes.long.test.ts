import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedTexts, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';
import { installPacked } from './packed.ts';
import { type Action, evaluate, runShell, runSteps, type Step } from './workflow.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const ACTION = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;

interface Workflow {
  readonly on: { readonly push: { readonly tags?: string[] } };
  readonly jobs: Readonly<Record<string, { readonly steps: Step[]; readonly env?: Readonly<Record<string, string>> }>>;
}

interface GitlabJob {
  readonly variables: Readonly<Record<string, string>>;
  readonly before_script: string[];
  readonly script: string[];
}

/** The YAML that a guide shows, in its order. */
function recipesOf<Recipe>(guide: string): Recipe[] {
  const text = readFileSync(join(ROOT, 'docs/guides', guide), 'utf8');
  return Array.from(text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, yaml = '']) => parse(yaml) as Recipe);
}

const packed = useResource(installPacked);
const { stack } = useStack();
const { workspace, desk } = useDeskPerTest(stack, ['profnet', 'microblog']);

const ARCHIVE = { SOCIAL_CLI_ARCHIVE: 'https://files.example.com/social-cli.tgz' };

/** Server and key of a test's workspace, as a CI stores them. */
const settings = () => ({
  vars: { SOCIAL_BASE_URL: stack.url, ...ARCHIVE },
  secrets: { SOCIAL_API_KEY: workspace.apiKey },
});

/** A machine of a CI, whose registry has the packed command under its name. */
function runner(): Record<string, string> {
  const bin = join(desk.path, 'bin');
  mkdirSync(bin);
  for (const name of ['npm', 'npx']) {
    const real = execFileSync('which', [name], { env: { PATH: packed.path }, encoding: 'utf8' }).trim();
    const script = `#!/bin/bash\nexec "${real}" --offline "\${@/#@social\\/cli*/${packed.archive}}"\n`;
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  }
  const prefix = join(desk.path, 'global');
  const PATH = `${bin}:${join(prefix, 'bin')}:${packed.path}`;
  return { PATH, HOME: desk.path, LANG: 'C.UTF-8', CI: 'true', npm_config_prefix: prefix };
}

const changelog = (version: string, text: string) => `# Changelog\n\n## ${version}\n\n- ${text}\n\n## 0.1.0\n\n- Old\n`;

test('the workflow for GitHub Actions publishes the notes of its tag, once', async () => {
  const [workflow] = recipesOf<Workflow>('publish-from-ci.md');
  expect(workflow?.on.push.tags).toEqual(['v*']);
  await desk.write({ 'CHANGELOG.md': changelog('1.4.0', 'By a workflow. '.repeat(30).trim()) });
  const tag = { GITHUB_REPOSITORY: 'acme/tool', GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v1.4.0' };
  const job = { cwd: desk.path, env: { ...runner(), ...tag }, contexts: settings() };
  for (const run of ['first', 'second']) {
    const ends = await runSteps(workflow?.jobs['announce']?.steps ?? [], ACTION, job);
    expect(ends.map(({ code, printed }) => [code, code === 0 ? '' : printed])).toEqual([
      [0, ''],
      [0, ''],
    ]);
    expect(ends[0]?.printed.includes('nothing was sent again')).toBe(run === 'second');
    expect(ends[1]?.printed).toBe('published on profnet,microblog, failed on nothing\n');
    expect(ends[0]?.summary).toContain('### 2 of 2 published');
  }
  expect((await publishedTexts(stack, 'x')).filter((text) => text.includes('By a workflow'))).toHaveLength(2);
  expect((await publishedTexts(stack, 'linkedin')).filter((text) => text.includes('By a workflow'))).toHaveLength(1);
});

test('the job for GitLab publishes the notes of its tag, once', async () => {
  const [, recipe] = recipesOf<{ announce: GitlabJob }>('publish-from-ci.md');
  const job = recipe?.announce;
  await desk.write({ 'CHANGELOG.md': changelog('1.4.0', 'By a pipeline') });
  // Variables of the project override the job's, and the runner gives both to one shell.
  const { vars, secrets } = settings();
  const predefined = { CI_PROJECT_PATH: 'acme/tool', CI_COMMIT_TAG: 'v1.4.0' };
  const env = { ...job?.variables, ...runner(), ...predefined, ...vars, ...secrets };
  const script = [...(job?.before_script ?? []), ...(job?.script ?? [])].join('\n');
  const first = await runShell(script, desk.path, env);
  expect(first).toMatchObject({ code: 0, printed: expect.stringContaining('2 of 2 published') });
  const second = await runShell(script, desk.path, env);
  expect(second).toMatchObject({ code: 0, printed: expect.stringContaining('nothing was sent again') });
  expect((await publishedTexts(stack, 'linkedin')).filter((text) => text.includes('By a pipeline'))).toHaveLength(1);
});

test('the workflow for posts as files plans on a pull request and publishes on a push', async () => {
  const [workflow] = recipesOf<Workflow>('posts-as-files.md');
  const job = workflow?.jobs['posts'];
  await desk.write({ 'posts/a.md': '---\nplatforms: [profnet]\n---\nBy a merge\n' });
  const machine = runner();
  const run = async (eventName: string, { vars, secrets } = settings()) => {
    const contexts = { vars, secrets, github: { event_name: eventName } };
    const own = Object.entries(job?.env ?? {}).map(([name, value]) => [name, evaluate(value, contexts)]);
    const env = { ...machine, ...Object.fromEntries(own) };
    return await runSteps(job?.steps ?? [], ACTION, { cwd: desk.path, env, contexts });
  };
  // Without an address, npm would fetch a package of this name from anybody.
  const [unnamed] = await run('push', { ...settings(), vars: { ...settings().vars, SOCIAL_CLI_ARCHIVE: '' } });
  expect(unnamed).toMatchObject({ code: 1, printed: expect.stringContaining('SOCIAL_CLI_ARCHIVE: ') });
  const [planned] = await run('pull_request');
  expect(planned).toMatchObject({ code: 0, printed: expect.stringContaining('1 to create') });
  expect(planned?.summary).toMatch(/^### Dry run: nothing was sent\n\n\| file .*\n.*\n\| posts\/a.md \| create \|/);
  expect((await publishedTexts(stack, 'linkedin')).includes('By a merge')).toBe(false);
  expect(await run('push')).toMatchObject([{ code: 0, printed: expect.stringContaining('created') }]);
  expect(await run('push')).toMatchObject([{ code: 0, printed: expect.stringContaining('1 to skip') }]);
  expect((await publishedTexts(stack, 'linkedin')).filter((text) => text === 'By a merge')).toHaveLength(1);
});
