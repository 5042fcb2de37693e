import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CrashWorld, createCrashWorld, type RunningServer } from '../crash/crash-world.ts';
import { violations } from '../crash/invariants.ts';
import { type MadeCall, makeLoad } from '../crash/load.ts';
import { observe } from '../crash/observation.ts';
import { createRandom } from '../crash/random.ts';
import { spawnServer, temporaryDirectory } from './bad-input/server-process.ts';

const newKey = () => randomBytes(32).toString('base64');

function publish(server: RunningServer, text: string, more: object = {}) {
  const api = server.workspaces[0]?.api;
  if (!api) throw new Error('there is no workspace');
  return api('POST', '/api/v1/posts', { body: { text, platforms: ['profnet'], ...more } });
}

async function read(server: RunningServer, id: string) {
  return (await server.workspaces[0]?.api('GET', `/api/v1/posts/${id}`))?.body;
}

describe('a backup that is restored', () => {
  let world: CrashWorld;
  beforeAll(async () => {
    world = await createCrashWorld({ workspaces: 1 });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const acceptedTexts = async () => (await world.sandbox.posts()).map(({ text }) => text).sort();

  test('holds what was scheduled, doubts what was on its way, and sends nothing again that went out since', async () => {
    const file = join(world.dataDir, 'backup.db');
    const server = await world.start();
    const soon = (await publish(server, 'soon', { scheduledFor: new Date(Date.now() + 1_500).toISOString() })).body;
    const later = (await publish(server, 'later', { scheduledFor: new Date(Date.now() + 3_600_000).toISOString() }))
      .body;
    await world.sandbox.fault({ network: 'linkedin', operation: 'publish', kind: 'slow', times: 1, delayMs: 800 });
    const underWay = publish(server, 'under way');
    await vi.waitFor(async () => {
      expect(await world.query("select id from post_target where state = 'sending'")).toHaveLength(1);
    }, 3_000);
    const made = await world.run(['backup', file, '--json']);
    expect(JSON.parse(made.stdout)).toMatchObject({ file, scheduled: 2, connections: 2, keysIncluded: false });
    const sent = (await underWay).body;
    expect(sent.platformResults.profnet.ok).toBe(true);
    await publish(server, 'after the backup');
    await vi.waitFor(async () => expect((await read(server, soon.id)).status).toBe('published'), 5_000);
    const before = await acceptedTexts();
    expect(before).toEqual(['after the backup', 'soon', 'under way']);

    const refused = await world.run(['restore', file, '--force']);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('stop it first') });
    await server.kill();
    const occupied = await world.run(['restore', file]);
    expect(occupied).toMatchObject({ code: 1, stderr: expect.stringContaining('--force') });
    const restored = JSON.parse((await world.run(['restore', file, '--force', '--json'])).stdout);
    expect(restored).toMatchObject({ scheduled: 2, unknown: 1 });
    expect(existsSync(restored.keptAs)).toBe(true);

    const next = await world.start();
    await delay(1_500);
    expect(await acceptedTexts()).toEqual(before);
    expect(await read(next, soon.id)).toMatchObject({ status: 'scheduled', held: true });
    expect((await read(next, sent.id)).platformResults.profnet).toMatchObject({ state: 'unknown', ok: false });
    await next.workspaces[0]?.api('DELETE', `/api/v1/posts/${soon.id}`);
    expect(JSON.parse((await world.run(['release', '--json'])).stdout)).toEqual({ later: 1, now: 0, missed: 0 });
    expect((await read(next, later.id)).held).toBeUndefined();
    const scheduledFor = new Date(Date.now() + 300).toISOString();
    await next.workspaces[0]?.api('PATCH', `/api/v1/posts/${later.id}`, { body: { scheduledFor } });
    await vi.waitFor(async () => expect((await read(next, later.id)).status).toBe('published'), 5_000);
    expect(await acceptedTexts()).toEqual([...before, 'later'].sort());
    await next.kill();
  });

  test('is refused when it is damaged, is none, or needs other keys, and leaves the database as it is', async () => {
    const file = join(world.dataDir, 'backup.db');
    const server = await world.start();
    await server.kill('SIGTERM');
    const before = readFileSync(join(world.dataDir, 'social.db'));
    for (const [args, variables, says] of [
      [[join(world.dataDir, 'secret.none')], {}, 'is not a backup'],
      [[join(world.dataDir, 'social.db.served')], {}, 'is not a backup'],
      [[file], { SOCIAL_SECRET_KEYS: newKey() }, 'SOCIAL_SECRET_KEYS: does not hold the key'],
    ] as const) {
      const { code, stderr } = await world.run(['restore', ...args, '--force'], variables);
      expect(code).toBe(1);
      expect(stderr).toContain(says);
    }
    expect(readFileSync(join(world.dataDir, 'social.db')).equals(before)).toBe(true);
    expect(readdirSync(world.dataDir).filter((name) => name.includes('restoring'))).toEqual([]);
  });
});

