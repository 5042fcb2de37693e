import { OPERATIONS } from '@social/types';
import type { Random } from '../crash/random.ts';

/** Bytes for one connection, in the pieces in which they are written, and what its client does then. */
export interface Conversation {
  readonly pieces: readonly Buffer[];
  /** Number of messages that were made for it. */
  readonly messages: number;
  readonly ending: 'waits' | 'closes its side' | 'resets';
}

const MISSING_ID = '00000000-0000-4000-8000-000000000000';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const ODD_METHODS = ['CONNECT', 'TRACE', 'PRI', 'get', 'M-SEARCH', '', 'G\u0000T', 'X'.repeat(300), 'POST\t'];
const ODD_VERSIONS = ['HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'HTTP/1.', ''];
const ODD_TARGETS = [
  ...[
    '*',
    '//evil.example/',
    '/%zz',
    '/%00',
    '/..',
    '/../../etc/passwd',
    '/;',
    '/?',
    '/#',
    'evil.example:443',
    'healthz',
  ],
  ...['http://127.0.0.1/healthz', 'http://user@evil.example:99999/', 'https://[::1/', '/\u0000', '/\u00ff', '/ x', ''],
  ...['/.well-known/security.txt', '/assets/..%2f..%2f', '/media/x/y', '/api/events', '/mcp'],
];
const VALUES = [
  '',
  '1',
  '-1',
  '0',
  '99999999999999999999',
  'a',
  '%00',
  '%ff',
  '%zz',
  'null',
  '[]',
  'x'.repeat(5_000),
  '💥',
];
const CODINGS = [
  'chunked',
  'gzip, chunked',
  'chunked, chunked',
  'identity',
  'xchunked',
  'chunked, gzip',
  ' chunked',
  '',
];
const TYPES = [
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'image/png',
  'application/json; charset=utf-16',
  '',
];
const FIELDS: readonly (readonly [string, readonly string[]])[] = [
  ['Connection', ['close', 'keep-alive', 'Upgrade', 'Upgrade, HTTP2-Settings', ',', 'x'.repeat(500)]],
  ['Upgrade', ['websocket', 'h2c', 'TLS/1.0']],
  ['Expect', ['100-continue', '200-ok', '']],
  ['Content-Encoding', ['gzip', 'br', 'identity', 'x']],
  ['Range', ['bytes=0-', 'bytes=-0', 'bytes=9-1', 'bytes=0-0,1-1', 'lines=1']],
  ['Idempotency-Key', ['one', '', 'é', 'x'.repeat(256)]],
  ['X-Forwarded-For', ['1.2.3.4', 'x', ','.repeat(500), '::1']],
  ['Forwarded', ['for=1.2.3.4', 'for="', ';;;']],
  ['Cookie', ['social_session=x', '=; =', 'a=b; '.repeat(300)]],
  ['Accept', ['text/html', 'text/event-stream', 'x/y;q=2', '*/*'.repeat(200)]],
  ['Accept-Encoding', ['gzip', 'br;q=x', 'zstd']],
  ['If-None-Match', ['*', '"x"', '"']],
  ['Last-Event-ID', ['1', 'x', '']],
  ['Origin', ['null', 'https://evil.example', 'x']],
  ['Sec-Fetch-Site', ['cross-site', 'x']],
  ['Trailer', ['X-After', 'Content-Length']],
];
const ODD_LINES = [
  'no colon',
  ' folded: x',
  ': no name',
  'X Y: space',
  'X-Nul: \u0000',
  'X-High: \u00ff',
  'X-Cr: a\rb',
  `X-Long: ${'x'.repeat(20_000)}`,
];
const OPEN = Object.values(OPERATIONS);

/** Makes what a client may send on one connection: mostly almost right, for what is wrong at once is refused at once. */
export function makeConversation(random: Random, credentials: readonly string[]): Conversation {
  const messages = Array.from({ length: random.chance(0.2) ? random.between(2, 5) : 1 }, () =>
    makeMessage(random, credentials),
  );
  const whole = Buffer.concat(messages.flat());
  const sent = random.chance(0.1) ? whole.subarray(0, random.between(0, whole.length)) : whole;
  const pieces = random.chance(0.2) ? cut(sent, random) : [sent];
  const ending = random.chance(0.1) ? 'resets' : random.chance(0.8) ? 'closes its side' : 'waits';
  return { pieces, messages: messages.length, ending };
}

function cut(bytes: Buffer, random: Random): Buffer[] {
  const places = Array.from({ length: random.between(1, 4) }, () => random.between(0, bytes.length)).sort(
    (a, b) => a - b,
  );
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
}

function makeMessage(random: Random, credentials: readonly string[]): Buffer[] {
  const operation = random.chance(0.2) ? OPERATIONS.createPost : random.pick(OPEN);
  const method = random.chance(0.85) ? operation.method : random.pick(random.chance(0.7) ? METHODS : ODD_METHODS);
  const body = makeBody(random);
  const head = [
    `${method} ${makeTarget(random, operation.path)} ${random.chance(0.97) ? 'HTTP/1.1' : random.pick(ODD_VERSIONS)}`,
    ...makeHost(random),
    ...(random.chance(0.7) ? [`Authorization: ${random.pick(credentials)}`] : []),
    ...(body.length > 0 || random.chance(0.2)
      ? [`Content-Type: ${random.chance(0.9) ? 'application/json' : random.pick(TYPES)}`]
      : []),
    ...Array.from({ length: random.between(0, 3) }, () => {
      const [name, values] = random.pick(FIELDS);
      return `${name}: ${random.pick(values)}`;
    }),
    ...(random.chance(0.03) ? [random.pick(ODD_LINES)] : []),
    ...(random.chance(0.01) ? Array.from({ length: 2_500 }, (_, index) => `X-${index}: 1`) : []),
  ];
  const framed = frame(random, body);
  const end = random.chance(0.99) ? '\r\n' : random.pick(['\n', '\r']);
  return [Buffer.from([...head, ...framed.lines, '', ''].join(end), 'latin1'), framed.body];
}

function makeTarget(random: Random, path: string): string {
  if (random.chance(0.05)) return random.pick(ODD_TARGETS);
  if (random.chance(0.02)) return `/${'x'.repeat(random.between(8_000, 40_000))}`;
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
    if (random.chance(0.15)) return encodeOddly(random.pick(VALUES));
    return name === 'platform' ? random.pick(['profnet', 'microblog', 'mastodon']) : MISSING_ID;
  });
  const names = ['limit', 'cursor', 'since', 'profileId', 'dryRun', 'q', 'x', 'state', 'code', 'host'];
  const query = random.chance(0.7)
    ? []
    : Array.from({ length: random.between(0, 3) }, () => `${random.pick(names)}=${encodeOddly(random.pick(VALUES))}`);
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

