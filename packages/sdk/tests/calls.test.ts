import { readFile } from 'node:fs/promises';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createClient, readApiError, SocialApiError } from '../src/index.ts';
import { html, json, POST, startAnsweringServer } from './answering-server.ts';

const apiKey = 'sk_live_sp_notarealkey';

describe('a call', () => {
  it('has one method per operation of the contract but streams and other protocols, grouped by tag', async () => {
    const contract = parse(await readFile(new URL('../../../specs/openapi.yaml', import.meta.url), 'utf8'));
    type Item = Record<string, { operationId?: string; tags?: string[] }>;
    const expected = Object.values(contract.paths as Record<string, Item>).flatMap((item) =>
      Object.values(item).flatMap((one) => (one.operationId ? [`${one.tags?.[0]}.${one.operationId}`] : [])),
    );
    const { raw, baseUrl, connectUrl, ...groups } = createClient();
    const methods = Object.entries(groups).flatMap(([tag, group]) => Object.keys(group).map((id) => `${tag}.${id}`));
    const more = ['posts.waitUntilPublished'];
    const operations = expected.filter((id) => !['events.streamEvents', 'mcp.callMcp'].includes(id));
    expect(methods.toSorted()).toEqual([...operations, ...more].toSorted());
    expect([typeof raw.GET, typeof connectUrl, baseUrl]).toEqual(['function', 'function', 'http://127.0.0.1:8787']);
  });

  it('puts each part of the input where the contract wants it', async () => {
    await using server = await startAnsweringServer(json(200, POST));
    const client = createClient({ apiKey, baseUrl: `${server.url}/` });
    await client.posts.createPost({ text: 'hello', platforms: ['profnet'], dryRun: true, profile: undefined });
    await client.posts.updatePost({ id: 'a/b', scheduledFor: '2026-12-01T09:00:00Z' });
    await client.microblog.unlikePost({ mpost_id: '1', profile: 'acme' });
    await client.posts.retryPost({ id: '1' });
    expect(server.seen.map(({ method, path, body }) => `${method} ${path} ${body}`)).toEqual([
      'POST /api/v1/posts?dryRun=true {"text":"hello","platforms":["profnet"]}',
      'PATCH /api/v1/posts/a%2Fb {"scheduledFor":"2026-12-01T09:00:00Z"}',
      'DELETE /api/v1/microblog/like?mpost_id=1&profile=acme ',
      'POST /api/v1/posts/1/retry ',
    ]);
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(server.seen[3]?.headers['content-type']).toBeUndefined();
  });

  it('refuses a path parameter that is missing or would climb the path', async () => {
    const client = createClient();
    for (const id of ['', '.', '..']) {
      await expect(client.posts.getPost({ id })).rejects.toThrow(TypeError);
    }
  });

  it('shows what stands around the answer on request only', async () => {
    await using server = await startAnsweringServer(json(201, POST, { 'Idempotent-Replayed': 'true' }));
    const client = createClient({ apiKey, baseUrl: server.url });
    const input = { text: 'hello', platforms: ['profnet' as const] };
    const call = await client.posts.createPost(input, { idempotencyKey: 'v1.4.0' }).withResponse();
    expect(call).toMatchObject({ data: POST, replayed: true, idempotencyKey: 'v1.4.0', attempts: 1 });
    expect(await client.posts.createPost(input)).toEqual(POST);
    expect(server.seen[0]?.headers['idempotency-key']).toBe('v1.4.0');
    expect(server.seen[1]?.headers['idempotency-key']).toMatch(/^[\d-]{10,}$/);
  });

  it('that goes through the raw client can have its refusal read as the same error', async () => {
    await using server = await startAnsweringServer(
      json(429, { error: 'wait a moment', code: 'rate_limited', requestId: 'r1' }, { 'Retry-After': '3' }),
      html(502),
    );
    const { raw } = createClient({
      baseUrl: server.url,
      fetch: async (request) => {
        const response = await fetch(request);
        if (!response.ok) throw await readApiError(response, server.url);
        return response;
      },
    });
    const limited = { code: 'rate_limited', status: 429, requestId: 'r1', retryAfterMs: 3000, retryable: true };
    await expect(raw.GET('/api/usage')).rejects.toMatchObject({ name: 'SocialApiError', ...limited });
    await expect(raw.GET('/api/usage')).rejects.toMatchObject({ code: 'unexpected_answer', status: 502 });
  });

  it('sends no key where the operation takes none', async () => {
    await using server = await startAnsweringServer(json(201, { key: {}, rawKey: 'x' }));
    await createClient({ apiKey, baseUrl: server.url }).keys.createKey({ name: 'ci' });
    expect(server.seen[0]?.headers['idempotency-key']).toBeUndefined();
  });

  it('answers a text, or the address a redirect leads to', async () => {
    await using server = await startAnsweringServer(
      (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end('# API'),
      (response) => response.writeHead(302, { location: 'https://network.example/authorize' }).end(),
    );
    const client = createClient({ baseUrl: server.url });
    expect(await client.server.getLlmsTxt()).toBe('# API');
    expect(await client.connections.startConnection({ platform: 'profnet' })).toBe('https://network.example/authorize');
    expect(client.connectUrl('profnet', 'p 1')).toBe(`${server.url}/api/auth/profnet?profileId=p%201`);
  });

  it('never follows a redirect: the answer names the address to use', async () => {
    await using server = await startAnsweringServer((response) =>
      response.writeHead(301, { location: 'https://social.example/api/usage' }).end(),
    );
    const error = await failureOf(createClient({ apiKey, baseUrl: server.url }).usage.getUsage());
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 301 });
    expect(error.message).toContain('redirects to https://social.example/api/usage');
  });

  it('says plainly that a page is not an answer', async () => {
    await using server = await startAnsweringServer(html(200));
    const error = await failureOf(createClient({ apiKey, baseUrl: server.url }).usage.getUsage());
    expect(error).toMatchObject({ code: 'unexpected_answer', status: 200, retryable: false });
    expect(error.message).toContain('sent an HTML page that is not from a social server (HTTP 200)');
  });

  it('hands over what the server says about an error, and never the key', async () => {
    await using server = await startAnsweringServer(
      json(402, { error: 'needs 3 credits', code: 'insufficient_credits', requestId: 'req-9', details: { needed: 3 } }),
    );
    const error = await failureOf(createClient({ apiKey, baseUrl: server.url }).posts.retryPost({ id: '1' }));
    expect(error).toMatchObject({
      message: 'needs 3 credits',
      code: 'insufficient_credits',
      status: 402,
      requestId: 'req-9',
      retryable: false,
      details: { needed: 3 },
    });
    expect(inspect(error, { depth: 9 }) + String(error) + JSON.stringify(error)).not.toContain(apiKey);
  });
});

async function failureOf(call: Promise<unknown>): Promise<SocialApiError> {
  const thrown = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(SocialApiError);
  return thrown as SocialApiError;
}
