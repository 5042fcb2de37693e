import { useResource, useStack } from '@social/testkit';
import { beforeAll, expect, test } from 'vitest';
import { lines, sendRaw } from './raw-http.ts';
import { expectErrorAnswer, readTraces } from './refusals.ts';

let host: string;

const { stack, workspace } = useStack({ connect: ['profnet'] });

const before = useResource(() => readTraces(stack, workspace));

beforeAll(() => {
  host = new URL(stack.url).host;
});

const BODY = '{"text":"must not go out","platforms":["profnet"]}';
const START = 'POST /api/v1/posts HTTP/1.1';

interface Case {
  readonly id: string;
  readonly title: string;
  /** Returns the bytes of a call that would publish if the server accepted it. */
  readonly request: (common: { host: string; auth: string; json: string; length: string }) => string | Buffer;
  readonly status?: number;
}

const TLS_CLIENT_HELLO = Buffer.concat([Buffer.from('16030100a5010000a10303', 'hex'), Buffer.alloc(159, 7)]);

const MALFORMED: readonly Case[] = [
  {
    id: 'H1',
    title: 'Content-Length with Transfer-Encoding',
    request: ({ host, auth, json, length }) =>
      `${lines(START, host, auth, json, length, 'Transfer-Encoding: chunked')}32\r\n${BODY}\r\n0\r\n\r\n`,
  },
  {
    id: 'H1',
    title: 'Transfer-Encoding before Content-Length',
    request: ({ host, auth, json, length }) =>
      `${lines(START, host, auth, json, 'Transfer-Encoding: chunked', length)}32\r\n${BODY}\r\n0\r\n\r\n`,
  },
  {
    id: 'H2',
    title: 'two different Content-Length headers',
    request: ({ host, auth, json, length }) => lines(START, host, auth, json, length, 'Content-Length: 3') + BODY,
  },
  {
    id: 'H2',
    title: 'a list of lengths in one header',
    request: ({ host, auth, json }) => lines(START, host, auth, json, `Content-Length: ${BODY.length}, 3`) + BODY,
  },
  ...['-1', '+50', '0x32', '5e1', '50 50', '99999999999999999999'].map((value) => ({
    id: 'H2',
    title: `a Content-Length of ${value}`,
    request: ({ host, auth, json }: Record<'host' | 'auth' | 'json', string>) =>
      lines(START, host, auth, json, `Content-Length: ${value}`) + BODY,
  })),
  {
    id: 'H4',
    title: 'two Host headers',
    request: ({ host, auth, json, length }) => lines(START, host, 'Host: evil.example', auth, json, length) + BODY,
  },
  {
    id: 'H4',
    title: 'the same Host twice',
    request: ({ host, auth, json, length }) => lines(START, host, host, auth, json, length) + BODY,
  },
  { id: 'H4', title: 'no Host', request: ({ auth, json, length }) => lines(START, auth, json, length) + BODY },
  {
    id: 'H5',
    title: 'a method in lower case',
    request: ({ host, auth, json, length }) => lines(START.replace('POST', 'post'), host, auth, json, length) + BODY,
  },
  {
    id: 'H5',
    title: 'a method that does not exist',
    request: ({ host, auth, json, length }) => lines(START.replace('POST', 'PUBLISH'), host, auth, json, length) + BODY,
  },
  {
    id: 'H7',
    title: 'a folded header line',
    request: ({ host, auth, json, length }) => lines(START, host, auth, 'X-Note: a', ' b', json, length) + BODY,
  },
  {
    id: 'H7',
    title: 'a space before the colon of a header',
    request: ({ host, auth, json }) => lines(START, host, auth, json, `Content-Length : ${BODY.length}`) + BODY,
  },
  {
    id: 'H7',
    title: 'a header without a colon',
    request: ({ host, auth, json, length }) => lines(START, host, auth, json, 'no colon here', length) + BODY,
  },
  {
    id: 'H7',
    title: 'a NUL in a header',
    request: ({ host, auth, json, length }) => lines(START, host, auth, json, 'X-Note: a\0b', length) + BODY,
  },
  {
    id: 'H8',
    title: 'line ends without CR',
    request: ({ host, auth, json, length }) => `${[START, host, auth, json, length].join('\n')}\n\n${BODY}`,
  },
  {
    id: 'H8',
    title: 'line ends without LF',
    request: ({ host, auth, json, length }) => `${[START, host, auth, json, length].join('\r')}\r\r${BODY}\r\n\r\n`,
  },
  { id: 'H10', title: 'a TLS ClientHello on the plain port', request: () => TLS_CLIENT_HELLO },
  { id: 'H10', title: 'the preface of HTTP/2', request: () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n' },
  { id: 'H11', title: 'HTTP/0.9', request: () => 'GET /\r\n\r\n' },
  ...['HTTP/1.2', 'HTTP/2.0', 'HTTP/9.9', 'HTTPS/1.1', 'http/1.1'].map((version) => ({
    id: 'H11',
    title: `the version ${version}`,
    request: ({ host, auth, json, length }: Record<'host' | 'auth' | 'json' | 'length', string>) =>
      lines(START.replace('HTTP/1.1', version), host, auth, json, length) + BODY,
  })),
  ...['evil.com:x@good', 'good@evil.com', 'good/path', 'a b', 'good:99999999', '', '[::1', 'gööd', 'a,b', '%00'].map(
    (value) => ({
      id: 'H13',
      title: `the Host "${value}"`,
      request: ({ auth, json, length }: Record<'auth' | 'json' | 'length', string>) =>
        lines(START, `Host: ${value}`, auth, json, length) + BODY,
    }),
  ),
  ...['xchunked', 'chunked, identity', 'identity', 'chunked, chunked', 'gzip, chunked', ' '].map((coding) => ({
    id: 'H14',
    title: `the Transfer-Encoding "${coding}"`,
    request: ({ host, auth, json }: Record<'host' | 'auth' | 'json', string>) =>
      `${lines(START, host, auth, json, `Transfer-Encoding: ${coding}`)}32\r\n${BODY}\r\n0\r\n\r\n`,
  })),
  ...['zz', '-1', '0x32', '32 ;', 'fffffffffffffffff'].map((size) => ({
    id: 'H14',
    title: `the chunk size "${size}"`,
    request: ({ host, auth, json }: Record<'host' | 'auth' | 'json', string>) =>
      `${lines(START, host, auth, json, 'Transfer-Encoding: chunked')}${size}\r\n${BODY}\r\n0\r\n\r\n`,
  })),
  {
    id: 'H16',
    title: 'a header of 20 KB',
    status: 431,
    request: ({ host, auth, json, length }) =>
      lines(START, host, auth, json, `X-Note: ${'a'.repeat(20_000)}`, length) + BODY,
  },
  {
    id: 'H16',
    title: '2 000 small headers',
    status: 431,
    request: ({ host, auth, json, length }) =>
      lines(START, host, auth, json, ...Array.from({ length: 2_000 }, (_, at) => `X-${at}: 123456`), length) + BODY,
  },
  {
    id: 'H17',
    title: 'an address of 20 KB',
    status: 431,
    request: ({ host, auth }) => lines(`GET /api/v1/posts?cursor=${'a'.repeat(20_000)} HTTP/1.1`, host, auth),
  },
  {
    id: 'H25',
    title: 'chunk extensions without end',
    status: 413,
    request: ({ host, auth, json }) =>
      `${lines(START, host, auth, json, 'Transfer-Encoding: chunked')}32;${'a'.repeat(40_000)}\r\n${BODY}\r\n0\r\n\r\n`,
  },
];

test.each(MALFORMED)('$id: refuses $title and closes the connection', async ({ request, status = 400 }) => {
  const bytes = request({
    host: `Host: ${host}`,
    auth: `Authorization: Bearer ${workspace.apiKey}`,
    json: 'Content-Type: application/json',
    length: `Content-Length: ${BODY.length}`,
  });
  const answer = await sendRaw(stack.url, bytes);
  expectErrorAnswer(answer, [status]);
  expect(answer.isClosed).toBe(true);
});

test('H1: does not run a request smuggled behind two kinds of length', async () => {
  const auth = `Authorization: Bearer ${workspace.apiKey}`;
  const hidden = lines(
    START,
    `Host: ${host}`,
    auth,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
  );
  const outer = lines(
    'POST /api/keys HTTP/1.1',
    `Host: ${host}`,
    auth,
    'Content-Length: 4',
    'Transfer-Encoding: chunked',
  );
  const answer = await sendRaw(stack.url, `${outer}0\r\n\r\n${hidden}${BODY}`);
  expectErrorAnswer(answer, [400]);
  expect(answer.isClosed).toBe(true);
});

// Valid HTTP that this server does not support still gets an answer in JSON.
test.each([
  ['an unknown expectation', 'GET /healthz HTTP/1.1', 'Expect: miracles'],
  ['CONNECT', 'CONNECT evil.example:443 HTTP/1.1', 'X-Note: none'],
  ['TRACE', 'TRACE / HTTP/1.1', 'X-Note: none'],
  ['OPTIONS of the whole server', 'OPTIONS * HTTP/1.1', 'X-Note: none'],
])('H11: answers %s in JSON', async (_title, start, header) => {
  const answer = await sendRaw(stack.url, lines(start, `Host: ${host}`, header));
  expectErrorAnswer(answer, [400, 404, 405, 417]);
});

test.each([
  ['an upgrade to a web socket', 'Connection: Upgrade', 'Upgrade: websocket'],
  ['an upgrade to HTTP/2', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c'],
  ['HTTP/1.1 with an absolute address', 'X-Note: none', 'X-Other: none'],
])('H11: ignores %s and answers the request', async (title, ...headers) => {
  const target = title.includes('absolute') ? `${stack.url}/healthz` : '/healthz';
  const answer = await sendRaw(stack.url, lines(`GET ${target} HTTP/1.1`, `Host: ${host}`, ...headers));
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({ status: 'ok' });
});

test('H53: accepts a body in chunks of one byte like any other', async () => {
  const text = 'one byte at a time';
  const body = JSON.stringify({ text, platforms: ['profnet'] });
  const head = lines(
    START,
    `Host: ${host}`,
    `Authorization: Bearer ${workspace.apiKey}`,
    'Content-Type: application/json',
    'Transfer-Encoding: chunked',
  );
  const answer = await sendRaw(stack.url, async (socket) => {
    socket.write(head);
    for (const character of body) {
      await new Promise((resolve) => socket.write(`1\r\n${character}\r\n`, resolve));
    }
    socket.write('0\r\n\r\n');
  });
  expect(answer.status).toBe(201);
  expect(JSON.parse(answer.text).platformResults.profnet).toMatchObject({ ok: true });
  expect((await stack.sandbox.posts()).map((post) => post.text)).toEqual([text]);
});

test('nothing is left behind but the one accepted post', async () => {
  const after = await readTraces(stack, workspace);
  expect(after).toEqual({
    ...before,
    posts: 1,
    balance: before.balance - 1,
    transactions: before.transactions + 1,
    logged: before.logged + 1,
    effects: before.effects + 1,
  });
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});
