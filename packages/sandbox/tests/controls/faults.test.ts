import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect } from 'vitest';
import { startTimer } from '../../../testkit/src/run/start-timer.ts';
import { type Sandbox, SandboxError, type SandboxFault, type SandboxOptions } from '../../src/index.ts';
import { article, signInToLinkedin } from '../networks/linkedin/sign-in.ts';
import { signInToX } from '../networks/x/sign-in.ts';
import { basic, call, failureOf, open, send, sendForm, test, textAt } from '../support/sandbox.ts';

const networks = ['x', 'linkedin'] as const;

type NetworkName = (typeof networks)[number];

/** Signs in, and returns a function that publishes the text `fault`. */
async function preparePublish(
  sandbox: Sandbox,
  network: NetworkName,
): Promise<(signal?: AbortSignal) => Promise<Response>> {
  const { headers } = network === 'x' ? await signInToX(sandbox) : await signInToLinkedin(sandbox);
  const [path, body] =
    network === 'x' ? ['/x/2/tweets', { text: 'fault' }] : ['/linkedin/rest/posts', article('fault')];
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  return (signal) => fetch(sandbox.url + path, signal ? { ...init, signal } : init);
}

/** Opens a sandbox in which a fault waits, and returns it with a function that publishes. */
async function openWithFault(fault: SandboxFault, options?: SandboxOptions) {
  const sandbox = await open(options);
  const publish = await preparePublish(sandbox, fault.network === 'x' ? 'x' : 'linkedin');
  await sandbox.fault(fault);
  return { sandbox, publish };
}

describe.each(networks)('on %s', (network) => {
  test.each([
    ['rate-limit', 429],
    ['server-error', 500],
    ['bad-gateway', 502],
    ['unauthorized', 401],
    ['expired-token', 401],
    ['revoked-token', 401],
    ['version-sunset', 426],
    ['credits-depleted', 402],
    ['forbidden', 403],
    ['garbage', 200],
  ] as const)('%s answers %i and does nothing', async (kind, status) => {
    const { sandbox, publish } = await openWithFault({ network, operation: 'publish', kind, times: 1 });
    const response = await publish();
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain(['garbage', 'bad-gateway'].includes(kind) ? 'html' : 'json');
    expect(await sandbox.posts()).toHaveLength(0);
    expect((await sandbox.requests()).at(-1)?.status).toBe(status);
    expect((await publish()).status).toBe(201);
  });

  test.each([
    ['timeout', 0],
    ['accept-then-hang', 1],
  ] as const)('%s never answers, with %i post accepted', async (kind, accepted) => {
    const { sandbox, publish } = await openWithFault({ network, operation: 'publish', kind });
    await expect(publish(AbortSignal.timeout(150))).rejects.toThrow('timeout');
    expect(await sandbox.posts()).toHaveLength(accepted);
    expect((await sandbox.requests()).at(-1)?.status).toBe(0);
  });

  test.each([
    ['drop', 0],
    ['accept-then-drop', 1],
    ['accept-then-half', 1],
  ] as const)('%s cuts the connection, with %i post accepted', async (kind, accepted) => {
    const { sandbox, publish } = await openWithFault({ network, operation: 'publish', kind });
    await expect(publish().then((response) => response.text())).rejects.toThrow();
    expect(await sandbox.posts()).toHaveLength(accepted);
  });

  test('accept-then-error does the work and answers 500', async () => {
    const { sandbox, publish } = await openWithFault({ network, operation: 'publish', kind: 'accept-then-error' });
    expect((await publish()).status).toBe(500);
    expect(await sandbox.posts()).toHaveLength(1);
  });

  test('no-id does the work and succeeds without an id', async () => {
    const { sandbox, publish } = await openWithFault({ network, operation: 'publish', kind: 'no-id' });
    const response = await publish();
    expect(response.status).toBe(201);
    expect(response.headers.get('x-restli-id')).toBeNull();
    expect(await response.text()).toBe(network === 'x' ? '{"data":{"text":"fault"}}' : '');
    expect(await sandbox.posts()).toHaveLength(1);
  });

  test('slow answers in the end', async () => {
    const { publish } = await openWithFault({ network, operation: 'publish', kind: 'slow', delayMs: 120 });
    const isOver = startTimer(110);
    expect((await publish()).status).toBe(201);
    expect(isOver()).toBe(true);
  });

  test('drip answers byte by byte', async () => {
    const { publish } = await openWithFault({ network, operation: 'publish', kind: 'drip', delayMs: 2 });
    const response = await publish();
    const pieces: number[] = [];
    for await (const piece of response.body ?? []) pieces.push(piece.length);
    const length = Number(response.headers.get('content-length'));
    expect(pieces.reduce((sum, bytes) => sum + bytes, 0)).toBe(length);
    expect(pieces.length).toBeGreaterThan(length / 2);
  });

  test('huge answers 64 MiB', async () => {
    const { publish } = await openWithFault({ network, operation: 'publish', kind: 'huge' });
    const response = await publish();
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    expect(bytes).toBeGreaterThanOrEqual(64 * 1024 * 1024);
  });

  test('rate-limit says when to try again', async () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const fault = { network, operation: 'publish', kind: 'rate-limit', retryAfterSeconds: 90 } as const;
    const { publish } = await openWithFault(fault, { clock: () => now });
    const { headers } = await publish();
    expect(headers.get('retry-after')).toBe('90');
    expect(headers.get('x-rate-limit-reset')).toBe(network === 'x' ? String(now / 1000 + 90) : null);
  });

  test('invalid-grant answers a refresh as the network does', async ({ sandbox }) => {
    await sandbox.fault({ network, operation: 'refresh', kind: 'invalid-grant' });
    const path = network === 'x' ? '/x/2/oauth2/token' : '/linkedin/oauth/v2/accessToken';
    const fields = { grant_type: 'refresh_token', refresh_token: 'any' };
    const answer = await sendForm(sandbox.url + path, fields, { authorization: basic });
    expect(answer.status).toBe(400);
    expect(textAt(answer.body, 'error')).toBe(network === 'x' ? 'invalid_request' : 'invalid_grant');
  });
});

