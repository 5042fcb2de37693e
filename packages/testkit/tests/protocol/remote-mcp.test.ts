import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { type ApiCall, publishedTexts, readEffects, uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { openMcpClient } from '../../src/programs/mcp-client.ts';
import { useDesk } from '../../src/programs/use-desk.ts';

const TOOLS = [
  ...['cancel_post', 'connection_status', 'dry_run', 'get_counters', 'get_post', 'list_posts'],
  ...['publish_post', 'reschedule_post', 'retry_post', 'usage'],
];
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const limited = useStack({ env: { SOCIAL_RATE_LIMIT: '4' } });
const desk = useDesk(stack, workspace);

const callOf = (name: string, given: object = {}) => ({
  ...{ jsonrpc: '2.0', id: 7, method: 'tools/call' },
  params: { name, arguments: given },
});
const send = (body: object, call: Omit<ApiCall, 'body'> = {}) => workspace.api('POST', '/mcp', { body, ...call });

/** The official client with the server as it runs. */
async function openClient(headers: Record<string, string> = {}) {
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', stack.url), {
    requestInit: { headers: { authorization: `Bearer ${workspace.apiKey}`, ...headers } },
  });
  // The type of the transport's session id does not fit strict optional properties.
  const client = await openMcpClient(transport as Transport);
  return { ...client, transport };
}

test('the official client finds the tools and the platforms, without a session', async () => {
  await using mcp = await openClient();
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(TOOLS);
  expect(mcp.client.getServerVersion()).toMatchObject({ name: 'social' });
  expect(mcp.client.getInstructions()).toContain('Call dry_run first');
  expect(mcp.transport.sessionId).toBeUndefined();
  const { contents } = await mcp.client.readResource({ uri: 'social://platforms' });
  const [{ text = '' } = {}] = contents as { text?: string }[];
  expect(JSON.parse(text)).toMatchObject({ microblog: { text: { max: 280 } } });
});

test('tells how a post did, and why a network tells nothing', async () => {
  await using mcp = await openClient();
  const { data } = await mcp.call('publish_post', { text: uniqueText('Counted'), platforms: ['profnet'] });
  const counters = await mcp.call('get_counters', { id: data.id });
  expect(counters).toMatchObject({ isError: false, data: { postId: data.id } });
  expect(counters.text).toContain('profnet: never read; LinkedIn does not let this app read');
});

test('publishes the same content once, for another client and the command too', async () => {
  const text = uniqueText('Said from afar');
  const given = { text, platforms: ['microblog', 'profnet'] };
  await using mcp = await openClient();
  const first = await mcp.call('publish_post', given);
  expect(first).toMatchObject({ isError: false, data: { status: 'published', replayed: false, credits: 4 } });
  await using other = await openClient();
  const second = await other.call('publish_post', { ...given, platforms: ['profnet', 'microblog'] });
  expect(second).toMatchObject({ isError: false, data: { id: first.data.id, replayed: true } });
  expect(second.text).toMatch(/^Already sent at .+; nothing was sent again\.\n/);
  expect(await desk.social(['post', text, '--to', 'profnet,microblog'])).toMatchObject({ code: 0 });
  expect((await publishedTexts(stack)).filter((one) => one === text)).toHaveLength(2);
});

test('two clients that publish the same at once publish it once', async () => {
  const given = { text: uniqueText('At once'), platforms: ['profnet'] };
  const answers = await Promise.all([1, 2, 3].map(() => send(callOf('publish_post', given))));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await publishedTexts(stack)).filter((one) => one === given.text)).toHaveLength(1);
});

test('a tool schedules and cancels, and reports what cannot be done with the next step', async () => {
  await using mcp = await openClient();
  const given = { text: uniqueText('Later'), platforms: ['profnet'], scheduledFor: '2126-12-01T09:00:00Z' };
  const { data } = await mcp.call('publish_post', given);
  expect(await mcp.call('get_post', { id: data.id })).toMatchObject({ data: { status: 'scheduled' } });
  expect(await mcp.call('cancel_post', { id: data.id })).toMatchObject({ data: { status: 'canceled' } });
  expect(await mcp.call('cancel_post', { id: data.id })).toMatchObject({
    isError: true,
    data: { error: { code: 'conflict', nextSteps: expect.arrayContaining(['Nothing was sent.']) } },
  });
  const unconnected = await mcp.call('publish_post', { text: 'x', platforms: ['socialnet'] });
  expect(unconnected).toMatchObject({ isError: true, text: expect.stringContaining('not_connected') });
});

