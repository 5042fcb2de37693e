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
  /** A log of these entries, the newest first, to which `arriving` are added before each further page. */
  function growingLog(entries: string[], ...arriving: string[][]): Reply {
    let pages = 0;
    return (response, request) => {
      if (pages++ > 0) entries.unshift(...(arriving.shift() ?? []));
      const query = new URL(request.path, 'http://server').searchParams;
      const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)];
      const logs = entries.slice(offset, offset + limit).map((id) => ({ id }));
      json(200, { logs, total: entries.length, limit, offset })(response, request);
    };
  }

  async function readLog(log: Reply, offset?: number): Promise<string> {
    await using server = await startAnsweringServer(log);
    const entries = iterateLogs(createClient({ apiKey, baseUrl: server.url }), { limit: 3, offset });
    return (await readAll(entries)).map(({ id }) => id).join('');
  }

  it('comes page by page from the given offset', async () => {
    expect(await readLog(growingLog([...'abcdefg']))).toBe('abcdefg');
    expect(await readLog(growingLog([...'abcdef']))).toBe('abcdef');
    expect(await readLog(growingLog([...'abcdefg']), 2)).toBe('cdefg');
    expect(await readLog(growingLog([]))).toBe('');
  });

  it('repeats and loses nothing while it grows', async () => {
    expect(await readLog(growingLog([...'abcdefgh'], [...'1'], [], [...'234'], [...'5']))).toBe('abcdefgh');
    expect(await readLog(growingLog([...'abcdefgh'], [...'1234567'], [...'89']))).toBe('abcdefgh');
  });
});
