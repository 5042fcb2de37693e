import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { useResource, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { readTraces } from '../../protocol/http/refusals.ts';
import { type MediaHandler, redirects, sends, startMediaServer, watchConnections } from './media-servers.ts';
import { png } from './sample-files.ts';

const PICTURE = png();

const hop = (left: number): MediaHandler => redirects(left === 1 ? '/ok.png' : `/hops-${left - 1}.png`);

const HANDLERS: Record<string, MediaHandler> = {
  '/ok.png': sends(PICTURE),
  '/relative/ok.png': sends(PICTURE),
  '/to-file.png': redirects('file:///etc/passwd'),
  '/to-data.png': redirects('data:image/png;base64,iVBORw0KGgo='),
  '/to-ftp.png': redirects('ftp://example.com/a.png'),
  '/to-javascript.png': redirects('javascript:alert(1)'),
  '/to-user.png': redirects('http://u:p@127.0.0.1/a.png'),
  '/to-ssh.png': redirects('http://example.com:22/a.png'),
  '/to-metadata.png': redirects('http://169.254.169.254/latest/meta-data'),
  '/to-private.png': redirects('http://10.0.0.1/a.png'),
  '/to-mapped.png': redirects('http://[::ffff:169.254.169.254]/a.png'),
  '/to-decimal.png': redirects('http://2852039166/a.png', 307),
  '/to-network-path.png': redirects('//169.254.169.254/a.png', 308),
  '/to-nowhere.png': redirects(undefined),
  '/to-nothing.png': redirects(''),
  '/to-long.png': redirects(`/${'a'.repeat(10_000)}`),
  '/to-endless.png': redirects(`/${'a'.repeat(20_000)}`),
  '/to-itself.png': redirects('/to-itself.png'),
  '/ping.png': redirects('/pong.png'),
  '/pong.png': redirects('/ping.png'),
  '/hops-6.png': hop(6),
  '/hops-5.png': hop(5),
  '/hops-4.png': hop(4),
  '/hops-3.png': hop(3),
  '/hops-2.png': hop(2),
  '/hops-1.png': hop(1),
  '/relative/hop.png': redirects('ok.png', 303),
  '/unchanged.png': sends('', {}, 304),
  // As every GoToSocial server answers.
  '/named.png': (request, response) => {
    const isNamed = /^social\/\d/.test(request.headers['user-agent'] ?? '');
    return isNamed
      ? sends(PICTURE)(request, response)
      : sends('no user-agent sent with request', {}, 418)(request, response);
  },
  '/to-named.png': redirects('/named.png'),
  '/drop.png': (request) => {
    request.socket.destroy();
  },
  '/half.png': (request, response) => {
    response.writeHead(200, { 'content-length': PICTURE.length });
    response.write(PICTURE.subarray(0, 20), () => request.socket.destroy());
  },
};

/** Requests that are answered together. */
const slow = (() => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const counts = { open: 0, most: 0 };
  const handle: MediaHandler = async (request, response) => {
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    await answered;
    // So that the next requests overlap with these where nothing limits them.
    await delay(50);
    counts.open -= 1;
    await sends(PICTURE)(request, response);
  };
  return Object.assign(counts, { answer, handle });
})();
for (let post = 0; post < 5; post += 1) {
  for (let at = 0; at < 9; at += 1) HANDLERS[`/slow-${post}-${at}.png`] = slow.handle;
}

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });
const media = useResource(() => startMediaServer(HANDLERS));

const connections = useResource(async () => watchConnections());

async function publish(url: string) {
  const { status, body } = await workspace.publish({
    text: `with ${url.slice(0, 200)}`,
    platforms: ['profnet'],
    mediaUrls: [url],
  });
  expect(status).toBe(201);
  return body.platformResults.profnet;
}

async function expectRefusal(url: string): Promise<void> {
  const before = await readTraces(stack, workspace);
  const result = await publish(url);
  expect(result).toMatchObject({ ok: false, state: 'failed', code: 'media_unreachable', credits: 0 });
  expect(result.error).not.toMatch(/ECONN|EHOST|UND_ERR|undici|passwd|SECRET/);
  const { balance, held, effects } = await readTraces(stack, workspace);
  expect({ balance, held, effects }).toEqual({ balance: before.balance, held: 0, effects: before.effects });
}

test.each([
  [
    'U69',
    'a redirect to a private address',
    '/to-private.png',
    'it redirects to a server whose address is not on the public internet',
  ],
  ['X89', 'a server that cuts the connection', '/half.png', 'the connection was cut'],
])('%s: says of %s why it was not followed', async (_id, _title, path, reason) => {
  expect((await publish(media.url + path)).error).toMatch(new RegExp(`could not be fetched: ${reason}$`));
});

test('X89: says that the connection is refused', async () => {
  const closed = await startMediaServer({});
  const { url } = closed;
  await closed[Symbol.asyncDispose]();
  expect((await publish(`${url}/a.png`)).error).toMatch(/could not be fetched: the connection was refused$/);
});

