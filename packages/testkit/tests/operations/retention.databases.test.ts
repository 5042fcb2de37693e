import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@social/server';
import { samplePng, uniqueText, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { runServer, temporaryDirectory } from '../../src/programs/server-process.ts';
import { startWebhookReceiver } from '../../src/servers/webhook-receiver.ts';

const DAY_MS = 24 * 3_600_000;
const NAMES = ['SOCIAL_RETENTION_LOG', 'SOCIAL_RETENTION_DELIVERIES', 'SOCIAL_RETENTION_MEDIA'] as const;
const upload = async ({ api }: Workspace, shade: number) => {
  const { body } = await api('POST', '/api/v1/media', {
    body: samplePng(shade),
    headers: { 'content-type': 'image/png' },
  });
  return body;
};
const logOf = async ({ api }: Workspace, query = '') => (await api('GET', `/api/logs?${query}`)).body;
const logs = async (workspace: Workspace) => {
  expect((await workspace.api('POST', '/api/profiles', { body: { name: uniqueText('brand') } })).status).toBe(201);
};

describe('with times of retention', () => {
  const { stack, clock } = useStack({
    clock: true,
    env: { SOCIAL_RETENTION_LOG: '10d', SOCIAL_RETENTION_DELIVERIES: '3d', SOCIAL_RETENTION_MEDIA: '5d' },
  });
  /** Lets time pass and has the jobs of the server look. */
  const pass = async (days: number) => {
    clock.advance(days * DAY_MS + 1);
    await stack.restart();
  };
  const own = ({ workspaceId }: Workspace) => `where workspace_id = '${workspaceId}'`;

  test('old entries of the log are deleted in batches, and pages, totals and later entries stay right', async () => {
    const [workspace, quiet] = [await stack.createWorkspace(), await stack.createWorkspace()];
    await logs(quiet);
    for (let n = 0; n < 5; n++) await logs(workspace);
    const newId =
      stack.databaseUrl === undefined
        ? "lower(hex(randomblob(4))) || '-0000-7000-8000-' || lower(hex(randomblob(6)))"
        : 'gen_random_uuid()::text';
    // More than two batches, of the age of the first ones.
    for (let round = 0; round < 8; round++) {
      const count = 5 * 2 ** round;
      await stack.query(`insert into activity_log (id, workspace_id, seq, action, platform, profile_name, status, metadata, created_at)
        select ${newId}, workspace_id, seq + ${count}, action, platform, profile_name, status, metadata, created_at
        from activity_log ${own(workspace)}`);
    }
    await stack.query(`update workspace set log_count = 1280 where id = '${workspace.workspaceId}'`);
    expect((await logOf(workspace)).total).toBe(1_280);
    clock.advance(6 * DAY_MS);
    await logs(workspace);
    await logs(workspace);
    const before = (await logOf(workspace, 'limit=2')).logs;
    await pass(4);
    await expect.poll(async () => (await logOf(workspace)).total).toBe(2);
    expect(await logOf(workspace)).toMatchObject({ logs: before, total: 2 });
    expect(await logOf(workspace, 'limit=1&offset=1')).toMatchObject({ logs: [before[1]], total: 2 });
    expect(await logOf(workspace, 'action=profile.created')).toMatchObject({ logs: before, total: 2 });
    expect(await logOf(workspace, 'offset=2')).toMatchObject({ logs: [], total: 2 });
    expect(await logOf(quiet)).toMatchObject({ logs: [], total: 0 });
    await logs(quiet);
    expect((await logOf(quiet)).total).toBe(1);
    await logs(workspace);
    expect((await logOf(workspace)).total).toBe(3);
  });

  test('events and deliveries are deleted after their time, and younger ones stay', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet'] });
    await using receiver = await startWebhookReceiver();
    await workspace.api('POST', '/api/webhook-endpoints', { body: { url: receiver.url } });
    const publish = () => workspace.publish({ text: uniqueText('Told'), platforms: ['profnet'] });
    const counts = async () =>
      Promise.all(
        ['webhook_event', 'webhook_delivery'].map(
          async (table) => (await stack.query(`select 1 from ${table} ${own(workspace)}`)).length,
        ),
      );
    await publish();
    await expect.poll(counts).toEqual([1, 1]);
    clock.advance(2 * DAY_MS);
    await publish();
    await expect.poll(counts).toEqual([2, 2]);
    await receiver.until(2);
    await pass(1);
    await expect.poll(counts).toEqual([1, 1]);
  });

  test('a delivery that is still to be sent stays with its event, however old', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet'] });
    await using receiver = await startWebhookReceiver();
    receiver.answer = () => ({ status: 503 });
    await workspace.api('POST', '/api/webhook-endpoints', { body: { url: receiver.url } });
    await workspace.publish({ text: uniqueText('Told late'), platforms: ['profnet'] });
    await receiver.until(1);
    await logs(workspace);
    await pass(11);
    // The jobs have looked.
    await expect.poll(async () => (await logOf(workspace)).total).toBe(0);
    const count = async (table: string) => (await stack.query(`select 1 from ${table} ${own(workspace)}`)).length;
    expect(await Promise.all(['webhook_event', 'webhook_delivery'].map(count))).toEqual([1, 1]);
  });

  test('an unused file is deleted, and one that a scheduled post or a draft needs stays', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet'] });
    const [unused, scheduled, drafted] = [
      await upload(workspace, 1),
      await upload(workspace, 2),
      await upload(workspace, 3),
    ];
    expect(Date.parse(unused.expiresAt)).toBe(clock.now() + 5 * DAY_MS);
    const post = { text: uniqueText('Later'), platforms: ['profnet'], mediaUrls: [scheduled.url] };
    await workspace.publish({ ...post, scheduledFor: '2099-01-01T00:00:00Z' });
    const draft = { ...post, mediaUrls: [drafted.url] };
    expect((await workspace.api('POST', '/api/v1/drafts', { body: draft })).status).toBe(201);
    const isThere = ({ id }: { id: string }) => existsSync(join(stack.dataDir, 'media', workspace.workspaceId, id));
    await pass(4);
    expect([unused, scheduled, drafted].map(isThere)).toEqual([true, true, true]);
    await pass(1);
    await expect.poll(() => [unused, scheduled, drafted].map(isThere)).toEqual([false, true, true]);
    await pass(30);
    await expect.poll(async () => (await stack.query(`select 1 from media ${own(workspace)}`)).length).toBe(2);
    expect([scheduled, drafted].map(isThere)).toEqual([true, true]);
  });
});

