import { type ApiAnswer, publishedTexts, schemaErrors, uniqueText, useStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const DRAFTS = '/api/v1/drafts';
const SAME_MOMENT = [0, 1, 2, 3, 4, 5];

async function draftOf(more: object = {}): Promise<ApiAnswer['body']> {
  const body = { text: uniqueText('Approve'), platforms: ['profnet', 'microblog'], ...more };
  return (await workspace.api('POST', DRAFTS, { body })).body;
}

function approve(draft: ApiAnswer['body'], key?: string): Promise<ApiAnswer> {
  return workspace.api('POST', `${DRAFTS}/${draft.id}/approve`, {
    body: { ifUpdatedAt: draft.updatedAt },
    ...(key && { headers: { 'Idempotency-Key': key } }),
  });
}

const postsOf = async (text: string) =>
  (await workspace.api('GET', '/api/v1/posts')).body.posts.filter((post: { text: string }) => post.text === text);
const timesSent = async (text: string) => (await publishedTexts(stack)).filter((sent) => sent === text).length;

describe('approvals at the same moment', () => {
  test('make one post, which the others name', async () => {
    const draft = await draftOf();
    const answers = await Promise.all(SAME_MOMENT.map(() => approve(draft)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of answers.filter((answer) => !made.includes(answer))) {
      expect([status, body.code, body.details.postId]).toEqual([409, 'conflict', made[0]?.body.id]);
    }
    expect(await postsOf(draft.text)).toHaveLength(1);
    expect(await timesSent(draft.text)).toBe(2);
  });

  test('under one key make one post', async () => {
    const draft = await draftOf();
    const answers = await Promise.all(SAME_MOMENT.map(() => approve(draft, `approve ${draft.id}`)));
    for (const { status, body } of answers) {
      if (status !== 201) expect([status, body.code]).toEqual([409, 'idempotency_in_progress']);
    }
    const replayed = await approve(draft, `approve ${draft.id}`);
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await postsOf(draft.text)).toMatchObject([{ id: replayed.body.id }]);
    expect(await timesSent(draft.text)).toBe(2);
  });

  test('with a change among them publish what was seen, or nothing', async () => {
    const draft = await draftOf();
    const later = uniqueText('Later');
    const path = `${DRAFTS}/${draft.id}`;
    const [changed, ...answers] = await Promise.all([
      workspace.api('PATCH', path, { body: { text: later, ifUpdatedAt: draft.updatedAt } }),
      ...[0, 1, 2].map(() => approve(draft)),
    ]);
    const made = answers.filter(({ status }) => status === 201);
    expect([changed?.status, made.length]).toEqual(changed?.status === 200 ? [200, 0] : [409, 1]);
    expect(await postsOf(later)).toEqual([]);
  });

  test('with a deletion among them leave a post and its draft, or neither', async () => {
    const draft = await draftOf();
    const [deleted, ...answers] = await Promise.all([
      workspace.api('DELETE', `${DRAFTS}/${draft.id}`),
      ...[0, 1].map(() => approve(draft)),
    ]);
    const made = answers.filter(({ status }) => status === 201).length;
    expect([deleted?.status, made]).toEqual(deleted?.status === 200 ? [200, 0] : [409, 1]);
    expect(await postsOf(draft.text)).toHaveLength(made);
  });
});

test('a replay of an approval is the post of before, also when the draft was asked for again', async () => {
  const draft = await draftOf();
  const first = await approve(draft, `once ${draft.id}`);
  clock.advance(60_000);
  const again = await approve(draft, `once ${draft.id}`);
  expect(again.text).toBe(first.text);
  const other = await approve(draft, `other ${draft.id}`);
  expect([other.status, other.body.details.postId]).toEqual([409, first.body.id]);
});

test('readers of events get a draft when it is stored and when it is approved', async () => {
  const events = async (after?: number) =>
    (await workspace.api('GET', `/api/webhook-events${after === undefined ? '' : `?after=${after}`}`)).body;
  const { last } = await events();
  const draft = await draftOf({ platforms: ['profnet'] });
  const deleted = await draftOf();
  await workspace.api('DELETE', `${DRAFTS}/${deleted.id}`);
  const { body: post } = await approve(draft);
  const told = (await events(last)).events.filter(({ type }: { type: string }) => type.startsWith('draft.'));
  for (const event of told) expect(schemaErrors('WebhookEvent', JSON.stringify(event))).toEqual([]);
  const { preview: _, ...shown } = draft;
  expect(told).toMatchObject([
    { type: 'draft.created', data: shown },
    // Still told, as it was.
    { type: 'draft.created', data: { id: deleted.id, text: deleted.text } },
    { type: 'draft.approved', data: { id: draft.id, status: 'approved', postId: post.id } },
  ]);
  expect(told[0].data.preview).toBeUndefined();
});

test('an approval that is refused tells nothing', async () => {
  const { last } = (await workspace.api('GET', '/api/webhook-events')).body;
  const draft = await draftOf();
  const late = { ...draft, updatedAt: '2026-01-01T00:00:00Z' };
  expect((await approve(late)).status).toBe(409);
  const { events } = (await workspace.api('GET', `/api/webhook-events?after=${last}`)).body;
  expect(events.map(({ type }: { type: string }) => type)).toEqual(['draft.created']);
});
