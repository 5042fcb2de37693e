import { type ApiAnswer, publishedTexts, readEffects, uniqueText, useStack } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';

const { stack, clock, workspace } = useStack({ clock: true, connect: ['profnet', 'microblog'] });

const DRAFTS = '/api/v1/drafts';
interface Sent {
  readonly body: Record<string, unknown>;
  readonly headers: { readonly 'Idempotency-Key': string };
}

/** A post and its key, as the command derives it: the same with and without `draft`. */
function postOf(more: object = {}): Sent {
  const text = uniqueText('Keyed');
  return { body: { text, platforms: ['profnet'], ...more }, headers: { 'Idempotency-Key': `key of ${text}` } };
}

const publish = ({ body, headers }: Sent, key?: string) =>
  workspace.api('POST', '/api/v1/posts', { body, headers, ...(key && { key }) });
const draft = ({ body, headers }: Sent, key?: string) => publish({ body: { ...body, draft: true }, headers }, key);
const approve = ({ id, updatedAt }: ApiAnswer['body'], key?: string) =>
  workspace.api('POST', `${DRAFTS}/${id}/approve`, { body: { ifUpdatedAt: updatedAt }, ...(key && { key }) });
const timesSent = async ({ body }: Sent) =>
  (await publishedTexts(stack)).filter((text) => text === body['text']).length;

describe('a post that is sent as a draft', () => {
  test('is stored, and listed among drafts only', async () => {
    const sent = postOf();
    const before = await readEffects(stack, workspace);
    const { status, body } = await draft(sent);
    expect([status, body.status, body.url]).toEqual([201, 'draft', `${stack.url}/drafts/${body.id}`]);
    expect(body).toMatchObject({ ...sent.body, preview: { credits: 1, platformResults: { profnet: { ok: true } } } });
    const after = await readEffects(stack, workspace);
    expect([after.posts, after.published, after.credits]).toEqual([before.posts, before.published, before.credits]);
  });

  test('as a dry run is not stored', async () => {
    const before = await readEffects(stack, workspace);
    const { status, body } = await draft(postOf({ dryRun: true }));
    expect([status, body.id, body.outcome]).toEqual([200, null, 'ready']);
    expect(await readEffects(stack, workspace)).toEqual(before);
  });

  test('is stored once under its key, also by calls at the same moment', async () => {
    const sent = postOf();
    const answers = await Promise.all([0, 1, 2, 3].map(() => draft(sent)));
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    const again = await draft(sent);
    expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', made[0]?.text]);
    clock.advance(30 * 24 * 3_600_000);
    expect((await draft(sent)).text).toBe(again.text);
  });

  test('is not published under its key before it is approved, and afterwards was published once', async () => {
    const sent = postOf();
    const { body: stored } = await draft(sent);
    const refused = await publish(sent);
    expect([refused.status, refused.body.code, refused.body.details]).toEqual([
      ...[409, 'is_draft'],
      { draftId: stored.id, url: stored.url },
    ]);
    expect(refused.body.error).toContain(stored.url);
    expect(await timesSent(sent)).toBe(0);
    const { body: post } = await approve(stored);
    for (const again of [await publish(sent), await draft(sent), await publish(sent)]) {
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect([again.status, again.body.id, again.body.outcome]).toEqual([201, post.id, 'published']);
      expect(again.body.draft.id).toBe(stored.id);
    }
    expect(await timesSent(sent)).toBe(1);
    const byKey = await workspace.api(
      'GET',
      `/api/v1/posts?key=${encodeURIComponent(sent.headers['Idempotency-Key'])}`,
    );
    expect(byKey.body.posts.map(({ id }: { id: string }) => id)).toEqual([post.id]);
  });

  test('is published as it was approved, though the job still sends the first text', async () => {
    const sent = postOf();
    const { body: stored } = await draft(sent);
    const text = uniqueText('Mended');
    const { body: mended } = await workspace.api('PATCH', `${DRAFTS}/${stored.id}`, { body: { text } });
    const { body: post } = await approve(mended);
    expect((await publish(sent)).body).toMatchObject({ id: post.id, text });
    expect([await timesSent(sent), (await publishedTexts(stack)).includes(text)]).toEqual([0, true]);
  });

  test('frees its key when it is deleted, or when its scheduled post is canceled', async () => {
    const sent = postOf();
    const { body: stored } = await draft(sent);
    await workspace.api('DELETE', `${DRAFTS}/${stored.id}`);
    expect((await publish(sent)).body).toMatchObject({ outcome: 'published' });
    const later = postOf({ scheduledFor: new Date(clock.now() + 3_600_000).toISOString() });
    const { body: post } = await approve((await draft(later)).body);
    expect((await publish(later)).body).toMatchObject({ id: post.id, status: 'scheduled' });
    await workspace.api('DELETE', `/api/v1/posts/${post.id}`);
    const anew = await draft(later);
    expect([anew.status, anew.body.status]).toEqual([201, 'draft']);
  });

  test('under the key of a published post is that post', async () => {
    const sent = postOf();
    const { text } = await publish(sent);
    const again = await draft(sent);
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([text, 'true']);
  });

  test('is named where its key comes with another text', async () => {
    const sent = postOf();
    const { body: stored } = await draft(sent);
    const details = { draftId: stored.id, url: stored.url };
    const other = { ...sent, body: { ...sent.body, text: 'Another' } };
    const published = await publish(other);
    expect([published.status, published.body.code, published.body.details]).toEqual([409, 'is_draft', details]);
    const drafted = await draft(other);
    expect([drafted.status, drafted.body.code, drafted.body.details]).toEqual([422, 'idempotency_key_reused', details]);
  });
});

