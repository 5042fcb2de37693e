import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ClientOptions, createClient, type MutationOptions } from '../src/index.ts';
import { type AnsweringServer, json, POST, startAnsweringServer } from './answering-server.ts';

const apiKey = 'sk_live_sp_notarealkey';
const HELLO = { text: 'hello', platforms: ['profnet' as const] };
let server: AnsweringServer;

beforeEach(async () => {
  server = await startAnsweringServer(json(201, POST));
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await server[Symbol.asyncDispose]();
});

function publish(input: object, options: MutationOptions = {}, more: ClientOptions = {}) {
  const client = createClient({ apiKey, baseUrl: server.url, ...more });
  return client.posts.createPost({ ...HELLO, ...input }, options);
}

describe('what cannot be sent is a TypeError that says that nothing was sent:', () => {
  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  it.each([
    ['a key with an emoji', {}, { idempotencyKey: '😀' }],
    ['a key with a line break', {}, { idempotencyKey: 'a\r\nX: 1' }],
    ['an empty key', {}, { idempotencyKey: '' }],
    ['a key of spaces', {}, { idempotencyKey: '   ' }],
    ['a key of 256 characters', {}, { idempotencyKey: 'x'.repeat(256) }],
    ['a bigint', { meta: { a: 1n } }, {}],
    ['a circle', { meta: circular }, {}],
    [
      'what throws when it is written',
      {
        meta: {
          toJSON: () => {
            throw new Error('no');
          },
        },
      },
      {},
    ],
    ['a negative time limit', {}, { timeoutMs: -1 }],
    ['no time at all', {}, { timeoutMs: 0 }],
    ['a time limit that is not a number', {}, { timeoutMs: Number.NaN }],
    ['what is no signal', {}, { signal: {} as AbortSignal }],
  ])('%s', async (_what, input, options) => {
    const error = await publish(input, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect((error as Error).message).toMatch(/; nothing was sent$/);
    expect((error as Error).message).not.toContain('\n');
    expect(server.seen).toEqual([]);
  });

  it('a header that no request can carry', async () => {
    const error = await publish({}, {}, { userAgent: 'a\r\nX: 1' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toMatch(/; nothing was sent$/);
    expect(server.seen).toEqual([]);
  });

  it('a call that needs a key, without one', async () => {
    vi.stubEnv('SOCIAL_API_KEY', ' ');
    const client = createClient({ baseUrl: server.url });
    const advice = 'No API key: set SOCIAL_API_KEY or give createClient({ apiKey }); nothing was sent';
    await expect(client.usage.getUsage()).rejects.toThrow(new TypeError(advice));
    expect(server.seen).toEqual([]);
    await client.server.getHealth();
    // A custom `fetch` may add the credential.
    await createClient({ baseUrl: server.url, fetch: (request) => fetch(request) }).usage.getUsage();
    expect(server.seen).toHaveLength(2);
  });
});

describe('what fetch throws', () => {
  const failing = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code }) });
  const failureOf = (fetch: ClientOptions['fetch']) =>
    publish({}, {}, { fetch, maxRetries: 0 }).catch((thrown: unknown) => thrown);

  it.each([
    'ERR_INVALID_ARG_TYPE',
    'ERR_INVALID_ARG_VALUE',
    'ERR_INVALID_CHAR',
    'ERR_INVALID_URL',
    'UND_ERR_INVALID_ARG',
    'UND_ERR_NOT_SUPPORTED',
  ])('with the code %s comes before anything was sent', async (code) => {
    const error = await failureOf(() => Promise.reject(failing(code)));
    expect(error).toMatchObject({ outcomeUnknown: false, message: expect.stringMatching(/; nothing was sent$/) });
  });

  it.each(['ERR_INVALID_STATE', 'ERR_INVALID_ARG_TYPES', 'ERR_METHOD_NOT_SUPPORTED', 'ERR_INVALID_RETURN_VALUE'])(
    'with the code %s may come after it was carried out',
    async (code) => {
      const error = await failureOf(() => Promise.reject(failing(code)));
      expect(error).toMatchObject({ outcomeUnknown: true, message: expect.stringContaining('is not known') });
    },
  );

  it.each(['ERR_INVALID_ARG_TYPE', 'EACCES'])(
    'while it reads an answer says nothing of the request: %s',
    async (code) => {
      const body = new ReadableStream({ pull: () => Promise.reject(failing(code)) });
      const error = await failureOf(async (request) => {
        await fetch(request);
        return new Response(body, { status: 201, headers: { 'content-type': 'application/json' } });
      });
      expect(server.seen).toHaveLength(1);
      expect(error).toMatchObject({ outcomeUnknown: true, message: expect.stringContaining('is not known') });
    },
  );
});

it('is sent whatever is long or odd and yet possible', async () => {
  await publish({}, { idempotencyKey: 'x y'.padEnd(255, '~'), timeoutMs: Number.POSITIVE_INFINITY });
  await publish({ text: 'half a pair: \ud800' }, { timeoutMs: 2 ** 40 });
  expect(server.seen).toHaveLength(2);
});

it('does not wait for a post for no time', async () => {
  const client = createClient({ apiKey, baseUrl: server.url });
  await expect(client.posts.waitUntilPublished('1', { timeoutMs: -1 })).rejects.toThrow('timeoutMs must be');
});

describe('an API key', () => {
  it.each([`${apiKey}\n`, ` ${apiKey}\r\n`, `\t${apiKey} `])(
    'is sent without the white space around it',
    async (key) => {
      await publish({}, {}, { apiKey: key });
      vi.stubEnv('SOCIAL_API_KEY', key);
      await createClient({ baseUrl: server.url }).posts.createPost(HELLO);
      expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(Array(2).fill(`Bearer ${apiKey}`));
    },
  );

  it.each(['sk_live_a b', 'sk_live_a\nb', 'sk_live_ä', 'sk_live_\u200bx'])(
    'that cannot be one is refused by the name of where it comes from, and not repeated: %j',
    (key) => {
      const advice = 'has white space inside, or another character that no API key has';
      expect(() => createClient({ apiKey: key })).toThrow(new TypeError(`apiKey ${advice}`));
      vi.stubEnv('SOCIAL_API_KEY', key);
      expect(() => createClient()).toThrow(new TypeError(`SOCIAL_API_KEY ${advice}`));
    },
  );
});

describe('a base URL', () => {
  it.each(['social.example', 'ftp://social.example', 'http://u:p@social.example'])('is refused: %s', (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow('must begin with http:// or https://');
  });

  it.each(['/api', '/api/v1/posts', '/api/'])('with the path %s is answered with the address to use', (path) => {
    const advice = `The base URL must be the address of the server alone: use ${server.url}, without ${path}`;
    expect(() => createClient({ baseUrl: server.url + path })).toThrow(new TypeError(advice));
  });

  it.each(['', '/', '//', '/?a=1', '#x', '\n'])('may end with %j', (end) => {
    expect(createClient({ baseUrl: server.url + end }).baseUrl).toBe(server.url);
  });
});