/** A percent sign of an odd value stays as it is. */
function encodeOddly(value: string): string {
  return value.startsWith('%') ? value : encodeURIComponent(value);
}

function makeHost(random: Random): string[] {
  if (random.chance(0.97)) return ['Host: 127.0.0.1'];
  return random.pick([
    [],
    ['Host: a', 'Host: b'],
    ['Host: '],
    ['Host: evil.example:99999'],
    ['Host: [::1'],
    ['Host: a/b'],
  ]);
}

function makeBody(random: Random): Buffer {
  const post = JSON.stringify({ text: `Fuzz ${random.next()}`, platforms: ['profnet'] });
  const bodies: (() => string | Buffer)[] = [
    () => '',
    () => '',
    () => post,
    () => post,
    () => '{}',
    () => post.slice(0, random.between(0, post.length)),
    () => '['.repeat(random.between(1, 20_000)),
    () => `{"text":"${'\\ud800'.repeat(50)}","platforms":["profnet"]}`,
    () => `{"__proto__":{"a":1},"text":null,"platforms":{}}`,
    () => JSON.stringify({ text: 'x'.repeat(random.between(200_000, 400_000)), platforms: ['profnet'] }),
    () => Buffer.from(Array.from({ length: random.between(1, 200) }, () => random.between(0, 255))),
    () => `{"a":${'9'.repeat(random.between(1, 3_000))}}`,
  ];
  return Buffer.from(random.pick(bodies)());
}

/** Gives a body its length or its coding, right or wrong. */
function frame(random: Random, body: Buffer): { readonly lines: readonly string[]; readonly body: Buffer } {
  const length = `Content-Length: ${body.length}`;
  if (random.chance(0.75)) return { lines: body.length > 0 ? [length] : [], body };
  if (random.chance(0.4)) {
    const wrong = random.pick([
      '-1',
      '1e3',
      '0x10',
      String(body.length + random.between(1, 99)),
      '999999999999999999999',
      '1, 1',
      '',
    ]);
    return {
      lines: random.pick([
        [`Content-Length: ${wrong}`],
        [length, `Content-Length: ${wrong}`],
        [length, 'Transfer-Encoding: chunked'],
      ]),
      body,
    };
  }
  return {
    lines: [`Transfer-Encoding: ${random.chance(0.7) ? 'chunked' : random.pick(CODINGS)}`],
    body: inChunks(random, body),
  };
}

function inChunks(random: Random, body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let from = 0; from < body.length; ) {
    const size = Math.max(1, Math.min(body.length - from, random.between(1, 70_000)));
    const extension = random.chance(0.05) ? `;${'x'.repeat(random.pick([1, 100, 20_000]))}` : '';
    const said = random.chance(0.97)
      ? size.toString(16)
      : random.pick(['-1', 'g', 'ffffffffffffffff', '', '0x5', `${size}`]);
    parts.push(Buffer.from(`${said}${extension}\r\n`), body.subarray(from, from + size), Buffer.from('\r\n'));
    from += size;
  }
  const trailer = random.chance(0.1)
    ? random.pick(['X-After: 1\r\n', 'Content-Length: 5\r\n', `X: ${'x'.repeat(20_000)}\r\n`, 'bad\r\n'])
    : '';
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)]);
}
