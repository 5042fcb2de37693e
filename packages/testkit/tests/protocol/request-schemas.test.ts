import { readEffects, type Stack, useStack } from '@social/testkit';
import { OPERATIONS, type OperationId } from '@social/types';
import openapi from '@social/types/openapi.json' with { type: 'json' };
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly 'x-target-keys'?: boolean;
}
type Step = string | number;

const PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Za-z0-9_-]{43}$': 'a'.repeat(43),
  '^[A-Za-z0-9._~-]{43,128}$': 'a'.repeat(43),
  '^[A-Za-z0-9_-]{16,128}$': 'a'.repeat(16),
  '^[1-9][0-9]{0,3}$': '22',
  '^[!-~]+$': 'id',
};
const FORMATS: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'ada@example.com',
  'display-name': 'Ada',
  language: 'en',
  'media-url': 'https://example.com/a.png',
};
/** Operations that check more than the form of their body. */
const FIELDS: Readonly<Record<string, unknown>> = {
  dryRun: false,
  profile: 'default',
  platforms: ['profnet', 'video', 'shortvideo'],
  // A post has a time or a slot.
  slot: undefined,
};
/** Operations whose body may have unknown fields: content tools add some, and another protocol has its own. */
const OPEN = ['receiveContent', 'callMcp'];

const lookUp = (ref: string) =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], openapi) as Schema;
const resolve = (schema: Schema): Schema => (schema.$ref === undefined ? schema : resolve(lookUp(schema.$ref)));

const BODIES = (Object.keys(OPERATIONS) as OperationId[]).flatMap((id) => {
  const { method, path, auth } = OPERATIONS[id];
  const paths = openapi.paths as unknown as Record<string, Record<string, { requestBody?: { content: object } }>>;
  const content = paths[path]?.[method.toLowerCase()]?.requestBody?.content as Record<string, { schema: Schema }>;
  const schema = content?.['application/json']?.schema;
  return schema ? [{ id, method, path, auth, schema }] : [];
});

/** A body with every field there is. */
function bodyOf(given: Schema, name = ''): unknown {
  const schema = resolve(given);
  if (Object.hasOwn(FIELDS, name)) return FIELDS[name];
  if (schema.example !== undefined && schema.type !== 'object') return schema.example;
  if (schema.enum) return schema.enum[0];
  if (schema.oneOf) return bodyOf(schema.oneOf[0] as Schema);
  if (schema.type === 'array') return [bodyOf(schema.items ?? {})];
  if (schema.type === 'object') {
    const more = schema.additionalProperties;
    // A map by target takes any key, and so the one below.
    const properties = schema['x-target-keys'] ? {} : (schema.properties ?? {});
    const fields = Object.entries(properties).map(([field, one]) => [field, bodyOf(one, field)]);
    return Object.fromEntries(typeof more === 'object' ? [...fields, ['profnet', bodyOf(more)]] : fields);
  }
  if (schema.type === 'boolean') return true;
  if (schema.type === 'integer') return schema.minimum ?? 1;
  return (
    PATTERNS[schema.pattern ?? ''] ?? FORMATS[schema.format ?? ''] ?? 'x'.repeat(Math.max(8, schema.minLength ?? 0))
  );
}

/** Returns the paths of the closed objects in a body. */
function closedObjects(given: Schema, at: readonly Step[] = []): (readonly Step[])[] {
  const schema = resolve(given);
  if (schema.oneOf) return schema.oneOf.slice(0, 1).flatMap((one) => closedObjects(one, at));
  if (schema.type === 'array') return closedObjects(schema.items ?? {}, [...at, 0]);
  if (schema.type !== 'object' || schema.additionalProperties === true) return [];
  const properties = schema['x-target-keys'] ? {} : (schema.properties ?? {});
  const below = Object.entries(properties).flatMap(([name, one]) => closedObjects(one, [...at, name]));
  const more = schema.additionalProperties;
  return typeof more === 'object' ? [...below, ...closedObjects(more, [...at, 'profnet'])] : [at, ...below];
}

/** Returns a copy of the body with an unknown field in one of its objects. */
function withField(body: unknown, at: readonly Step[], field: string, value: unknown): object {
  const copy = structuredClone(body);
  const place = at.reduce<unknown>((node, step) => (node as Record<Step, unknown>)[step], copy);
  Object.defineProperty(place, field, { value, enumerable: true, configurable: true, writable: true });
  return copy as object;
}

let browser: ReturnType<Stack['browser']>;

