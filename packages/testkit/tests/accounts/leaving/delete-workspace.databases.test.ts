import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startMailCatcher, uniqueText, useResource, useStack, type Workspace } from '@social/testkit';
import { describe, expect, test, vi } from 'vitest';
import { FAULTS_PROGRAM, runServer, spawnServer } from '../../../src/programs/server-process.ts';
import { addPerson } from '../../members/people.ts';
import { createFilledWorkspace, rowsOf, steadyRowsOf, tablesOfWorkspaces } from './filled-workspace.ts';

const SECRET = randomBytes(32).toString('base64');
const catcher = useResource(() => startMailCatcher());
const from = { name: 'Social', address: 'social@example.com' };
const { stack, clock } = useStack({
  clock: true,
  env: { SOCIAL_SECRET_KEYS: SECRET },
  config: {
    get mailServer() {
      return { host: '127.0.0.1', encryption: 'if offered' as const, login: null, from, port: catcher.port };
    },
  },
});

const PATH = '/api/workspace';
const remove = async (workspace: Workspace, password = workspace.password) =>
  (await workspace.browser()).visit('DELETE', PATH, { body: { password } });
const filesOf = ({ workspaceId }: Workspace) => join(stack.dataDir, 'media', workspaceId);
const env = () => ({
  SOCIAL_DATA_DIR: stack.dataDir,
  SOCIAL_SECRET_KEYS: SECRET,
  ...(stack.databaseUrl !== undefined && { SOCIAL_DATABASE_URL: stack.databaseUrl }),
});
const command = (...args: string[]) => runServer(['workspace', 'delete', ...args], env());
/** Texts that the networks have accepted. */
const accepted = async () => (await stack.sandbox.posts()).map(({ text }) => text);

/** Searches every column of every table, also of those that do not name their workspace. */
async function traces(secrets: readonly string[]): Promise<string[]> {
  // The server that runs takes out the numbers of deleted posts as it goes through what it has to index.
  await expect.poll(() => stack.query('select post_id from search_queue')).toEqual([]);
  const catalogue =
    stack.databaseUrl === undefined
      ? "select name from sqlite_schema where type = 'table' and sql not like 'create virtual table%'"
      : "select tablename as name from pg_tables where schemaname = 'public'";
  const found: string[] = [];
  for (const { name } of await stack.query(catalogue)) {
    const text = JSON.stringify(await stack.query(`select * from "${String(name)}"`));
    found.push(...secrets.filter((secret) => text.includes(secret)).map((secret) => `${String(name)}: ${secret}`));
  }
  return found;
}

test('every table with rows of workspaces is emptied of a deleted one, its files are deleted, and another one stays', async () => {
  const [gone, other] = [await createFilledWorkspace(stack), await createFilledWorkspace(stack)];
  expect((await tablesOfWorkspaces(stack)).length).toBeGreaterThan(20);
  expect(readdirSync(filesOf(gone))).toHaveLength(1);
  const before = await steadyRowsOf(stack, other);
  const { status, body } = await remove(gone);
  expect([status, body]).toEqual([
    200,
    {
      ...{ ok: true, canceledPosts: 1, erasedConnections: 2, deletedFiles: 1 },
      note: expect.stringMatching(/stay at the networks.*Backups/),
    },
  ]);
  expect([...(await rowsOf(stack, gone)).values()].flat()).toEqual([]);
  expect(await traces(gone.secrets)).toEqual([]);
  expect(existsSync(filesOf(gone))).toBe(false);
  expect(await steadyRowsOf(stack, other)).toEqual(before);
  expect(readdirSync(filesOf(other))).toHaveLength(1);
  expect((await gone.api('GET', '/api/usage')).status).toBe(401);
  expect((await (await gone.browser()).visit('GET', '/api/account')).status).toBe(401);
  const again = { email: gone.email, password: gone.password };
  expect((await stack.anonymous('POST', '/api/account/sign-in', { body: again })).status).toBe(401);
  expect((await other.api('GET', '/api/usage')).status).toBe(200);
});

