import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedWith, listOf, PUBLISHED, postWith, READY } from '../support/posts.ts';
import { json, PROFILES, type Replies, type Reply, startStandIn } from '../support/stand-in-server.ts';
import { feedOf, serveFeed } from './serve-feed.ts';

interface Item {
  readonly guid: string;
  readonly link: string;
  readonly hoursAgo: number;
  readonly title?: string;
}

const write = ({ guid, link, hoursAgo, title = link }: Item) =>
  `<item><title>${title}</title><link>/${link}</link>${guid && `<guid>${guid}</guid>`}<pubDate>${new Date(Date.now() - hoursAgo * 3_600_000).toUTCString()}</pubDate></item>`;

interface Stored {
  readonly key: string;
  readonly request: string;
  readonly post: ReturnType<typeof postWith> & { readonly source?: string };
}

const idOf = (number: number) => `0192f3c1-7c1e-7b3a-9f00-${String(number).padStart(12, '0')}`;

/** Replies of a server that keeps posts by their keys. */
function keeping(stored: Stored[]): Replies {
  const create: Reply = (response, { headers, body }) => {
    const key = String(headers['idempotency-key']);
    const { source, ...rest } = JSON.parse(body) as { source?: string; text: string; platforms: string[] };
    const request = JSON.stringify(rest);
    const known = stored.find((one) => one.key === key);
    if (known && known.request !== request) {
      const details = { postId: known.post.id };
      const reused = { error: 'used before', code: 'idempotency_key_reused', requestId: 'req-1', details };
      return json(422, reused)(response, { headers, body, call: '', query: '' });
    }
    const results = Object.fromEntries(rest.platforms.map((platform) => [platform, PUBLISHED]));
    const post =
      known?.post ?? postWith(results, { id: idOf(stored.length), text: rest.text, ...(source && { source }) });
    if (!known) stored.push({ key, request, post });
    const replayed: Record<string, string> = known ? { 'idempotent-replayed': 'true' } : {};
    return json(201, post, replayed)(response, { headers, body, call: '', query: '' });
  };
  const checked = checkedWith({ profnet: READY });
  return {
    'GET /api/v1/posts': (response, request) => {
      const key = new URLSearchParams(request.query).get('key');
      listOf(...stored.filter((one) => one.key === key).map(({ post }) => post))(response, request);
    },
    'POST /api/v1/posts?dryRun=true': json(200, checked),
    'POST /api/v1/posts': create,
    ...Object.fromEntries(
      Array.from({ length: 30 }, (_, number) => [
        `GET /api/v1/posts/${idOf(number)}`,
        ((response, request) => json(200, stored[number]?.post)(response, request)) satisfies Reply,
      ]),
    ),
  };
}

/** A feed whose items change, and a server that keeps posts. */
async function startFeed() {
  const stored: Stored[] = [];
  const texts: string[] = [];
  const feed = await serveFeed((response) => void response.end(texts.shift()));
  const server = await startStandIn(keeping(stored));
  const base = new URL('/', feed.url).href;
  const place = `${new URL(feed.url).host}/feed.xml`;
  return {
    stored,
    /** Publishes the feed with these items. */
    run(items: readonly Item[], ...options: string[]) {
      texts.push(feedOf(...items.map(write)));
      return server.social(['feed', feed.url, '--to', 'profnet', ...options]);
    },
    /** Key of an item whose guid no other one has. */
    keyOf: (guid: string) =>
      `feed:${createHash('sha256')
        .update(JSON.stringify([place, guid, PROFILES.profiles[0]?.id]))
        .digest('hex')}`,
    /** Links of what went out, in this order. */
    out: () => stored.map(({ post }) => String(post.source).replace(base, '')),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await feed[Symbol.asyncDispose]();
    },
  };
}

