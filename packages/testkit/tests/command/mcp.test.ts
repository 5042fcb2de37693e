import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { publishedTexts, samplePng, startFileServer, uniqueText, useStack } from '@social/testkit';
import { PLATFORM_IDS } from '@social/types';
import { expect, test, vi } from 'vitest';
import { openMcpClient } from '../../src/programs/mcp-client.ts';
import { programVariables, type Variables } from '../../src/programs/server-process.ts';
import { useDesk } from '../../src/programs/use-desk.ts';
import { listen } from '../../src/servers/local-server.ts';

const BIN = fileURLToPath(new URL('../../../cli/dist/bin.js', import.meta.url));
const READING = ['connection_status', 'dry_run', 'get_counters', 'get_post', 'list_posts', 'usage'];
const WRITING = ['cancel_post', 'publish_post', 'reschedule_post', 'retry_post'];

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const desk = useDesk(stack, workspace);

function environment(more: Variables = {}): Record<string, string> {
  const known = { HOME: '/nonexistent', SOCIAL_BASE_URL: stack.url, SOCIAL_API_KEY: workspace.apiKey };
  return { ...programVariables({ ...known, ...more }) };
}

/** The official client with the built command as its server, and every byte the command wrote. */
async function openClient(args: readonly string[] = [], env = environment()) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', ...args],
    env,
    stderr: 'pipe',
  });
  let written = '';
  transport.stderr?.on('data', (chunk) => {
    written += chunk;
  });
  const opened = await openMcpClient(transport);
  const receive = transport.onmessage;
  transport.onmessage = (message: JSONRPCMessage) => {
    written += JSON.stringify(message);
    receive?.(message);
  };
  return { ...opened, written: () => written };
}

test('offers only what reads, each tool marked so, and refuses to publish', async () => {
  await using mcp = await openClient();
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual(READING);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(mcp.client.getInstructions()).toContain('--allow-writes');
  const text = uniqueText('Never sent');
  for (const name of WRITING) {
    const forced = await mcp.call(name, { text, platforms: ['profnet'], id: '0192f3c1' });
    expect(forced).toMatchObject({ isError: true, text: expect.stringContaining('not found') });
  }
  expect(await publishedTexts(stack)).not.toContain(text);
  expect(mcp.written()).toContain('read-only: ready');
});

test('publishes the same content once, says so, and knows it as the command does', async () => {
  await using mcp = await openClient(['--allow-writes']);
  const { tools } = await mcp.client.listTools();
  expect(tools.map(({ name }) => name).toSorted()).toEqual([...READING, ...WRITING].toSorted());
  expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))).toMatchObject({
    publish_post: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
    cancel_post: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    retry_post: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  });
  const text = uniqueText('Said once');
  const given = { text, platforms: ['microblog', 'profnet'] };
  const first = await mcp.call('publish_post', given);
  expect(first).toMatchObject({ isError: false, data: { status: 'published', replayed: false, credits: 4 } });
  expect(first.text).toMatch(/^profnet: published, .+, 1 credit, http.*\nmicroblog: published, .+\npublished: 2 of 2/);
  const second = await mcp.call('publish_post', { ...given, platforms: ['profnet', 'microblog'] });
  expect(second).toMatchObject({ isError: false, data: { id: first.data.id, replayed: true } });
  expect(second.text).toMatch(/^Already sent at .+; nothing was sent again\.\n/);
  expect(await desk.social(['post', text, '--to', 'profnet,microblog'])).toMatchObject({ code: 0 });
  expect((await publishedTexts(stack)).filter((one) => one === text)).toHaveLength(2);
  expect(mcp.written()).not.toContain(workspace.apiKey);
});

test('checks a post without sending it, and sends nothing that costs more than it may', async () => {
  await using mcp = await openClient(['--allow-writes']);
  const text = `${uniqueText('Dear')} ${'x'.repeat(300)}`;
  const given = { text, platforms: ['profnet', 'microblog'], texts: { microblog: text.slice(0, 200) } };
  const long = await mcp.call('dry_run', { ...given, texts: {} });
  expect(long.text).toMatch(/microblog: problem, \d+ of 280 characters, .+\nNothing was sent\. It would cost/);
  const checked = await mcp.call('dry_run', given);
  expect(checked).toMatchObject({ isError: false, data: { id: null, credits: 4 } });
  const refused = await mcp.call('publish_post', { ...given, maxCredits: 3 });
  expect(refused).toMatchObject({ isError: true, data: { error: { code: 'max_credits_exceeded' } } });
  expect(refused.text).toContain('4 credits, more than the 3 of maxCredits');
  // A limit that is misspelt must not be no limit.
  expect(await mcp.call('publish_post', { ...given, max_credits: 3 })).toMatchObject({ isError: true });
  expect((await publishedTexts(stack)).filter((one) => text.startsWith(one))).toEqual([]);
  expect(await mcp.call('publish_post', { ...given, maxCredits: 4 })).toMatchObject({ isError: false });
  expect((await publishedTexts(stack)).filter((one) => text.startsWith(one))).toHaveLength(2);
});