test('half an answer announces its whole length and breaks off', async () => {
  const { publish } = await openWithFault({ network: 'x', operation: 'publish', kind: 'accept-then-half' });
  const response = await publish();
  expect(response.status).toBe(201);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(50);
  await expect(response.text()).rejects.toThrow();
});

test('faults break their own calls only, in order and as often as requested', async () => {
  const { sandbox, publish } = await openWithFault({
    network: 'x',
    operation: 'publish',
    kind: 'server-error',
    times: 2,
  });
  await sandbox.fault({ network: 'x', operation: 'publish', kind: 'forbidden' });
  await sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'timeout' });
  await sandbox.fault({ network: 'x', operation: 'delete', kind: 'timeout' });
  const statuses = [];
  for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await publish()).status);
  expect(statuses).toEqual([500, 500, 403, 201]);
});

test('unauthorized lasts until it is cleared', async ({ sandbox }) => {
  const { headers } = await signInToX(sandbox);
  await sandbox.fault({ network: 'x', operation: 'identity', kind: 'unauthorized' });
  const me = async () => (await call(`${sandbox.url}/x/2/users/me`, { headers })).status;
  expect([await me(), await me(), await me()]).toEqual([401, 401, 401]);
  await sandbox.clearFaults();
  expect(await me()).toBe(200);
});

test.each([
  [
    { network: 'myspace', operation: 'publish', kind: 'drop' },
    'network has to be one of: x, linkedin, youtube, tiktok',
  ],
  [
    { network: 'x', operation: 'dance', kind: 'drop' },
    'operation has to be one of: publish, delete, action, upload, authorize, token, refresh, revoke, identity, read',
  ],
  [{ network: 'x', operation: 'publish', kind: 'explode' }, 'kind has to be one of: rate-limit, '],
  [{ network: 'x', operation: 'publish', kind: 'drop', times: 0 }, 'times has to be a whole number'],
  [
    { network: 'x', operation: 'publish', kind: 'drop', count: 2 },
    'unknown field count; allowed: network, operation, kind, times, retryAfterSeconds, delayMs',
  ],
])('a fault %j is refused with the allowed values', async (fault, sentence) => {
  const sandbox = await open();
  const refused = await failureOf(SandboxError, sandbox.fault(fault as SandboxFault));
  expect([refused.status, refused.message]).toEqual([400, expect.stringContaining(sentence)]);
});

test('close ends hanging and idle connections', async () => {
  const { sandbox, publish } = await openWithFault({ network: 'x', operation: 'publish', kind: 'timeout' });
  const hanging = publish();
  const hung = expect(hanging).rejects.toThrow();
  const idle = connect(Number(new URL(sandbox.url).port), '127.0.0.1');
  const closed = new Promise((resolve) => idle.once('close', resolve));
  idle.on('error', () => {});
  await once(idle, 'connect');
  await expect.poll(() => sandbox.requests()).toContainEqual(expect.objectContaining({ path: '/x/2/tweets' }));
  await sandbox.close();
  await sandbox.close();
  await Promise.all([hung, closed]);
});

test('a fault breaks a call without a token, too', async ({ sandbox }) => {
  await sandbox.fault({ network: 'x', operation: 'authorize', kind: 'server-error' });
  expect((await call(`${sandbox.url}/x/i/oauth2/authorize`)).status).toBe(500);
  await sandbox.fault({ network: 'x', operation: 'upload', kind: 'no-id' });
  const { headers } = await signInToX(sandbox);
  const about = { media_type: 'image/png', total_bytes: 10, media_category: 'tweet_image' };
  const { body } = await send(`${sandbox.url}/x/2/media/upload/initialize`, 'POST', about, headers);
  expect(body).toEqual({ data: { expires_after_secs: 86_400 } });
});
