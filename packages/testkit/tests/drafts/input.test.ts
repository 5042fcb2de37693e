import { randomUUID } from 'node:crypto';
import { readEffects, uniqueText, useResource, useStack } from '@social/testkit';
import { expect, test } from 'vitest';

const { stack, workspace } = useStack({ connect: ['profnet', 'video'] });

const DRAFTS = '/api/v1/drafts';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const made = useResource(async () => {
  const body = { text: uniqueText('Stored'), platforms: ['profnet'] };
  return (await workspace.api('POST', DRAFTS, { body })).body as { id: string; updatedAt: string };
});

/** Wrong in a new draft and in a change. */
const CONTENTS: readonly (readonly [object, string])[] = [
  [{ text: 1 }, 'text'],
  [{ text: null }, 'text'],
  [{ text: 'x'.repeat(100_001) }, 'text'],
  [{ txt: 'a' }, 'did you mean text?'],
  [{ platforms: 'profnet' }, 'platforms'],
  [{ platforms: ['linkedin'] }, 'platforms'],
  [{ platforms: ['profnet', null] }, 'platforms'],
  [{ thread: ['  '] }, 'thread[0]: write something'],
  [{ thread: Array.from({ length: 25 }, () => 'part') }, 'thread'],
  [{ mediaUrls: ['file:///etc/passwd'] }, 'mediaUrls'],
  [{ mediaUrls: ['https://me:secret@example.com/a.png'] }, 'must not hold a user name or password'],
  [{ media: [{ url: 'javascript:alert(1)' }] }, 'media'],
  [{ media: [{ address: 'https://example.com/a.png' }] }, 'media[0]'],
  [{ scheduledFor: 'tomorrow' }, 'scheduledFor'],
  [{ scheduledFor: '2026-02-30T00:00:00Z' }, 'scheduledFor'],
  [{ scheduledFor: '2099-01-01T00:00:00' }, 'scheduledFor'],
  [{ meta: { privacystatus: 'private' } }, 'did you mean privacyStatus?'],
  [{ meta: '{"a":' }, 'meta'],
  [{ platforms: ['video'], meta: { privacyLevel: 'SELF_ONLY' } }, 'meta.privacyLevel: is a setting of shortvideo'],
  [{ overrides: { video: { text: 'a' } }, platforms: ['profnet'] }, 'overrides.video'],
  [{ overrides: { profnet: { text: ' ' } }, platforms: ['profnet'] }, 'overrides.profnet.text: write something'],
  [{ fitMedia: 'no' }, 'fitMedia'],
  [{ source: 'a\u202eb' }, 'source'],
  [{ source: '' }, 'source'],
  [{ dryRun: true }, 'dryRun'],
  [{ draft: true }, 'draft'],
  [{ ifPast: 'publish' }, 'ifPast'],
  [{ status: 'approved' }, 'status'],
  [{ postId: NOWHERE }, 'postId'],
];