test('schedules, lists, shows, moves and cancels', async () => {
  await using mcp = await openClient(['--allow-writes']);
  const text = uniqueText('Later');
  const given = { text, platforms: ['profnet'], scheduledFor: '2126-12-01T09:00:00+01:00' };
  const { data, text: said } = await mcp.call('publish_post', given);
  expect(said).toContain('Scheduled for 2126-12-01T08:00:00');
  const listed = await mcp.call('list_posts', { status: 'scheduled', limit: 1 });
  expect(listed).toMatchObject({ data: { posts: [{ id: data.id }] }, text: expect.stringContaining(text) });
  const moved = await mcp.call('reschedule_post', { id: data.id, scheduledFor: '2126-12-02T09:00:00Z' });
  expect(moved.data.scheduledFor).toMatch(/^2126-12-02T09:00/);
  expect(await mcp.call('cancel_post', { id: data.id })).toMatchObject({ data: { status: 'canceled' } });
  expect(await mcp.call('get_post', { id: data.id.slice(0, 13) })).toMatchObject({
    data: { status: 'canceled' },
    text: expect.stringContaining(text),
  });
  expect(await mcp.call('cancel_post', { id: data.id })).toMatchObject({
    isError: true,
    data: { error: { code: 'conflict', nextSteps: expect.arrayContaining(['Nothing was sent.']) } },
  });
});

test('a post that failed everywhere is an error with the next step, and is sent again by retry_post', async () => {
  await using mcp = await openClient(['--allow-writes']);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'rate-limit', times: 1 });
  const failed = await mcp.call('publish_post', { text: uniqueText('Too much'), platforms: ['profnet'] });
  expect(failed).toMatchObject({ isError: true, data: { platformResults: { profnet: { state: 'failed' } } } });
  expect(failed.text).toMatch(/network_rate_limited.*retry_post sends it again/);
  const retried = await mcp.call('retry_post', { id: failed.data.id });
  expect(retried).toMatchObject({ isError: false, data: { platformResults: { profnet: { ok: true } } } });
});

test('a post whose outcome is unknown is reported as such and not sent again', async () => {
  await using mcp = await openClient(['--allow-writes']);
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'accept-then-error', times: 1 });
  const given = { text: uniqueText('Perhaps'), platforms: ['profnet'] };
  const unknown = await mcp.call('publish_post', given);
  expect(unknown).toMatchObject({ isError: false, data: { platformResults: { profnet: { state: 'unknown' } } } });
  expect(unknown.text).toContain('do not send it again');
  expect(await mcp.call('publish_post', given)).toMatchObject({ data: { replayed: true } });
  expect((await publishedTexts(stack)).filter((one) => one === given.text)).toHaveLength(1);
});

test('tells connections, credits and what each platform takes', async () => {
  await using mcp = await openClient();
  const status = await mcp.call('connection_status');
  expect(status).toMatchObject({ data: { profnet: { state: 'connected' }, video: { state: 'not_connected' } } });
  expect(status.text).toMatch(/^profnet: connected, /);
  const usage = await mcp.call('usage');
  expect(usage).toMatchObject({ data: { plan: { id: 'pro' } }, text: expect.stringMatching(/^Plan /) });
  const { resources } = await mcp.client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual(['social://platforms']);
  const { contents } = await mcp.client.readResource({ uri: 'social://platforms' });
  const [{ text = '' } = {}] = contents as { text?: string }[];
  const platforms: Record<string, object> = JSON.parse(text);
  expect(platforms).toMatchObject({ microblog: { text: { max: 280 }, costs: { post: 3 } } });
  expect(Object.keys(platforms)).toEqual(PLATFORM_IDS);
  for (const [platform, facts] of Object.entries(platforms)) {
    const signIn = ['bluesky', 'mastodon'].includes(platform) ? ['signIn'] : [];
    const keys = ['label', 'networks', 'paidPlan', 'replies', 'text', ...signIn, 'mediaUrls', 'costs'];
    expect(Object.keys(facts), platform).toEqual(keys);
  }
});

