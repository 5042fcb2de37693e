import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCEPT, failed, KEY_REUSED, POST_ID, PUBLISHED, postWith, underFirstKey } from '../support/posts.ts';
import { CHANGELOG, initRepository, post, repository } from '../support/repository.ts';
import { failure, json, type StandInServer, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** A release whose notes come from a pipe. */
const PIPED = ['post', '--to', 'profnet', '--section', '1.4.0', '--file', '-'];

/** Keys of the posts that were asked for. */
const keysOf = (server: StandInServer) => server.posts().map(({ key }) => key);

describe('the notes of a release', () => {
  it.each<[string, readonly string[], Record<string, string>, string]>([
    ['a version', ['--file', 'CHANGELOG.md', '--section', 'v1.3.0'], {}, '1.3.0\n\n• Old'],
    ['a version of the usual file', ['--section', '1.4.0'], {}, '1.4.0 - 2026-11-01\n\n• New'],
    ['the newest release', ['--from-changelog'], {}, '1.4.0 - 2026-11-01\n\n• New'],
    ['the newest release of a file', ['--from-changelog', 'CHANGELOG.md'], {}, '1.4.0 - 2026-11-01\n\n• New'],
    [
      'the tag of a GitHub workflow',
      ['--from-changelog'],
      { GITHUB_REF_NAME: 'v1.3.0', GITHUB_REF_TYPE: 'tag' },
      '1.3.0\n\n• Old',
    ],
    [
      'the newest release on a branch that is called like a tag',
      ['--from-changelog'],
      { GITHUB_REF_NAME: 'v1.3.0', GITHUB_REF_TYPE: 'branch' },
      '1.4.0 - 2026-11-01\n\n• New',
    ],
    ['a tag whose kind nobody says', ['--from-changelog'], { GITHUB_REF_NAME: 'v1.3.0' }, '1.3.0\n\n• Old'],
    ['the tag of a GitLab pipeline', ['--from-changelog'], { CI_COMMIT_TAG: '1.3.0' }, '1.3.0\n\n• Old'],
    [
      'the version asked for rather than the tag',
      ['--from-changelog', '--section', '1.4.0'],
      { CI_COMMIT_TAG: '1.3.0' },
      '1.4.0 - 2026-11-01\n\n• New',
    ],
  ])('are taken by %s', async (_what, args, env, text) => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    const result = await post(server, directory.path, args, env);
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(server.posts().map(({ body }) => body.text)).toEqual([text]);
  });

  it('are read from a pipe', async () => {
    await using server = await startStandIn(ACCEPT);
    const result = await server.social(PIPED, { stdin: CHANGELOG });
    expect(result.code).toBe(0);
    expect(server.posts()[0]?.body.text).toBe('1.4.0 - 2026-11-01\n\n• New');
  });

  it.each<[string, readonly string[], Record<string, string>, string[]]>([
    [
      'a version that is not there',
      ['--section', 'v1.3.1'],
      {},
      ['CHANGELOG.md has no section "v1.3.1"', 'There are: 1.3.0, 1.4.0 - 2026-11-01', 'Nothing was sent.'],
    ],
    ['a tag that is not there', ['--from-changelog'], { CI_COMMIT_TAG: 'v2.0.0' }, ['no section "v2.0.0"']],
    ['no such file', ['--from-changelog', 'NEWS.md'], {}, ['Cannot read NEWS.md: there is no such file']],
    ['a text beside it', ['hello', '--section', '1.4.0'], {}, ['Give the text once']],
    ['two files', ['--file', 'a.md', '--from-changelog', 'b.md'], {}, ['Give the text once']],
    ['an empty name', ['--section', ''], {}, ['It is empty']],
  ])('end with 2 for %s', async (_what, args, env, said) => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    const result = await post(server, directory.path, args, env);
    expect({ code: result.code, stdout: result.stdout, seen: server.seen }).toEqual({ code: 2, stdout: '', seen: [] });
    for (const text of said) expect(result.stderr).toContain(text);
  });
});