test('a tool may be called without a handshake, since nothing is kept between messages', async () => {
  const { body, headers } = await send(callOf('usage'));
  expect(body).toMatchObject({ id: 7, result: { structuredContent: { plan: { id: 'pro' } } } });
  expect(headers.get('mcp-session-id')).toBeNull();
});

test('logs a message and the calls of its tool, and no key', async () => {
  const from = stack.log.length;
  await send(callOf('list_posts'));
  const lines = stack.log.slice(from).map((line) => JSON.parse(line));
  const operations = lines.filter(({ msg }) => msg === 'request').map(({ operation, status }) => [operation, status]);
  expect(operations).toEqual([
    ['listPosts', 200],
    ['callMcp', 200],
  ]);
  expect(stack.log.join('')).not.toContain(workspace.apiKey);
});

test('a notification is accepted without an answer', async () => {
  const answer = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
  expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([202, '', null]);
});

test('messages and the calls of their tools count towards the limit of the key', async () => {
  const call = { body: callOf('list_posts') };
  for (const _ of [1, 2]) {
    const { status, body } = await limited.workspace.api('POST', '/mcp', call);
    expect([status, body.result.isError]).toEqual([200, false]);
  }
  const refused = await limited.workspace.api('POST', '/mcp', call);
  expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
});

describe('a key with scopes', () => {
  const withScopes = async (...scopes: string[]) => {
    const { body } = await workspace.api('POST', '/api/keys', { body: { name: 'For an agent', scopes } });
    return openClient({ authorization: `Bearer ${body.rawKey}` });
  };
  const namesOf = async (mcp: Awaited<ReturnType<typeof openClient>>) =>
    (await mcp.client.listTools()).tools.map(({ name }) => name).toSorted();

  test('that may not publish is offered no tool that does', async () => {
    await using mcp = await withScopes('read');
    expect(await namesOf(mcp)).toEqual([
      'connection_status',
      'dry_run',
      'get_counters',
      'get_post',
      'list_posts',
      'usage',
    ]);
    expect(mcp.client.getInstructions()).toContain('API key that may publish');
    expect(await mcp.call('list_posts')).toMatchObject({ isError: false });
    const text = uniqueText('Never sent');
    const forced = await mcp.call('publish_post', { text, platforms: ['profnet'] });
    expect(forced).toMatchObject({ isError: true, text: expect.stringContaining('not found') });
    expect(await publishedTexts(stack)).not.toContain(text);
  });

  test('that may draft is offered a tool that stores drafts, and no other that changes anything', async () => {
    await using mcp = await withScopes('read', 'draft');
    const reading = ['connection_status', 'dry_run', 'get_counters', 'get_post', 'list_posts'];
    expect(await namesOf(mcp)).toEqual([...reading, 'publish_post', 'usage']);
    expect(mcp.client.getInstructions()).toContain('publish_post stores a draft, which a person approves');
    const given = { text: uniqueText('By an agent'), platforms: ['profnet'] };
    const { data } = await mcp.call('publish_post', given);
    expect(data).toMatchObject({ status: 'draft', url: `${stack.url}/drafts/${data.id}`, text: given.text });
    expect((await mcp.call('publish_post', { ...given, draft: true })).data).toMatchObject({ id: data.id });
    expect(await mcp.call('publish_post', { ...given, draft: false })).toMatchObject({ isError: true });
    expect(await publishedTexts(stack)).not.toContain(given.text);
  });

  test('that may publish does, and is refused what it may not read', async () => {
    await using mcp = await withScopes('publish');
    expect(await namesOf(mcp)).toEqual(TOOLS);
    const given = { text: uniqueText('May publish'), platforms: ['profnet'] };
    expect(await mcp.call('publish_post', given)).toMatchObject({ isError: false, data: { outcome: 'published' } });
    expect(await mcp.call('usage')).toMatchObject({ isError: true, data: { error: { code: 'scope_missing' } } });
  });

  test('for other things is refused at once', async () => {
    await expect(withScopes('actions')).rejects.toThrow(/scope/);
  });
});