test('the command does the same beside the server, by address or id, with its files', async () => {
  const [gone, named] = [await createFilledWorkspace(stack), await stack.createWorkspace()];
  const { code, stdout, stderr } = await command(gone.email, '--yes');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(
    /1 posts were still to be sent and are canceled, 2 connections and 1 uploaded files are erased/,
  );
  expect(await traces(gone.secrets)).toEqual([]);
  expect(existsSync(filesOf(gone))).toBe(false);
  const byId = await command(named.workspaceId, '--yes', '--json');
  expect(JSON.parse(byId.stdout)).toEqual({
    ...{ ok: true, workspaceId: named.workspaceId, canceledPosts: 0, erasedConnections: 0, deletedFiles: 0 },
  });
  expect(await command(gone.email, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no workspace'),
  });
});

describe('nothing is deleted', () => {
  test('without the password of an owner, or by a key', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet'] });
    const editor = await addPerson(stack.url, workspace, 'editor');
    const before = await rowsOf(stack, workspace);
    expect(await remove(workspace, 'a wrong password')).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', details: { field: 'password' } },
    });
    const browser = await workspace.browser();
    for (const body of [{}, { password: '' }, { email: workspace.email }]) {
      expect((await browser.visit('DELETE', PATH, { body })).status).toBe(400);
    }
    expect(await browser.visit('DELETE', PATH)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('body: is required') },
    });
    const { password } = workspace;
    expect(await editor.browser.visit('DELETE', PATH, { body: { password } })).toMatchObject({ status: 403 });
    expect((await workspace.api('DELETE', PATH, { body: { password } })).status).toBe(401);
    expect((await stack.anonymous('DELETE', PATH, { body: { password } })).status).toBe(401);
    const after = await rowsOf(stack, workspace);
    expect([...after].filter(([table]) => table !== 'api_key')).toEqual(
      [...before].filter(([table]) => table !== 'api_key'),
    );
    expect(after.get('api_key')).toHaveLength(before.get('api_key')?.length ?? 0);
  });

  test('by the command that is not told the address again', async () => {
    const workspace = await stack.createWorkspace();
    expect(await command(workspace.email)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing was deleted'),
    });
    expect((await workspace.api('GET', '/api/usage')).status).toBe(200);
  });

  test('while a post is being sent, which then ends as ever', async () => {
    const workspace = await stack.createWorkspace({ connect: ['profnet'] });
    await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 1_500, times: 1 });
    const text = uniqueText('Under way');
    const publishing = workspace.publish({ text, platforms: ['profnet'] });
    const sending = `select id from post_target where state = 'sending' and workspace_id = '${workspace.workspaceId}'`;
    await vi.waitFor(async () => expect(await stack.query(sending)).toHaveLength(1), 10_000);
    expect(await remove(workspace)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('nothing was deleted') },
    });
    expect(await publishing).toMatchObject({ status: 201, body: { outcome: 'published' } });
    expect(await remove(workspace)).toMatchObject({ status: 200, body: { canceledPosts: 0 } });
    expect((await accepted()).filter((each) => each === text)).toHaveLength(1);
  });
});

test('a post that waits for its next attempt is canceled and never sent', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await stack.sandbox.fault({
    ...{ network: 'linkedin', operation: 'publish', kind: 'rate-limit', times: 1, retryAfterSeconds: 60 },
  });
  const text = uniqueText('Postponed');
  const scheduledFor = new Date(clock.now() + 60_000).toISOString();
  const { body: post } = await workspace.publish({ text, platforms: ['profnet'], scheduledFor });
  clock.advance(60_000);
  await workspace.untilPost(post.id, {
    platformResults: { profnet: { state: 'pending', code: 'network_rate_limited' } },
  });
  expect(await remove(workspace)).toMatchObject({ status: 200, body: { canceledPosts: 1 } });
  clock.advance(180_000);
  await delay(1_500);
  expect(await accepted()).not.toContain(text);
});