describe('the key of a release', () => {
  it('is not made while git does not answer', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository('git@github.com:Acme/tool.git');
    await directory.writeProgram('git', '#!/bin/sh\nexec sleep 60\n');
    const PATH = `${directory.path}:${process.env['PATH']}`;
    const result = await post(server, directory.path, ['--from-changelog'], { PATH });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('git did not answer within 5 s');
    expect(result.stderr).toContain('Nothing was sent.');
    expect(server.seen).toEqual([]);
  });

  it('is the same wherever and however its notes are read, and differs for any other release', async () => {
    await using server = await startStandIn(ACCEPT);
    await using local = await repository('git@github.com:Acme/tool.git');
    await using other = await repository('https://token@github.com/acme/other');
    await using bare = await repository();
    const github = { GITHUB_REPOSITORY: 'acme/tool', GITHUB_REF_NAME: 'v1.4.0', GITHUB_REF_TYPE: 'tag' };
    await post(server, local.path, ['--section', 'v1.4.0']);
    await local.write({ 'CHANGELOG.md': CHANGELOG.replace('New', 'New, and described better') });
    await post(server, local.path, ['--from-changelog']);
    await post(server, bare.path, ['--from-changelog'], github);
    await post(server, bare.path, ['--from-changelog'], { CI_PROJECT_PATH: 'acme/tool', CI_COMMIT_TAG: 'v1.4.0' });
    const same = keysOf(server);
    expect(same[0]).toMatch(/^release:1\.4\.0:[0-9a-f]{64}$/);
    expect(new Set(same).size).toBe(1);

    await local.write({ 'packages/part/CHANGELOG.md': CHANGELOG });
    await post(server, local.path, ['--section', '1.3.0']);
    await post(server, local.path, ['--section', '1.4.0', '--file', 'packages/part/CHANGELOG.md']);
    await post(server, other.path, ['--section', '1.4.0']);
    await post(server, local.path, ['--section', '1.4.0', '--profile', 'acme-blog']);
    await post(server, local.path, ['--section', '1.4.0', '--again']);
    const keys = keysOf(server);
    expect(new Set(keys).size).toBe(1 + 5);
    await post(server, local.path, ['--section', '1.4.0', '--key', 'mine']);
    expect(keysOf(server).at(-1)).toBe('mine');
  });

  it.each([
    ['was ended from outside', 'kill -9 $$'],
    ['cannot be run', undefined],
  ])('is not made when git %s', async (_what, does) => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository('git@github.com:Acme/tool.git');
    if (does) await directory.writeProgram('bin/git', `#!/bin/sh\n${does}\n`);
    else await directory.write({ 'bin/git': '' });
    const PATH = does ? `${directory.path}/bin:${process.env['PATH']}` : join(directory.path, 'bin');
    const result = await post(server, directory.path, ['--from-changelog'], { PATH });
    expect(result).toMatchObject({ code: 1, stdout: '' });
    expect(result.stderr).toContain('git could not be asked');
    expect(server.seen).toEqual([]);
  });

  it('is not made when git is missing or refuses to read the repository', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository('git@github.com:Acme/tool.git');
    await mkdir(join(directory.path, 'bin'));
    const without = { PATH: join(directory.path, 'bin') };
    await post(server, directory.path, ['--from-changelog']);
    const untold = await post(server, directory.path, ['--from-changelog'], without);
    expect(untold).toMatchObject({ code: 2, stdout: '' });
    expect(untold.stderr).toContain(`git does not say which repository ${directory.path} is`);
    expect(untold.stderr).toContain('GITHUB_REPOSITORY=owner/name, or give a --key');
    expect(server.posts()).toHaveLength(1);
    await mkdir(join(directory.path, 'part'));
    const named = { ...without, GITHUB_REPOSITORY: 'Acme/tool', GITHUB_WORKSPACE: directory.path };
    await post(server, join(directory.path, 'part'), ['--from-changelog', '../CHANGELOG.md'], named);
    await directory.writeProgram('bin/git', '#!/bin/sh\nexit 128\n');
    await post(server, directory.path, ['--from-changelog'], named);
    const elsewhere = { ...named, GITHUB_WORKSPACE: dirname(directory.path) };
    expect((await post(server, directory.path, ['--from-changelog'], elsewhere)).code).toBe(2);
    const keys = keysOf(server);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(await post(server, directory.path, ['--from-changelog', '--key', 'mine'], without)).toMatchObject({
      code: 0,
    });
  });

  it('differs for two bare repositories whose hooks pipe the notes in', async () => {
    await using server = await startStandIn(ACCEPT);
    for (const name of ['one', 'two']) {
      await using bare = await temporaryDirectory();
      initRepository(bare.path, `https://github.com/acme/${name}`, '--bare');
      await server.social(PIPED, { cwd: bare.path, stdin: CHANGELOG });
    }
    expect(new Set(keysOf(server)).size).toBe(2);
  });

  it('depends on the repository of the changelog, where a job has checked out another one', async () => {
    await using server = await startStandIn(ACCEPT);
    await using one = await repository('https://github.com/acme/one');
    await using two = await repository('https://github.com/acme/two.git');
    await post(server, one.path, ['--from-changelog']);
    await post(server, two.path, ['--from-changelog']);
    const job = { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'acme/announcer' };
    await post(server, one.path, ['--from-changelog'], job);
    await post(server, two.path, ['--from-changelog'], job);
    const pipeline = { GITLAB_CI: 'true', CI_PROJECT_PATH: 'acme/one' };
    await post(server, one.path, ['--from-changelog'], pipeline);
    // A given name counts.
    await post(server, two.path, ['--from-changelog'], { GITHUB_REPOSITORY: 'acme/one' });
    const [first, second, ...others] = keysOf(server);
    expect(first).not.toBe(second);
    expect(others).toEqual([first, second, first, first]);
  });

  it('is the same in a git hook, whose variables name another directory', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository('git@github.com:acme/tool.git');
    await directory.write({ 'packages/part/CHANGELOG.md': CHANGELOG });
    const part = ['--from-changelog', 'packages/part/CHANGELOG.md'];
    await post(server, directory.path, part);
    await post(server, directory.path, part, { GIT_DIR: join(directory.path, '.git') });
    await post(server, directory.path, part, { GIT_DIR: '.git' });
    const keys = keysOf(server);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  it('depends on the surrounding repository where the notes come from a pipe', async () => {
    await using server = await startStandIn(ACCEPT);
    await using one = await repository('https://github.com/acme/one');
    await using two = await repository('https://github.com/acme/two');
    const pipe = (cwd: string, env = {}) => server.social(PIPED, { env, stdin: CHANGELOG, cwd });
    await pipe(one.path);
    await pipe(two.path);
    await pipe(two.path, { GITHUB_REPOSITORY: 'acme/one' });
    const [first, second, third] = keysOf(server);
    expect(first).not.toBe(second);
    expect(third).toBe(first);
  });

  it('is not made of a path outside the directory of the job, which may differ in the next run', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    await using elsewhere = await repository();
    const args = ['--file', join(elsewhere.path, 'CHANGELOG.md'), '--section', '1.4.0'];
    const result = await post(server, directory.path, args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain('another run could not tell that it is the same release\nNothing was sent.');
    expect(server.seen).toEqual([]);
    expect(await post(server, directory.path, [...args, '--key', 'mine'])).toMatchObject({ code: 0 });
  });

  it('differs for each package of one changelog', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    await directory.write({ 'CHANGELOG.md': '## cli@1.4.0\n\n- Faster\n\n## sdk@1.4.0\n\n- Smaller\n' });
    await post(server, directory.path, ['--section', 'cli@1.4.0']);
    await post(server, directory.path, ['--from-changelog'], { CI_COMMIT_TAG: 'sdk@1.4.0' });
    const [cli, sdk] = server.posts();
    expect([cli?.body.text, sdk?.body.text]).toEqual(['cli@1.4.0\n\n• Faster', 'sdk@1.4.0\n\n• Smaller']);
    expect(cli?.key).not.toBe(sdk?.key);
  });

  it('depends on the text of notes without a version', async () => {
    await using server = await startStandIn(ACCEPT);
    await using directory = await repository();
    await post(server, directory.path, ['--section', 'Unreleased']);
    expect(keysOf(server)[0]).toMatch(/^cli-/);
  });
});

