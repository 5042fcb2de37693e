import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readlinkSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { startStack, uniqueText } from '@social/testkit';
import { expect, test, vi } from 'vitest';
import { runServer, spawnServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';

test("a second server on the same SQLite database leaves the first one's posts alone", async () => {
  await using stack = await startStack();
  const workspace = await stack.createWorkspace({ connect: ['profnet'] });
  const text = uniqueText('On its way');
  await stack.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', delayMs: 4_000 });
  const call = { body: { text, platforms: ['profnet'] }, headers: { 'idempotency-key': 'served-twice' } };
  const publishing = workspace.api('POST', '/api/v1/posts', call);
  const requests = async () => (await stack.sandbox.requests('linkedin')).map(({ operation }) => operation);
  await vi.waitFor(async () => expect(await targetState()).toBe('sending'), 15_000);

  const replica = await stack.startReplica();
  await sleep(500);
  expect(await targetState()).toBe('sending');
  expect(await replica.apiOf(workspace)('POST', '/api/v1/posts', call)).toMatchObject({ status: 409 });
  expect(stack.log.join('')).toContain('another process serves this database already');

  expect((await publishing).body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
  const replayed = await replica.apiOf(workspace)('POST', '/api/v1/posts', call);
  expect(replayed.body).toEqual((await publishing).body);
  expect((await requests()).filter((operation) => operation === 'publish')).toHaveLength(1);

  async function targetState() {
    const [target] = await stack.query('select state from post_target');
    return target?.['state'];
  }
});

test('the mark of a killed process does not outlive it', async () => {
  using directory = temporaryDirectory();
  const first = await startServer({ SOCIAL_DATA_DIR: directory.path });
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const second = await startServer({ SOCIAL_DATA_DIR: directory.path });
  second.child.kill('SIGTERM');
  const { code, stderr } = await second.ended;
  expect(code).toBe(0);
  expect(stderr).not.toContain('another process serves this database');
});

test('a server that starts while another serves warns of it, even after the first of three has died', async () => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  const first = await startServer(env);
  await using second = await startServer(env);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  const third = await startServer(env);
  third.child.kill('SIGTERM');
  expect((await third.ended).stderr).toContain('another process serves this database');
  second.child.kill('SIGTERM');
  expect(await second.ended).toMatchObject({ code: 0 });
});

test('a server that waited while its database was replaced refuses to serve the old one', async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, 'social.db');
  const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' };
  expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0 });
  copyFileSync(path, `${path}.other`);
  // The lock that a restore holds.
  const gate = new DatabaseSync(`${path}.starting`);
  gate.exec('begin exclusive');
  const { child, ended } = spawnServer(['start', '--json'], env);
  child.stdout?.on('data', () => child.kill());
  await vi.waitFor(() => expect(openFilesOf(child.pid)).toContain(`${path}.starting`), 20_000);
  renameSync(`${path}.other`, path);
  gate.close();
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^social-server: SOCIAL_DATA_DIR: [^\n]*replaced[^\n]*start it again\n$/);
});

test('a server that waited while a database was put in place refuses to serve the one it created itself', async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, 'social.db');
  const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' };
  const gate = new DatabaseSync(`${path}.starting`);
  gate.exec('begin exclusive');
  const { child, ended } = spawnServer(['start', '--json'], env);
  child.stdout?.on('data', () => child.kill());
  await vi.waitFor(() => expect(isMigrated(path)).toBe(true), 10_000);
  copyFileSync(path, `${path}.other`);
  renameSync(`${path}.other`, path);
  gate.close();
  const { code, stdout, stderr } = await ended;
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^social-server: SOCIAL_DATA_DIR: [^\n]*replaced[^\n]*start it again\n$/);
});

test('a server that starts while another process creates the same database waits for it', async () => {
  using directory = temporaryDirectory();
  const path = join(directory.path, 'social.db');
  // The lock of a process that is about to write into the empty file; SQLite itself does not wait for it.
  const maker = new DatabaseSync(path);
  maker.exec('begin immediate');
  const { child, ended } = spawnServer(['start', '--json'], { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0' });
  child.stdout?.on('data', () => child.kill());
  const hasOpened = () => child.exitCode !== null || openFilesOf(child.pid).includes(path);
  await vi.waitFor(() => expect(hasOpened()).toBe(true), 20_000);
  await sleep(500);
  maker.close();
  const { code, stdout, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('locked') });
  expect(stdout).toContain('"url"');
});

function openFilesOf(pid: number | undefined): string[] {
  const directory = `/proc/${pid}/fd`;
  return readdirSync(directory).flatMap((fd) => {
    try {
      return [readlinkSync(join(directory, fd))];
    } catch {
      return [];
    }
  });
}

function isMigrated(path: string): boolean {
  if (!existsSync(path)) return false;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database.prepare("select 1 from sqlite_schema where name = 'server_meta'").get() !== undefined;
  } catch {
    return false;
  } finally {
    database.close();
  }
}
