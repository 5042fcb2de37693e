import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { openWorkspace, useResource, type Workspace } from '@social/testkit';
import { OPERATIONS } from '@social/types';
import { beforeAll, expect, test } from 'vitest';
import { makeWorkspace, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { lines, sendRaw } from './raw-http.ts';

/** More than any operation reads of a JSON body. */
const LARGE = Buffer.alloc(400_000, 'x');
const MISSING_ID = '00000000-0000-4000-8000-000000000000';

const built = useResource(async () => {
  const directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_RATE_LIMIT: 'off' };
  const server = await startServer(env, ['--sandbox'], { hashesQuickly: true });
  const workspace = openWorkspace(server.url, await makeWorkspace(env, 'a@example.org'));
  await server.sandbox.settings({ autoApprove: true });
  await workspace.connect('profnet');
  const end = async () => {
    await server[Symbol.asyncDispose]();
    directory[Symbol.dispose]();
  };
  return { server, workspace, [Symbol.asyncDispose]: end };
});

let workspace: Workspace;
beforeAll(() => {
  workspace = built.workspace;
});

const CODINGS = ['chunked', 'a Content-Length'] as const;
const operations = Object.values(OPERATIONS).map(({ method, path }) => ({ method, path }));

/** The bytes of a request whose body is too large. */
function oversized({ method, path }: (typeof operations)[number], coding: (typeof CODINGS)[number], key?: string) {
  const isChunked = coding === 'chunked';
  const head = lines(
    `${method} ${path.replaceAll(/\{platform\}/g, 'profnet').replaceAll(/\{\w+\}/g, MISSING_ID)} HTTP/1.1`,
    `Host: ${new URL(built.server.url).host}`,
    'Content-Type: application/json',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
    isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${LARGE.length}`,
  );
  const chunk = isChunked ? [`${LARGE.length.toString(16)}\r\n`, LARGE, '\r\n0\r\n\r\n'] : [LARGE];
  return Buffer.concat([head, ...chunk].map((part) => Buffer.from(part)));
}

async function expectReady(): Promise<void> {
  expect((await workspace.api('GET', '/readyz')).status).toBe(200);
  expect(built.server.child.exitCode).toBeNull();
}

async function expectPublishes(): Promise<void> {
  const { status, body } = await workspace.publish({ text: `Still here ${Math.random()}`, platforms: ['profnet'] });
  expect([status, body.outcome]).toEqual([201, 'published']);
  expect(built.server.log()).not.toContain('unexpected');
}

test.each(operations.flatMap((operation) => CODINGS.map((coding) => ({ ...operation, coding }))))(
  '$method $path answers a body that is too large, sent with $coding, and the server goes on',
  async ({ coding, ...operation }) => {
    for (const key of [undefined, workspace.apiKey]) {
      const { status } = await sendRaw(built.server.url, oversized(operation, coding, key));
      expect(status, key ? 'with a key' : 'without a key').toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    }
    await expectReady();
  },
);

test('the server publishes after all of them', expectPublishes);

const SIGN_IN = { method: 'POST', path: '/api/account/sign-in' } as const;

test.each(CODINGS)('a body that is too large, sent with %s, is answered with 413', async (coding) => {
  const answer = await sendRaw(built.server.url, oversized(SIGN_IN, coding));
  expect([answer.status, JSON.parse(answer.text).code]).toEqual([413, 'payload_too_large']);
});

const HALF = LARGE.length / 2;
test('the connection of a client that stops in the middle of such a body is closed', async () => {
  const { hostname, port } = new URL(built.server.url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(oversized(SIGN_IN, 'a Content-Length').subarray(0, HALF));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  await once(socket, 'close');
});

const INTERRUPTIONS: Record<string, (request: Buffer) => (socket: Socket) => void> = {
  'is reset in the middle': (request) => (socket) =>
    socket.write(request.subarray(0, HALF), () => socket.resetAndDestroy()),
  'is reset after the limit': (request) => (socket) =>
    socket.write(request.subarray(0, request.length - 10), () => socket.resetAndDestroy()),
  'ends in the middle': (request) => (socket) => socket.end(request.subarray(0, HALF)),
  'is followed by others on the same connection': (request) => (socket) =>
    socket.end(Buffer.concat([request, request, Buffer.from(lines('GET /metrics HTTP/1.1', 'Host: 127.0.0.1'))])),
  'is followed by a reset as soon as the answer begins': (request) => (socket) => {
    socket.once('data', () => socket.resetAndDestroy());
    socket.write(request);
  },
};

test.each(Object.keys(INTERRUPTIONS))('the server goes on when a body that is too large %s', async (name) => {
  const { hostname, port } = new URL(built.server.url);
  const targets = [SIGN_IN, { method: 'GET', path: '/metrics' }, { method: 'POST', path: '/api/v1/posts' }] as const;
  for (const target of targets) {
    for (const coding of CODINGS) {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => undefined);
      INTERRUPTIONS[name]?.(oversized(target, coding, workspace.apiKey))(socket);
      socket.resume();
      await once(socket, 'close');
    }
  }
  await expectReady();
  await expectPublishes();
});

test('clients that ask for a tunnel and reset the connection at once end nothing', async () => {
  const { hostname: host, port } = new URL(built.server.url);
  for (let client = 0; client < 200; client += 1) {
    const socket = connect({ host, port: Number(port) });
    await once(socket, 'connect');
    socket.write(lines('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example'));
    socket.resetAndDestroy();
  }
  await expectReady();
  await expectPublishes();
});

test.each(['CONNECT evil.example:443 HTTP/1.1', 'no request at all'])(
  'the server ends the connection of a client that sends "%s" and keeps it open',
  async (line) => {
    const { hostname: host, port } = new URL(built.server.url);
    const socket = connect({ host, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.resume();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.write(lines(line, 'Host: evil.example'));
    await once(socket, 'end');
    // What is written to an ended connection is answered with a reset.
    const writing = setInterval(() => socket.write('x'), 100);
    await closed;
    clearInterval(writing);
  },
);
