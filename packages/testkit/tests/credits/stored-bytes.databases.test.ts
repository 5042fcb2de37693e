import { randomBytes } from 'node:crypto';
import { uniqueText, useStack } from '@social/testkit';
import { expect, test, vi } from 'vitest';

const LIMIT = 300_000;
const DAY_MS = 24 * 3_600_000;
const QUOTAS = { storedBytes: LIMIT };
const PLANS = {
  free: { label: 'Free', price: 0, monthlyCredits: 100, quotas: QUOTAS },
  roomy: { label: 'Roomy', price: 1, monthlyCredits: 100 },
};
const { stack, clock } = useStack({ clock: true, plan: 'free', plans: PLANS });

const refused = {
  status: 403,
  body: {
    code: 'quota_exceeded',
    details: { quota: 'storedBytes', limit: LIMIT },
    error: expect.stringContaining('Nothing was done'),
  },
};
const key = (name: string) => ({ 'Idempotency-Key': name });
/** Text that no compression makes smaller than its bytes. */
const noise = (bytes: number) => randomBytes(bytes).toString('base64');

/** Makes a workspace that has stored as much as it may, by the answers to small changes of a large draft. */
async function makeFull() {
  const workspace = await stack.createWorkspace({ plan: 'free', connect: ['profnet'] });
  const { body: published } = await workspace.publish(
    { text: uniqueText('Before'), platforms: ['profnet'] },
    key('before'),
  );
  const inAnHour = new Date(clock.now() + 3_600_000).toISOString();
  const { body: waiting } = await workspace.publish({
    text: uniqueText('Waits'),
    platforms: ['profnet'],
    scheduledFor: inAnHour,
  });
  const { body: draft } = await workspace.api('POST', '/api/v1/drafts', {
    body: { text: noise(30_000), platforms: ['profnet'] },
  });
  const label = (name: string) =>
    workspace.api('PATCH', `/api/v1/drafts/${draft.id}`, { body: { labels: [name] }, headers: key(name) });
  const answers = [];
  for (let count = 0; answers.at(-1)?.status !== 403; count += 1) answers.push(await label(`l${count}`));
  return { workspace, published, waiting, draft, label, answers };
}

test('the answers of calls that made no post are stored up to the quota; then nothing more is, and a replay is the same', async () => {
  const { workspace, published, label, answers } = await makeFull();
  expect(answers.at(-1)).toMatchObject(refused);
  // Some 40 kB each, after the draft.
  expect(answers.length).toBeGreaterThan(4);
  expect(answers.length).toBeLessThan(10);
  expect(await label('l0')).toEqual({ ...answers[0], headers: expect.anything() });
  const again = { text: published.text, platforms: ['profnet'] };
  expect(await workspace.publish(again, key('before'))).toMatchObject({ status: 201, body: { id: published.id } });
  expect(await workspace.publish({ text: uniqueText('After'), platforms: ['profnet'] }, key('after'))).toMatchObject(
    refused,
  );
  expect(await workspace.api('POST', '/api/profiles', { body: { name: 'Another' } })).toMatchObject(refused);
  expect((await stack.sandbox.posts('linkedin')).filter(({ text }) => text.startsWith('After'))).toEqual([]);
});

test('what reads, tries, stops or frees something works in a full workspace', async () => {
  const { workspace, published, waiting, draft } = await makeFull();
  expect((await workspace.api('GET', '/api/v1/drafts')).status).toBe(200);
  const dryRun = { text: 'Only tried', platforms: ['profnet'], dryRun: true };
  expect((await workspace.publish(dryRun)).status).toBe(200);
  const inbound = { title: 'Only tried', body: 'Nothing is published.' };
  const tried = await workspace.api('POST', '/api/webhooks/incoming?test=1', { body: inbound });
  expect(tried).toMatchObject({ status: 201, body: { postId: null } });
  expect((await workspace.api('DELETE', `/api/v1/posts/${waiting.id}`, { headers: key('cancel') })).status).toBe(200);
  const unpublish = await workspace.api('POST', `/api/v1/posts/${published.id}/unpublish`, { body: {} });
  expect(unpublish).toMatchObject({ status: 200, body: { ok: true } });
  const disconnect = await workspace.api('POST', '/api/connect/profnet/disconnect', { body: {} });
  expect(disconnect.status).toBe(201);
  expect((await workspace.api('DELETE', `/api/v1/drafts/${draft.id}`)).status).toBe(200);
});

test('the key of a refused call is free, and publishes once there is room', async () => {
  const { workspace } = await makeFull();
  const again = { text: uniqueText('Again'), platforms: ['profnet'] };
  expect(await workspace.publish(again, key('again'))).toMatchObject(refused);
  await stack.query(`delete from idempotency_key where workspace_id = '${workspace.workspaceId}' and post_id is null`);
  const sent = await vi.waitFor(async () => {
    const answer = await workspace.publish(again, key('again'));
    expect(answer.status).toBe(201);
    return answer;
  }, 20_000);
  expect(sent.body.outcome).toBe('published');
  expect(await workspace.publish(again, key('again'))).toMatchObject({ status: 201, body: { id: sent.body.id } });
});

test('calls that measure at the same time correct the count once', async () => {
  const { workspace, draft } = await makeFull();
  await workspace.api('DELETE', `/api/v1/drafts/${draft.id}`);
  const ofWorkspace = `where workspace_id = '${workspace.workspaceId}'`;
  await stack.query(`delete from idempotency_key ${ofWorkspace} and post_id is null`);
  await stack.query(`update workspace set stored_bytes = 50000000 where id = '${workspace.workspaceId}'`);
  const make = (count: number) => workspace.api('POST', '/api/profiles', { body: { name: `At once ${count}` } });
  await vi.waitFor(async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, (_, count) => make(count)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  }, 20_000);
  const [row] = await stack.query(`select stored_bytes from workspace where id = '${workspace.workspaceId}'`);
  expect(Number(row?.['stored_bytes'])).toBeGreaterThan(0);
  expect(Number(row?.['stored_bytes'])).toBeLessThan(LIMIT);
});

test('answers count for a day', async () => {
  const { label } = await makeFull();
  clock.advance(DAY_MS + 1);
  await stack.query(`delete from idempotency_key where expires_at <= '${new Date(clock.now()).toISOString()}'`);
  await vi.waitFor(async () => expect((await label('a day later')).status).toBe(200), 20_000);
});

test('what was published counts nothing, however much it is, and a plan without the quota has room', async () => {
  const workspace = await stack.createWorkspace({ plan: 'free', connect: ['profnet'] });
  for (let count = 0; count < 12; count += 1) {
    const body = {
      text: uniqueText('Sent'),
      platforms: ['profnet'],
      meta: { title: 'x'.repeat(90) },
      source: noise(100),
    };
    expect((await workspace.publish(body, key(`k${count}`))).status).toBe(201);
  }
  const [row] = await stack.query(`select stored_bytes from workspace where id = '${workspace.workspaceId}'`);
  // The profile and the connection are in the log.
  expect(Number(row?.['stored_bytes'])).toBeLessThan(5_000);
  const roomy = await stack.createWorkspace({ plan: 'roomy' });
  for (let count = 0; count < 5; count += 1) {
    const { status } = await roomy.api('POST', '/api/v1/drafts', {
      body: { text: noise(70_000), platforms: ['profnet'] },
    });
    expect(status).toBe(201);
  }
  expect((await roomy.api('POST', '/api/profiles', { body: { name: 'Another' } })).status).toBe(201);
});
