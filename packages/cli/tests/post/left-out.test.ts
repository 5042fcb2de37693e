import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/run.ts';
import { feedOf, serveFeed } from '../feed/serve-feed.ts';
import { accounts } from '../support/connections.ts';
import { NO_POSTS, PUBLISHED, postWith } from '../support/posts.ts';
import { signedIn } from '../support/social.ts';
import { json, type Replies, startStandIn } from '../support/stand-in-server.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { createTerminal } from '../support/terminal.ts';

const PUBLISHES: Replies = {
  ...NO_POSTS,
  'POST /api/v1/posts': json(201, postWith({ profnet: PUBLISHED, video: PUBLISHED })),
};
const PICTURE = 'https://example.com/picture.png';
const POST = ['post', 'A photo', '--to', 'profnet,video', '--media', PICTURE];
const LEFT_OUT = 'Left out on YouTube: 1 image.';

describe('social post with a picture that a network leaves out', () => {
  it('sends nothing without a terminal, and names the network', async () => {
    await using server = await startStandIn(PUBLISHES);
    const { code, stderr } = await server.social(POST);
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toBe(`Error: ${LEFT_OUT} To publish it like that: --allow-left-out\nNothing was sent.\n`);
  });

  it('sends it with --allow-left-out', async () => {
    await using server = await startStandIn(PUBLISHES);
    expect(await server.social([...POST, '--allow-left-out'])).toMatchObject({ code: 0, stderr: '' });
    expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet', 'video'], media: [{ url: PICTURE }] } }]);
  });

  it('ends a dry run as it ends the publish', async () => {
    await using server = await startStandIn(PUBLISHES);
    expect(await server.social([...POST, '--dry-run'])).toMatchObject({
      ...{ code: 2, stderr: expect.stringContaining(LEFT_OUT), stdout: expect.stringContaining('"ready"') },
    });
    expect((await server.social([...POST, '--dry-run', '--allow-left-out'])).code).toBe(0);
  });

  it('stores a draft without asking: its page shows what is left out', async () => {
    const draft = { id: 'd', status: 'draft', url: 'http://s.example/drafts/d', platforms: ['profnet'], missing: [] };
    await using server = await startStandIn({ 'POST /api/v1/posts': json(201, draft) });
    await server.social([...POST, '--draft']);
    expect(server.posts()).toHaveLength(1);
  });

  it.each([
    ['sends it after a yes', 'y\r', 0, 1],
    ['sends nothing when only Enter is pressed', '\r', 130, 0],
  ])('asks on a terminal, and %s', async (_what, keys, code, sent) => {
    await using server = await startStandIn(PUBLISHES);
    const terminal = createTerminal(signedIn(server.url), { columns: 200 });
    const running = run(POST, terminal.io);
    await terminal.waitFor(`${LEFT_OUT} Publish it like that?`);
    terminal.type(keys);
    expect([await running, server.posts().length]).toEqual([code, sent]);
  });
});

describe('social post with a document', () => {
  const PDF = '%PDF-1.7\nhello\n%%EOF\n';
  const post = (path: string, networks: string) => ['post', 'Out now', '--media', path, '--to', networks];

  it('uploads it by its name, and publishes it where documents are taken', async () => {
    await using folder = await temporaryDirectory({ 'release.pdf': PDF });
    const stored = {
      id: 'a',
      url: 'https://s.example/media/x/a.pdf',
      contentType: 'application/pdf',
      kind: 'document',
    };
    await using server = await startStandIn({
      ...PUBLISHES,
      'POST /api/v1/media': json(201, { ...stored, bytes: 20 }),
    });
    const { code, stderr } = await server.social(post(join(folder.path, 'release.pdf'), 'linkedin'));
    expect([code, stderr]).toEqual([0, '']);
    expect(new URLSearchParams(server.seen.find(({ call }) => call.endsWith('/media'))?.query).get('name')).toBe(
      'release.pdf',
    );
    expect(server.posts()).toMatchObject([{ body: { platforms: ['profnet'], media: [{ url: stored.url }] } }]);
  });

  it('sends nothing where a network takes none, and nobody can be asked', async () => {
    await using folder = await temporaryDirectory({ 'release.pdf': PDF });
    await using server = await startStandIn(PUBLISHES);
    const { code, stderr } = await server.social(post(join(folder.path, 'release.pdf'), 'linkedin,mastodon'));
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toContain('Left out on Mastodon: 1 document. To publish it like that: --allow-left-out');
  });

  it('says in a dry run how many pages LinkedIn takes, and refuses one that is cut off', async () => {
    await using folder = await temporaryDirectory({ 'release.pdf': PDF, 'cut.pdf': PDF.slice(0, 12) });
    await using server = await startStandIn(PUBLISHES);
    const checked = await server.social([...post(join(folder.path, 'release.pdf'), 'linkedin'), '--dry-run']);
    expect(checked.stdout).toContain('LinkedIn takes documents of up to 300 pages; those of release.pdf');
    expect(server.dryRuns()[0]?.body.media).toMatchObject([{ url: expect.stringMatching(/\.invalid\/\w+\.pdf$/) }]);
    const cut = await server.social(post(join(folder.path, 'cut.pdf'), 'linkedin'));
    expect([cut.code, cut.stderr]).toEqual([2, expect.stringContaining('cut.pdf is not a whole document')]);
  });
});

