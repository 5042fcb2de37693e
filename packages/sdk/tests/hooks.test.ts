import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient, type RetryEvent } from '../src/index.ts';
import { acceptThenReset, failure, json, POST, startAnsweringServer } from './answering-server.ts';

const apiKey = 'sk_live_sp_notarealkey';
const input = { text: 'a secret announcement', platforms: ['profnet' as const] };

describe('hooks', () => {
  it('get every try in order', async () => {
    await using server = await startAnsweringServer(
      acceptThenReset,
      failure(503, 'unavailable', { 'retry-after': '0', 'x-request-id': 'req-2' }),
      json(201, POST, { 'x-request-id': 'req-3' }),
    );
    const told: unknown[] = [];
    const client = createClient({
      apiKey,
      baseUrl: server.url,
      hooks: {
        onRequest: ({ attempt }) => told.push(`request ${attempt}`),
        onResponse: ({ attempt, status, requestId }) => told.push(`response ${attempt} ${status} ${requestId}`),
        onRetry: ({ attempt, error }) => told.push(`retry ${attempt} ${error.name}`),
      },
    });
    await client.posts.createPost(input);
    expect(told).toEqual([
      ...['request 1', 'retry 1 SocialConnectionError'],
      ...['request 2', 'response 2 503 req-2', 'retry 2 SocialApiError'],
      ...['request 3', 'response 3 201 req-3'],
    ]);
  });

  it('see the name of the call and its times, never the key or what is sent', async () => {
    await using server = await startAnsweringServer(failure(503, 'unavailable'), json(200, POST));
    const told: object[] = [];
    const retries: RetryEvent[] = [];
    const push = (event: object) => void told.push(event);
    const client = createClient({
      apiKey,
      baseUrl: server.url,
      hooks: { onRequest: push, onResponse: push, onRetry: (event) => retries.push(event) },
    });
    const scheduledFor = '2031-01-02T03:04:05Z';
    await client.posts.updatePost({ id: 'post-77', scheduledFor }, { idempotencyKey: 'v1.4.0' });
    const common = { operation: 'updatePost', method: 'PATCH', path: '/api/v1/posts/{id}', idempotencyKey: 'v1.4.0' };
    expect(told[0]).toEqual({ ...common, attempt: 1 });
    expect(told[1]).toEqual({
      ...common,
      attempt: 1,
      status: 503,
      requestId: undefined,
      durationMs: expect.any(Number),
    });
    expect(retries).toEqual([expect.objectContaining({ ...common, attempt: 1, delayMs: expect.any(Number) })]);
    const everything = inspect([told, retries], { depth: 20 });
    for (const secret of [apiKey, scheduledFor, 'post-77']) expect(everything).not.toContain(secret);
  });

  it('that throw or reject change nothing', async () => {
    await using server = await startAnsweringServer(json(201, POST));
    const client = createClient({
      apiKey,
      baseUrl: server.url,
      hooks: {
        onRequest: () => {
          throw new Error('the log is full');
        },
        onResponse: () => Promise.reject(new Error('the log is gone')),
      },
    });
    expect(await client.posts.createPost(input)).toEqual(POST);
    expect(server.seen).toHaveLength(1);
  });
});
