import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { ACCEPT } from '../support/posts.ts';
import { post, repository } from '../support/repository.ts';
import { startStandIn } from '../support/stand-in-server.ts';

const TEMPLATE = '{product} {version} of {date} is out\\n\\n{notes}\\n\\n{link}';
const TAGGED = { GITHUB_REF_NAME: 'v1.4.0', GITHUB_REF_TYPE: 'tag', GITHUB_REPOSITORY: 'acme/tool' };
const SERVER = { GITHUB_SERVER_URL: 'https://github.example' };

describe('the template of a release', () => {
  it.each<[string, Record<string, string>, string]>([
    ['a GitHub workflow', { ...TAGGED, ...SERVER }, 'https://github.example/acme/tool/releases/tag/v1.4.0'],
    [
      'a GitLab pipeline',
      { CI_COMMIT_TAG: 'v1.4.0', CI_PROJECT_PATH: 'acme/tool', CI_PROJECT_URL: 'https://gitlab.example/acme/tool' },
      'https://gitlab.example/acme/tool/-/releases/v1.4.0',
    ],
  ])('names product, version, date, notes and link in %s', async (_where, env, link) => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    const result = await post(server, directory.path, ['--from-changelog', '--template', TEMPLATE], env);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(server.posts()[0]?.body.text).toBe(`tool 1.4.0 of 2026-11-01 is out\n\n• New\n\n${link}`);
  });

  it('finds tag and page in git outside of a CI, and leaves the page out without a tag', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository('git@github.com:Acme/tool.git');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', directory.path, '-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args]);
    git('commit', '--allow-empty', '--message', 'a', '--quiet');
    const args = (section: string) => ['--section', section, '--template', '{version} {link}', '--again'];
    await post(server, directory.path, args('1.4.0'));
    git('tag', 'v1.4.0');
    await post(server, directory.path, args('1.4.0'));
    expect(server.posts().map(({ body }) => body.text)).toEqual([
      '1.4.0',
      '1.4.0 https://github.com/acme/tool/releases/tag/v1.4.0',
    ]);
  });

  it.each([
    [['hello', '--template', '{notes}'], '--template is for the notes of a release'],
    [['hello', '--mentions'], '--mentions is for the notes of a release'],
    [['--from-changelog', '--template', '{note}'], '--template has no field "{note}": did you mean {notes}?'],
    [['--from-changelog', '--template', 'out now'], '--template names no field'],
  ])('is refused: %j', async (args, said) => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    const { code, stderr } = await post(server, directory.path, args);
    expect({ code, seen: server.seen }).toEqual({ code: 2, seen: [] });
    expect(stderr).toContain(said);
  });
});

it('names in the notes keep their @ with --mentions only', async () => {
  await using server = await startStandIn(ACCEPT);
  const notes = '## 1.4.0\n\n- Faster, by @ada\n';
  const args = ['post', '--to', 'profnet', '--section', '1.4.0', '--file', '-', '--again'];
  for (const more of [[], ['--mentions']]) await server.social([...args, ...more], { stdin: notes });
  expect(server.posts().map(({ body }) => body.text)).toEqual([
    '1.4.0\n\n• Faster, by ada',
    '1.4.0\n\n• Faster, by @ada',
  ]);
});
