import { describe, expect, it } from 'vitest';
import { startTimer } from '../../testkit/src/run/start-timer.ts';
import {
  createClient,
  type Post,
  SocialApiError,
  SocialConnectionError,
  SocialWaitTimeoutError,
} from '../src/index.ts';
import { failure, json, neverAnswer, POST, type Reply, startAnsweringServer } from './answering-server.ts';

const apiKey = 'sk_live_sp_notarealkey';
const sending = json(200, inState('sending', 'publishing'));
const published = json(200, inState('published', 'published'));

function inState(state: string, status: string, more: object = {}): object {
  return { ...POST, status, platformResults: { profnet: { ok: state === 'published', state, credits: 0, ...more } } };
}

describe('waiting for a post', () => {
  it('reads it until every platform has its result', async () => {
    await using server = await startAnsweringServer(sending, sending, published);
    const post = await createClient({ apiKey, baseUrl: server.url }).posts.waitUntilPublished(POST.id);
    expect(post).toEqual(inState('published', 'published'));
    expect(server.seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: 3 }, () => `GET /api/v1/posts/${POST.id}`),
    );
  });

  it('tells of each change once', async () => {
    const uploading = (doneBytes: number) =>
      json(200, inState('sending', 'publishing', { progress: { stage: 'uploading', doneBytes, totalBytes: 9 } }));
    await using server = await startAnsweringServer(uploading(3), uploading(3), uploading(6), published);
    const told: unknown[] = [];
    await createClient({ apiKey, baseUrl: server.url }).posts.waitUntilPublished(POST.id, {
      onProgress: ({ platformResults }) =>
        told.push(platformResults['profnet']?.progress?.doneBytes ?? platformResults['profnet']?.state),
    });
    expect(told).toEqual([3, 6, 'published']);
    expect(server.seen).toHaveLength(4);
  });

  it.each([
    ['an unknown outcome', inState('unknown', 'published')],
    ['a canceled post', { ...POST, status: 'canceled' }],
    ['a missed post', { ...POST, status: 'missed' }],
  ])('ends with %s', async (_what, body) => {
    await using server = await startAnsweringServer(json(200, body));
    expect(await createClient({ apiKey, baseUrl: server.url }).posts.waitUntilPublished(POST.id)).toEqual(body);
  });

  it('asks for nothing when the given post is settled, and goes on from it when it is not', async () => {
    await using server = await startAnsweringServer(published);
    const { posts } = createClient({ apiKey, baseUrl: server.url });
    const settled = inState('failed', 'published') as Post;
    expect(await posts.waitUntilPublished(settled)).toBe(settled);
    expect(server.seen).toHaveLength(0);
    expect((await posts.waitUntilPublished(inState('sending', 'publishing') as Post)).status).toBe('published');
    expect(server.seen).toHaveLength(1);
  });

  it('sleeps until a scheduled post is due', async () => {
    const scheduledFor = new Date(Date.now() + 700).toISOString();
    const scheduled = { ...POST, status: 'scheduled', scheduledFor } as Post;
    await using server = await startAnsweringServer(published);
    await createClient({ apiKey, baseUrl: server.url }).posts.waitUntilPublished(scheduled);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(scheduledFor));
    expect(server.seen).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    ['that is not settled', sending],
    ['whose next reading does not come', neverAnswer],
    ['whose server is away', failure(503, 'unavailable', { 'retry-after': '0' })],
  ])('gives up after timeoutMs with the post as it was read, for one %s', async (_which, later) => {
    await using server = await startAnsweringServer(sending, later);
    const error = await createClient({ apiKey, baseUrl: server.url })
      .posts.waitUntilPublished(POST.id, { timeoutMs: 600 })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SocialWaitTimeoutError);
    expect(error).toMatchObject({ timeoutMs: 600, post: inState('sending', 'publishing') });
    expect(String(error)).toContain('The post is still publishing after 0.6 s; the server continues');
  });

  it.each([30 * 86_400_000, Number.POSITIVE_INFINITY])('waits on with a timeoutMs of %d', async (timeoutMs) => {
    await using server = await startAnsweringServer(sending, published);
    const { posts } = createClient({ apiKey, baseUrl: server.url });
    expect((await posts.waitUntilPublished(POST.id, { timeoutMs })).status).toBe('published');
  });

  it('gives up without a post when the first answer does not come', async () => {
    await using server = await startAnsweringServer(neverAnswer);
    const waiting = createClient({ apiKey, baseUrl: server.url }).posts.waitUntilPublished(POST.id, { timeoutMs: 50 });
    await expect(waiting).rejects.toMatchObject({ name: 'SocialWaitTimeoutError', post: undefined });
  });

  it('outlasts a server that is away for a while, as long as it asks', async () => {
    let isSecondOver = () => false;
    const away: Reply = (...call) => {
      isSecondOver = startTimer(1_000);
      failure(503, 'unavailable', { 'retry-after': '1' })(...call);
    };
    await using server = await startAnsweringServer(sending, away, published);
    const { posts } = createClient({ apiKey, baseUrl: server.url, maxRetries: 0 });
    expect((await posts.waitUntilPublished(POST.id)).status).toBe('published');
    expect(isSecondOver()).toBe(true);
  });

  it('fails at once with what does not go away', async () => {
    await using server = await startAnsweringServer(failure(404, 'not_found'));
    const { posts } = createClient({ apiKey, baseUrl: server.url });
    await expect(posts.waitUntilPublished(POST.id)).rejects.toThrow(SocialApiError);
    await expect(posts.waitUntilPublished({ ...POST, id: null } as unknown as Post)).rejects.toThrow(TypeError);
    const nowhere = createClient({ apiKey, baseUrl: 'http://127.0.0.1:2', maxRetries: 0 });
    await expect(nowhere.posts.waitUntilPublished(POST.id)).rejects.toThrow(SocialConnectionError);
  });

  it('ends with the reason of the caller who aborts it, or with what onProgress throws', async () => {
    await using server = await startAnsweringServer(sending);
    const { posts } = createClient({ apiKey, baseUrl: server.url });
    const reason = new Error('no longer needed');
    const controller = new AbortController();
    const onProgress = () => void setTimeout(() => controller.abort(reason), 20);
    await expect(posts.waitUntilPublished(POST.id, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    const refuse = () => {
      throw reason;
    };
    await expect(posts.waitUntilPublished(POST.id, { onProgress: refuse })).rejects.toBe(reason);
  });
});
