import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openWorkspace, uniqueText, useResource, type Workspace } from '@social/testkit';
import { afterEach, expect, test, vi } from 'vitest';
import { type CrashWorld, createCrashWorld, type RunningServer } from '../../crash/crash-world.ts';
import { WAYS } from '../database/unwritable-disk.ts';
import { spawnStart, stop, untilServes, untilWaits } from './locked-world.ts';

const FROZEN_MS = 10_000;

const world = useResource(() => createCrashWorld({ workspaces: 1 }));
/** Publishes before the present test. */
let earlier = 0;
let running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running) await server.kill();
  running = [];
  earlier += await publishes();
});

async function start(): Promise<RunningServer> {
  const server = await world.start();
  running.push(server);
  return server;
}

function workspaceOf({ workspaces }: RunningServer): Workspace {
  const [workspace] = workspaces;
  if (!workspace) throw new Error('there is no workspace');
  return workspace;
}

function publish(server: RunningServer, text: string, more: object = {}) {
  const body = { text, platforms: ['profnet'], ...more };
  return workspaceOf(server).api('POST', '/api/v1/posts', { body, headers: { 'idempotency-key': text } });
}

const stateOf = (text: string) =>
  `select state from post_target where post_id = (select id from post where text = '${text}')`;

const untilState = (text: string, state: string, among: CrashWorld = world) =>
  vi.waitFor(async () => expect(await among.query(stateOf(text))).toEqual([{ state }]), 20_000);

async function countPublishes({ sandbox }: CrashWorld): Promise<number> {
  return (await sandbox.requests('linkedin')).filter(({ operation }) => operation === 'publish').length;
}

/** Returns the number of publishes in the present test. */
const publishes = async () => (await countPublishes(world)) - earlier;

const slow = (delayMs: number) =>
  world.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times: 1, delayMs });

test('in a restart that overlaps with a slow publish nothing is sent twice and nothing is lost', async () => {
  const [begun, due, next] = [uniqueText('Begun'), uniqueText('Due'), uniqueText('Next')];
  const first = await start();
  await slow(5_000);
  const answering = publish(first, begun);
  await untilState(begun, 'sending');
  await publish(first, due, { scheduledFor: new Date(Date.now() + 2_000).toISOString() });
  const second = spawnStart(world.env, ['--sandbox-url', world.sandboxUrl]);
  await untilWaits(second);
  expect(await first.kill('SIGTERM')).toMatchObject({ code: 0 });
  expect((await answering).body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });

  const url = await untilServes(second);
  const workspace = openWorkspace(url, workspaceOf(first));
  const again = await workspace.api('POST', '/api/v1/posts', {
    body: { text: begun, platforms: ['profnet'] },
    headers: { 'idempotency-key': begun },
  });
  expect(again.body).toEqual((await answering).body);
  await workspace.publish({ text: next, platforms: ['profnet'] });
  await vi.waitFor(async () => expect(await publishes()).toBe(3), 20_000);
  await vi.waitFor(async () => {
    const open = await world.query("select id from post_target where state <> 'published'");
    expect(open).toEqual([]);
  }, 20_000);
  expect((await world.sandbox.posts()).map(({ text }) => text).toSorted()).toEqual([begun, due, next].toSorted());
  expect(await stop(second)).toMatchObject({ code: 0 });
});

test('a server that is frozen for ten seconds while it publishes records the answer, and sends once', async () => {
  const server = await start();
  await slow(3_000);
  const text = uniqueText('Frozen');
  const answering = publish(server, text);
  await untilState(text, 'sending');
  await vi.waitFor(async () => expect(await publishes()).toBe(1), 15_000);
  server.signal('SIGSTOP');
  await sleep(FROZEN_MS);
  server.signal('SIGCONT');
  expect((await answering).body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
  expect(await publishes()).toBe(1);
});

test('a server that was frozen for longer than a lease before it sends still sends, even while its disk is blocked', async () => {
  using disk = WAYS[0]?.open();
  if (!disk) throw new Error('no disk can be blocked');
  await using blocked = await createCrashWorld({
    workspaces: 1,
    dataDir: disk.path,
    variables: { SOCIAL_FAULT_LEASE_MS: '1200' },
  });
  const server = await blocked.start({ SOCIAL_FAULT: 'before-send:1:stop' });
  const text = uniqueText('Blocked');
  const answering = publish(server, text);
  await untilState(text, 'sending', blocked);
  disk.refuse(server.pid);
  await sleep(2_500);
  server.signal('SIGCONT');
  await vi.waitFor(async () => expect(await countPublishes(blocked)).toBe(1), 15_000);
  disk.accept(server.pid);
  expect((await answering).body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
  expect(await countPublishes(blocked)).toBe(1);
  await server.kill();
});

test('a server that the database no longer lists ends with its next sign of life, and what it sent is not sent again', async () => {
  const server = await start();
  const text = uniqueText('Not listed');
  await world.query('delete from worker returning id');
  await publish(server, text).catch(() => null);
  expect(await server.hasEnded(30_000)).toBe(true);
  expect(await server.kill()).toEqual({ code: 1, signal: null });
  expect(world.log).toContainEqual(
    expect.stringMatching(/^social-server: SOCIAL_DATA_DIR: .*no longer lists this server.*sends nothing more/),
  );

  await start();
  // A server that has noticed before it sent says that it failed.
  const isPublished = await vi.waitFor(async () => {
    const [target] = await world.query<{ state: string }>(stateOf(text));
    expect(['published', 'failed']).toContain(target?.state);
    return target?.state === 'published';
  }, 20_000);
  expect(await publishes()).toBe(isPublished ? 1 : 0);
});

test('a server whose lock file was deleted ends when another has taken its place', async () => {
  const server = await start();
  rmSync(`${world.dataDir}/social.db.served`);
  await start();
  expect(await server.hasEnded(30_000)).toBe(true);
  expect(await server.kill()).toEqual({ code: 1, signal: null });
});