test.each([
  ['U68', 'a file', '/to-file.png'],
  ['U68', 'data', '/to-data.png'],
  ['U68', 'FTP', '/to-ftp.png'],
  ['U68', 'a script', '/to-javascript.png'],
  ['U68', 'an address with a password', '/to-user.png'],
  ['U68', 'another port', '/to-ssh.png'],
  ['U69', 'the metadata service', '/to-metadata.png'],
  ['U69', 'a private address', '/to-private.png'],
  ['U69', 'a mapped address', '/to-mapped.png'],
  ['U69', 'an address as a number', '/to-decimal.png'],
  ['U69', 'an address without a scheme', '/to-network-path.png'],
  ['U70', 'itself', '/to-itself.png'],
  ['U70', 'one that leads back', '/ping.png'],
  ['U71', 'six further addresses', '/hops-6.png'],
  ['U71', 'four further addresses', '/hops-4.png'],
  ['U73', 'nowhere, without Location', '/to-nowhere.png'],
  ['U73', 'nowhere, with an empty Location', '/to-nothing.png'],
  ['U73', 'what it has already', '/unchanged.png'],
  ['U74', 'an address of 10 KB', '/to-long.png'],
  ['U74', 'an address of 20 KB', '/to-endless.png'],
])('%s: does not follow a redirect to %s', async (_id, _title, path) => {
  await expectRefusal(`${media.url}${path}`);
  const hosts = connections.begun().map((peer) => peer.slice(0, peer.lastIndexOf(':')));
  expect([...new Set(hosts)]).toEqual(['127.0.0.1']);
});

test('U71: asks no more than four addresses of a chain', async () => {
  media.seen.length = 0;
  await publish(`${media.url}/hops-6.png?again`);
  expect(media.seen).toHaveLength(4);
});

test.each([
  ['U71', 'three further addresses', '/hops-3.png'],
  ['U71', 'one further address', '/hops-1.png'],
  ['U71', 'a neighbour', '/relative/hop.png'],
])('%s: follows a redirect to %s', async (_id, _title, path) => {
  expect(await publish(`${media.url}${path}`)).toMatchObject({ ok: true });
  expect((await stack.sandbox.posts('linkedin')).at(-1)?.media).toMatchObject([
    { type: 'image/png', bytes: PICTURE.length },
  ]);
});

test.each(['/named.png', '/to-named.png'])('fetches %s from a server that wants a User-Agent', async (path) => {
  expect(await publish(`${media.url}${path}`)).toMatchObject({ ok: true });
});

test.each([
  ['cuts the connection', '/drop.png'],
  ['breaks off half-way', '/half.png'],
])('U57: fails for a server that %s', async (_title, path) => {
  await expectRefusal(`${media.url}${path}`);
});

test('U57: fails for a port without a listener', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  await expectRefusal(`http://127.0.0.1:${port}/a.png`);
});

test.each([
  ['a banner of another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ['headers of 100 KB', `HTTP/1.1 200 OK\r\nX-Note: ${'a'.repeat(100_000)}\r\n\r\n`],
  ['an invalid status line', 'HTTP/1.1 abc\r\n\r\n'],
  ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`],
  ['nothing but informational answers', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50)],
])('U57: fails for a server that answers %s', async (_title, answer) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    socket.end(answer);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await expectRefusal(`http://127.0.0.1:${port}/a.png`);
  await new Promise((resolve) => server.close(resolve));
});

test('a workspace fetches at most 20 files at a time from a slow host, and does not delay the files of another', async () => {
  const other = await stack.createWorkspace({ connect: ['profnet'] });
  const publishing = Array.from({ length: 5 }, (_, index) => {
    const mediaUrls = Array.from({ length: 9 }, (_, at) => `${media.url}/slow-${index}-${at}.png`);
    return workspace.publish({ text: `slow ${index}`, platforms: ['profnet'], mediaUrls });
  });
  await vi.waitFor(() => expect(slow.open).toBe(20), 30_000);
  const { body } = await other.publish({
    text: 'beside a slow host',
    platforms: ['profnet'],
    mediaUrls: [`${media.url}/ok.png`],
  });
  expect(body.platformResults.profnet).toMatchObject({ ok: true });
  slow.answer();
  const results = await Promise.all(publishing);
  for (const { body: made } of results) expect(made.platformResults.profnet).toMatchObject({ ok: true });
  expect(slow.most).toBe(20);
});

test('U97: does not even fetch what microblog ignores', async () => {
  media.seen.length = 0;
  const { status, body } = await workspace.publish({
    text: 'microblog ignores mediaUrls',
    platforms: ['microblog'],
    mediaUrls: [`${media.url}/to-file.png`, `${media.url}/ok.png`],
  });
  expect(status).toBe(201);
  expect(body.platformResults.microblog).toMatchObject({ ok: true, note: expect.any(String) });
  expect(media.seen).toEqual([]);
});