const POLL = ['post', 'Which one?', '--to', 'bluesky,mastodon', '--poll', 'Dark', '--poll', 'Light'];

describe('social post with a poll', () => {
  it('sends nothing where a network leaves it out and nobody can be asked', async () => {
    await using server = await startStandIn(PUBLISHES);
    const { code, stderr } = await server.social(POLL);
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toContain('Left out on Bluesky: the poll. To publish it like that: --allow-left-out');
  });

  it('sends its question, its answers and one day without --poll-for', async () => {
    await using server = await startStandIn(PUBLISHES);
    const more = ['--allow-left-out', '--poll-question', 'Which?', '--poll-multiple'];
    expect((await server.social([...POLL, ...more])).code).toBe(0);
    const poll = { question: 'Which?', options: ['Dark', 'Light'], minutes: 1440, multiple: true };
    expect(server.posts()).toMatchObject([{ body: { poll } }]);
  });

  it.each([
    [['--poll', 'Dark'], 'at least two answers'],
    [['--poll-for', '1d'], 'at least two answers'],
    [['--poll', 'Dark', '--poll', 'Light', '--poll-for', 'soon'], '--poll-for'],
  ])('refuses %j', async (args, words) => {
    await using server = await startStandIn(PUBLISHES);
    const { code, stderr } = await server.social(['post', 'Which one?', '--to', 'mastodon', ...args]);
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toContain(words);
  });
});

describe('social post with comments that a connected network leaves out', () => {
  const connected = accounts(
    'chatbot',
    { name: 'releases', network: 'telegram' },
    { name: 'team', network: 'discord' },
  );
  const replies = { ...PUBLISHES, 'GET /api/connect/status': json(200, connected) };
  const said = 'Left out on Telegram: the comments. To publish it like that: --allow-left-out';

  it.each(['telegram', 'chatbot', 'chatbot:releases'])('sends nothing to %s where nobody can be asked', async (to) => {
    await using server = await startStandIn(replies);
    const { code, stderr } = await server.social(['post', 'hello', '--to', to, '--comment', 'more']);
    expect([code, stderr, server.posts()]).toEqual([2, expect.stringContaining(said), []]);
  });

  it('sends them where the network takes them', async () => {
    await using server = await startStandIn(replies);
    expect((await server.social(['post', 'hello', '--to', 'chatbot:team', '--comment', 'more'])).code).toBe(0);
    expect(server.posts()).toMatchObject([{ body: { comments: ['more'] } }]);
  });

  it('social apply leaves out a file', async () => {
    await using server = await startStandIn(replies);
    await using directory = await temporaryDirectory({
      'posts/a.md': '---\nplatforms: [telegram]\ncomments: [more]\n---\nhello\n',
    });
    const { code, stderr } = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
    expect([code, server.posts()]).toEqual([2, []]);
    expect(stderr).toContain('Left out on Telegram: the comments. To publish it like that: allowLeftOut: true');
  });
});

const fileOf = (text: string, fields = '') => `---\nplatforms: [video]\n${fields}---\n${text}\n`;
const MEDIA = `media: [{url: "${PICTURE}"}]\n`;

it('social apply leaves out a file whose media a network leaves out, names it, and publishes the others', async () => {
  await using server = await startStandIn(PUBLISHES);
  await using directory = await temporaryDirectory({
    'posts/photo.md': fileOf('Photo', MEDIA),
    'posts/allowed.md': fileOf('Allowed', `${MEDIA}allowLeftOut: true\n`),
    'posts/words.md': fileOf('Words'),
  });
  const { code, stdout, stderr } = await server.social(['apply', 'posts', '--yes'], { cwd: directory.path });
  expect(code).toBe(2);
  expect(server.posts().map(({ body }) => body.text)).toEqual(['Allowed', 'Words']);
  expect(JSON.parse(stdout)).toMatchObject([
    { file: 'posts/allowed.md', action: 'create', status: 'published' },
    { file: 'posts/photo.md', action: 'skip', status: 'error', error: { code: 'media_left_out' } },
    { file: 'posts/words.md', action: 'create', status: 'published' },
  ]);
  expect(stderr).toContain(`posts/photo.md: ${LEFT_OUT} To publish it like that: allowLeftOut: true\n`);
});

describe('social feed with an item whose picture a network leaves out', () => {
  const date = new Date().toUTCString();
  const item = (name: string, more = '') =>
    `<item><title>${name}</title><guid>${name}</guid><pubDate>${date}</pubDate>${more}</item>`;

  async function publish(...options: string[]) {
    await using feed = await serveFeed(
      feedOf(item('photo', `<enclosure url="${PICTURE}" type="image/png" length="1"/>`), item('words')),
    );
    await using server = await startStandIn(PUBLISHES);
    const args = ['feed', feed.url, '--to', 'video', '--media', '--template', '{title}', ...options];
    const { code, stderr } = await server.social(args);
    return {
      code,
      stderr,
      sent: server
        .posts()
        .map(({ body }) => body.text)
        .sort(),
    };
  }

  it('leaves out the item, names it, and publishes the others', async () => {
    expect(await publish()).toEqual({
      ...{ code: 2, sent: ['words'] },
      stderr: expect.stringContaining(`photo: ${LEFT_OUT} To publish it like that: --allow-left-out\n`),
    });
  });

  it('publishes it with --allow-left-out', async () => {
    expect(await publish('--allow-left-out')).toMatchObject({ code: 0, sent: ['photo', 'words'] });
  });
});
