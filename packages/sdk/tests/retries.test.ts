import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createClient, SocialApiError, SocialConnectionError, SocialTimeoutError } from '../src/index.ts';
import { retryDelayMs, toldDelayMs } from '../src/retry.ts';
import {
  acceptThenReset,
  failure,
  halfAnAnswer,
  html,
  json,
  neverAnswer,
  POST,
  type Reply,
  startAnsweringServer,
} from './answering-server.ts';

const apiKey = 'sk_live_sp_notarealkey';
const input = { text: 'hello', platforms: ['profnet' as const] };

describe('a call that fails on the way', () => {
  it.each<[string, Reply]>([
    ['accept-then-reset', acceptThenReset],
    ['half an answer', halfAnAnswer],
    ['a 500 of the server', failure(500, 'internal_error')],
    ['a page of a proxy with 502', html(502)],
    ['a 503 with Retry-After', failure(503, 'unavailable', { 'retry-after': '0' })],
    ['a 429 with Retry-After', failure(429, 'rate_limited', { 'retry-after': '1' })],
  ])('is sent again with the same Idempotency-Key after %s', async (_fault, reply) => {
    await using server = await startAnsweringServer(reply, json(201, POST, { 'idempotent-replayed': 'true' }));
    const call = await createClient({ apiKey, baseUrl: server.url }).posts.createPost(input).withResponse();
    expect(call).toMatchObject({ attempts: 2, replayed: true });
    const [first, second] = server.seen.map((one) => one.headers['idempotency-key']);
    expect(first).toBe(second);
    expect(first).toBe(call.idempotencyKey);
  });

  it('waits as long as Retry-After says, however often, where the client is patient', async () => {
    const refused = failure(429, 'rate_limited', { 'retry-after': '0' });
    const busy = failure(503, 'unavailable', { 'retry-after': '0' });
    await using server = await startAnsweringServer(refused, busy, refused, json(200, { results: [], found: [] }));
    const waits: number[] = [];
    const hooks = { onRetry: ({ delayMs }: { delayMs: number }) => waits.push(delayMs) };
    const client = createClient({ apiKey, baseUrl: server.url, maxRetries: 0, patienceMs: 60_000, hooks });
    expect(await client.posts.checkPosts({ keys: ['a'] })).toEqual({ results: [], found: [] });
    expect(waits).toEqual([500, 500, 500]);
  });

  it('waits for an earlier call with the same key beyond the usual number of tries', async () => {
    const running = failure(409, 'idempotency_in_progress', { 'retry-after': '0' });
    await using server = await startAnsweringServer(running, running, json(201, POST));
    const client = createClient({ apiKey, baseUrl: server.url, maxRetries: 1 });
    expect(await client.posts.createPost(input)).toEqual(POST);
    expect(server.seen).toHaveLength(3);
  });

  it.each<[string, Reply]>([
    ['outcome_unknown', failure(502, 'outcome_unknown')],
    ['network_version_sunset', failure(502, 'network_version_sunset')],
    ['a conflict', failure(409, 'conflict')],
    ['a wrong request', failure(400, 'invalid_request')],
    ['a wait that is too long', failure(429, 'rate_limited', { 'retry-after': '120' })],
  ])('is not sent again after %s', async (_fault, reply) => {
    await using server = await startAnsweringServer(reply, json(201, POST));
    await expect(createClient({ apiKey, baseUrl: server.url }).posts.createPost(input)).rejects.toThrow(SocialApiError);
    expect(server.seen).toHaveLength(1);
  });

  it('is not sent again when it takes no key and the outcome is unknown', async () => {
    await using server = await startAnsweringServer(acceptThenReset);
    const client = createClient({ apiKey, baseUrl: server.url });
    const error = await client.keys.createKey({ name: 'ci' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SocialConnectionError);
    expect(error).toMatchObject({ outcomeUnknown: true, idempotencyKey: undefined });
    expect(server.seen).toHaveLength(1);
  });

  it('hands over the key when the outcome stays unknown', async () => {
    await using server = await startAnsweringServer(acceptThenReset);
    const client = createClient({ apiKey, baseUrl: server.url, maxRetries: 1 });
    const error = await client.posts.createPost(input, { idempotencyKey: 'k1' }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcomeUnknown: true, idempotencyKey: 'k1' });
    expect(inspect(error, { depth: 9 })).not.toContain(apiKey);
    expect(server.seen).toHaveLength(2);
  });

  it.each([
    ['a port that fetch refuses', 'http://127.0.0.1:1', 'closed to web requests (bad port); nothing was sent'],
    ['a refused connection', 'http://127.0.0.1:2', 'nothing listens there (ECONNREFUSED); nothing was sent'],
    ['an unknown host', 'http://nowhere.invalid', 'the host name is not known'],
  ])('says that nothing was sent after %s', async (_fault, baseUrl, text) => {
    const client = createClient({ apiKey, baseUrl, maxRetries: 0 });
    const error = await client.posts.createPost(input).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SocialConnectionError);
    expect(error).toMatchObject({ outcomeUnknown: false });
    expect((error as Error).message).toContain(text);
  });

  it('does not say that nothing was sent when the server dies with a first try and is gone at the next', async () => {
    const server = await startAnsweringServer((response, request) => {
      acceptThenReset(response, request);
      void server[Symbol.asyncDispose]();
    });
    const client = createClient({ apiKey, baseUrl: server.url });
    const error = await client.posts.createPost(input).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SocialConnectionError);
    expect(error).toMatchObject({ outcomeUnknown: true, idempotencyKey: server.seen[0]?.headers['idempotency-key'] });
    expect(String(error)).not.toContain('nothing was sent');
  });

  const isLost = { name: 'SocialConnectionError', outcomeUnknown: true, idempotencyKey: 'k1' };
  it.each<[string, Reply, Reply, object]>([
    [
      'it was turned away for its rate',
      acceptThenReset,
      failure(429, 'rate_limited', { 'retry-after': '120' }),
      isLost,
    ],
    ['its API key was revoked', acceptThenReset, failure(401, 'unauthorized'), isLost],
    ['a proxy refused it', halfAnAnswer, html(403), isLost],
    [
      'it came too slowly to be read',
      acceptThenReset,
      failure(408, 'request_timeout', { 'retry-after': '120' }),
      isLost,
    ],
    ['the server was stopping', acceptThenReset, failure(503, 'unavailable', { 'retry-after': '120' }), isLost],
    ['a gateway had given up before', html(504), failure(401, 'unauthorized'), { status: 504, idempotencyKey: 'k1' }],
  ])('does not pass a later try for the whole call where %s', async (_what, first, later, expected) => {
    await using server = await startAnsweringServer(first, later);
    const client = createClient({ apiKey, baseUrl: server.url });
    const error = await client.posts.createPost(input, { idempotencyKey: 'k1' }).catch((thrown: unknown) => thrown);
    expect(server.seen).toHaveLength(2);
    expect(error).toMatchObject(expected);
  });

  it('does not say that nothing was sent when the server is gone after it failed', async () => {
    const server = await startAnsweringServer((response, request) => {
      response.on('finish', () => void server[Symbol.asyncDispose]());
      failure(500, 'internal_error')(response, request);
    });
    const error = await createClient({ apiKey, baseUrl: server.url })
      .posts.createPost(input)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'SocialApiError', status: 500 });
  });

  it.each<[string, Reply]>([
    ['a refusal under its key', failure(402, 'insufficient_credits')],
    ['another request under its key', failure(422, 'idempotency_key_reused')],
  ])('ends with %s also after an answer was lost', async (_what, later) => {
    await using server = await startAnsweringServer(acceptThenReset, later);
    const call = createClient({ apiKey, baseUrl: server.url }).posts.createPost(input);
    await expect(call).rejects.toThrow(SocialApiError);
  });

  it('ends a read with what it was answered last: it changes nothing', async () => {
    await using server = await startAnsweringServer(html(502), failure(401, 'unauthorized'));
    const read = createClient({ apiKey, baseUrl: server.url }).usage.getUsage();
    await expect(read).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('says that nothing was sent when TLS fails', async () => {
    await using server = await startAnsweringServer(json(200, {}));
    const baseUrl = server.url.replace('http', 'https');
    const error = await createClient({ apiKey, baseUrl, maxRetries: 0 })
      .posts.createPost(input)
      .catch((thrown: unknown) => thrown);
    expect((error as Error).message).toContain('no secure connection could be made');
    expect(error).toMatchObject({ outcomeUnknown: false });
  });

  it('ends a try after timeoutMs and knows that a read changed nothing', async () => {
    await using server = await startAnsweringServer(neverAnswer);
    const client = createClient({ apiKey, baseUrl: server.url, timeoutMs: 60, maxRetries: 0 });
    const read = await client.usage.getUsage().catch((thrown: unknown) => thrown);
    expect(read).toBeInstanceOf(SocialTimeoutError);
    expect(read).toMatchObject({ outcomeUnknown: false, message: `${server.url} did not answer within 0.06 s` });
    expect(await client.posts.createPost(input).catch((thrown: unknown) => thrown)).toMatchObject({
      outcomeUnknown: true,
    });
  });

  it('rejects with the reason of the caller who aborts it, also between two tries', async () => {
    await using server = await startAnsweringServer(failure(503, 'unavailable', { 'retry-after': '20' }));
    const client = createClient({ apiKey, baseUrl: server.url });
    const reason = new Error('no longer needed');
    const controller = new AbortController();
    const call = client.posts.createPost(input, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await expect(call).rejects.toBe(reason);
    await expect(client.usage.getUsage({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('the delay before the next try', () => {
  const attempt = { number: 1, maxRetries: 5, isRepeatable: true, elapsedMs: 0, timeoutMs: 1000, patienceMs: 0 };
  const unavailable = (retryAfterMs?: number) =>
    new SocialApiError('busy', { code: 'unavailable', status: 503, retryable: true, retryAfterMs });

  it('doubles, with full jitter in its upper half', () => {
    for (const [number, fullMs] of [
      [1, 500],
      [2, 1000],
      [3, 2000],
    ] as const) {
      const delays = Array.from({ length: 200 }, () => retryDelayMs(unavailable(), { ...attempt, number }) ?? 0);
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(fullMs / 2);
      expect(Math.max(...delays)).toBeLessThanOrEqual(fullMs);
      expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(fullMs / 8);
    }
  });

  it('is what Retry-After says, up to the patience of the client', () => {
    const patient = { ...attempt, maxRetries: 0, patienceMs: 120_000 };
    expect(toldDelayMs(unavailable(60_000), patient)).toBe(60_000);
    expect(toldDelayMs(unavailable(60_000), { ...patient, elapsedMs: 60_001 })).toBeUndefined();
    expect(toldDelayMs(unavailable(), patient)).toBeUndefined();
    expect(toldDelayMs(unavailable(60_000), { ...patient, isRepeatable: false })).toBeUndefined();
  });

  it('is never shorter than Retry-After', () => {
    expect(retryDelayMs(unavailable(7000), attempt)).toBe(7000);
    expect(retryDelayMs(unavailable(31_000), attempt)).toBeUndefined();
  });
});