test('a draft of its own resource is stored once under its key, which stays a draft of that call', async () => {
  const { body, headers } = postOf();
  const create = () => workspace.api('POST', DRAFTS, { body, headers });
  const first = await create();
  expect((await create()).text).toBe(first.text);
  const { body: post } = await approve(first.body);
  expect(post.outcome).toBe('published');
  const again = await create();
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
});

describe('scopes', () => {
  let writer: string;
  let publisher: string;
  let reader: string;
  const keyOf = async (wanted: object): Promise<string> =>
    (await workspace.api('POST', '/api/keys', { body: { name: 'Scoped', ...wanted } })).body.rawKey;

  beforeAll(async () => {
    writer = await keyOf({ scopes: ['draft'], name: 'Writer' });
    publisher = await keyOf({ scopes: ['publish'] });
    reader = await keyOf({ scopes: ['read'] });
  });

  test('a key that may draft writes drafts, and approves and publishes nothing', async () => {
    const sent = postOf();
    const forgot = await publish(sent, writer);
    expect([forgot.status, forgot.body.code]).toEqual([403, 'scope_missing']);
    expect(forgot.body.error).toContain('Send "draft": true to store it as a draft that somebody approves');
    const { status, body } = await draft(sent, writer);
    expect([status, body.writtenBy.name]).toEqual([201, 'Writer']);
    const path = `${DRAFTS}/${body.id}`;
    const edited = await workspace.api('PATCH', path, { key: writer, body: { text: uniqueText('Edited') } });
    expect(edited.status).toBe(200);
    const approval = await approve(edited.body, writer);
    expect([approval.status, approval.body.code]).toEqual([403, 'scope_missing']);
    expect(approval.body.error).not.toContain('"draft": true');
    expect((await workspace.api('GET', path, { key: writer })).body.status).toBe('draft');
    // The job that runs again gets the post of its draft.
    const { body: post } = await approve(edited.body, publisher);
    expect((await draft(sent, writer)).body.id).toBe(post.id);
  });

  test('a key that may read lists and reads drafts only', async () => {
    const { body } = await draft(postOf());
    const path = `${DRAFTS}/${body.id}`;
    expect((await workspace.api('GET', path, { key: reader })).body.id).toBe(body.id);
    expect((await workspace.api('GET', DRAFTS, { key: reader })).body.drafts[0].id).toBe(body.id);
    for (const [method, at, sent] of [
      ['POST', DRAFTS, { text: 'No' }],
      ['PATCH', path, { text: 'No' }],
      ['DELETE', path, undefined],
    ] as const) {
      const answer = await workspace.api(method, at, { key: reader, ...(sent && { body: sent }) });
      expect([method, answer.status, answer.body.code]).toEqual([method, 403, 'scope_missing']);
    }
  });

  test('a key of a profile sees and approves only the drafts of that profile', async () => {
    const { profile } = (await workspace.api('POST', '/api/profiles', { body: { name: uniqueText('Acme') } })).body;
    await workspace.connect('profnet', profile.id, 'page');
    const bound = await keyOf({ profiles: [profile.slug] });
    const foreign = postOf();
    const { body: theirs } = await draft(foreign);
    const { body: ours } = await draft(postOf(), bound);
    expect(ours.profile).toBe(profile.slug);
    const { drafts } = (await workspace.api('GET', DRAFTS, { key: bound })).body;
    expect(drafts.map(({ id }: { id: string }) => id)).toEqual([ours.id]);
    const path = `${DRAFTS}/${theirs.id}`;
    for (const answer of [
      await workspace.api('GET', path, { key: bound }),
      await workspace.api('PATCH', path, { key: bound, body: { text: 'Mine' } }),
      await workspace.api('DELETE', path, { key: bound }),
      await approve(theirs, bound),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
    const moved = await workspace.api('PATCH', `${DRAFTS}/${ours.id}`, { key: bound, body: { profile: 'default' } });
    expect([moved.status, moved.body.code]).toEqual([403, 'forbidden']);
    // An answer would name a draft that the caller does not see.
    for (const answer of [await publish(foreign, bound), await draft(foreign, bound)]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
      expect(answer.text).not.toContain(theirs.id);
    }
    const { logs } = (await workspace.api('GET', '/api/logs?limit=200', { key: bound })).body;
    const logged = logs.flatMap(({ metadata }: { metadata: { draftId?: string } }) => metadata.draftId ?? []);
    expect(logged).toEqual([ours.id]);
    expect((await approve(ours, bound)).status).toBe(201);
  });

  test('a key of a platform changes, deletes and approves no draft for others', async () => {
    const bound = await keyOf({ platforms: ['profnet'] });
    const both = postOf({ platforms: ['profnet', 'microblog'] });
    expect((await draft(both, bound)).status).toBe(403);
    const { body: stored } = await draft(both);
    const path = `${DRAFTS}/${stored.id}`;
    expect((await workspace.api('GET', path, { key: bound })).status).toBe(200);
    for (const answer of [
      await workspace.api('PATCH', path, { key: bound, body: { platforms: ['profnet'] } }),
      await workspace.api('DELETE', path, { key: bound }),
      await approve(stored, bound),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
    }
    expect((await workspace.api('GET', path)).body).toEqual(stored);
  });

  test('a key with a limit pays for what it approves', async () => {
    const limited = await keyOf({ creditLimit: 1 });
    expect((await approve((await draft(postOf())).body, limited)).status).toBe(201);
    const { body: next } = await draft(postOf());
    const refused = await approve(next, limited);
    expect([refused.status, refused.body.code]).toEqual([402, 'credit_limit_reached']);
    expect((await workspace.api('GET', `${DRAFTS}/${next.id}`)).body.status).toBe('draft');
  });
});