test.each([
  ['no key', { SOCIAL_API_KEY: '' }, 'not_signed_in', 'social login'],
  ['a wrong key', { SOCIAL_API_KEY: 'sk_live_sp_wrong' }, 'unauthorized', 'social login'],
  ['no server', { SOCIAL_BASE_URL: 'http://127.0.0.1:1' }, 'connection_failed', 'Nothing was sent'],
])('with %s a tool fails with its code and the next step', async (_title, env, code, step) => {
  await using mcp = await openClient([], environment(env));
  const failed = await mcp.call('usage');
  expect(failed).toMatchObject({ isError: true, data: { error: { code } } });
  expect(failed.data.error.nextSteps.join('\n')).toContain(step);
  expect(failed.text).toContain(step);
  expect(mcp.written()).not.toContain('sk_live');
});

test('a lost answer is reported with what to do next', async () => {
  await using server = createServer((request, response) => {
    const answer = (body: object) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (request.method === 'GET') {
      const profiles = [{ id: '0192f3c1-0000-7000-8000-000000000001', slug: 'default', isDefault: true }];
      return answer({ profiles, posts: [], drafts: [] });
    }
    if (request.url?.endsWith('?dryRun=true')) return answer({ platformResults: { profnet: { ok: true } } });
    return request.resume().on('end', () => request.socket.resetAndDestroy());
  });
  const SOCIAL_BASE_URL = `http://127.0.0.1:${await listen(server)}`;
  await using mcp = await openClient(['--allow-writes'], environment({ SOCIAL_BASE_URL }));
  const lost = await mcp.call('publish_post', { text: uniqueText('Lost'), platforms: ['profnet'] });
  expect(lost).toMatchObject({ isError: true, data: { error: { code: 'outcome_unknown' } } });
  expect(lost.text).toContain('again with exactly the same arguments');
});

test('says once, in addition to the answers, that the server is newer', async () => {
  await using server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'social-version': '9.0.0' }).end('{"posts":[]}');
  });
  const SOCIAL_BASE_URL = `http://127.0.0.1:${await listen(server)}`;
  await using mcp = await openClient([], environment({ SOCIAL_BASE_URL }));
  for (const _ of [1, 2]) expect(await mcp.call('list_posts')).toMatchObject({ isError: false, text: 'No such posts' });
  await vi.waitFor(() => expect(mcp.written()).toContain('this command is older than the server'), 15_000);
  expect(mcp.written().split('older than the server')).toHaveLength(2);
});

test('publishes a thread as the command does', async () => {
  await using mcp = await openClient(['--allow-writes']);
  const [text, second] = [uniqueText('First'), uniqueText('Second')];
  const told = await mcp.call('publish_post', { text, thread: [second], platforms: ['microblog'] });
  expect(told).toMatchObject({ isError: false, data: { credits: 6 } });
  expect(await desk.social(['post', text, '--thread', second, '--to', 'microblog'])).toMatchObject({ code: 0 });
  expect((await publishedTexts(stack)).filter((one) => [text, second].includes(one))).toHaveLength(2);
});

test.each([['text'], ['platforms'], ['scheduledFor']])(
  'a wrong %s is refused before anything is sent',
  async (name) => {
    await using mcp = await openClient(['--allow-writes']);
    const given = { text: uniqueText('Wrong'), platforms: ['profnet'] };
    const wrong = { text: '', platforms: ['nowhere'], scheduledFor: 'tomorrow' }[name];
    const refused = await mcp.call('publish_post', { ...given, [name]: wrong });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining(name) });
    expect(await publishedTexts(stack)).not.toContain(given.text);
  },
);

/** Starts the command, and keeps what it writes. */
function start(args: readonly string[] = []) {
  const child = spawn(process.execPath, [BIN, 'mcp', ...args], { env: environment() });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk) => {
      output[name] += chunk;
    });
  }
  return { child, output, ended: once(child, 'close') };
}

test('answers what it was asked before stdin ended, in messages of the protocol alone', async () => {
  const { child, output, ended } = start(['--json']);
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } };
  const messages = [
    { id: 1, method: 'initialize', params: client },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'usage', arguments: {} } },
  ];
  child.stdin.end(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  expect(await ended).toEqual([0, null]);
  const answers = output.stdout.trim().split('\n');
  expect(answers.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
  expect(output.stderr).toContain('ready');
});

test.each([
  ['SIGINT', [130, null]],
  ['SIGTERM', [null, 'SIGTERM']],
] as const)('ends on %s', async (signal, expected) => {
  const { child, output, ended } = start();
  await vi.waitFor(() => expect(output.stderr).toContain('ready'), 10_000);
  child.kill(signal);
  expect(await ended).toEqual(expected);
  expect(output.stdout).toBe('');
});

