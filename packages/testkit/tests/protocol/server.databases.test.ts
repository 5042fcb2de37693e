import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { startStack, useStack } from '@social/testkit';
import { expect, onTestFinished, test, vi } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet'] });

test.each(['/healthz', '/readyz', '/metrics', '/openapi.json', '/llms.txt'])(
  '%s answers a browser as it answers a program',
  async (path) => {
    const { status, headers } = await stack.anonymous('GET', path, { headers: { accept: 'text/html,*/*' } });
    expect(status).toBe(200);
    expect(headers.get('content-type')).not.toContain('text/html');
  },
);

test.each(['/healthz?t=1', '/readyz?t=1&t=2', '/metrics?cache=no'])(
  '%s answers as without a query',
  async (address) => {
    expect((await stack.anonymous('GET', address)).status).toBe(200);
  },
);

test.each([
  ['the name of another host', { host: 'evil.example' }],
  ['the public name of this server', { host: 'social.example.org' }],
  ['X-Forwarded-For', { 'x-forwarded-for': '192.0.2.7' }],
  ['X-Real-IP', { 'x-real-ip': '192.0.2.7' }],
  ['Via', { via: '1.1 proxy' }],
])('metrics without a token are refused to a request with %s', async (_name, headers: Record<string, string>) => {
  const status = await new Promise((resolve, reject) => {
    const call = request(`${stack.url}/metrics`, { headers }, (answer) => resolve(answer.resume().statusCode));
    call.once('error', reject).end();
  });
  expect(status).toBe(403);
});

test('health names the sandbox that simulates the networks, to a caller without a key', async () => {
  const { body } = await stack.anonymous('GET', '/healthz');
  expect(body).toEqual({ status: 'ok', sandboxUrl: stack.sandboxUrl });
});

test('metrics show how long the event loop was kept busy, from the first calls on', async () => {
  await using fresh = await startStack();
  const answers = await Promise.all([fresh.anonymous('GET', '/metrics'), fresh.anonymous('GET', '/metrics')]);
  for (const { text } of answers) {
    const [least = 0, most = 0] = ['min', 'max'].map((name) =>
      Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1]),
    );
    // Where nothing was measured, the least delay is three centuries and the longest 0.
    expect(least).toBeGreaterThan(0);
    expect(most).toBeGreaterThanOrEqual(least);
  }
});

test('a page under a foreign name that resolves to this machine cannot create an account', async () => {
  const body = JSON.stringify({ email: 'rebound@example.com', password: 'correct horse battery' });
  const status = await new Promise((resolve, reject) => {
    const call = request(
      `${stack.url}/api/account/sign-up`,
      {
        method: 'POST',
        headers: {
          host: `evil.example:${new URL(stack.url).port}`,
          origin: `http://evil.example:${new URL(stack.url).port}`,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => resolve(answer.resume().statusCode),
    );
    call.on('error', reject).end(body);
  });
  expect(status).toBe(403);
});

test('a server with nothing to do stops without waiting for a timer', async () => {
  const idle = await startStack();
  // The jobs have looked for work once, and wait.
  await delay(500);
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  await expect(idle.close()).resolves.toBeUndefined();
});

test('an idle loopback connection is kept longer than the answer promises', async () => {
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1').setEncoding('utf8');
  const received: string[] = [];
  socket.on('data', (text: string) => received.push(text));
  const ask = () => socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const answers = () => received.join('').split('HTTP/1.1 200 OK').length - 1;
  ask();
  await vi.waitFor(() => expect(answers()).toBe(1));
  expect(received.join('')).toContain('Keep-Alive: timeout=5\r\n');
  // Node keeps a connection a second longer than the answer says.
  await delay(7_500);
  ask();
  await vi.waitFor(() => expect(answers()).toBe(2));
  socket.destroy();
});

test('health names the sandbox by its origin', async () => {
  expect((await stack.anonymous('GET', '/healthz')).body).toEqual({ status: 'ok', sandboxUrl: stack.sandboxUrl });
});

test('a time outside four-digit years is refused, not treated as past', async () => {
  const { status } = await workspace.publish({
    text: 'Far',
    platforms: ['profnet'],
    scheduledFor: '9999-12-31T23:59:59-12:00',
  });
  expect(status).toBe(400);
  expect((await stack.sandbox.posts()).filter(({ text }) => text === 'Far')).toEqual([]);
});

test('a body of open quotes is refused while another request is answered', async () => {
  const slow = stack.anonymous('POST', '/api/account/sign-in', {
    body: '\\"'.repeat(120_000),
    headers: { 'content-type': 'application/json' },
  });
  expect((await stack.anonymous('GET', '/healthz')).status).toBe(200);
  expect((await slow).status).toBe(400);
});

test('a stop waits for a client that is still sending a refused file, so that the answer arrives', async () => {
  const own = await startStack();
  const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
  const received: string[] = [];
  const ended = once(socket.setEncoding('utf8'), 'end');
  socket.on('data', (text: string) => received.push(text));
  await once(socket, 'connect');
  const head = ['POST /api/v1/media HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: image/png', 'Content-Length: 2000'];
  socket.write([...head, '', 'x'.repeat(1_000)].join('\r\n'));
  await vi.waitFor(() => expect(received.join('')).toMatch(/^HTTP\/1\.1 401 /));
  const closing = own.close();
  const isCut = await Promise.race([ended.then(() => true), delay(300, false)]);
  socket.write('x'.repeat(1_000));
  await Promise.all([closing, ended]);
  expect(isCut).toBe(false);
});
