import { expect, test } from 'vitest';
import { sandboxSeed } from '../../../src/index.ts';
import { call, open, send } from '../../support/sandbox.ts';
import { article, signInToLinkedin } from './sign-in.ts';

const { accounts, organizations } = sandboxSeed.linkedin;
const actor = `urn:li:person:${accounts.sandbox_owner}`;
const company = `urn:li:organization:${organizations.sandbox_company}`;
const scope = 'openid profile email w_member_social w_member_social_feed';

async function openWithPost() {
  const sandbox = await open();
  const { headers } = await signInToLinkedin(sandbox, scope);
  const rest = `${sandbox.url}/linkedin/rest`;
  const object = (await send(`${rest}/posts`, 'POST', article('Hello'), headers)).headers.get('x-restli-id') ?? '';
  const commentsOf = (urn: string) => `${rest}/socialActions/${encodeURIComponent(urn)}/comments`;
  const comment = (changes: object = {}, { own = headers, urn = object } = {}) =>
    send(commentsOf(urn), 'POST', { actor, object: urn, message: { text: 'A (comment)' }, ...changes }, own);
  const remove = (id: string, as = actor) =>
    call(`${commentsOf(object)}/${id}?actor=${encodeURIComponent(as)}`, { method: 'DELETE', headers });
  return { sandbox, headers, rest, object, comment, remove };
}

test('a comment is created with its text as written, shown below its post, and deleted once', async () => {
  const { sandbox, object, comment, remove } = await openWithPost();
  const created = await comment();
  const id = created.headers.get('x-restli-id') ?? '';
  const commentUrn = `urn:li:comment:(${object},${id})`;
  const message = { text: 'A (comment)' };
  expect(created).toMatchObject({ status: 201, body: { id, actor, object, commentUrn, message } });
  const [, shown] = await sandbox.posts('linkedin');
  expect(shown).toMatchObject({ id: commentUrn, replyToId: object, text: 'A (comment)', account: 'sandbox_owner' });
  expect((await call(shown?.url ?? '')).text).toContain('in reply to');
  expect((await remove(id)).status).toBe(204);
  expect(await remove(id)).toMatchObject({ status: 404, body: { code: 'RESOURCE_NOT_FOUND' } });
});

test('comments are deleted with their post', async () => {
  const { sandbox, rest, headers, object, comment } = await openWithPost();
  await comment();
  await call(`${rest}/posts/${encodeURIComponent(object)}`, { method: 'DELETE', headers });
  expect((await sandbox.posts('linkedin')).every(({ deletedAt }) => deletedAt !== null)).toBe(true);
  expect((await comment()).status).toBe(404);
});

test('a comment needs the permission of its actor', async () => {
  const { sandbox, comment } = await openWithPost();
  const denied = (message: unknown) => ({ status: 403, body: { code: 'ACCESS_DENIED', message } });
  const { headers: own } = await signInToLinkedin(sandbox);
  const words = 'Not enough permissions to access: partnerApiSocialActions.CREATE.20260901';
  expect(await comment({}, { own })).toMatchObject(denied(words));
  const { headers } = await signInToLinkedin(sandbox, scope);
  const another = denied(expect.stringContaining('partnerApiSocialActions.CREATE as another author'));
  expect(await comment({ actor: company }, { own: headers })).toMatchObject(another);
  const { headers: page } = await signInToLinkedin(sandbox, 'w_organization_social_feed');
  expect((await comment({ actor: company }, { own: page })).status).toBe(201);
  expect(await comment({}, { own: page })).toMatchObject(another);
});

test.each<[string, string, object]>([
  ['a text that is too long', 'FIELD_ARRAY_SIZE_TOO_HIGH', { message: { text: 'x'.repeat(1251) } }],
  ['no text', 'MISSING_FIELD', { message: { text: ' ' } }],
  ['no actor', 'MISSING_FIELD', { actor: undefined }],
  ['the URN of another post', 'INVALID_VALUE_FOR_FIELD', { object: 'urn:li:share:1' }],
])('a comment with %s is refused', async (_wrong, code, changes) => {
  const { comment } = await openWithPost();
  const { status, body } = await comment(changes);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(code);
});

test.each([
  ['urn:li:share:1', 404, 'RESOURCE_NOT_FOUND'],
  ['urn:li:share:a', 400, 'INVALID_URN_ID'],
  ['urn:li:person:1', 400, 'INVALID_URN_TYPE'],
])('a comment on %s is refused', async (urn, status, code) => {
  const { comment } = await openWithPost();
  const { body, ...answer } = await comment({}, { urn });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(body)).toContain(code);
});
