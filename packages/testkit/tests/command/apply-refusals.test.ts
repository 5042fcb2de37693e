import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { useStack } from '@social/testkit';
import { afterEach, expect, test } from 'vitest';
import { useDesk } from '../../src/programs/use-desk.ts';
import { applyPosts, fileOf } from './post-files.ts';

// What is refused before anything is sent changes nothing, so that one workspace serves all tests.
const { stack, workspace } = useStack({ connect: ['profnet', 'microblog', 'video'] });
const desk = useDesk(stack, workspace);
afterEach(() => rm(join(desk.path, 'posts'), { recursive: true }));

const GOOD = { 'posts/a-good.md': fileOf('Good') };

async function refusal(files: Readonly<Record<string, string | Uint8Array>>): Promise<string[]> {
  await desk.write({ ...GOOD, ...files });
  const { code, stdout, stderr } = await desk.social(['apply', 'posts']);
  expect([code, stdout]).toEqual([2, '']);
  expect((await workspace.api('GET', '/api/v1/posts')).body.posts).toEqual([]);
  const lines = stderr.split('\n').filter((line) => /^ {2}posts\//.test(line));
  return lines.map((line) => line.trim());
}

test.each<[string, string | Uint8Array, string | RegExp]>([
  ['no front matter', 'Just text', 'posts/x.md:1: it does not begin with --- and platforms: […]'],
  ['front matter without an end', '---\nplatforms: [profnet]\n', /^posts\/x\.md:1: the --- of the first line/],
  ['no platforms', '---\nat: 2099-01-01T09:00:00Z\n---\nText', /^posts\/x\.md:1: say where it is published/],
  [
    'an unknown platform',
    '---\n\nplatforms: [profnet, microblg]\n---\nText',
    /^posts\/x\.md:3: "microblg" is not a platform: did you mean microblog\?/,
  ],
  ['a mistyped network', '---\nplatforms: linkedn\n---\nText', /"linkedn" is not a platform: did you mean linkedin\?/],
  [
    'a mistyped network that shares its platform',
    '---\nplatforms: telgram\n---\nText',
    /"telgram" is not a platform: did you mean telegram\?$/,
  ],
  [
    'an unknown field',
    '---\nplatforms: [profnet]\nplatfroms: x\n---\nText',
    /^posts\/x\.md:3: there is no field "platfroms": did you mean platforms\?/,
  ],
  ['what is no YAML', '---\nplatforms: [profnet\nat: {\n---\nText', /^posts\/x\.md:\d: this is not YAML/],
  [
    'a field twice',
    '---\nplatforms: [profnet]\nplatforms: [video]\n---\nText',
    /^posts\/x\.md:3: this is not YAML: Map keys must be unique/,
  ],
  ['no text', '---\nplatforms: [profnet]\n---\n\n', /^posts\/x\.md:\d: there is no text below/],
  [
    'a time without a zone',
    '---\nplatforms: [profnet]\nat: 2099-01-01T09:00\n---\nText',
    /^posts\/x\.md:3: at "2099-01-01T09:00" has no time zone/,
  ],
  [
    'a text that is too long',
    `---\nplatforms: [microblog]\n---\n\n${'x '.repeat(200)}`,
    /^posts\/x\.md:5: .*too long for microblog/,
  ],
  [
    'another text that is too long',
    `---\nplatforms: [microblog]\ntext:\n  microblog: ${'x'.repeat(300)}\n---\nText`,
    /^posts\/x\.md:4: .*too long for microblog/,
  ],
  [
    'a text for a platform it is not for',
    '---\nplatforms: [profnet]\ntext:\n  microblog: x\n---\nText',
    /^posts\/x\.md:4: microblog is not among platforms/,
  ],
  [
    'a picture that is not there',
    '---\nplatforms: [profnet]\nmedia:\n  - path: no.png\n---\nText',
    /^posts\/x\.md:4: There is no file/,
  ],
  [
    'a file outside of the posts and the repository',
    '---\nplatforms: [profnet]\nmedia:\n  - path: ../../../../etc/passwd\n---\nText',
    /^posts\/x\.md:4: \.\.\/.*is neither below the posts nor/,
  ],
  [
    'a medium without a place',
    '---\nplatforms: [profnet]\nmedia:\n  - alt: x\n---\nText',
    /^posts\/x\.md:4: a medium has either path or url/,
  ],
  ['a platform that needs a picture', '---\nplatforms: [photonet]\n---\nText', /^posts\/x\.md:\d: /],
  [
    'a setting that is refused',
    '---\nplatforms: [video]\nmedia: [{url: "https://example.com/a.mp4"}]\nmeta:\n  privacyStatus: secret\n---\nText',
    /^posts\/x\.md:5: .*privacyStatus/,
  ],
  [
    'labels that are no texts',
    '---\nplatforms: [profnet]\nlabels: [a, 3]\n---\nText',
    /^posts\/x\.md:3: labels is a list/,
  ],
  ['a label without a word', '---\nplatforms: [profnet]\nlabels: ["##"]\n---\nText', /^posts\/x\.md:3: .*has no word/],
  [
    'an unknown profile',
    '---\nplatforms: [profnet]\nprofile: acme\n---\nText',
    /^posts\/x\.md:3: there is no profile acme; there are: default/,
  ],
  [
    'bytes that are no text',
    new Uint8Array([...Buffer.from('---\nplatforms: [profnet]\n---\nT'), 0xff, 0xfe]),
    'posts/x.md:4: this is not UTF-8 text',
  ],
  [
    'more than 256 KB',
    fileOf('x'.repeat(262_144)),
    'posts/x.md:1: it is larger than 256 KB, which is too long for a post',
  ],
  [
    'aliases without end',
    `---\na: &a [x,x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
      .split('')
      .map((name, at) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[at]}`).join(',')}]`)
      .join('\n')}\nplatforms: *i\n---\nText`,
    /^posts\/x\.md:2: the aliases \(\*name\) stand for too many values/,
  ],
])('a file with %s is refused by name and line', async (_what, content, said) => {
  const lines = await refusal({ 'posts/x.md': content });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(said);
});

test('all mistakes are reported at once, also by a dry run and where JSON is printed', async () => {
  const lines = await refusal({
    'posts/x.md': '---\nplatforms: []\nfit: squeeze\n---\nText',
    'posts/y.md': 'Just text',
  });
  expect(lines.map((line) => line.split(': ')[0])).toEqual(['posts/x.md:2', 'posts/x.md:3', 'posts/y.md:1']);
  for (const args of [[], ['--dry-run']])
    expect(await applyPosts(desk, ...args)).toMatchObject({ code: 2, stdout: '' });
});

test('two files with the same key are refused', async () => {
  const same = fileOf('Text', 'platforms: [profnet]\nkey: same');
  expect(await refusal({ 'posts/x.md': same, 'posts/y.md': same })).toEqual([
    'posts/y.md:3: posts/x.md has the same key',
  ]);
});

test('a link out of the directory is refused, and a link within it makes no second post', async () => {
  await desk.write({ 'outside/secret.md': fileOf('Secret') });
  await mkdir(join(desk.path, 'posts'));
  await symlink('../outside/secret.md', join(desk.path, 'posts/secret.md'));
  expect(await refusal({})).toEqual(['posts/secret.md:1: it leads out of posts']);
  await rm(join(desk.path, 'posts/secret.md'));
  await symlink('../outside', join(desk.path, 'posts/all'));
  await symlink('a-good.md', join(desk.path, 'posts/same.md'));
  expect((await applyPosts(desk, '--dry-run')).entries.map(({ file }) => file)).toEqual(['posts/a-good.md']);
});