test('backups made under load are whole, and a server that starts from one works', async () => {
  await using world = await createCrashWorld({ workspaces: 3 });
  using other = temporaryDirectory();
  const server = await world.start();
  const random = createRandom(7);
  const load = makeLoad([server], { random, name: 'load', untilMs: 2_500 });
  const files = Array.from({ length: 5 }, (_, index) => join(world.dataDir, `backup-${index}.db`));
  for (const file of files) {
    expect(await world.run(['backup', file])).toMatchObject({ code: 0 });
    await delay(200);
  }
  const calls: MadeCall[] = await load;
  expect(calls.filter(({ answer }) => answer === null || answer.status >= 500)).toEqual([]);
  for (const file of files) {
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    expect(copy.prepare('pragma foreign_key_check').all()).toEqual([]);
    copy.close();
    expect(world.apiKeys.filter((key) => readFileSync(file, 'latin1').includes(key))).toEqual([]);
  }
  await vi.waitFor(async () => expect(violations(await observe(world, calls))).toEqual([]), 8_000);
  const elsewhere = { SOCIAL_DATA_DIR: other.path };
  expect(await world.run(['restore', files[4] ?? ''], elsewhere)).toMatchObject({ code: 0 });
  const before = (await world.sandbox.posts()).length;
  const next = await world.start(elsewhere);
  expect((await publish(next, 'from the backup')).body.platformResults.profnet).toMatchObject({ ok: true });
  expect(await world.sandbox.posts()).toHaveLength(before + 1);
});

test('a backup that is killed leaves no file under its name, or a whole one', async () => {
  await using world = await createCrashWorld({ workspaces: 1 });
  const env = { SOCIAL_DATA_DIR: world.dataDir };
  for (const afterMs of [60, 90, 120, 150, 180, 220, 260]) {
    const file = join(world.dataDir, `killed-${afterMs}.db`);
    const { child, ended } = spawnServer(['backup', file], env);
    await delay(afterMs);
    child.kill('SIGKILL');
    await ended;
    if (!existsSync(file)) continue;
    const copy = new DatabaseSync(file, { readOnly: true });
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copy.close();
  }
});

describe('another key', () => {
  test('takes over under load without a publish failing, and the old one is needed until then', async () => {
    const [old, fresh] = [newKey(), newKey()];
    await using world = await createCrashWorld({ workspaces: 3, variables: { SOCIAL_SECRET_KEYS: old } });
    const tooEarly = await world.run(['rekey'], { SOCIAL_SECRET_KEYS: fresh });
    expect(tooEarly).toMatchObject({ code: 1, stderr: expect.stringContaining('SOCIAL_SECRET_KEYS') });
    const [sealed] = await world.query<{ id: string; access_token: string }>('select * from connection order by id');

    const both = { SOCIAL_SECRET_KEYS: `${fresh},${old}` };
    const server = await world.start(both);
    const load = makeLoad([server], { random: createRandom(3), name: 'rekey', untilMs: 2_000 });
    await delay(400);
    const first = await world.run(['rekey', '--json'], both);
    // Six connections, and the flows they were made in.
    expect(JSON.parse(first.stdout)).toEqual({ resealed: 12, unreadable: 0, oldKeysNeeded: false });
    expect(JSON.parse((await world.run(['rekey', '--json'], both)).stdout)).toMatchObject({ resealed: 0 });
    const calls = await load;
    expect(calls.filter(({ answer }) => answer === null || answer.status >= 500)).toEqual([]);
    expect(
      await world.query("select id from post_target where state in ('failed', 'unknown') and attempt = 1"),
    ).toEqual([]);
    await server.kill('SIGTERM');

    const alone = await world.start({ SOCIAL_SECRET_KEYS: fresh });
    expect((await publish(alone, 'with the new key')).body.platformResults.profnet).toMatchObject({ ok: true });
    await alone.kill('SIGTERM');
    await world.query(`update connection set access_token = '${sealed?.access_token}' where id = '${sealed?.id}'`);
    const refused = await world.run(['start'], { SOCIAL_SECRET_KEYS: fresh });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('lacks the key of 1 connection(s)') });
  });

  test('does not open a token that was moved to another row: that account has to be connected again', async () => {
    await using world = await createCrashWorld({ workspaces: 2 });
    const rows = await world.query<{ id: string; access_token: string }>(
      "select id, access_token from connection where platform = 'profnet' order by id",
    );
    const [one, two] = rows;
    await world.query(`update connection set access_token = '${two?.access_token}' where id = '${one?.id}'`);
    await world.query(`update connection set access_token = '${one?.access_token}' where id = '${two?.id}'`);
    const server = await world.start();
    for (const workspace of server.workspaces) {
      const { body } = await workspace.api('POST', '/api/v1/posts', {
        body: { text: 'swapped', platforms: ['profnet'] },
      });
      expect(body.platformResults.profnet).toMatchObject({ ok: false, code: 'reconnect_required' });
    }
    expect(await world.sandbox.posts()).toEqual([]);
    expect(await world.query("select id from connection where state = 'needs_reconnect'")).toHaveLength(2);
  });
});
