import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplePng, startNetworkProxy, uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';
import { useDeskPerTest } from '../../src/programs/use-desk.ts';

const DAY_MS = 24 * 3_600_000;
const FILES = [
  'activity.jsonl',
  'connections.jsonl',
  'counters.jsonl',
  'drafts.jsonl',
  'export.json',
  'posts.jsonl',
  'profiles.jsonl',
];
const { stack, clock } = useStack({ clock: true });
const { workspace, desk } = useDeskPerTest(stack, ['profnet']);

const linesOf = (folder: string, name: string) =>
  readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

test('an export has each of 250 posts once, with results, drafts, log, profiles, connections and files, and no secret', async () => {
  using directory = temporaryDirectory();
  const out = join(directory.path, 'made', 'by-it');
  const { api } = workspace;
  const png = samplePng(9);
  const file = (await api('POST', '/api/v1/media', { body: png, headers: { 'content-type': 'image/png' } })).body;
  const scheduledFor = '2099-01-01T00:00:00Z';
  const ids: string[] = [];
  for (let n = 0; n < 248; n++) {
    const { status, body } = await workspace.publish({
      text: uniqueText('Kept'),
      platforms: ['profnet'],
      scheduledFor,
    });
    expect(status).toBe(201);
    ids.push(body.id);
  }
  const pictured = { text: uniqueText('Pictured'), platforms: ['profnet'], mediaUrls: [file.url], scheduledFor };
  ids.push((await workspace.publish(pictured)).body.id);
  const published = (await workspace.publish({ text: uniqueText('Published'), platforms: ['profnet'] })).body;
  ids.push(published.id);
  const draft = (await api('POST', '/api/v1/drafts', { body: { text: 'A draft', platforms: ['profnet'] } })).body;
  const approved = (await api('POST', '/api/v1/drafts', { body: { text: 'Approved', platforms: ['profnet'] } })).body;
  const post = (
    await api('POST', `/api/v1/drafts/${approved.id}/approve`, { body: { ifUpdatedAt: approved.updatedAt } })
  ).body;
  ids.push(post.id);
  await api('POST', '/api/profiles', { body: { name: 'Second brand' } });
  const slots = { timeZone: 'Asia/Tokyo', times: [{ weekday: 'monday', time: '09:00' }] };
  await api('PUT', `/api/profiles/${workspace.profileId}/slots`, { body: slots });
  const endpoint = await api('POST', '/api/webhook-endpoints', { body: { url: 'http://127.0.0.1:9/' } });
  // The address that the post was stored with is no longer valid.
  clock.advance(2 * DAY_MS);

  const { code, stdout } = await desk.social(['export', '--out', out, '--media', '--json']);
  expect(code).toBe(0);
  const counts = { posts: 251, drafts: 2, counters: 0, activity: 6, profiles: 2, connections: 1 };
  const media = { files: 1, bytes: png.length, missing: 0 };
  expect(JSON.parse(stdout)).toEqual({ out, ...counts, activity: expect.any(Number), media });
  expect(readdirSync(out).sort()).toEqual([...FILES, 'media'].sort());
  const posts = linesOf(out, 'posts.jsonl');
  expect(posts.map(({ id }) => id).sort()).toEqual(ids.sort());
  const { platformResults } = posts.find(({ id }) => id === published.id);
  expect(platformResults.profnet).toMatchObject({ ok: true, url: published.platformResults.profnet.url });
  expect(linesOf(out, 'drafts.jsonl').map(({ id }) => id)).toEqual([draft.id, approved.id]);
  const { body: log } = await api('GET', '/api/logs?limit=200');
  expect(linesOf(out, 'activity.jsonl')).toEqual(log.logs);
  expect(linesOf(out, 'profiles.jsonl').map(({ name, slots }) => [name, slots.timeZone])).toEqual([
    ['Default', 'Asia/Tokyo'],
    ['Second brand', 'UTC'],
  ]);
  expect(linesOf(out, 'connections.jsonl')).toEqual([
    expect.objectContaining({
      profile: 'default',
      profileId: workspace.profileId,
      platform: 'profnet',
      connected: true,
    }),
  ]);
  const [name = ''] = readdirSync(join(out, 'media'));
  expect(
    createHash('sha256')
      .update(readFileSync(join(out, 'media', name)))
      .digest('hex'),
  ).toBe(file.id);
  expect(JSON.parse(readFileSync(join(out, 'export.json'), 'utf8'))).toMatchObject({ posts: 251, media });

  const bytes = FILES.map((each) => readFileSync(join(out, each), 'utf8')).join('\n');
  const own = `where workspace_id = '${workspace.workspaceId}'`;
  const stored = [
    ...(await stack.query(`select hash as a, hash as b from api_key ${own}`)),
    ...(await stack.query(`select access_token as a, refresh_token as b from connection ${own}`)),
    ...(await stack.query(`select secret as a, secret as b from webhook_endpoint ${own}`)),
  ].flatMap(({ a, b }) => [a, b]);
  const secrets = [workspace.apiKey, endpoint.body.secret, ...stored].filter((secret) => typeof secret === 'string');
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter((secret) => bytes.includes(secret))).toEqual([]);
  expect(bytes).not.toMatch(/sk_live_|whsec_|access_?token|refresh_?token/i);
});

const LATER = '2099-01-01T00:00:00Z';

async function upload(shade: number): Promise<{ id: string; url: string; bytes: number }> {
  const headers = { 'content-type': 'image/png' };
  return (await workspace.api('POST', '/api/v1/media', { body: samplePng(shade), headers })).body;
}