test('stores a draft that a person approves, once, and afterwards shows its post', async () => {
  await using mcp = await openClient(['--allow-writes']);
  const text = uniqueText('By an agent');
  const given = { text, platforms: ['profnet'], draft: true };
  const first = await mcp.call('publish_post', given);
  expect(first.data).toMatchObject({ status: 'draft', replayed: false, url: `${stack.url}/drafts/${first.data.id}` });
  expect(first.text).toContain(`nothing was sent. A person approves it at ${first.data.url}`);
  const second = await mcp.call('publish_post', given);
  expect(second.data).toMatchObject({ id: first.data.id, replayed: true });
  expect(await mcp.call('publish_post', { ...given, draft: false })).toMatchObject({
    ...{ isError: true, text: expect.stringContaining('is_draft') },
  });
  expect(await publishedTexts(stack)).not.toContain(text);
  const body = { ifUpdatedAt: first.data.updatedAt };
  const { body: post } = await workspace.api('POST', `/api/v1/drafts/${first.data.id}/approve`, { body });
  const third = await mcp.call('publish_post', given);
  expect(third.data).toMatchObject({ id: post.id, outcome: 'published', replayed: true });
  expect(third.text).toContain('Already approved and sent');
});

test('schedules in the next free slot, once, as the command does, and moves posts there', async () => {
  await using mcp = await openClient(['--allow-writes']);
  const text = uniqueText('In a slot');
  const given = { text, platforms: ['profnet'], slot: 'next' };
  const refused = await mcp.call('publish_post', given);
  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('(no_free_slot)') });
  expect(refused.text).toContain('social slots set');
  await desk.social(['slots', 'set', 'daily', '09:00', '--zone', 'UTC']);
  const [first] = (await workspace.api('GET', '/api/v1/slots?limit=1')).body.slots;
  const checked = await mcp.call('dry_run', given);
  expect(checked.text).toContain(`It would be scheduled for ${first.at}, the next free slot.`);
  const sent = await mcp.call('publish_post', given);
  expect(sent.data).toMatchObject({ status: 'scheduled', scheduledFor: first.at, slot: 'next' });
  expect(await mcp.call('publish_post', given)).toMatchObject({ data: { id: sent.data.id, replayed: true } });
  const args = ['post', text, '--to', 'profnet', '--at', 'next', '--json'];
  expect(JSON.parse((await desk.social(args)).stdout)).toMatchObject({ id: sent.data.id, scheduledFor: first.at });
  const elsewhere = await mcp.call('reschedule_post', { id: sent.data.id, scheduledFor: '2099-01-01T00:00:00Z' });
  expect(elsewhere.data).not.toHaveProperty('slot');
  const moved = await mcp.call('reschedule_post', { id: sent.data.id, scheduledFor: 'next' });
  expect(moved.data).toMatchObject({ scheduledFor: first.at, slot: 'next' });
});

test('has the files of a scheduled post copied, and says what failed without the signature, as the command does', async () => {
  await using mcp = await openClient(['--allow-writes']);
  await using files = await startFileServer();
  const there = files.serve('/there.png', { body: samplePng(3) });
  const given = { platforms: ['profnet'], scheduledFor: '2099-01-01T09:00:00Z' };
  const copied = { ...given, text: uniqueText('Copied'), media: [{ url: there }], copyMedia: true };
  expect((await mcp.call('publish_post', copied)).text).toMatch(
    /\/there\.png: is being copied before the post is due\n/,
  );

  const page = '/page.png?Signature=secret';
  const media = [{ url: there }, { url: files.serve(page, { body: samplePng(4) }) }];
  const made = await mcp.call('publish_post', { ...given, text: uniqueText('Gone'), media });
  const { id } = made.data;
  files.serve(page, { body: '<title>Sign in</title>' });
  await workspace.api('PATCH', `/api/v1/posts/${id}`, { body: { copyMedia: true } });
  await workspace.untilPost(String(id), { copyMedia: true, media: [{ copy: 'copied' }, { copy: 'failed' }] });
  const shown = await mcp.call('get_post', { id });
  expect(shown.text).toMatch(/\/there\.png: copied\n.*\/page\.png: could not be copied: .+\nScheduled/s);
  const printed = await desk.social(['post', 'show', String(id), '--output', 'text']);
  expect(printed.stdout).toMatch(/scheduled .+\n +.+\/there\.png: copied\n +.+\/page\.png: could not be copied/);
  expect(shown.text + printed.stdout).not.toContain('secret');
});