describe('nobody is let in', () => {
  test.each([
    ['with an unknown key', { key: 'sk_live_sp_wrong' }],
    ['without a key', { key: null }],
    ['with another scheme', { key: null, headers: { authorization: 'Basic c2tfbGl2ZV9zcF94Og==' } }],
  ])('%s', async (_title, call) => {
    const { status, headers, body } = await send(LIST, call);
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([401, 'unauthorized', 'Bearer']);
  });

  test('with the session of the dashboard', async () => {
    const browser = await workspace.browser();
    const { status, body } = await browser.visit('POST', '/mcp', { body: LIST });
    expect([status, body.code]).toEqual([401, 'unauthorized']);
  });

  test('with a key that was revoked, and the official client says so', async () => {
    const made = await workspace.api('POST', '/api/keys', { body: { name: 'For an agent' } });
    await using mcp = await openClient({ authorization: `Bearer ${made.body.rawKey}` });
    expect(await mcp.call('usage')).toMatchObject({ isError: false });
    await workspace.api('DELETE', `/api/keys/${made.body.key.id}`);
    await expect(mcp.call('usage')).rejects.toThrow(/unknown or revoked/);
  });

  test.each([
    ['another site', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a request that says it is of another site', { 'sec-fetch-site': 'cross-site' }],
  ])('from %s, with the right key', async (_title, headers) => {
    const before = await readEffects(stack, workspace);
    const { status, body } = await send(callOf('publish_post', { text: 'x', platforms: ['profnet'] }), { headers });
    expect([status, body.code]).toEqual([403, 'cross_site_request']);
    await expect(openClient(headers)).rejects.toThrow(/other sites/);
    expect(await readEffects(stack, workspace)).toEqual(before);
  });

  test('under a foreign name that leads to this machine', async () => {
    const headers = { host: 'evil.example', authorization: `Bearer ${workspace.apiKey}` };
    const sent = request(new URL('/mcp', stack.url), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
    }).end(JSON.stringify(LIST));
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(403);
  });

  test('but a page of this server is', async () => {
    expect(await send(LIST, { headers: { origin: new URL(stack.url).origin } })).toMatchObject({ status: 200 });
  });
});

test.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])('%s is not possible', async (method) => {
  const { status, headers } = await workspace.api(method, '/mcp', { headers: { accept: 'text/event-stream' } });
  expect([status, headers.get('allow')]).toEqual([405, 'POST']);
});

const JSON_TYPE = { 'content-type': 'application/json' };

test.each<[string, ApiCall, number, string]>([
  ['no body', { headers: JSON_TYPE }, 400, 'invalid_request'],
  ['half of a message', { body: '{"jsonrpc":"2.0","id":1', headers: JSON_TYPE }, 400, 'invalid_json'],
  ['a field twice', { body: '{"jsonrpc":"2.0","id":1,"id":2}', headers: JSON_TYPE }, 400, 'invalid_json'],
  ['a batch', { body: [LIST, LIST] }, 400, 'invalid_request'],
  ['a number', { body: '1', headers: JSON_TYPE }, 400, 'invalid_request'],
  ['no message of the protocol', { body: { hello: 'world' } }, 400, 'invalid_request'],
  ['another version of JSON-RPC', { body: { ...LIST, jsonrpc: '1.0' } }, 400, 'invalid_request'],
  [
    'an unknown version of the protocol',
    { body: LIST, headers: { 'mcp-protocol-version': '1999-01-01' } },
    400,
    'invalid_request',
  ],
  [
    'another type',
    { body: JSON.stringify(LIST), headers: { 'content-type': 'text/plain' } },
    415,
    'unsupported_media_type',
  ],
  ['too much', { body: { ...LIST, params: { more: 'x'.repeat(300_000) } } }, 413, 'payload_too_large'],
  ['a query', { body: LIST }, 400, 'invalid_request'],
])('%s is refused without effect', async (title, call, status, code) => {
  const before = await readEffects(stack, workspace);
  const answer = await workspace.api('POST', title === 'a query' ? '/mcp?session=1' : '/mcp', call);
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test.each([
  ['an unknown method', { ...LIST, method: 'posts/publish' }, { error: { code: -32601 } }],
  ['an unknown tool', callOf('delete_everything'), { result: { isError: true } }],
  ['an argument that no tool has', callOf('usage', { text: 'x' }), { result: { isError: true } }],
])('%s is answered as the protocol has it', async (_title, body, expected) => {
  expect(await send(body)).toMatchObject({ status: 200, body: expected });
});
