import { randomBytes } from 'node:crypto';
import { useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';
import { runServer } from '../../../src/programs/server-process.ts';
import { lines, sendRaw } from './raw-http.ts';
import { expectErrorAnswer, readTraces } from './refusals.ts';

const SECRET = randomBytes(32).toString('base64');
const BODY = '{"text":"must not go out","platforms":["profnet"]}';

const { stack, workspace } = useStack({ env: { SOCIAL_SECRET_KEYS: SECRET }, connect: ['profnet'] });

const before = useResource(() => readTraces(stack, workspace));

/** A publish with these headers in place of the credentials. */
function publishWith(headers: readonly string[], path = '/api/v1/posts') {
  const { host } = new URL(stack.url);
  const common = [`Host: ${host}`, 'Content-Type: application/json', `Content-Length: ${BODY.length}`];
  return sendRaw(stack.url, Buffer.from(lines(`POST ${path} HTTP/1.1`, ...common, ...headers) + BODY, 'latin1'));
}

test.each<{ id: string; title: string; headers: (key: string) => string[]; path?: (key: string) => string }>([
  { id: 'H98', title: 'no header', headers: () => [] },
  { id: 'H98', title: 'an empty header', headers: () => ['Authorization:'] },
  { id: 'H98', title: 'Bearer without a key', headers: () => ['Authorization: Bearer'] },
  { id: 'H98', title: 'Bearer and white space', headers: () => ['Authorization: Bearer   '] },
  { id: 'H98', title: 'the key without Bearer', headers: (key) => [`Authorization: ${key}`] },
  {
    id: 'H100',
    title: 'two Authorization headers',
    headers: (key) => [`Authorization: Bearer ${key}`, 'Authorization: Bearer x'],
  },
  {
    id: 'H100',
    title: 'the right key twice',
    headers: (key) => [`Authorization: Bearer ${key}`, `Authorization: Bearer ${key}`],
  },
  { id: 'H100', title: 'two keys in one header', headers: (key) => [`Authorization: Bearer ${key}, Bearer ${key}`] },
  { id: 'H100', title: 'two words after Bearer', headers: (key) => [`Authorization: Bearer ${key} ${key}`] },
  {
    id: 'H101',
    title: 'Basic',
    headers: (key) => [`Authorization: Basic ${Buffer.from(`${key}:`).toString('base64')}`],
  },
  { id: 'H101', title: 'Basic with the key as it is', headers: (key) => [`Authorization: Basic ${key}`] },
  { id: 'H101', title: 'Token', headers: (key) => [`Authorization: Token ${key}`] },
  {
    id: 'H101',
    title: 'an ID token',
    headers: () => ['Authorization: Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln'],
  },
  { id: 'H103', title: 'a key in the query', headers: () => [], path: (key) => `/api/v1/posts?key=${key}` },
  {
    id: 'H103',
    title: 'an access_token in the query',
    headers: () => [],
    path: (key) => `/api/v1/posts?access_token=${key}`,
  },
  { id: 'H104', title: 'X-API-Key outside the webhook', headers: (key) => [`X-API-Key: ${key}`] },
  { id: 'H104', title: 'the key as a cookie', headers: (key) => [`Cookie: social.session_token=${key}`] },
  { id: 'H106', title: 'a key of 10 KB', headers: (key) => [`Authorization: Bearer ${key}${'a'.repeat(10_000)}`] },
  { id: 'H106', title: 'a key of 10 KB of blanks', headers: () => [`Authorization: Bearer${' '.repeat(10_000)}x`] },
  { id: 'H107', title: 'a key that is not ASCII', headers: (key) => [`Authorization: Bearer ${key.slice(0, -1)}\xe9`] },
  { id: 'H107', title: 'a key in UTF-8', headers: () => ['Authorization: Bearer sk_live_\xe6\x97\xa5'] },
  {
    id: 'H108',
    title: 'a key with its last character changed',
    headers: (key) => [`Authorization: Bearer ${changed(key, key.length - 1)}`],
  },
  {
    id: 'H108',
    title: 'a key with a character in the middle changed',
    headers: (key) => [`Authorization: Bearer ${changed(key, 20)}`],
  },
  { id: 'H108', title: 'a key that breaks off', headers: (key) => [`Authorization: Bearer ${key.slice(0, -1)}`] },
  { id: 'H108', title: 'a key in upper case', headers: (key) => [`Authorization: Bearer ${key.toUpperCase()}`] },
  { id: 'H108', title: 'a key in quotes', headers: (key) => [`Authorization: Bearer "${key}"`] },
  { id: 'H108', title: 'only the prefix', headers: () => ['Authorization: Bearer sk_live_'] },
])('$id: answers $title with 401', async ({ headers, path }) => {
  const answer = await publishWith(headers(workspace.apiKey), path?.(workspace.apiKey));
  expectErrorAnswer(answer, [401]);
  expect(JSON.parse(answer.text).code).toBe('unauthorized');
  expect(answer.text).not.toContain(workspace.apiKey);
});

test('H108: answers a revoked key with 401', async () => {
  const made = await workspace.api('POST', '/api/keys', { body: { name: 'Soon revoked' } });
  const { rawKey, key } = made.body;
  expect((await workspace.api('GET', '/api/usage', { key: rawKey })).status).toBe(200);
  expect((await workspace.api('DELETE', `/api/keys/${key.id}`)).status).toBe(200);
  expectErrorAnswer(await publishWith([`Authorization: Bearer ${rawKey}`]), [401]);
});

test('H109: answers the key of a deleted workspace with 401', async () => {
  const other = await stack.createWorkspace();
  const deleted = await runServer(['workspace', 'delete', other.email, '--yes'], {
    SOCIAL_DATA_DIR: stack.dataDir,
    SOCIAL_SECRET_KEYS: SECRET,
  });
  expect(deleted.code).toBe(0);
  expectErrorAnswer(await publishWith([`Authorization: Bearer ${other.apiKey}`]), [401]);
});

test('refused credentials leave nothing behind', async () => {
  const { logged, ...rest } = await readTraces(stack, workspace);
  expect({ ...rest, logged: before.logged }).toEqual(before);
  expect(logged).toBe(before.logged);
  const secrets = stack.log.filter((line) => line.includes(workspace.apiKey));
  expect(secrets).toEqual([]);
});

test.each([
  ['H52', 'in lower case', 'bearer '],
  ['H52', 'in upper case', 'BEARER '],
  ['H52', 'with more than one blank', 'Bearer   '],
])('%s: accepts Bearer %s', async (id, title, scheme) => {
  const body = JSON.stringify({ text: `${id} ${title}`, platforms: ['profnet'] });
  const { status } = await workspace.api('POST', '/api/v1/posts', {
    body,
    key: null,
    headers: { authorization: `${scheme}${workspace.apiKey}`, 'content-type': 'application/json' },
  });
  expect(status).toBe(201);
});

function changed(key: string, at: number): string {
  return `${key.slice(0, at)}${key[at] === 'a' ? 'b' : 'a'}${key.slice(at + 1)}`;
}
