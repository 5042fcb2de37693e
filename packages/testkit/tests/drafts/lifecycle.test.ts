import { publishedTexts, readEffects, samplePng, uniqueText, useStack } from '@social/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const DRAFTS = '/api/v1/drafts';
const create = (body: object) => workspace.api('POST', DRAFTS, { body });
const read = (id: string) => workspace.api('GET', `${DRAFTS}/${id}`);
const change = (id: string, body: object) => workspace.api('PATCH', `${DRAFTS}/${id}`, { body });
const approve = (id: string, body: object) => workspace.api('POST', `${DRAFTS}/${id}/approve`, { body });

async function draftOf(more: object = {}) {
  const { status, body, text } = await create({ text: uniqueText('Draft'), platforms: ['profnet'], ...more });
  expect(status, text).toBe(201);
  return body;
}

afterEach(async () => {
  for (const { id } of (await workspace.api('GET', DRAFTS)).body.drafts) {
    await workspace.api('DELETE', `${DRAFTS}/${id}`);
  }
});

test('a draft is stored with everything of a post and its preview, and sends and costs nothing', async () => {
  const before = await readEffects(stack, workspace);
  const content = {
    ...{ text: uniqueText('Whole'), thread: ['and more'], platforms: ['profnet', 'microblog'] },
    ...{ media: [{ url: 'https://example.com/a.png', alt: 'A' }], mediaUrls: ['https://example.com/b.png'] },
    ...{ scheduledFor: '2099-01-01T10:00:00+01:00', source: 'file:web#post.md', fitMedia: false },
    ...{ overrides: { microblog: { text: 'Short' } }, profile: 'default' },
  };
  const { status, body } = await create(content);
  expect(status).toBe(201);
  expect(body).toEqual({
    ...content,
    ...{ id: expect.any(String), status: 'draft', url: `${stack.url}/drafts/${body.id}`, missing: [] },
    requestedProfile: 'default',
    writtenBy: { kind: 'key', id: expect.any(String), name: expect.any(String) },
    ...{ createdAt: expect.any(String), updatedAt: body.createdAt },
    preview: {
      ...{ outcome: 'ready', credits: 4, available: expect.any(Number) },
      platformResults: { profnet: expect.objectContaining({ state: 'ready' }), microblog: expect.any(Object) },
    },
  });
  expect((await read(body.id)).body).toEqual(body);
  const { preview: _, ...listed } = body;
  expect((await workspace.api('GET', DRAFTS)).body).toEqual({ drafts: [listed], nextCursor: null });
  const after = await readEffects(stack, workspace);
  expect({ ...after, drafts: [], logged: 0 }).toEqual({ ...before, drafts: [], logged: 0 });
  expect((await workspace.readLog({ action: 'draft.created' }))[0]).toMatchObject({
    ...{ platform: null, profileName: expect.any(String), status: 'success' },
    metadata: { draftId: body.id, platforms: content.platforms, writtenBy: body.writtenBy.name },
  });
});

describe('a draft that is incomplete', () => {
  test.each([
    [{}, ['text', 'platforms'], 0],
    [{ text: ' ', platforms: ['profnet'] }, ['text'], 1],
    [{ text: 'Where?' }, ['platforms'], 0],
    [{ text: '', platforms: ['profnet'], overrides: { profnet: { text: 'Own' } } }, ['text'], 1],
  ])('is stored, and not approved: %j', async (content, missing, credits) => {
    const { status, body } = await create(content);
    expect([status, body.missing, body.preview.outcome]).toEqual([201, missing, 'problem']);
    expect(body.preview.credits).toBe(credits);
    const before = await readEffects(stack, workspace);
    const answer = await approve(body.id, { ifUpdatedAt: body.updatedAt });
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      ...[400, 'invalid_request'],
      { field: missing[0], missing },
    ]);
    expect(answer.body.error).toContain(`has no ${missing.join(' and no ')}; nothing was sent`);
    expect(await readEffects(stack, workspace)).toEqual(before);
  });

  test('is completed, and the preview follows', async () => {
    const { id } = (await create({})).body;
    const text = uniqueText('Completed');
    const { body } = await change(id, { text, platforms: ['profnet', 'microblog'] });
    expect(body).toMatchObject({ text, missing: [], preview: { outcome: 'ready', credits: 4 } });
  });
});

