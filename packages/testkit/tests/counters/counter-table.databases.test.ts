import { type ApiAnswer, uniqueText, useStack, type Workspace } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';

const { stack, clock } = useStack({ clock: true });

let workspace: Workspace;
const texts: string[] = [];

/** Publishes a post, has the networks count, and reads it. */
async function counted(text: string, platforms: string[], numbers: readonly number[]): Promise<void> {
  const post = (await workspace.publish({ text, platforms })).body;
  const names = { bluesky: 'likeCount', mastodon: 'favourites_count' } as const;
  for (const [index, platform] of platforms.entries()) {
    const network = platform as keyof typeof names;
    const { id = '' } = (await stack.sandbox.posts(network)).at(-1) ?? {};
    await stack.sandbox.setCounters({ network, id, counters: { [names[network]]: numbers[index] ?? 0 } });
  }
  expect((await workspace.api('GET', `/api/v1/posts/${post.id}/counters`)).status).toBe(200);
  texts.push(text);
}

const list = async (query: string): Promise<ApiAnswer['body']> =>
  (await workspace.api('GET', `/api/v1/counters?${query}`)).body;

beforeAll(async () => {
  // Mastodon itself counts quotes; its relatives do not.
  await stack.sandbox.settings({ mastodon: { kind: 'gotosocial' } });
  workspace = await stack.createWorkspace({ connect: ['bluesky', 'mastodon'] });
  clock.set('2027-02-27T10:00:00.000Z');
  await counted(uniqueText('quiet'), ['bluesky'], [2]);
  await counted(`=1+1 "loud", ${uniqueText('formula')}`, ['bluesky', 'mastodon'], [5, 40]);
  clock.set('2027-03-01T00:00:00.000Z');
  await counted(uniqueText('march'), ['bluesky'], [99]);
});

test('a month lists its posts best first, with the sums of each account', async () => {
  const february = await list('month=2027-02');
  expect(february).toMatchObject({ month: '2027-02', by: 'reactions', isComplete: true });
  expect(
    february.posts.map(({ text, platform, counters }: ApiAnswer['body']) => [text, platform, counters[0].value]),
  ).toEqual([
    [texts[1], 'mastodon', 40],
    [texts[1], 'bluesky', 5],
    [texts[0], 'bluesky', 2],
  ]);
  const reactions = (value: number) => expect.arrayContaining([{ kind: 'reactions', value }]);
  expect(february.accounts).toMatchObject([
    { platform: 'mastodon', posts: 1, sums: reactions(40) },
    { platform: 'bluesky', posts: 2, sums: reactions(7) },
  ]);
});

test('the month is the one of publishing in UTC, the present one by default, and the list may be cut', async () => {
  expect((await list('')).posts.map(({ text }: ApiAnswer['body']) => text)).toEqual([texts[2]]);
  expect((await list('month=2027-01')).posts).toEqual([]);
  expect((await list('month=2027-02&limit=1')).posts).toHaveLength(1);
  expect((await workspace.api('GET', '/api/v1/counters?month=2027-13')).status).toBe(400);
});

test('another kind of counter sorts the list; a network that does not tell it comes last', async () => {
  const byQuotes = await list('month=2027-02&by=quotes');
  expect(byQuotes.posts.map(({ platform }: ApiAnswer['body']) => platform)).toEqual(['bluesky', 'bluesky', 'mastodon']);
});

test('a profile narrows the list, and an unknown one is refused', async () => {
  expect((await list('month=2027-02&profile=default')).posts).toHaveLength(3);
  expect((await workspace.api('GET', '/api/v1/counters?profile=nobody')).body).toMatchObject({
    code: 'profile_not_found',
  });
});

test('the same rows come as CSV in the order of publishing, in which no text is a formula', async () => {
  const { text, headers } = await workspace.api('GET', '/api/v1/counters.csv?month=2027-02');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const [header, quiet, ...loud] = text.split('\r\n');
  expect(header).toBe(
    'published_at,platform,network,account,views,reactions,replies,shares,quotes,saves,read_at,url,post_id,text,target',
  );
  expect(quiet).toContain(texts[0]);
  expect(loud).toHaveLength(3);
  expect(loud.pop()).toBe('');
  for (const line of loud) expect(line).toContain(`"'${texts[1]?.replaceAll('"', '""')}"`);
  const mastodon = loud.find((line) => line.includes('mastodon'));
  expect(mastodon).toContain(',40,0,0,,,');
  expect(mastodon?.split(',')[3], 'a handle without its sign, which would begin a formula').toMatch(/^\w/);
});

test('each of several accounts of a platform has its row, with its short name', async () => {
  const several = await stack.createWorkspace({ connect: ['bluesky'] });
  await several.connect('bluesky', undefined, 'sandbox-friend.bsky.test');
  const names = (await several.connections()).bluesky.accounts.map(({ name }: { name: string }) => name);
  const platforms = ['bluesky', `bluesky:${names[1]}`];
  const { id } = (await several.publish({ text: uniqueText('both'), platforms })).body;
  const targetsOf = (rows: { target: string }[]) => rows.map(({ target }) => target).toSorted();
  const { body } = await several.api('GET', `/api/v1/posts/${id}/counters`);
  expect(body.readings.map(({ target }: { target: string }) => target)).toEqual(names);
  const table = (await several.api('GET', '/api/v1/counters')).body;
  expect([targetsOf(table.posts), targetsOf(table.accounts)]).toEqual([names.toSorted(), names.toSorted()]);
  const { text } = await several.api('GET', '/api/v1/counters.csv');
  const lines = text.trim().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',').at(-1)).toSorted()).toEqual(names.toSorted());
});

test('nothing is left of the readings of a workspace that is deleted', async () => {
  const leaving = await stack.createWorkspace({ connect: ['bluesky'] });
  const { id } = (await leaving.publish({ text: uniqueText('leaving'), platforms: ['bluesky'] })).body;
  await leaving.api('GET', `/api/v1/posts/${id}/counters`);
  const rows = () => stack.query(`select target_id from counter_reading where workspace_id = '${leaving.workspaceId}'`);
  expect(await rows()).toHaveLength(1);
  const browser = await leaving.browser();
  const body = { password: leaving.password };
  expect((await browser.visit('DELETE', '/api/workspace', { body })).status).toBe(200);
  await expect.poll(rows).toEqual([]);
});
