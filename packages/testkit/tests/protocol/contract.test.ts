import { createClient } from '@social/sdk';
import { type ApiAnswer, useStack } from '@social/testkit';
import { CAPABILITIES, ERROR_CODES, OPERATIONS, PLATFORM_IDS } from '@social/types';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import { beforeAll, describe, expect, test } from 'vitest';
import server from '../../../server/package.json' with { type: 'json' };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const PARAMETERS: Readonly<Record<string, string>> = {
  account: 'news',
  platform: 'profnet',
  id: '00000000-0000-4000-8000-000000000000',
  profileId: '00000000-0000-4000-8000-000000000000',
  keyId: '00000000-0000-4000-8000-000000000000',
  endpointId: '00000000-0000-4000-8000-000000000000',
  draftId: '00000000-0000-4000-8000-000000000000',
  deliveryId: '00000000-0000-4000-8000-000000000000',
  sessionId: 'none',
  memberId: 'none',
  invitationId: 'none',
  signature: 'none',
  file: 'none.png',
};

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly { name?: string; $ref?: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
}

const PATHS = Object.entries(openapi.paths as unknown as Record<string, Record<string, Operation>>).map(
  ([path, item]) => ({
    path,
    address: path.replace(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? ''),
    methods: METHODS.filter((method) => item[method]),
    item,
  }),
);
const EVERY = PATHS.flatMap(({ path, address, methods, item }) =>
  methods.map((method) => ({ method: method.toUpperCase(), path, address, ...(item[method] as Operation) })),
);

const { stack } = useStack();

test('every operation has a unique name and a documented tag', () => {
  const ids = EVERY.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = openapi.tags.map(({ name }) => name);
  expect(EVERY.filter((operation) => operation.tags.length !== 1 || !tags.includes(operation.tags[0] ?? ''))).toEqual(
    [],
  );
});

test('the first type of every body can be sent as it stands, as generated clients do', () => {
  const first = EVERY.flatMap(({ requestBody }) => (requestBody ? Object.keys(requestBody.content).slice(0, 1) : []));
  expect(first).toContain('application/octet-stream');
  expect(first.filter((type) => type.includes('*'))).toEqual([]);
});

test('files are bytes, not texts, in bodies and answers', () => {
  const contents = EVERY.flatMap(({ requestBody, responses }) => [requestBody, ...Object.values(responses)])
    .flatMap((one) =>
      Object.entries((one as { content?: Record<string, { schema: object }> } | undefined)?.content ?? {}),
    )
    .filter(([type]) => /^(image|video)\/|octet-stream/.test(type));
  expect(contents).toHaveLength(8);
  for (const [, { schema }] of contents) expect(schema).toEqual({ type: 'string', format: 'binary' });
});

test("the constants that server and SDK are made of name the contract's operations", () => {
  const fromConstants = Object.entries(OPERATIONS).map(([id, { method, path, tag }]) => [id, method, path, tag]);
  const fromContract = EVERY.map(({ operationId, method, path, tags }) => [operationId, method, path, tags[0]]);
  expect(fromConstants.sort()).toEqual(fromContract.sort());
});

test('the SDK has a method for every operation but streams and other protocols, and one that waits for a post', () => {
  const client = createClient({ baseUrl: stack.url, apiKey: 'sk_live_none' }) as unknown as Record<string, unknown>;
  const groups = Object.entries(client).filter(([name]) => openapi.tags.some((tag) => tag.name === name));
  const methods = groups.flatMap(([tag, group]) =>
    Object.entries(group as Record<string, unknown>).map(([id, method]) => [id, tag, typeof method]),
  );
  const operations = EVERY.filter(({ operationId }) => !['streamEvents', 'callMcp'].includes(operationId));
  const expected = operations.map(({ operationId, tags }) => [operationId, tags[0], 'function']);
  expect(methods.sort()).toEqual([...expected, ['waitUntilPublished', 'posts', 'function']].sort());
});

describe.each(EVERY)('$operationId: $method $path', ({ method, address, responses }) => {
  test('is served, and answers a documented status without a key', async () => {
    const body = method === 'GET' ? {} : { body: {} };
    const answer: ApiAnswer = await stack.anonymous(method, address, body);
    expect(Object.keys(responses)).toContain(String(answer.status));
    expect(answer.status).not.toBe(405);
    expect(answer.status).toBeLessThan(500);
    if (answer.status === 404) expect(answer.body.error).not.toContain('no such address');
  });
});