test('the preview shows what a dry run would refuse as a whole', async () => {
  const free = await stack.createWorkspace({ plan: 'free', connect: ['profnet'] });
  const overrides = { microblog: { text: 'Short' } };
  const body = { text: 'x'.repeat(3_001), platforms: ['microblog', 'profnet', 'video'], overrides };
  const { preview } = (await free.api('POST', DRAFTS, { body })).body;
  expect(preview).toMatchObject({
    outcome: 'problem',
    platformResults: {
      microblog: { ok: false, code: 'paid_plan_required', credits: 0 },
      profnet: { ok: false, code: 'invalid_request', credits: 1 },
      video: { ok: false, code: 'not_connected', credits: 0 },
    },
  });
});

test('a change replaces the named fields, says who made it, and no more', async () => {
  const draft = await draftOf({ scheduledFor: '2099-01-01T00:00:00Z', source: 'file:a', thread: ['two'] });
  const changed = await change(draft.id, { scheduledFor: null, source: null, thread: [], fitMedia: false });
  expect(changed.status).toBe(200);
  const { scheduledFor: _time, source: _source, thread: _thread, preview: _preview, ...kept } = draft;
  expect(changed.body).toEqual({
    ...kept,
    ...{ fitMedia: false, editedBy: draft.writtenBy, updatedAt: expect.any(String) },
    preview: expect.objectContaining({ outcome: 'ready' }),
  });
  expect(changed.body.updatedAt > draft.updatedAt).toBe(true);
  expect((await read(draft.id)).body).toEqual(changed.body);
});

test('two editors collide instead of overwriting each other', async () => {
  const draft = await draftOf();
  // The clock does not move: two changes within a millisecond are two.
  const first = await change(draft.id, { text: 'First', ifUpdatedAt: draft.updatedAt });
  const second = await change(draft.id, { text: 'Second', ifUpdatedAt: draft.updatedAt });
  expect([first.status, second.status, second.body.code]).toEqual([200, 409, 'conflict']);
  expect(second.body.details).toEqual({ status: 'draft', updatedAt: first.body.updatedAt });
  expect((await read(draft.id)).body.text).toBe('First');
  const unconditional = await change(draft.id, { text: 'Third' });
  expect([unconditional.status, unconditional.body.text]).toEqual([200, 'Third']);
});

test('an approved draft is published, names its post, and both say who wrote and who approved', async () => {
  const draft = await draftOf();
  const browser = await workspace.browser();
  const edited = await browser.visit('PATCH', `${DRAFTS}/${draft.id}`, { body: { text: uniqueText('Edited') } });
  const { updatedAt, text } = edited.body;
  const path = `${DRAFTS}/${draft.id}/approve`;
  const { status, body: post } = await browser.visit('POST', path, { body: { ifUpdatedAt: updatedAt } });
  expect([status, post.outcome, post.text, post.credits]).toEqual([201, 'published', text, 1]);
  const user = { kind: 'user', id: expect.any(String), name: workspace.email };
  const people = { writtenBy: draft.writtenBy, editedBy: user, approvedBy: user };
  expect(post.draft).toEqual({ id: draft.id, requestedProfile: 'default', ...people });
  expect((await workspace.readPost(post.id)).draft).toEqual(post.draft);
  const { body: approved } = await read(draft.id);
  expect(approved).toMatchObject({ status: 'approved', postId: post.id, approvedAt: expect.any(String), ...people });
  expect(approved.preview).toBeUndefined();
  expect(await publishedTexts(stack, 'linkedin')).toContain(text);
  expect((await workspace.readLog({ action: 'draft.approved' }))[0].metadata).toMatchObject({
    ...{ draftId: draft.id, postId: post.id, writtenBy: draft.writtenBy.name, approvedBy: workspace.email },
  });
  const list = async (query: string) => (await workspace.api('GET', `${DRAFTS}${query}`)).body.drafts;
  expect(await list('')).toEqual([]);
  expect((await list('?status=approved')).map(({ id }: { id: string }) => id)).toContain(draft.id);
});

test('a draft with a time is scheduled by its approval', async () => {
  const scheduledFor = new Date(clock.now() + 3_600_000).toISOString();
  const draft = await draftOf({ scheduledFor });
  const { body: post } = await approve(draft.id, { ifUpdatedAt: draft.updatedAt });
  expect(post).toMatchObject({ status: 'scheduled', scheduledFor, credits: 0, draft: { id: draft.id } });
  clock.advance(3_600_000);
  await workspace.untilPost(post.id, { outcome: 'published', credits: 1, draft: { id: draft.id } });
});