describe('items with one guid', () => {
  const first = { guid: 'g', link: 'first', hoursAgo: 2 };

  it.each([
    ['later', 1],
    ['earlier', 3],
  ])('go out once each, when a second one appears that is dated %s', async (_when, hoursAgo) => {
    await using feed = await startFeed();
    const second = { guid: 'g', link: 'second', hoursAgo };
    await feed.run([first]);
    for (const items of [[first, second], [second, first], [second], [first]]) await feed.run(items);
    expect(feed.out()).toEqual(['first', 'second']);
  });

  it('go out in one run, the oldest under the guid', async () => {
    await using feed = await startFeed();
    await feed.run([{ ...first, link: 'newer', hoursAgo: 1 }, first, { ...first, link: 'oldest', hoursAgo: 3 }]);
    expect(feed.out()).toEqual(['oldest', 'first', 'newer']);
    expect(feed.stored.map(({ key }) => key === feed.keyOf('g'))).toEqual([true, false, false]);
  });

  it('go out once each when their texts are the same', async () => {
    await using feed = await startFeed();
    const items = ['a', 'b', 'c'].map((link) => ({ ...first, link, title: 'Update' }));
    await feed.run(items, '--template', '{title}');
    await feed.run(items, '--template', '{title}');
    expect(feed.out().toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('are not sent again where an earlier version, which named no source, has sent one', async () => {
    await using feed = await startFeed();
    await feed.run([first]);
    for (const one of feed.stored) delete (one.post as { source?: string }).source;
    await feed.run([{ ...first, link: 'second' }, first]);
    expect(feed.out()).toEqual(['undefined', 'second']);
    await feed.run([{ ...first, link: 'second' }, first]);
    expect(feed.stored).toHaveLength(2);
  });

  it('are left out where it is not known which of them an earlier version has sent', async () => {
    await using feed = await startFeed();
    await feed.run([first], '--template', 'New: {title}');
    for (const one of feed.stored) delete (one.post as { source?: string }).source;
    const { stdout } = await feed.run([first, { ...first, link: 'second' }]);
    expect(stdout).toContain('an earlier version has published an item with its id, and which one is not known');
    expect(feed.stored).toHaveLength(1);
  });

  it('are not sent again when the post under the guid was canceled, which frees its key', async () => {
    await using feed = await startFeed();
    const second = { ...first, link: 'second', hoursAgo: 1 };
    await feed.run([first, second]);
    for (const one of feed.stored.slice(0, 1)) Object.assign(one, { key: 'freed' });
    await feed.run([second]);
    expect(feed.out()).toEqual(['first', 'second']);
    await feed.run([second, first]);
    expect(feed.out()).toEqual(['first', 'second', 'first']);
  });

  it('are known by the guid alone while there is one, also when its link changes', async () => {
    await using feed = await startFeed();
    await feed.run([first]);
    const { stdout } = await feed.run([{ ...first, link: 'renamed' }]);
    expect(stdout).toMatch(/already published; its id went out before, for http:\/\/[^ ]+\/first/);
    expect(feed.stored.map(({ key }) => key)).toEqual([feed.keyOf('g')]);
  });
});

describe('a platform that is added later', () => {
  const items = [
    { guid: 'a', link: 'a', hoursAgo: 3 },
    { guid: 'b', link: 'b', hoursAgo: 2 },
    { guid: 'old', link: 'old', hoursAgo: 40 },
  ];
  const sent = (stored: readonly Stored[]) =>
    stored.map(({ post }) => [post.text.split('\n')[0], post.platforms.join()]);

  it('gets the items that are new, at most --max in a run, in further posts', async () => {
    await using feed = await startFeed();
    await feed.run(items, '--since', '2d');
    const add = () => feed.run(items, '--to', 'microblog', '--max', '1');
    const first = await add();
    expect(JSON.parse(first.stdout)).toMatchObject([{ action: 'create', platforms: ['microblog'] }]);
    expect(first.stderr).toContain('1 more new item for the next run (--max 1)');
    const again = await add();
    expect(JSON.parse(again.stdout)).toMatchObject([{ action: 'skip' }, { action: 'create' }]);
    expect(JSON.parse((await add()).stdout)).toMatchObject([{ action: 'skip' }, { action: 'skip' }]);
    expect(sent(feed.stored)).toEqual([
      ['old', 'profnet'],
      ['a', 'profnet'],
      ['b', 'profnet'],
      ['a', 'microblog'],
      ['b', 'microblog'],
    ]);
    expect(new Set(feed.stored.map(({ key }) => key)).size).toBe(5);
  });

  it('gets nothing twice when several runs add platforms at the same time', async () => {
    await using feed = await startFeed();
    await feed.run(items);
    const adding = [['microblog'], ['microblog', 'shortvideo'], ['microblog'], ['shortvideo']];
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(adding.map((to) => feed.run(items, '--to', to.join())));
    }
    const pairs = feed.stored.flatMap(({ post }) => post.platforms.map((platform) => `${post.source} ${platform}`));
    expect(pairs.length).toBe(6);
    expect(new Set(pairs).size).toBe(6);
  });

  it('gets nothing while a post of the item is scheduled', async () => {
    await using feed = await startFeed();
    await feed.run(items.slice(0, 1));
    const [stored] = feed.stored;
    if (stored) Object.assign(stored.post, { status: 'scheduled', scheduledFor: '2026-12-24T10:00:00Z' });
    const { stdout } = await feed.run(items.slice(0, 1), '--to', 'microblog');
    expect(JSON.parse(stdout)).toMatchObject([
      { action: 'skip', note: expect.stringMatching(/; microblog once it is out$/) },
    ]);
    expect(feed.stored).toHaveLength(1);
  });
});

describe('an item without guid and link', () => {
  const bare = (text: string, minutesAgo: number) =>
    feedOf(
      `<item><description>${text}</description><pubDate>${new Date(Date.now() - minutesAgo * 60_000).toUTCString()}</pubDate></item>`,
    );

  it('is known by its text, also under another date', async () => {
    const stored: Stored[] = [];
    let text = '';
    await using feed = await serveFeed((response) => void response.end(text));
    await using server = await startStandIn(keeping(stored));
    for (const [note, minutesAgo] of [
      ['A note', 5],
      ['A note', 9],
      ['Another note', 9],
    ] as const) {
      text = bare(note, minutesAgo);
      await server.social(['feed', feed.url, '--to', 'profnet']);
    }
    expect(stored.map(({ post }) => post.text)).toEqual(['A note', 'Another note']);
  });
});

describe('whatever a feed shows from run to run', () => {
  const item = fc.record({
    guid: fc.constantFrom('g', 'h', ''),
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    hoursAgo: fc.integer({ min: 1, max: 5 }),
  });
  const state = fc
    .uniqueArray(item, { minLength: 1, maxLength: 5, selector: ({ guid, name }) => guid + name })
    .map((items) => items.map(({ name, ...rest }) => ({ ...rest, link: rest.guid + name })));
  const sameText = fc.boolean();
  const titled = (items: readonly Item[], isSame: boolean) =>
    isSame ? items.map((one) => ({ ...one, title: 'Same' })) : items;
  const options = ['--template', '{title}'];

  it('each item goes out once', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 6 }), sameText, async (states, isSame) => {
        await using feed = await startFeed();
        for (const items of states) {
          expect(await feed.run(titled(items, isSame), ...options)).toMatchObject({ code: 0 });
          const out = feed.out();
          expect(new Set(out).size).toBe(out.length);
          const missing = items.filter(({ link }) => !out.includes(link));
          // Once the item that went out under a guid is gone, another one with the guid is taken for it.
          for (const { guid } of missing) {
            const held = feed.stored.findIndex(({ key }) => key === feed.keyOf(guid));
            expect(items.map(({ link }) => link)).not.toContain(out[held]);
          }
          expect(new Set(missing.map(({ guid }) => guid)).size).toBe(missing.length);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('no item goes out twice when runs see different items at the same time, or add a platform', {
    timeout: 120_000,
  }, async () => {
    const run = fc.record({ items: state, isWider: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(run, run), { minLength: 1, maxLength: 4 }),
        sameText,
        async (pairs, isSame) => {
          await using feed = await startFeed();
          for (const pair of pairs) {
            await Promise.all(
              pair.map(({ items, isWider }) =>
                feed.run(titled(items, isSame), ...options, ...(isWider ? ['--to', 'microblog'] : [])),
              ),
            );
            const out = feed.stored.flatMap(({ post }) =>
              post.platforms.map((platform) => `${post.source} ${platform}`),
            );
            expect(out.filter((one, index) => out.indexOf(one) < index)).toEqual([]);
          }
        },
      ),
      { numRuns: 30 },
    );
  });
});
