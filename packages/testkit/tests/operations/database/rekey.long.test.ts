import { createCipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { uniqueText, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS_PROGRAM, spawnServer } from '../../../src/programs/server-process.ts';
import { type BackupWorld, createBackupWorld } from '../backup/backup-world.ts';

const newKey = () => randomBytes(32).toString('base64');
const keys = (...list: string[]) => ({ SOCIAL_SECRET_KEYS: list.join(',') });

/** A value as the documentation of the store describes it, made without the server's code. */
function seal(plain: string, key: string, place: string): string {
  const bytes = Buffer.from(key, 'base64');
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(Buffer.from(`${place}|${id}`));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  return `v1.${id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Connect flows under way, so that there is something to encrypt anew for a while. */
function addFlows(dataDir: string, key: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'social.db'), { timeout: 5_000 });
  const insert = database.prepare(`
    insert into oauth_flow (id, platform, network, network_origin, browser_hash, code_verifier, redirect_uri, stage,
      created_at, expires_at) values (?, 'profnet', 'linkedin', 'http://127.0.0.1', '', ?, '', 'started', ?, '2099-01-01')`);
  database.exec('begin immediate');
  for (let index = 0; index < count; index += 1) {
    const id = randomUUID();
    insert.run(id, seal('verifier', key, `oauth_flow|${id}|code_verifier`), new Date().toISOString());
  }
  database.exec('commit');
  database.close();
}

/** Apps that were registered at servers: one that the key opens, and one that no key opens. */
function addApps(dataDir: string, key: string): void {
  const database = new DatabaseSync(join(dataDir, 'social.db'), { timeout: 5_000 });
  const insert = database.prepare(
    "insert into network_app (id, network_origin, client_id, client_secret, created_at) values (?, 'https://a.org', 'id', ?, '2099-01-01')",
  );
  insert.run('readable', seal('secret', key, 'network_app|readable|client_secret'));
  insert.run('unreadable', seal('secret', newKey(), 'network_app|unreadable|client_secret'));
  database.close();
}

const prefixOf = (key: string) =>
  `v1.${createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex').slice(0, 8)}.`;

async function publish({ api }: Workspace): Promise<unknown[]> {
  const body = { text: uniqueText('Under way'), platforms: ['profnet', 'microblog'] };
  const answer = await api('POST', '/api/v1/posts', { body });
  return Object.values(answer.body.platformResults ?? { failed: answer.text });
}

/** Platforms of the accounts of which the log says that no key opens their tokens. */
function givenUp(): string[] {
  const rows = world.query<{ platform: string; metadata: string }>(
    "select platform, metadata from activity_log where action = 'platform.needs_reconnect' order by platform",
  );
  return rows
    .filter(({ metadata }) => JSON.parse(metadata).reason === 'tokens_unreadable')
    .map(({ platform }) => platform);
}

let world: BackupWorld;
let current = newKey();
beforeAll(async () => {
  world = await createBackupWorld(current);
});
afterAll(() => world?.[Symbol.asyncDispose]());

describe('rekey', () => {
  test('changes the key under publishing load with renewed tokens, and no publish fails', async () => {
    await world.sandbox.settings({ tokenLifetimeSeconds: 61 });
    const expired = "update connection set access_expires_at = '2020-01-01T00:00:00.000Z' where platform = 'microblog'";
    const results: unknown[] = [];
    const next = newKey();
    addFlows(world.data, current, 300);
    addApps(world.data, current);
    world.query(`${expired} returning id`);
    const both = keys(next, current);
    const served = await world.serve(world.data, both);
    let isLoading = true;
    const load = Array.from({ length: 3 }, async () => {
      while (isLoading) results.push(...(await publish(served.workspace)));
    });
    const done = await world.runJson(['rekey'], world.data, both);
    expect(done).toMatchObject({ unreadable: 0, oldKeysNeeded: false });
    expect(done.resealed).toBeGreaterThanOrEqual(303);
    const apps = world.query<{ id: string; client_secret: string }>('select id, client_secret from network_app');
    expect(apps).toEqual([{ id: 'readable', client_secret: expect.stringContaining(prefixOf(next)) }]);
    world.query('delete from network_app returning id');
    expect(await world.runJson(['rekey'], world.data, both)).toMatchObject({ resealed: 0, oldKeysNeeded: false });
    while (results.length <= 10) await delay(50);
    isLoading = false;
    await Promise.all(load);
    await served.stop();
    current = next;
    await world.sandbox.settings({ tokenLifetimeSeconds: 7_200 });
    await using now = await world.serve(world.data, keys(current));
    results.push(...(await publish(now.workspace)));
    expect(results.filter((result) => (result as { ok?: boolean }).ok !== true)).toEqual([]);
    const refreshes = (await world.sandbox.requests('x')).filter(({ operation }) => operation === 'refresh');
    expect(refreshes.length).toBeGreaterThanOrEqual(1);
  });

  test('continues where it was killed', async () => {
    const next = newKey();
    addFlows(world.data, current, 600);
    const prefix = seal('', current, '').slice(0, 12);
    const isOld = (column: string) => `substr(${column}, 1, 12) = '${prefix}'`;
    const countOld = () =>
      world.query(`
        select id from oauth_flow where ${isOld('code_verifier')} union all
        select id from connection where ${isOld('access_token')} or ${isOld('refresh_token')}`).length;
    const before = countOld();
    const env = { SOCIAL_DATA_DIR: world.data, SOCIAL_FAULT: 'after-reseal:300', ...keys(next, current) };
    expect(await spawnServer(['rekey'], env, { program: FAULTS_PROGRAM }).ended).toMatchObject({ signal: 'SIGKILL' });
    expect(countOld()).toBe(before - 300);
    const again = await world.runJson(['rekey'], world.data, keys(next, current));
    expect(again).toEqual({ resealed: before - 300, unreadable: 0, oldKeysNeeded: false });
    expect(countOld()).toBe(0);
    current = next;
    const { stdout } = await world.run(['doctor'], world.data, keys(current));
    expect(stdout).toMatch(/^ok +keys: everything is encrypted with the first key$/m);
  });

  test('refuses while a server runs that does not know the new key, and changes nothing', async () => {
    const next = newKey();
    const tokens = () => world.query('select id, access_token, refresh_token from connection order by id');
    await using _ = await world.serve(world.data, keys(current));
    const before = tokens();
    const { code, stderr } = await world.run(['rekey'], world.data, keys(next, current));
    expect(code).toBe(1);
    expect(stderr).toMatch(/^social-server: SOCIAL_SECRET_KEYS: 1 running server[^\n]+\n$/);
    expect(tokens()).toEqual(before);
  });

  test('tells how many accounts a key is missing for, and the server does not start without it', async () => {
    const other = newKey();
    await using served = await world.serve(world.data, keys(other, current));
    await served.workspace.connect('profnet');
    await served.stop();
    const { code, stderr } = await world.run(['start', '--port', '0'], world.data, keys(current));
    expect(code).toBe(1);
    expect(stderr).toMatch(/SOCIAL_SECRET_KEYS: lacks the key of 1 connection/);
    const doctor = await world.run(['doctor'], world.data, keys(current));
    expect(doctor.stdout).toMatch(/^problem +database: .*key of 1 connection/m);
    expect((await world.run(['doctor'], world.data, keys(current, other))).stdout).toMatch(
      /^warning +keys: 1 connections /m,
    );
    const missing = await world.run(['rekey'], world.data, keys(current));
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('no key opens 1 connected account') });
    expect(await world.runJson(['rekey'], world.data, keys(current, other))).toMatchObject({
      resealed: 1,
      unreadable: 0,
    });
    await using again = await world.serve(world.data, keys(current));
    for (const result of await publish(again.workspace)) expect(result).toMatchObject({ ok: true });
  });

  test('gives accounts up whose key is lost, which can be connected again', async () => {
    const next = newKey();
    const lost = { code: 1, stderr: expect.stringContaining('--give-up-unreadable') };
    expect(await world.run(['start', '--port', '0'], world.data, keys(next))).toMatchObject(lost);
    const given = await world.runJson(['rekey', '--give-up-unreadable'], world.data, keys(next));
    expect(given).toMatchObject({ unreadable: 2, oldKeysNeeded: false });
    expect(givenUp()).toEqual(['microblog', 'profnet']);
    current = next;
    await using served = await world.serve(world.data, keys(current));
    for (const result of await publish(served.workspace)) {
      expect(result).toMatchObject({ ok: false, state: 'failed', code: 'reconnect_required' });
    }
    for (const platform of ['profnet', 'microblog']) await served.workspace.connect(platform);
    for (const result of await publish(served.workspace)) expect(result).toMatchObject({ ok: true });
  });

  test('does not give up an account that was connected again meanwhile, and does not count it', async () => {
    const next = newKey();
    const before = givenUp();
    const id = String(world.query<{ id: string }>("select id from connection where platform = 'profnet'")[0]?.id);
    const renewed = seal('token', next, `connection|${id}|access_token`);
    world.query(`
      create trigger connect_again before update of state on connection when old.id = '${id}' begin
        update connection set access_token = '${renewed}', refresh_token = null, token_version = token_version + 1 where id = '${id}';
        select raise(ignore);
      end`);
    const given = await world.runJson(['rekey', '--give-up-unreadable'], world.data, keys(next));
    world.query('drop trigger connect_again');
    current = next;
    expect(given).toEqual({ resealed: 0, unreadable: 1, oldKeysNeeded: false });
    expect(givenUp()).toEqual([...before, 'microblog'].sort());
    expect(world.query('select platform, state from connection order by platform')).toEqual([
      { platform: 'microblog', state: 'needs_reconnect' },
      { platform: 'profnet', state: 'connected' },
    ]);
    await using served = await world.serve(world.data, keys(current));
    for (const platform of ['profnet', 'microblog']) await served.workspace.connect(platform);
  });
});

test('encrypted tokens that were swapped between two accounts are refused, and nothing is sent as either', async () => {
  await using served = await world.serve(world.data, keys(current));
  const { workspace, stop } = served;
  const profile = (await workspace.api('POST', '/api/profiles', { body: { name: 'Other' } })).body.profile;
  await world.sandbox.addAccount({ network: 'x', username: 'other', name: 'Other' });
  await world.sandbox.settings({ authorizeAs: 'other' });
  await workspace.connect('microblog', profile.id);
  await stop();
  const rows = world.query<{ id: string; access_token: string; refresh_token: string }>(
    "select id, access_token, refresh_token from connection where platform = 'microblog'",
  );
  expect(rows).toHaveLength(2);
  for (const [index, { id }] of rows.entries()) {
    const { access_token: access, refresh_token: refresh } = rows[1 - index] ?? { access_token: '', refresh_token: '' };
    const change = `update connection set access_token = '${access}', refresh_token = '${refresh}' where id = '${id}'`;
    world.query(`${change} returning id`);
  }
  await using again = await world.serve(world.data, keys(current));
  const text = uniqueText('As whom');
  for (const name of ['default', profile.slug]) {
    const body = { text, platforms: ['microblog'], profile: name };
    const { body: post } = await again.workspace.api('POST', '/api/v1/posts', { body });
    expect(post.platformResults.microblog).toMatchObject({ ok: false, code: 'reconnect_required' });
  }
  expect((await world.sandbox.posts()).filter((post) => post.text === text)).toEqual([]);
  expect(world.query("select distinct state from connection where platform = 'microblog'")).toMatchObject([
    { state: 'needs_reconnect' },
  ]);
});