describe('a release that was published before with other notes', () => {
  it('is not published again: the post is shown, and the job succeeds', async () => {
    await using server = await startStandIn({
      'GET /api/v1/posts': underFirstKey(postWith({ profnet: PUBLISHED })),
      [`GET /api/v1/posts/${POST_ID}`]: json(200, postWith({ profnet: PUBLISHED })),
    });
    await using directory = await repository();
    const result = await post(server, directory.path, ['--from-changelog'], { TZ: 'UTC' });
    expect(result.code).toBe(0);
    expect(result.stderr).toBe(
      '1.4.0 - 2026-11-01 was already published 20 Nov 2026 14:02 with other notes (post 0192f3c1-7c1e), nothing was sent again; --again publishes it again\n',
    );
    expect(JSON.parse(result.stdout)).toEqual(postWith({ profnet: PUBLISHED }));
  });

  it('is sent again only where it failed', async () => {
    const before = postWith({ profnet: PUBLISHED, microblog: failed('network_rate_limited') });
    const after = postWith({ profnet: PUBLISHED, microblog: { ...PUBLISHED, credits: 3 } });
    await using server = await startStandIn({
      'GET /api/v1/posts': underFirstKey(before),
      [`POST /api/v1/posts/${POST_ID}/retry`]: json(200, after),
    });
    await using directory = await repository();
    const result = await post(server, directory.path, ['--from-changelog', '--to', 'microblog']);
    expect(result.code).toBe(0);
    expect(result.stderr).toContain('with other notes (post 0192f3c1-7c1e); sending again only what failed: microblog');
    expect(server.calls().filter((call) => !call.startsWith('GET '))).toEqual([`POST /api/v1/posts/${POST_ID}/retry`]);
  });

  it('is waited for while another run has the key and no post yet', async () => {
    await using directory = await repository();
    let tries = 0;
    const find = underFirstKey(postWith({ profnet: PUBLISHED }));
    await using server = await startStandIn({
      'GET /api/v1/posts': (response, request) => (tries < 2 ? json(200, { posts: [] }) : find)(response, request),
      'POST /api/v1/posts': (response, request) => {
        tries += 1;
        failure(422, 'idempotency_key_reused')(response, request);
      },
    });
    const result = await post(server, directory.path, ['--from-changelog']);
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('was already published') });
    expect(tries).toBe(2);
  });

  it('is not sent to a platform that is no longer named, even where it failed there', async () => {
    const before = postWith({ profnet: failed('network_unavailable'), microblog: failed('network_rate_limited') });
    await using server = await startStandIn({ 'GET /api/v1/posts': underFirstKey(before) });
    await using directory = await repository();
    const result = await post(server, directory.path, ['--from-changelog']);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('is sent again by: social post retry 0192f3c1-7c1e');
    expect(server.calls().filter((call) => !call.startsWith('GET '))).toEqual([]);
  });

  it('is an error where a key was given', async () => {
    await using directory = await repository();
    await using server = await startStandIn({ 'POST /api/v1/posts': KEY_REUSED });
    expect(await post(server, directory.path, ['--from-changelog', '--key', 'mine'])).toMatchObject({ code: 2 });
  });
});

describe('--continue-on-partial', () => {
  const some = postWith({ profnet: PUBLISHED, microblog: failed('network_rate_limited') });

  it.each<[string, object, readonly string[], number]>([
    ['ends with 0 when a platform published and another failed', some, ['--continue-on-partial'], 0],
    ['is needed for that: without it the run ends with 3', some, [], 3],
    [
      'changes nothing when every platform failed',
      postWith({ profnet: failed('not_connected') }),
      ['--continue-on-partial'],
      4,
    ],
    [
      'changes nothing when an outcome is unknown',
      postWith({ profnet: PUBLISHED, microblog: { ok: false, state: 'unknown', error: 'lost', credits: 0 } }),
      ['--continue-on-partial'],
      7,
    ],
  ])('%s', async (_what, answer, args, code) => {
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, answer) });
    const result = await server.social(['post', 'hi', '--to', 'profnet,microblog', ...args]);
    expect(result.code).toBe(code);
    expect(result.stderr.includes('--continue-on-partial')).toBe(code === 0);
  });
});