test('a draft whose time has passed is published only when that is asked for', async () => {
  const draft = await draftOf({ scheduledFor: new Date(clock.now() + 60_000).toISOString() });
  clock.advance(600_000);
  expect((await read(draft.id)).body.preview.notes).toMatchObject([{ code: 'past_time' }]);
  const before = await readEffects(stack, workspace);
  const refused = await approve(draft.id, { ifUpdatedAt: draft.updatedAt });
  expect([refused.status, refused.body.code]).toEqual([400, 'past_time']);
  expect(await readEffects(stack, workspace)).toEqual(before);
  const { body } = await approve(draft.id, { ifUpdatedAt: draft.updatedAt, ifPast: 'publish' });
  expect(body).toMatchObject({ outcome: 'published', notes: [{ code: 'past_time' }] });
});

test('what changed since the approver looked is not published', async () => {
  const draft = await draftOf();
  const before = await publishedTexts(stack);
  await change(draft.id, { text: uniqueText('Later') });
  const { status, body } = await approve(draft.id, { ifUpdatedAt: draft.updatedAt });
  expect([status, body.code]).toEqual([409, 'conflict']);
  expect(body.error).toContain('has changed since you read it');
  expect(await publishedTexts(stack)).toEqual(before);
  expect((await read(draft.id)).body.status).toBe('draft');
});

test('an approved draft is not approved, changed or deleted again', async () => {
  const draft = await draftOf();
  const { body: post } = await approve(draft.id, { ifUpdatedAt: draft.updatedAt });
  const { body: approved } = await read(draft.id);
  const before = await readEffects(stack, workspace);
  const answers = [
    await approve(draft.id, { ifUpdatedAt: draft.updatedAt }),
    await approve(draft.id, { ifUpdatedAt: approved.updatedAt }),
    await change(draft.id, { text: 'Too late' }),
    await workspace.api('DELETE', `${DRAFTS}/${draft.id}`),
  ];
  for (const { status, body } of answers) {
    expect([status, body.code, body.details]).toEqual([409, 'conflict', { status: 'approved', postId: post.id }]);
  }
  expect(await readEffects(stack, workspace)).toEqual(before);
});

test('an approval that is refused leaves the draft as it was', async () => {
  const draft = await draftOf({ text: 'x'.repeat(3_001) });
  const tooLong = await approve(draft.id, { ifUpdatedAt: draft.updatedAt });
  expect([tooLong.status, tooLong.body.code]).toEqual([400, 'invalid_request']);
  expect(tooLong.body.error).toContain('too long for profnet');
  const poor = await stack.createWorkspace({ plan: 'free', connect: ['profnet'] });
  const made = await poor.api('POST', DRAFTS, { body: { text: 'Gated', platforms: ['microblog'] } });
  const path = `${DRAFTS}/${made.body.id}/approve`;
  const gated = await poor.api('POST', path, { body: { ifUpdatedAt: made.body.updatedAt } });
  expect([gated.status, gated.body.code]).toEqual([403, 'paid_plan_required']);
  expect((await read(draft.id)).body).toEqual(draft);
  expect((await poor.api('GET', `${DRAFTS}/${made.body.id}`)).body).toEqual(made.body);
});

test('edits are logged with their fields, for each person once in ten minutes', async () => {
  const draft = await draftOf();
  const edits = async () => {
    const logged = await workspace.readLog({ action: 'draft.edited' });
    const own = logged.filter(({ metadata }: { metadata: { draftId: string } }) => metadata.draftId === draft.id);
    return own.map(({ metadata }: { metadata: { editedBy: string; fields: string[] } }) => [
      metadata.editedBy,
      metadata.fields.toSorted().join(),
    ]);
  };
  await change(draft.id, { text: draft.text });
  expect(await edits()).toEqual([]);
  for (const text of ['One', 'Two', 'Three']) await change(draft.id, { text, platforms: ['profnet', 'microblog'] });
  const browser = await workspace.browser();
  for (const text of ['Four', 'Five']) await browser.visit('PATCH', `${DRAFTS}/${draft.id}`, { body: { text } });
  await change(draft.id, { text: 'Six' });
  const first = [
    [workspace.email, 'text'],
    [draft.writtenBy.name, 'platforms,text'],
  ];
  expect(await edits()).toEqual(first);
  clock.advance(10 * 60_000);
  await change(draft.id, { text: 'Seven', scheduledFor: '2099-01-01T10:00:00Z' });
  expect(await edits()).toEqual([[draft.writtenBy.name, 'scheduledFor,text'], ...first]);
});

