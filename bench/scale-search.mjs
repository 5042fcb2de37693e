import { setTimeout as delay } from 'node:timers/promises';
import { wordsOf } from '../packages/rules/src/text/words.ts';
import { firstPlaceOf, markOf } from '../packages/server/src/store/posts/search-index.ts';
import { call, platform } from './connections.mjs';
import { inMilliseconds } from './report.mjs';
import { show } from './scale-report.mjs';
import { newId, openStore } from './scheduled-posts.mjs';

const NAMES = { postgres: 'Postgres', sqlite: 'SQLite' };
const ROWS_PER_STATEMENT = 5_000;
const SECOND_MS = 1_000;
const SETTLE_MS = 3_000;
const VOCABULARY = 30_000;
const WORDS_PER_POST = 12;
/** Every so many posts: one of the neighbour, one that has failed, and one with the rare word. */
const EVERY = { neighbour: 1_000, failed: 97, rare: 24_989 };

/** First pages of searches in a workspace with almost all posts, and in a small one beside it. */
const SEARCHES = [
  { name: 'no search, for comparison', query: '' },
  { name: 'a rare word', query: 'q=needle' },
  { name: 'a word of every second post', query: 'q=release' },
  { name: 'two words of many posts', query: 'q=release word1x' },
  { name: 'the beginning of that word', query: 'q=rele' },
  { name: 'that word among the failed posts', query: 'q=release&outcome=failed' },
  {
    name: 'that word with filters, in a small workspace',
    query: `q=release&outcome=published&platform=${platform}`,
    isSmall: true,
  },
  { name: 'a word that no post has', query: 'q=nonsense' },
];

/** Processor time of the server and its database for the first page of searches, with many published posts. */
export async function measureSearch(world, { search: { posts, searches } }) {
  await world.serveWith(0);
  process.stderr.write(`  storing ${posts} posts …\n`);
  await storePublished(world, posts);
  const [{ url }] = await world.serveWith(1);
  await delay(SETTLE_MS);
  const lines = [];
  for (const { name, query, isSmall } of SEARCHES) {
    const [{ headers }] = isSmall ? world.neighbours : world.channels;
    const read = () => call(`${url}/api/v1/posts?${encodeURI(query)}`, { headers });
    for (let n = 0; n < 3; n++) await read();
    const [used, begun] = [world.cpu(), performance.now()];
    let found = 0;
    for (let n = 0; n < searches; n++) found = (await read()).posts.length;
    const elapsed = (performance.now() - begun) / searches;
    const now = world.cpu();
    const cpu = (now.servers - used.servers + now.database - used.database) / searches;
    const what = `${NAMES[world.dialect]}, ${posts.toLocaleString('en')} posts: ${name}, ${found} found`;
    lines.push(show(what, `${inMilliseconds(cpu)} of processor time, answered in ${inMilliseconds(elapsed)}`));
  }
  return lines;
}

/** Stores published posts with their words, as the API and the index store them, but with SQL. */
async function storePublished({ place, dialect, channels, neighbours, query }, count) {
  const store = await openStore(place);
  const begun = Date.now() - count * SECOND_MS;
  // Building an index of all words at once is faster.
  if (dialect === 'postgres') await query('drop index post_search_words');
  for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
    const rows = { post: [], post_platform: [], post_target: [], post_search: [] };
    for (let n = from; n < Math.min(count, from + ROWS_PER_STATEMENT); n++) {
      const of = n % EVERY.neighbour === 2 ? neighbours : channels;
      for (const [table, row] of Object.entries(rowsOf(of[n % of.length], n, begun + n * SECOND_MS, dialect))) {
        rows[table].push(row);
      }
    }
    for (const [table, ofTable] of Object.entries(rows)) await store.insert(table, ofTable);
  }
  await store.close();
  if (dialect === 'postgres') {
    await query('create index post_search_words on post_search using gin (words)');
    await query('vacuum analyze');
  }
}

function rowsOf({ workspaceId, profileId, profile }, n, time, dialect) {
  const at = new Date(time).toISOString();
  const id = newId(time);
  const text = textOf(n);
  const isFailed = n % EVERY.failed === 0;
  const of = { workspace_id: workspaceId, profile_id: profileId };
  const dates = { happens_at: at, created_at: at, updated_at: at };
  const words = [id.replaceAll('-', ''), ...new Set(wordsOf(`${text}\n@ada\n144588054847${n}`))];
  const indexed =
    dialect === 'sqlite'
      ? { number: firstPlaceOf(id), words: words.map((word) => ` ${word}`).join('') }
      : { words: words.map((word) => `'${markOf(workspaceId)}${word}'`).join(' ') };
  const result = { state: isFailed ? 'failed' : 'published', platform_post_id: `144588054847${n}`, account: '@ada' };
  return {
    post: {
      id,
      ...of,
      profile_slug: profile,
      text,
      platforms: JSON.stringify([platform]),
      status: 'published',
      ...dates,
    },
    post_platform: { ...of, platform, post_id: id },
    post_target: { id, post_id: id, ...of, platform, position: 0, ...TARGET, ...result, updated_at: at },
    post_search: { post_id: id, workspace_id: workspaceId, ...indexed },
  };
}

const TARGET = { part: 1, retryable: 0, credits: 1, held: 0, attempt: 1 };

/** Words are as frequent as in languages: the second is half as frequent as the first, and so on. */
function textOf(n) {
  let seed = n * 2_654_435_761;
  const next = () => {
    seed = (Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return seed / 2 ** 32;
  };
  const words = Array.from({ length: WORDS_PER_POST }, () => `word${Math.floor(VOCABULARY ** next())}x`);
  if (n % 2 === 0) words.push('release');
  if (n % EVERY.rare === 11) words.push('needle');
  return words.join(' ');
}
