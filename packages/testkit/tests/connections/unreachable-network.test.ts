import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Stack, startStack, uniqueText, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The network's port, which can be shut and opened again.
let target: number;
const open = new Set<Socket>();
const relay: Server = createServer((socket) => {
  const upstream = connect(target, '127.0.0.1');
  for (const end of [socket, upstream]) {
    open.add(end);
    end.on('error', () => undefined).on('close', () => open.delete(end));
  }
  socket.pipe(upstream).pipe(socket);
});
let port = 0;
let stack: Stack;
let workspace: Workspace;

beforeAll(async () => {
  await listen();
  port = (relay.address() as AddressInfo).port;
  stack = await startStack({ env: { SOCIAL_MICROBLOG_API_URL: `http://127.0.0.1:${port}/x` } });
  target = Number(new URL(stack.sandboxUrl).port);
  workspace = await stack.createWorkspace({ connect: ['microblog'] });
});

afterAll(async () => {
  await stack.close();
  await shut();
});

function listen(): Promise<void> {
  return new Promise((resolve) => {
    relay.listen(port, '127.0.0.1', resolve);
  });
}

async function shut(): Promise<void> {
  if (relay.listening) relay.close();
  for (const socket of open) socket.destroy();
  // The client needs a moment to see that its idle connections are closed.
  await sleep(100);
}

async function publish() {
  const text = uniqueText('Refused');
  const { body } = await workspace.publish({ text, platforms: ['microblog'] });
  return { text, result: body.platformResults.microblog };
}

test('a network whose port opens again within a second is retried, and the post is published once', async () => {
  await shut();
  const publishing = publish();
  await sleep(100);
  await listen();
  const { text, result } = await publishing;
  expect(result).toMatchObject({ ok: true, state: 'published', credits: 3 });
  expect((await stack.sandbox.posts('x')).filter((post) => post.text === text)).toHaveLength(1);
});

test('a platform whose network stays unreachable fails, is retryable and costs nothing', async () => {
  await shut();
  const { text, result } = await publish();
  expect(result).toMatchObject({
    ok: false,
    state: 'failed',
    code: 'network_unavailable',
    retryable: true,
    credits: 0,
  });
  await listen();
  expect((await stack.sandbox.posts('x')).filter((post) => post.text === text)).toEqual([]);
});