test('a deleted draft is gone, and so are the drafts of a deleted profile', async () => {
  const draft = await draftOf();
  expect((await workspace.api('DELETE', `${DRAFTS}/${draft.id}`)).body).toEqual({ ok: true });
  expect((await read(draft.id)).status).toBe(404);
  expect((await workspace.readLog({ action: 'draft.deleted' }))[0].metadata.draftId).toBe(draft.id);
  const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: 'Short-lived' } })).body;
  const other = await draftOf({ profile: profile.slug });
  expect((await workspace.api('DELETE', `/api/profiles/${profile.id}`)).status).toBe(200);
  expect((await read(other.id)).status).toBe(404);
});

test('a file that a draft needs is kept while it waits', async () => {
  const upload = (shade: number) =>
    workspace.api('POST', '/api/v1/media', { body: samplePng(shade), headers: { 'content-type': 'image/png' } });
  const [needed, unneeded] = [(await upload(1)).body, (await upload(2)).body];
  const draft = await draftOf({ media: [{ url: needed.url, alt: 'A picture' }] });
  clock.advance(36 * 3_600_000);
  await stack.restart();
  const rowsOf = (id: string) => stack.query(`select sha256 from media where sha256 = '${id}'`);
  await vi.waitFor(async () => expect(await rowsOf(unneeded.id)).toEqual([]), 15_000);
  expect(await rowsOf(needed.id)).toHaveLength(1);
  // The address that was stored has expired.
  const [item] = (await workspace.api('GET', `${DRAFTS}/${draft.id}`)).body.media;
  expect(item).toEqual({ url: expect.stringContaining(needed.id), alt: 'A picture' });
  expect([(await fetch(needed.url)).status, (await fetch(item.url)).status]).toEqual([404, 200]);
  const stranger = await stack.createWorkspace();
  const stolen = await stranger.api('POST', DRAFTS, { body: { media: [{ url: needed.url }] } });
  expect(stolen.body.media).toEqual([{ url: needed.url }]);
  const { body } = await approve(draft.id, { ifUpdatedAt: draft.updatedAt });
  expect(body.platformResults.profnet.ok).toBe(true);
  const sent = (await stack.sandbox.posts('linkedin')).find(({ text }) => text === draft.text);
  expect(sent?.media.map(({ sha256 }) => sha256)).toEqual([needed.id]);
});

test('each answer with a draft, one or many, waiting or approved, has addresses of its files that open', async () => {
  const headers = { 'content-type': 'image/png' };
  const file = (await workspace.api('POST', '/api/v1/media', { body: samplePng(3), headers })).body;
  const scheduledFor = '2099-01-01T00:00:00Z';
  const waiting = await draftOf({ mediaUrls: [file.url] });
  const approved = await draftOf({ media: [{ url: file.url, alt: 'A picture' }], scheduledFor });
  expect((await approve(approved.id, { ifUpdatedAt: approved.updatedAt })).status).toBe(201);
  clock.advance(48 * 3_600_000);
  const answers = await Promise.all([
    read(waiting.id).then(({ body }) => body),
    read(approved.id).then(({ body }) => body),
    workspace.api('GET', DRAFTS).then(({ body }) => body.drafts[0]),
    workspace.api('GET', `${DRAFTS}?status=approved&limit=1`).then(({ body }) => body.drafts[0]),
  ]);
  expect(answers.map(({ id }) => id)).toEqual([waiting.id, approved.id, waiting.id, approved.id]);
  const urls = answers.map(({ media, mediaUrls }) => media?.[0].url ?? mediaUrls[0]);
  expect(await Promise.all(urls.map(async (url) => (await fetch(url)).status))).toEqual([200, 200, 200, 200]);
});

test('the address of a file that opens it for less than an hour more is replaced by a new one', async () => {
  const headers = { 'content-type': 'image/png' };
  const file = (await workspace.api('POST', '/api/v1/media', { body: samplePng(4), headers })).body;
  const draft = await draftOf({ mediaUrls: [file.url] });
  clock.advance(22 * 3_600_000);
  expect((await read(draft.id)).body.mediaUrls).toEqual([file.url]);
  clock.advance(1.5 * 3_600_000);
  const [url] = (await read(draft.id)).body.mediaUrls;
  clock.advance(3_600_000);
  expect([(await fetch(file.url)).status, (await fetch(url)).status]).toEqual([404, 200]);
});
