import { randomBytes } from 'node:crypto';
import { uniqueText, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const MOST_BYTES = 1_000_000;
const COUNT = 14;
const { workspace } = useStack({ connect: ['profnet'] });

/** Reads every page of a list. @returns the ids of its entries, and the sizes of the pages */
async function readAll(path: string, name: string) {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let cursor = ''; ; ) {
    const { status, text, body } = await workspace.api('GET', `${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    sizes.push(Buffer.byteLength(text));
    ids.push(...body[name].map(({ id }: { id: string }) => id));
    if (body.nextCursor === null) return { ids, sizes };
    cursor = body.nextCursor;
  }
}

/** Text of which JSON has as many bytes, or six times as many. */
const large = (kind: 'plain' | 'escaped') =>
  kind === 'plain' ? randomBytes(70_000).toString('base64') : '"\\'.repeat(48_000);

test.each(['plain', 'escaped'] as const)(
  'a page of drafts with large %s texts has at most 1 MB, and all pages have all drafts',
  async (kind) => {
    const made: string[] = [];
    for (let count = 0; count < COUNT; count += 1) {
      const { status, body } = await workspace.api('POST', '/api/v1/drafts', {
        body: { text: large(kind), platforms: ['profnet'] },
      });
      expect(status).toBe(201);
      made.push(body.id);
    }
    const { ids, sizes } = await readAll('/api/v1/drafts?limit=100', 'drafts');
    expect(ids).toEqual(made.toReversed());
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES);
    expect(sizes.length).toBeGreaterThan(1);
    for (const id of made) await workspace.api('DELETE', `/api/v1/drafts/${id}`);
  },
);

test('a page of posts, and one of their events, has at most 1 MB, and all pages have all of them', async () => {
  const listening = await workspace.api('GET', '/api/webhook-events');
  const made: string[] = [];
  for (let count = 0; count < COUNT; count += 1) {
    const meta = { title: 'x' };
    const overrides = { profnet: { text: uniqueText('Large') } };
    const body = {
      text: large('plain'),
      platforms: ['profnet'],
      overrides,
      meta,
      scheduledFor: '2040-01-01T12:00:00Z',
    };
    const { status, body: post } = await workspace.publish(body);
    expect(status).toBe(201);
    made.push(post.id);
  }
  for (const range of ['', '&from=2020-01-01T00:00:00Z']) {
    const { ids, sizes } = await readAll(`/api/v1/posts?limit=100${range}`, 'posts');
    expect(ids.toSorted()).toEqual(made.toSorted());
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES);
    expect(sizes.length).toBeGreaterThan(1);
  }
  const seen: string[] = [];
  for (let after = listening.body.last; ; ) {
    const { text, body } = await workspace.api('GET', `/api/webhook-events?limit=100&after=${after}`);
    if (body.events.length === 0) break;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
    seen.push(...body.events.map(({ data }: { data: { id: string } }) => data.id));
    after = body.last;
  }
  expect(seen).toEqual(made);
});

test('a page of small drafts has as many as it was asked for', async () => {
  for (let count = 0; count < 120; count += 1) {
    await workspace.api('POST', '/api/v1/drafts', { body: { text: `Small ${count}`, platforms: ['profnet'] } });
  }
  const { body } = await workspace.api('GET', '/api/v1/drafts?limit=100');
  expect(body.drafts).toHaveLength(100);
  const { ids } = await readAll('/api/v1/drafts?limit=50', 'drafts');
  expect(new Set(ids).size).toBe(120);
  expect(ids).toHaveLength(120);
});