async function draftOf(content: object) {
  const { status, body } = await workspace.api('POST', '/api/v1/drafts', {
    body: { text: uniqueText('Draft'), platforms: ['profnet'], ...content },
  });
  expect(status).toBe(201);
  return body;
}

async function approve({ id, updatedAt }: { id: string; updatedAt: string }): Promise<string> {
  const { status, body } = await workspace.api('POST', `/api/v1/drafts/${id}/approve`, {
    body: { ifUpdatedAt: updatedAt },
  });
  expect(status).toBe(201);
  return body.id;
}

test('a file is missing only when none of the addresses of posts and drafts opens it', async () => {
  using directory = temporaryDirectory();
  const out = join(directory.path, 'new');
  const [waiting, approved] = [await upload(11), await upload(12)];
  const gone = `${stack.url}/media/x/${'0'.repeat(64)}.png`;
  // Nobody renews an address in a text.
  await approve(await draftOf({ text: `Before ${approved.url}`, scheduledFor: LATER }));
  await draftOf({ mediaUrls: [waiting.url] });
  await approve(await draftOf({ mediaUrls: [approved.url], scheduledFor: LATER }));
  await draftOf({ text: `After ${approved.url}` });
  await draftOf({ text: `Never ${gone}` });
  clock.advance(2 * DAY_MS);
  const { code, stdout } = await desk.social(['export', '--out', out, '--media', '--output', 'text']);
  const bytes = waiting.bytes + approved.bytes;
  expect([code, stdout.split('\n')[1]]).toEqual([
    0,
    `2 uploaded files (${bytes} bytes); 1 more could not be fetched: deleted from the server, or known only by addresses that have expired`,
  ]);
  expect(readdirSync(join(out, 'media')).sort()).toEqual([`${waiting.id}.png`, `${approved.id}.png`].sort());
  const { media } = JSON.parse(readFileSync(join(out, 'export.json'), 'utf8'));
  expect(media).toEqual({ files: 2, bytes, missing: 1 });
});

test('a file is fetched as soon as its address is read, however long the export goes on', async () => {
  using directory = temporaryDirectory();
  const out = join(directory.path, 'new');
  const file = await upload(13);
  await draftOf({ mediaUrls: [file.url] });
  await using proxy = await startNetworkProxy();
  proxy.target = stack.url;
  proxy.intercept = ({ path }) => {
    if (path.startsWith('/api/logs')) clock.advance(2 * DAY_MS);
    return undefined;
  };
  const { code, stdout } = await desk.social(['export', '--out', out, '--media', '--json'], {
    SOCIAL_BASE_URL: proxy.url,
  });
  expect([code, JSON.parse(stdout).media]).toEqual([0, { files: 1, bytes: file.bytes, missing: 0 }]);
});

test('a draft that is approved during the export is in it once, and so is its post', async () => {
  using directory = temporaryDirectory();
  const out = join(directory.path, 'new');
  const draft = await draftOf({ scheduledFor: LATER });
  await using proxy = await startNetworkProxy();
  proxy.target = stack.url;
  const posts: string[] = [];
  proxy.intercept = async ({ path }) => {
    if (path.includes('status=approved')) posts.push(await approve(draft));
    return undefined;
  };
  const { code } = await desk.social(['export', '--out', out, '--json'], { SOCIAL_BASE_URL: proxy.url });
  expect([code, posts.length]).toEqual([0, 1]);
  expect(linesOf(out, 'drafts.jsonl').map(({ id }) => id)).toEqual([draft.id]);
  expect(linesOf(out, 'posts.jsonl').map(({ id }) => id)).toEqual(posts);
});

test('an export without --media has no files, and says in words what it wrote', async () => {
  using directory = temporaryDirectory();
  const out = join(directory.path, 'new');
  const { code, stdout } = await desk.social(['export', '--out', out, '--output', 'text']);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^Wrote .*: 0 posts, 0 drafts, 0 readings, \d+ lines of the activity log, 1 profile, 1 connection\n$/,
    ),
  ]);
  expect(readdirSync(out).sort()).toEqual(FILES);
});

test('a folder that is not empty is refused, and stays as it was', async () => {
  using directory = temporaryDirectory();
  const out = join(directory.path, 'used');
  mkdirSync(out);
  writeFileSync(join(out, 'mine.txt'), 'mine');
  const refused = await desk.social(['export', '--out', out, '--json']);
  expect([refused.code, JSON.parse(refused.stderr).error.message]).toEqual([
    2,
    expect.stringContaining('is not empty; nothing was written'),
  ]);
  expect(readdirSync(out)).toEqual(['mine.txt']);
  const file = await desk.social(['export', '--out', join(out, 'mine.txt'), '--json']);
  expect([file.code, readFileSync(join(out, 'mine.txt'), 'utf8')]).toEqual([2, 'mine']);
  expect((await desk.social(['export'])).code).toBe(2);
});

test('a key that only reads exports, and one without the scope does not begin', async () => {
  using directory = temporaryDirectory();
  const keyOf = async (scope: string) =>
    (await workspace.api('POST', '/api/keys', { body: { name: scope, scopes: [scope] } })).body.rawKey;
  const run = async (name: string, key: string) =>
    desk.social(['export', '--out', join(directory.path, name), '--json'], { SOCIAL_API_KEY: key });
  expect((await run('read', await keyOf('read'))).code).toBe(0);
  expect((await run('actions', await keyOf('actions'))).code).toBe(4);
  expect(existsSync(join(directory.path, 'actions', 'export.json'))).toBe(false);
});