test.each(CONTENTS)('a draft with %j is refused, and a change like it', async (content, message) => {
  const before = await readEffects(stack, workspace);
  for (const [method, path] of [
    ['POST', DRAFTS],
    ['PATCH', `${DRAFTS}/${made.id}`],
  ] as const) {
    const { status, body } = await workspace.api(method, path, { body: content });
    expect([method, status, body.code]).toEqual([method, 400, 'invalid_request']);
    expect(body.error).toContain(message);
  }
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test.each([
  [{}, 400, 'invalid_request'],
  [{ ifUpdatedAt: null, text: 'a' }, 400, 'invalid_request'],
  [{ ifUpdatedAt: 'now', text: 'a' }, 400, 'invalid_request'],
  [{ ifUpdatedAt: '2026-02-30T00:00:00Z', text: 'a' }, 400, 'invalid_request'],
  [{ ifUpdatedAt: '1970-01-01T00:00:00Z', text: 'a' }, 409, 'conflict'],
  [{ ifUpdatedAt: '9999-12-31T23:59:59Z', text: 'a' }, 409, 'conflict'],
  [{ profile: 'no-such-profile' }, 404, 'profile_not_found'],
  [{ thread: null }, 400, 'invalid_request'],
])('the change %j is refused', async (change, status, code) => {
  const before = await readEffects(stack, workspace);
  const answer = await workspace.api('PATCH', `${DRAFTS}/${made.id}`, { body: change });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test.each([
  [{}, 400, 'invalid_request'],
  [{ ifUpdatedAt: '' }, 400, 'invalid_request'],
  [{ ifUpdatedAt: 1 }, 400, 'invalid_request'],
  [{ ifUpdatedAt: 'yesterday' }, 400, 'invalid_request'],
  [{ ifUpdatedAt: '1970-01-01T00:00:00Z' }, 409, 'conflict'],
  [{ ifUpdatedAt: '1970-01-01T00:00:00Z', ifPast: 'maybe' }, 400, 'invalid_request'],
  [{ ifUpdatedAt: '1970-01-01T00:00:00Z', text: 'Changed at last' }, 400, 'invalid_request'],
])('the approval %j is refused', async (body, status, code) => {
  const before = await readEffects(stack, workspace);
  const answer = await workspace.api('POST', `${DRAFTS}/${made.id}/approve`, { body });
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test.each(['?limit=0', '?limit=101', '?limit=a', '?cursor=a', '?cursor=', '?status=canceled', '?state=draft'])(
  'the list %s is refused',
  async (query) => {
    const { status, body } = await workspace.api('GET', `${DRAFTS}${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
  },
);

test.each(['true', 1, null, {}, 'yes'])('a post with the draft %j is refused, and not published', async (draft) => {
  const before = await readEffects(stack, workspace);
  const body = { text: uniqueText('No draft'), platforms: ['profnet'], draft };
  const answer = await workspace.api('POST', '/api/v1/posts', { body });
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('a draft of another workspace, or of none, is 404, and nothing happens to it', async () => {
  const stranger = await stack.createWorkspace({ connect: ['profnet'] });
  const before = await readEffects(stack, workspace);
  const calls: [string, string, object?][] = [
    ['GET', ''],
    ['PATCH', '', { text: 'Mine' }],
    ['DELETE', ''],
    ['POST', '/approve', { ifUpdatedAt: made.updatedAt }],
  ];
  for (const [method, path, body] of calls) {
    for (const id of [made.id, randomUUID(), 'nonsense', "a'b"]) {
      const answer = await stranger.api(method, `${DRAFTS}/${id}${path}`, { ...(body && { body }) });
      expect([method, path, id, answer.status, answer.body.code]).toEqual([method, path, id, 404, 'not_found']);
    }
  }
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('a workspace has at most 1000 drafts, which is also the limit of calls at the same moment', async () => {
  const crowded = await stack.createWorkspace({ connect: ['profnet'] });
  const row = (await crowded.api('POST', DRAFTS, { body: { text: 'First', platforms: ['profnet'] } })).body;
  const columns =
    'workspace_id, profile_id, profile_slug, requested_profile, status, content, bytes, written_by, created_at, updated_at';
  await stack.query(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 995)
    insert into draft (id, ${columns}) select 'd' || i, ${columns} from draft, n where draft.id = '${row.id}'`);
  const create = () => crowded.api('POST', DRAFTS, { body: { text: 'One more' } });
  const answers = await Promise.all(Array.from({ length: 8 }, create));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 403, 403, 403, 403]);
  const { body } = await create();
  expect([body.code, body.details]).toEqual(['quota_exceeded', { quota: 'drafts', limit: 1_000 }]);
  expect(body.error).toContain('Approve or delete some');
  const changed = await crowded.api('PATCH', `${DRAFTS}/${row.id}`, { body: { text: 'Still possible' } });
  expect(changed.status).toBe(200);
  await crowded.api('POST', `${DRAFTS}/${row.id}/approve`, { body: { ifUpdatedAt: changed.body.updatedAt } });
  expect((await create()).status).toBe(201);
});

test('the drafts of a workspace have at most 20 MB together', async () => {
  const full = await stack.createWorkspace();
  const { id } = (await full.api('POST', DRAFTS, { body: { text: 'First' } })).body;
  await stack.query(`update draft set bytes = 19999000 where id = '${id}'`);
  const large = { text: 'x'.repeat(5_000) };
  const other = (await full.api('POST', DRAFTS, { body: { text: 'Small' } })).body.id;
  for (const answer of [
    await full.api('POST', DRAFTS, { body: large }),
    await full.api('PATCH', `${DRAFTS}/${other}`, { body: large }),
  ]) {
    expect([answer.status, answer.body.code]).toEqual([403, 'quota_exceeded']);
    expect(answer.body.error).toContain('20000000 bytes of drafts');
  }
  expect((await full.api('GET', `${DRAFTS}/${other}`)).body.text).toBe('Small');
});