const { stack, workspace } = useStack({ connect: ['profnet', 'microblog'] });

beforeAll(async () => {
  browser = stack.browser();
  await browser.signIn(workspace.email, workspace.password);
});

/** A call by whom the operation lets in. */
function call(auth: string, method: string, address: string, body: object) {
  if (auth === 'session') return browser.visit(method, address, { body });
  return auth === 'none' ? stack.anonymous(method, address, { body }) : workspace.api(method, address, { body });
}

describe.each(BODIES.filter(({ id }) => !OPEN.includes(id)))(
  'the body of $id',
  ({ id, method, path, auth, schema }) => {
    // Settings of a post that is only checked are refused in its result.
    const places = closedObjects(schema).filter((at) => id !== 'checkPosts' || at.at(-1) !== 'meta');
    const address = path.replace('{platform}', 'chatbot').replace(/\{\w+\}/, '00000000-0000-4000-8000-000000000000');
    const name = fc
      .string({ minLength: 1, maxLength: 12 })
      .filter((text) => !text.includes('\0') && text.isWellFormed());
    const names = fc.oneof(name, fc.constantFrom('__proto__', 'constructor', 'toString', 'Text', 'id'));

    test('with an unknown field, at any depth, is refused without effect', async () => {
      const before = await readEffects(stack, workspace);
      const body = bodyOf(schema);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), names, fc.jsonValue({ maxDepth: 1 }), async (at, field, value) => {
          const known = at.reduce<unknown>((node, step) => (node as Record<Step, unknown>)[step], body) as object;
          fc.pre(!Object.hasOwn(known, field));
          const answer = await call(auth, method, address, withField(body, at, field, value));
          expect(answer.status).toBe(400);
          expect(answer.body.error).toMatch(/: is not a known (field|setting); /);
        }),
        { numRuns: 6 * places.length },
      );
      expect(await readEffects(stack, workspace)).toEqual(before);
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
    });
  },
);

test('every object of a request is closed in the contract, except where others decide its fields', () => {
  const open: string[] = [];
  const walk = (given: Schema, at: string) => {
    const schema = resolve(given);
    expect(schema.allOf, at).toBeUndefined();
    const { properties = {}, additionalProperties: more, items, oneOf = [] } = schema;
    if (schema.type === 'object' && more !== false) open.push(at);
    const named = schema['x-target-keys'] ? [] : Object.entries(properties);
    for (const [name, one] of named) walk(one, `${at}.${name}`);
    if (typeof more === 'object') walk(more, `${at}.*`);
    if (items) walk(items, `${at}[]`);
    for (const one of oneOf) walk(one, at);
  };
  for (const { id, schema } of BODIES) walk(schema, id);
  expect(open).toEqual([
    'createPost.meta',
    'createPost.settings',
    'createPost.overrides',
    'checkPosts.posts[].meta',
    'checkPosts.posts[].settings',
    'checkPosts.posts[].overrides',
    'createDraft.meta',
    'createDraft.settings',
    'createDraft.overrides',
    'updateDraft.meta',
    'updateDraft.settings',
    'updateDraft.overrides',
    'confirmConnection.option',
    'receiveContent',
    'callMcp',
  ]);
});

test('every answer is open: new fields break no program', () => {
  const closed: string[] = [];
  const walk = (given: Schema, at: string, seen: readonly string[]) => {
    if (given.$ref && seen.includes(given.$ref)) return;
    const below = given.$ref ? [...seen, given.$ref] : seen;
    const { properties = {}, additionalProperties: more, items, oneOf = [], allOf = [] } = resolve(given);
    if (more === false) closed.push(at);
    for (const [name, one] of Object.entries(properties)) walk(one, `${at}.${name}`, below);
    if (typeof more === 'object') walk(more, `${at}.*`, below);
    if (items) walk(items, `${at}[]`, below);
    for (const one of [...oneOf, ...allOf]) walk(one, at, below);
  };
  type Answer = { $ref?: string; content?: Record<string, { schema: Schema }> };
  for (const item of Object.values(openapi.paths as unknown as Record<string, Record<string, object>>)) {
    for (const operation of Object.values(item) as { operationId?: string; responses?: Record<string, Answer> }[]) {
      for (const [status, given] of Object.entries(operation.responses ?? {})) {
        const answer = given.$ref ? (lookUp(given.$ref) as Answer) : given;
        for (const { schema } of Object.values(answer.content ?? {}))
          walk(schema, `${operation.operationId} ${status}`, []);
      }
    }
  }
  expect(closed).toEqual([]);
});
