import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { readTraces } from './refusals.ts';

const { stack, workspace } = useStack({ connect: ['profnet'] });

const before = useResource(() => readTraces(stack, workspace));

const BODY = '{"text":"must not go out","platforms":["profnet"]}';
const JSON_TYPE = { 'content-type': 'application/json' };

test.each([
  { id: 'H26', title: 'no Content-Type', body: new TextEncoder().encode(BODY), headers: {} },
  { id: 'H28', title: 'a form', body: 'text=a&platforms=profnet', type: 'application/x-www-form-urlencoded' },
  { id: 'H28', title: 'JSON that is called a form', body: BODY, type: 'application/x-www-form-urlencoded' },
  { id: 'H29', title: 'multipart', body: '--x\r\n\r\na\r\n--x--', type: 'multipart/form-data; boundary=x' },
  { id: 'H29', title: 'plain text', body: BODY, type: 'text/plain' },
  { id: 'H29', title: 'a type that only begins like JSON', body: BODY, type: 'application/json5' },
  { id: 'H29', title: 'a type that only ends like JSON', body: BODY, type: 'text/json' },
  { id: 'H29', title: 'another type next to JSON', body: BODY, type: 'application/json, text/plain' },
  { id: 'H29', title: 'a charset that is not UTF-8', body: BODY, type: 'application/json; charset=utf-16' },
  { id: 'H29', title: 'the charset Latin-1', body: BODY, type: 'application/json;charset="iso-8859-1"' },
  { id: 'H31', title: 'gzip', body: gzipSync(BODY), headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
  {
    id: 'H31',
    title: 'a gzip bomb',
    body: gzipSync(Buffer.alloc(50_000_000, ' ')),
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
  },
  { id: 'H31', title: 'a plain body called gzip', body: BODY, headers: { ...JSON_TYPE, 'content-encoding': 'GZIP' } },
  { id: 'H31', title: 'Brotli', body: brotliCompressSync(BODY), headers: { ...JSON_TYPE, 'content-encoding': 'br' } },
  { id: 'H31', title: 'deflate', body: deflateSync(BODY), headers: { ...JSON_TYPE, 'content-encoding': 'deflate' } },
  { id: 'H32', title: 'zstd', body: zstdCompressSync(BODY), headers: { ...JSON_TYPE, 'content-encoding': 'zstd' } },
])('$id: refuses $title with 415', async ({ body, headers, type }) => {
  const { status } = await workspace.publish(body, headers ?? { 'content-type': type ?? '' });
  expect(status).toBe(415);
});

const withText = (json: string) => `{"text":${json},"platforms":["profnet"]}`;

test.each<{ id: string; title: string; body: string | Uint8Array }>([
  { id: 'H34', title: 'an object that breaks off', body: '{"a":' },
  { id: 'H34', title: 'a string that breaks off', body: '{"text":"a' },
  { id: 'H34', title: 'something after the object', body: `${BODY} x` },
  { id: 'H34', title: 'two objects', body: BODY + BODY },
  { id: 'H34', title: 'a comma at the end', body: '{"text":"a","platforms":["profnet"],}' },
  { id: 'H34', title: 'unbalanced brackets', body: '{"text":"a","platforms":["profnet"]]}' },
  { id: 'H35', title: 'an empty body', body: '' },
  { id: 'H35', title: 'a body of white space', body: ' \r\n\t ' },
  { id: 'H35', title: 'only a byte order mark', body: new Uint8Array([0xef, 0xbb, 0xbf]) },
  { id: 'H37', title: 'a string', body: '"x"' },
  { id: 'H37', title: 'a string that holds the object', body: JSON.stringify(BODY) },
  { id: 'H38', title: 'a number', body: '5' },
  { id: 'H38', title: 'null', body: 'null' },
  { id: 'H38', title: 'true', body: 'true' },
  { id: 'H38', title: 'an empty list', body: '[]' },
  { id: 'H38', title: 'the object in a list', body: `[${BODY}]` },
  { id: 'H38', title: 'an empty object', body: '{}' },
  { id: 'H40', title: 'a field twice', body: '{"text":"a","text":"b","platforms":["profnet"]}' },
  { id: 'H40', title: 'a field twice, once escaped', body: '{"text":"a","\\u0074ext":"b","platforms":["profnet"]}' },
  {
    id: 'H40',
    title: 'a field twice, with much white space before the colon',
    body: `{"text":"a","platforms":["profnet"],"text"${' '.repeat(300)}:"b"}`,
  },
  { id: 'H40', title: 'a field twice further down', body: withText('"a","meta":{"title":"a","title":"b"}') },
  {
    id: 'H40',
    title: 'a field twice after a nested object',
    body: '{"text":"a","meta":{"text":"b"},"platforms":["profnet"],"text":"c"}',
  },
  { id: 'H40', title: 'an unknown field twice', body: withText('"a","x":1,"x":1') },
  {
    id: 'H40',
    title: 'a field twice in metadata written as text',
    body: withText('"a","meta":"{\\"a\\":1,\\"a\\":2}"'),
  },
  { id: 'H41', title: 'a lone UTF-8 byte', body: Buffer.from(withText('"a\xff"'), 'latin1') },
  { id: 'H41', title: 'overlong UTF-8', body: Buffer.from(withText('"a\xc0\x80"'), 'latin1') },
  { id: 'H41', title: 'UTF-8 that breaks off', body: Buffer.from(withText('"a\xe2\x82"'), 'latin1') },
  { id: 'H41', title: 'a surrogate in UTF-8', body: Buffer.from(withText('"a\xed\xa0\x80"'), 'latin1') },
  { id: 'H41', title: 'UTF-16', body: Buffer.from(`\ufeff${BODY}`, 'utf16le') },
  { id: 'H43', title: 'U+0000 in a text', body: withText('"a\\u0000b"') },
  { id: 'H43', title: 'U+0000 in a nested text', body: withText('"a","meta":{"tags":["\\u0000"]}') },
  { id: 'H43', title: 'U+0000 in an unknown field', body: withText('"a","x":"\\u0000"') },
  { id: 'H43', title: 'U+0000 in the name of a field', body: withText('"a","x\\u0000":1') },
  { id: 'H43', title: 'a raw NUL', body: withText('"a\0b"') },
  {
    id: 'H43',
    title: 'U+0000 in metadata written as text',
    body: withText('"a","meta":"{\\"title\\":\\"\\\\u0000\\"}"'),
  },
  { id: 'H43', title: 'half a surrogate pair', body: withText('"a\\ud800"') },
  { id: 'H43', title: 'surrogates in the wrong order', body: withText('"\\udc00\\ud800"') },
  {
    id: 'H43',
    title: 'half a surrogate pair in metadata written as text',
    body: withText('"a","meta":"{\\"title\\":\\"\\\\ud800\\"}"'),
  },
  { id: 'H44', title: '30 000 levels of lists', body: withText(`"a","x":${'['.repeat(30_000)}${']'.repeat(30_000)}`) },
  { id: 'H44', title: '30 000 levels that are never closed', body: '['.repeat(30_000) },
  {
    id: 'H44',
    title: '20 000 levels of objects',
    body: withText(`"a","x":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
  },
  { id: 'H44', title: '100 levels', body: withText(`"a","meta":{"x":${'['.repeat(100)}${']'.repeat(100)}}`) },
  {
    id: 'H44',
    title: '9 000 levels in metadata written as text',
    body: withText(`"a","meta":${JSON.stringify(`{"x":${'['.repeat(9_000)}${']'.repeat(9_000)}}`)}`),
  },
  { id: 'H49', title: 'an unknown field', body: withText('"a","id":"x"') },
  { id: 'H49', title: 'a misspelt time', body: withText('"a","scheduleFor":"2099-01-01T00:00:00Z"') },
  { id: 'H49', title: 'a misspelt field of an override', body: withText('"a","overrides":{"profnet":{"txt":"b"}}') },
  {
    id: 'H49',
    title: 'a misspelt field of a medium',
    body: withText('"a","media":[{"url":"https://example.com/a.png","altText":"b"}]'),
  },
  { id: 'H49', title: 'a misspelt setting', body: withText('"a","meta":{"privacystatus":"private"}') },
  { id: 'H50', title: '__proto__', body: withText('"a","__proto__":{"isAdmin":true}') },
  { id: 'H50', title: '__proto__ in metadata', body: withText('"a","meta":{"__proto__":{"isAdmin":true}}') },
  { id: 'H51', title: 'constructor.prototype', body: withText('"a","constructor":{"prototype":{"isAdmin":true}}') },
  {
    id: 'H51',
    title: '__proto__ in metadata written as text',
    body: withText('"a","meta":"{\\"__proto__\\":{\\"isAdmin\\":true}}"'),
  },
  { id: 'H46', title: 'single quotes', body: "{'text':'a','platforms':['profnet']}" },
  { id: 'H46', title: 'names without quotes', body: '{text:"a",platforms:["profnet"]}' },
  { id: 'H46', title: 'a comment', body: `/* x */ ${BODY}` },
  { id: 'H46', title: 'a comment at the end', body: `${BODY} // x` },
  { id: 'H46', title: 'NaN', body: withText('"a","x":NaN') },
  { id: 'H46', title: '-Infinity', body: withText('"a","x":-Infinity') },
  { id: 'H46', title: 'a number with a leading zero', body: withText('"a","x":01') },
  { id: 'H46', title: 'a hexadecimal number', body: withText('"a","x":0x1') },
  { id: 'H46', title: 'undefined', body: withText('"a","x":undefined') },
  { id: 'H46', title: 'a raw line break in a text', body: withText('"a\nb"') },
  { id: 'H46', title: 'an unknown escape', body: withText('"\\x41"') },
  { id: 'H46', title: 'a script that is not JSON', body: ')]}\',\n{"text":"a"}' },
  { id: 'H47', title: 'a number as the text', body: '{"text":1e400}' },
  { id: 'H47', title: 'a number without bounds in an unknown field', body: withText('"a","x":1e400') },
  { id: 'H47', title: 'a number without bounds in metadata', body: withText('"a","meta":{"x":[-1e999]}') },
])('$id: refuses $title with 400', async ({ body }) => {
  const { status, body: answer } = await workspace.publish(body, JSON_TYPE);
  expect(status).toBe(400);
  expect(answer.code).toMatch(/^invalid_(json|request)$/);
});

test('H45: refuses a body above 256 KiB with 413', async () => {
  const { status } = await workspace.publish(withText(`"${'a'.repeat(262_144)}"`), JSON_TYPE);
  expect(status).toBe(413);
});

test('refused bodies leave nothing behind', async () => {
  expect(await readTraces(stack, workspace)).toEqual(before);
  expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined();
  expect(stack.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

test.each([
  { id: 'H48', title: 'a byte order mark', body: (text: string) => `\ufeff${withText(JSON.stringify(text))}` },
  {
    id: 'H53',
    title: 'white space around everything',
    body: (text: string) => ` \n\t${withText(` ${JSON.stringify(text)} `)}\r\n`,
  },
  { id: 'H53', title: 'escapes for every character', body: (text: string) => withText(`"${escaped(text)}"`) },
])('$id: accepts $title like the clean request', async ({ id, title, body }) => {
  const text = `${id} ${title}`;
  const { status, body: post } = await workspace.publish(body(text), JSON_TYPE);
  expect(status).toBe(201);
  expect(post).toMatchObject({ text, platforms: ['profnet'], status: 'published', credits: 1 });
  expect((await stack.sandbox.posts()).map((accepted) => accepted.text)).toContain(text);
});

test.each([
  ['H49', 'application/json; charset=utf-8'],
  ['H49', 'Application/JSON;charset="UTF-8"'],
  ['H49', 'application/json; charset=utf-8; profile=x'],
])('%s: accepts the Content-Type %s', async (_id, type) => {
  const { status } = await workspace.publish(withText(JSON.stringify(`sent as ${type}`)), { 'content-type': type });
  expect(status).toBe(201);
});

test('H31: accepts Content-Encoding: identity', async () => {
  const { status } = await workspace.publish(withText('"not encoded"'), {
    ...JSON_TYPE,
    'content-encoding': 'identity',
  });
  expect(status).toBe(201);
});

function escaped(text: string): string {
  return Array.from(text, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}