describe('with "off"', () => {
  const { stack, clock, workspace } = useStack({
    clock: true,
    env: Object.fromEntries(NAMES.map((name) => [name, 'off'])),
  });

  test('nothing is deleted, and a file has no end', async () => {
    await logs(workspace);
    const file = await upload(workspace, 4);
    expect(file.expiresAt).toBe('9999-12-31T23:59:59.999Z');
    clock.advance(4_000 * DAY_MS);
    await stack.restart();
    // A row of its own that always ends tells when the jobs have run.
    await stack.query(`insert into password_reset (token_hash, user_id, expires_at)
      select 'ended', owner_user_id, '2000-01-01' from workspace`);
    await stack.restart();
    await expect.poll(async () => (await stack.query('select 1 from password_reset')).length).toBe(0);
    expect((await logOf(workspace)).total).toBe(1);
    expect(existsSync(join(stack.dataDir, 'media', workspace.workspaceId, file.id))).toBe(true);
  });
});

test('without the settings everything is kept as long as before, and the doctor says how long', async () => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  expect(readConfig(env).retention).toEqual({ logMs: null, deliveriesMs: 30 * DAY_MS, mediaMs: DAY_MS });
  const { stdout } = await runServer(['doctor'], { ...env, SOCIAL_RETENTION_LOG: '365d' });
  expect(stdout).toContain(
    'retention: activity log: 365 days; webhook events and deliveries: 30 days; uploaded files: 1 day after their last use',
  );
});

test.each(
  NAMES.flatMap((name) => ['0d', '-1d', '12', '1h', 'never', '100000d'].map((value) => [name, value] as const)),
)('%s refuses %s', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: "${value}" is not a time; use whole days`);
});