test('posts that become due while workspaces are deleted are sent once or never, and none after its deletion', async () => {
  const workspaces = await Promise.all(
    Array.from({ length: 6 }, () => stack.createWorkspace({ connect: ['profnet', 'microblog'] })),
  );
  const due = new Date(clock.now() + 60_000).toISOString();
  const texts = await Promise.all(
    workspaces.map(async (workspace) => {
      const own = Array.from({ length: 4 }, () => uniqueText('Race'));
      for (const text of own) {
        const post = { text, platforms: ['profnet', 'microblog'], scheduledFor: due };
        expect((await workspace.publish(post)).status).toBe(201);
      }
      await workspace.browser();
      return own;
    }),
  );
  clock.advance(60_000);
  const sentAtDeletion = await Promise.all(
    workspaces.map(async (workspace, index) => {
      await delay(index * 40);
      await vi.waitFor(async () => expect((await remove(workspace)).status).toBe(200), {
        timeout: 20_000,
        interval: 20,
      });
      const sent = await accepted();
      return texts[index]?.map((text) => sent.filter((each) => each === text).length);
    }),
  );
  await delay(1_500);
  const sent = await accepted();
  const counts = texts.map((own) => own.map((text) => sent.filter((each) => each === text).length));
  expect(counts).toEqual(sentAtDeletion);
  // Each network has a post at most once.
  expect(Math.max(...counts.flat())).toBeLessThanOrEqual(2);
  for (const { network, text } of await stack.sandbox.posts()) {
    if (!texts.flat().includes(text ?? '')) continue;
    expect((await stack.sandbox.posts(network)).filter((each) => each.text === text)).toHaveLength(1);
  }
});

test('a call that publishes while the workspace is deleted is either published or never sent', async () => {
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  await workspace.browser();
  const texts = Array.from({ length: 16 }, () => uniqueText('Concurrent'));
  const removed = vi.waitFor(async () => expect((await remove(workspace)).status).toBe(200), {
    timeout: 20_000,
    interval: 5,
  });
  const answers = await Promise.all(
    texts.map(async (text, index) => {
      await delay(index * 60);
      return workspace.publish({ text, platforms: ['profnet'] });
    }),
  );
  await removed;
  const sent = await accepted();
  const counts = texts.map((text) => sent.filter((each) => each === text).length);
  // A call that was admitted before may find that its connection or its profile is gone: it is answered, and nothing was sent.
  expect(counts).toEqual(answers.map(({ body }) => (body.outcome === 'published' ? 1 : 0)));
  // A server that is busy all the time leaves no gap, so that all may be published before.
  expect(answers.map(({ status }) => status).filter((status) => ![201, 401, 402, 404].includes(status))).toEqual([]);
  expect([...(await rowsOf(stack, workspace)).values()].flat()).toEqual([]);
});

test('a workspace whose deletion was killed lets nobody in, sends nothing, and is erased by the next start', async () => {
  const [gone, other] = [await createFilledWorkspace(stack), await stack.createWorkspace()];
  const faulty = { ...env(), SOCIAL_FAULT: 'after-close:1' };
  const killed = await spawnServer(['workspace', 'delete', gone.email, '--yes'], faulty, { program: FAULTS_PROGRAM })
    .ended;
  expect(killed.code).not.toBe(0);
  const posts = await stack.query(`select status from post where workspace_id = '${gone.workspaceId}'`);
  expect(posts.map(({ status }) => status).sort()).toEqual(['canceled', 'published', 'published']);
  expect((await gone.api('GET', '/api/usage')).status).toBe(401);
  expect((await (await gone.browser()).visit('GET', '/api/account')).status).toBe(401);
  expect(await stack.query(`select * from connection where workspace_id = '${gone.workspaceId}'`)).toEqual([]);
  await stack.restart();
  await expect.poll(() => traces(gone.secrets)).toEqual([]);
  await expect.poll(() => existsSync(filesOf(gone))).toBe(false);
  expect((await other.api('GET', '/api/usage')).status).toBe(200);
});

test('the ledger of a workspace that stays is only added to', async () => {
  const workspace = await stack.createWorkspace();
  const own = `where workspace_id = '${workspace.workspaceId}'`;
  await expect(stack.query(`delete from ledger_entry ${own}`)).rejects.toThrow(/append-only/);
  await expect(stack.query(`update ledger_entry set amount = 1 ${own}`)).rejects.toThrow(/append-only/);
});

test('streams and waiting readers of events end', async () => {
  const workspace = await stack.createWorkspace();
  const headers = { authorization: `Bearer ${workspace.apiKey}` };
  const stream = await fetch(`${stack.url}/api/events`, { headers });
  const last = (await workspace.api('GET', '/api/webhook-events')).body.last;
  const waiting = workspace.api('GET', `/api/webhook-events?after=${last}&waitSeconds=25`);
  const reading = stream.text();
  expect((await remove(workspace)).status).toBe(200);
  expect((await waiting).status).toBe(401);
  await reading;
});