describe.each(PATHS)('$path', ({ address, methods }) => {
  const others = METHODS.filter((method) => !methods.includes(method)).map((method) => method.toUpperCase());

  test.each(others)('answers 405 to %s and says what is possible', async (method) => {
    const { status, headers, body } = await stack.anonymous(method, address);
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    const allowed = (headers.get('allow') ?? '').split(', ').filter((each) => each !== 'HEAD');
    expect(allowed.sort()).toEqual(methods.map((each) => each.toUpperCase()).sort());
  });
});

describe.each(PATHS)('the answer of $path', ({ address }) => {
  test('names its request, is not cached and has a fixed type', async () => {
    const { headers, body } = await stack.anonymous('GET', address);
    const requestId = headers.get('x-request-id') ?? '';
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    if (typeof body === 'object' && 'code' in body) expect(body.requestId).toBe(requestId);
    expect(stack.log.some((line) => line.includes(requestId))).toBe(true);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('social-version')).toBe(server.version);
  });
});

test('/openapi.json is the contract', async () => {
  const { status, body } = await stack.anonymous('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body).toEqual(openapi);
  expect([body.openapi, body.info.version]).toEqual(['3.0.3', '1.0.0']);
});

describe('/llms.txt', () => {
  let text: string;

  beforeAll(async () => {
    const answer = await stack.anonymous('GET', '/llms.txt');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    ({ text } = answer);
  });

  test.each(EVERY)(
    'describes $method $path with its errors and parameters',
    ({ method, path, responses, parameters = [] }) => {
      const from = text.indexOf(`### ${method} ${path}\n`);
      expect(from).toBeGreaterThan(-1);
      const [section] = text.slice(from + 1).split('\n### ');
      for (const status of Object.keys(responses).filter((each) => each >= '400')) expect(section).toContain(status);
      for (const { name } of parameters) if (name) expect(section).toContain(name);
    },
  );

  test.each(Object.keys(ERROR_CODES))('names the error code %s', (code) => {
    expect(text).toContain(`- ${code}: ${ERROR_CODES[code as keyof typeof ERROR_CODES].status}`);
  });

  test.each(Object.values(CAPABILITIES))('says of each capability whether $network has it', ({ network, states }) => {
    const [said] = text.split('\n').filter((line) => line.startsWith(`- ${network}: `));
    for (const [name, state] of Object.entries(states)) expect(said).toMatch(new RegExp(`[:;] ${state}: [^;]*${name}`));
  });

  test.each(PLATFORM_IDS)('names the platform %s with its limits and costs', (platform) => {
    expect(text).toMatch(new RegExp(`- ${platform} \\(.*text up to \\d+ .*credits: post \\d`));
  });

  test('gives the limits of each network of a platform with several', () => {
    expect(text).toContain(
      'text up to 4096 utf16; Telegram: text up to 1024 with files, 10 images (JPEG, PNG, GIF, WEBP), 10 videos (MP4), 10 documents (PDF, PPT, PPTX, DOC, DOCX); Discord: text up to 2000, signs of formatting count 2, 10 images',
    );
  });

  test.each([
    ['profnet', 'LinkedIn'],
    ['microblog', 'X'],
    ['video', 'YouTube'],
    ['shortvideo', 'TikTok'],
    ['socialnet', 'Facebook'],
    ['photonet', 'Instagram'],
    ['chatbot', 'Telegram or Discord'],
  ])('says that %s is %s, the name that people search for', (platform, name) => {
    expect(text).toContain(`- ${platform} (${name}): `);
    expect(text.slice(0, text.indexOf('## Endpoints'))).toMatch(new RegExp(`\`${platform}\` is ${name.split(' ')[0]}`));
  });

  test('says how to authenticate and how to repeat a call safely', () => {
    expect(text).toContain('Authorization: Bearer sk_live_');
    expect(text).toContain('Idempotency-Key');
  });
});

test("the error codes of the catalogue are the schema's", () => {
  expect([...openapi.components.schemas.ErrorCode.enum].sort()).toEqual(Object.keys(ERROR_CODES).sort());
});
