import { describe, expect, it } from 'vitest';
import { createClient, iterateLogs, iteratePosts, SocialApiError } from '../src/index.ts';
import { failure, json, POST, type Reply, startAnsweringServer } from './answering-server.ts';

const apiKey = 'sk_live_sp_notarealkey';

async function readAll<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('posts', () => {
  it('come page by page, with the filters on every page', async () => {
    await using server = await startAnsweringServer(
      json(200, { posts: [POST, POST], nextCursor: 'c 2' }),
      json(200, { posts: [POST], nextCursor: null }),
    );
    const client = createClient({ apiKey, baseUrl: server.url });
    const found = await readAll(iteratePosts(client, { limit: 2, platform: 'profnet', result: 'failed' }));
    expect(found).toHaveLength(3);
    const filters = '/api/v1/posts?limit=2&platform=profnet&result=failed';
    expect(server.seen.map((one) => one.path)).toEqual([filters, `${filters}&cursor=c%202`]);
  });

  it('are asked for only as far as they are read', async () => {
    await using server = await startAnsweringServer(json(200, { posts: [POST], nextCursor: 'more' }));
    for await (const post of iteratePosts(createClient({ apiKey, baseUrl: server.url }))) {
      expect(post.text).toBe('hello');
      break;
    }
    expect(server.seen).toHaveLength(1);
  });

  it('end with the error of the page that failed', async () => {
    await using server = await startAnsweringServer(
      json(200, { posts: [POST], nextCursor: 'c2' }),
      failure(400, 'invalid_request'),
    );
    const read: string[] = [];
    const reading = (async () => {
      for await (const { text } of iteratePosts(createClient({ apiKey, baseUrl: server.url }))) read.push(text);
    })();
    await expect(reading).rejects.toThrow(SocialApiError);
    expect(read).toEqual(['hello']);
  });
});

describe('the activity log', () => {
  interface Change {
    /** Entries that are added in front. */
    readonly added?: string;
    /** Number of the oldest entries that are deleted. */
    readonly deleted?: number;
  }

  /** A log of these entries, the newest first, that changes before each further page. */
  function changingLog(entries: string[], ...changes: Change[]): Reply {
    let pages = 0;
    return (response, request) => {
      const { added = '', deleted = 0 } = (pages++ > 0 && changes.shift()) || {};
      entries.splice(entries.length - deleted);
      entries.unshift(...added);
      const query = new URL(request.path, 'http://server').searchParams;
      const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)];
      const logs = entries.slice(offset, offset + limit).map((id) => ({ id }));
      json(200, { logs, total: entries.length, limit, offset })(response, request);
    };
  }

  async function readLog(log: Reply, { offset, limit = 3 }: { offset?: number; limit?: number } = {}): Promise<string> {
    await using server = await startAnsweringServer(log);
    const entries = iterateLogs(createClient({ apiKey, baseUrl: server.url }), { limit, offset });
    return (await readAll(entries)).map(({ id }) => id).join('');
  }

  it('comes page by page from the given offset', async () => {
    expect(await readLog(changingLog([...'abcdefg']))).toBe('abcdefg');
    expect(await readLog(changingLog([...'abcdef']))).toBe('abcdef');
    expect(await readLog(changingLog([...'abcdefg']), { offset: 2 })).toBe('cdefg');
    expect(await readLog(changingLog([]))).toBe('');
    expect(await readLog(changingLog([...'abcd']), { limit: 1 })).toBe('abcd');
  });

  it('repeats and loses nothing while it grows', async () => {
    const little = [{ added: '1' }, {}, { added: '234' }, { added: '5' }];
    expect(await readLog(changingLog([...'abcdefgh'], ...little))).toBe('abcdefgh');
    expect(await readLog(changingLog([...'abcdefgh'], ...little), { limit: 1 })).toBe('abcdefgh');
    expect(await readLog(changingLog([...'abcdefgh'], { added: '1234567' }, { added: '89' }))).toBe('abcdefgh');
  });

  it('repeats and loses nothing while it grows and its oldest entries are deleted', async () => {
    expect(await readLog(changingLog([...'abcdefgh'], { added: '12', deleted: 2 }))).toBe('abcdef');
    expect(await readLog(changingLog([...'abcdefgh'], { deleted: 3 }, { added: '1' }))).toBe('abcde');
    expect(await readLog(changingLog([...'abcdefghijkl'], { added: '123456789', deleted: 3 }))).toBe('abcdefghi');
    expect(await readLog(changingLog([...'abcdef'], { added: '123', deleted: 3 }))).toBe('abc');
    expect(await readLog(changingLog([...'abcdef'], { added: '12345', deleted: 5 }))).toBe('abc');
  });
});
