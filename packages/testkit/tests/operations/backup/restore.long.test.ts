import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { uniqueText, type Workspace } from '@social/testkit';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ADDED, makeNextVersion } from '../upgrade/next-version.ts';
import { type BackupWorld, createBackupWorld } from './backup-world.ts';

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

async function publish(workspace: Workspace, text: string, more: object = {}) {
  const body = { text, platforms: ['profnet', 'microblog'], ...more };
  const answer = await workspace.api('POST', '/api/v1/posts', { body });
  expect(answer.status).toBe(201);
  return answer.body;
}

const accepted = async (world: BackupWorld, text: string) =>
  (await world.sandbox.posts()).filter((post) => post.text === text).map(({ network }) => network);

let world: BackupWorld;
beforeAll(async () => {
  world = await createBackupWorld();
});
afterAll(() => world?.[Symbol.asyncDispose]());

describe('a restored backup', () => {
  test('serves elsewhere, and sends nothing that went out after the backup', async () => {
    const backup = join(world.directory, 'one.db');
    const elsewhere = join(world.directory, 'elsewhere');
    const [before, scheduled, after] = [uniqueText('Before'), uniqueText('Scheduled'), uniqueText('After')];
    const old = await world.serve();
    const browser = await old.workspace.browser();
    await browser.authorize('microblog');
    const first = await publish(old.workspace, before);
    const { id } = await publish(old.workspace, scheduled, { scheduledFor: inSeconds(10) });
    const made = await world.runJson(['backup', backup]);
    expect(made).toMatchObject({ workspaces: 1, connections: 2, scheduled: 1, keysIncluded: false });
    await publish(old.workspace, after);
    await vi.waitFor(async () => expect(await accepted(world, scheduled)).toHaveLength(2), 30_000);
    await old.stop();

    const restored = await world.runJson(['restore', backup], elsewhere);
    expect(restored).toMatchObject({ takenAt: made.takenAt, scheduled: 1, unknown: 0, keptAs: null });
    // Its tokens are not revoked from there: the old server may have connected the account with them.
    expect(world.query('select stage from oauth_flow').length).toBeGreaterThan(0);
    expect(world.query('select stage from oauth_flow', elsewhere)).toEqual([]);
    await using now = await world.serve(elsewhere);
    const { api } = now.workspace;
    expect((await api('GET', `/api/v1/posts/${first.id}`)).body).toMatchObject({ status: 'published', text: before });
    const held = (await api('GET', `/api/v1/posts/${id}`)).body;
    expect(held).toMatchObject({ status: 'scheduled', held: true, platformResults: {} });
    const { id: laterId } = await publish(now.workspace, uniqueText('Later'), { scheduledFor: inSeconds(3_600) });
    expect((await api('GET', `/api/v1/posts/${laterId}`)).body.held).toBeUndefined();
    const texts = [uniqueText('Published'), uniqueText('by the restored server')];
    for (const text of texts) await publish(now.workspace, text);
    for (const text of texts) expect(await accepted(world, text)).toHaveLength(2);
    for (const text of [before, scheduled, after]) expect(await accepted(world, text)).toHaveLength(2);
  });

  test('is migrated by the next version, which publishes what it holds once it is released', async () => {
    const [backup, elsewhere] = [join(world.directory, 'migrated.db'), join(world.directory, 'migrated')];
    const text = uniqueText('Migrated');
    const old = await world.serve();
    await publish(old.workspace, text, { scheduledFor: inSeconds(5) });
    await world.runJson(['backup', backup]);
    await old.stop('SIGKILL');
    world.query("delete from post where status = 'scheduled' returning id");

    const next = { program: makeNextVersion(world.directory) };
    for (const command of [['restore', backup], ['release']]) {
      expect(await world.run(command, elsewhere, {}, next)).toMatchObject({ code: 0, stderr: '' });
    }
    const names = world.query('select name from kysely_migration order by name', elsewhere);
    expect(names).toMatchObject([{}, { name: ADDED }]);
    await using _ = await world.serve(elsewhere, {}, next);
    await vi.waitFor(async () => expect(await accepted(world, text)).toHaveLength(2), 15_000);
  });

  test('publishes what it holds once it is released', async () => {
    const backup = join(world.directory, 'held.db');
    const elsewhere = join(world.directory, 'held');
    const old = await world.serve();
    const [soon, far, late] = [uniqueText('Soon'), uniqueText('Far'), uniqueText('Late')];
    const soonDue = inSeconds(5);
    await publish(old.workspace, soon, { scheduledFor: soonDue });
    const { id: farId } = await publish(old.workspace, far, { scheduledFor: inSeconds(7_200) });
    const { id: lateId } = await publish(old.workspace, late, { scheduledFor: inSeconds(7_200) });
    await world.runJson(['backup', backup]);
    await old.stop('SIGKILL');
    // The old server is gone for good: what it had scheduled is the restored one's now.
    world.query("delete from post where status = 'scheduled' returning id");

    await world.runJson(['restore', backup], elsewhere);
    const past = inSeconds(-7_200);
    world.query(
      `update post set due_at = '${past}', happens_at = '${past}' where id = '${lateId}' returning id`,
      elsewhere,
    );
    await using now = await world.serve(elsewhere);
    const { api } = now.workspace;
    const scheduled = async () => (await api('GET', '/api/v1/posts?status=scheduled')).body.posts;
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(Date.parse(soonDue) + 1_000), 10_000);
    expect(await scheduled()).toMatchObject([{ held: true }, { held: true }, { held: true }]);
    expect(await accepted(world, soon)).toEqual([]);

    expect((await world.run(['release', '--email', 'nobody@example.org'], elsewhere)).code).toBe(1);
    expect(await world.runJson(['release'], elsewhere)).toMatchObject({ now: 1, missed: 1, later: 1 });
    await vi.waitFor(async () => expect((await accepted(world, soon)).sort()).toEqual(['linkedin', 'x']), 10_000);
    await vi.waitFor(
      async () => expect((await api('GET', `/api/v1/posts/${lateId}`)).body).toMatchObject({ status: 'missed' }),
      10_000,
    );
    const waiting = (await api('GET', `/api/v1/posts/${farId}`)).body;
    expect(waiting.status).toBe('scheduled');
    expect(waiting.held).toBeUndefined();
    expect(await accepted(world, late)).toEqual([]);
    expect(await accepted(world, far)).toEqual([]);
    const steps = async (id: string) => (await api('GET', `/api/v1/posts/${id}/timeline`)).body.events;
    expect(await steps(farId)).toMatchObject([{ kind: 'scheduled' }, { kind: 'held' }, { kind: 'released' }]);
    expect((await steps(lateId))[2]).toMatchObject({ kind: 'missed', platform: null });
  });

  test('of a post that was being sent, finds the part of a network that can be read, reports the other as unknown, and sends nothing again', async () => {
    const backup = join(world.directory, 'on-its-way.db');
    const elsewhere = join(world.directory, 'on-its-way');
    const text = uniqueText('On its way');
    const old = await world.serve();
    for (const network of ['linkedin', 'x'] as const)
      await world.sandbox.fault({ network, operation: 'publish', kind: 'slow', delayMs: 3_000 });
    const body = { text, platforms: ['profnet', 'microblog'] };
    const publishing = old.workspace.api('POST', '/api/v1/posts', { body, headers: { 'idempotency-key': 'way' } });
    await vi.waitFor(
      () => expect(world.query("select 1 from post_target where state = 'sending'")).toHaveLength(2),
      15_000,
    );
    await world.runJson(['backup', backup]);
    const published = (await publishing).body;
    expect(published.platformResults).toMatchObject({ profnet: { ok: true }, microblog: { ok: true } });
    await old.stop();

    expect(await world.runJson(['restore', backup], elsewhere)).toMatchObject({ unknown: 2 });
    await using now = await world.serve(elsewhere);
    const { api } = now.workspace;
    const read = async () => (await api('GET', `/api/v1/posts/${published.id}`)).body;
    await vi.waitFor(
      async () => expect((await read()).platformResults.microblog).toMatchObject({ ok: true, state: 'published' }),
      15_000,
    );
    const post = await read();
    expect(post).toMatchObject({ status: 'published', platformResults: { profnet: { ok: false, state: 'unknown' } } });
    expect(post.platformResults.profnet.error).toMatch(
      /the backup of .* was restored, which was made while this was being published/,
    );
    const again = await api('POST', '/api/v1/posts', { body, headers: { 'idempotency-key': 'way' } });
    expect(again.body.id).toBe(published.id);
    expect((await accepted(world, text)).toSorted()).toEqual(['linkedin', 'x']);
    const { platformPostId } = published.platformResults.profnet;
    const settled = { body: { platform: 'profnet', published: platformPostId } };
    const resolved = await api('POST', `/api/v1/posts/${published.id}/resolve`, settled);
    expect(resolved.body.platformResults.profnet).toMatchObject({ ok: true, platformPostId, credits: 1 });
  });

  test('finds the parts of a thread that went out after the backup, and sends no part again', async () => {
    const backup = join(world.directory, 'thread.db');
    const elsewhere = join(world.directory, 'thread');
    const [first, second, third] = [uniqueText('First'), uniqueText('Second'), uniqueText('Third')];
    const old = await world.serve();
    await world.sandbox.fault({ network: 'x', operation: 'publish', kind: 'slow', delayMs: 1_500, times: 2 });
    const publishing = publish(old.workspace, first, { platforms: ['microblog'], thread: [second, third] });
    const sending = "select 1 from post_target where state = 'sending' and part = 2";
    await vi.waitFor(() => expect(world.query(sending)).toHaveLength(1), 15_000);
    await world.runJson(['backup', backup]);
    const { id } = await publishing;
    await old.stop();
    expect(await world.runJson(['restore', backup], elsewhere)).toMatchObject({ unknown: 2 });
    await using now = await world.serve(elsewhere);
    await vi.waitFor(async () => {
      const { body } = await now.workspace.api('GET', `/api/v1/posts/${id}`);
      expect(body.platformResults.microblog).toMatchObject({ ok: true, state: 'published', credits: 9 });
    }, 15_000);
    for (const text of [first, second, third]) expect(await accepted(world, text)).toEqual(['x']);
  });
});

describe('restore refuses', () => {
  let backup: string;
  beforeAll(async () => {
    backup = join(world.directory, 'good.db');
    await world.runJson(['backup', backup]);
  });
  const target = (name: string) => join(world.directory, `refused-${name}`);

  async function refusal(file: string, dataDir: string, args: readonly string[] = [], env = {}): Promise<string> {
    const { code, stderr, stdout } = await world.run(['restore', file, ...args], dataDir, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^social-server: [^\n]+\n$/);
    expect(readdirSync(world.directory).filter((name) => name.endsWith('.partial'))).toEqual([]);
    return stderr;
  }

  test('while a server serves', async () => {
    await using _ = await world.serve();
    expect(await refusal(backup, world.data, ['--force'])).toContain('a server serves');
  });

  test('in place of a database without --force, and with it keeps the old one', async () => {
    const dataDir = target('existing');
    await world.runJson(['restore', backup], dataDir);
    expect(await refusal(backup, dataDir)).toContain('--force');
    world.query("update workspace set email = 'marked@example.org' returning id", dataDir);
    const { keptAs } = await world.runJson(['restore', backup, '--force'], dataDir);
    const kept = new DatabaseSync(keptAs, { readOnly: true });
    expect(kept.prepare('select email from workspace').get()).toMatchObject({ email: 'marked@example.org' });
    kept.close();
    expect(world.query('select email from workspace', dataDir)).toMatchObject([{ email: 'backup@example.org' }]);
  });

  test('a file that is damaged, cut off, or no backup', async () => {
    const dataDir = target('damaged');
    const damaged = join(world.directory, 'damaged.db');
    const bytes = readFileSync(backup);
    bytes.fill(0xa5, 5 * 4_096, 5 * 4_096 + 2_000);
    writeFileSync(damaged, bytes);
    expect(await refusal(damaged, dataDir)).toContain('damaged');
    copyFileSync(backup, damaged);
    truncateSync(damaged, 100_000);
    expect(await refusal(damaged, dataDir)).toContain('damaged');
    for (const content of ['', 'These are my notes.\n'.repeat(500)]) {
      writeFileSync(damaged, content);
      expect(await refusal(damaged, dataDir)).toContain('is not a backup');
    }
    const other = join(world.directory, 'other.db');
    const database = new DatabaseSync(other);
    database.exec('create table note (text)');
    database.close();
    expect(await refusal(other, dataDir)).toContain('is not a backup');
    expect(await refusal(join(world.directory, 'missing.db'), dataDir)).toContain('there is no file');
    expect(existsSync(join(dataDir, 'social.db'))).toBe(false);
  });

  test('a backup of a newer version', async () => {
    const newer = join(world.directory, 'newer.db');
    copyFileSync(backup, newer);
    const database = new DatabaseSync(newer);
    database.exec("insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2099-01-01')");
    database.close();
    expect(await refusal(newer, target('newer'))).toContain('newer version');
  });

  test('keys that do not open it, and does not make any', async () => {
    const dataDir = target('keys');
    const wrong = { SOCIAL_SECRET_KEYS: randomBytes(32).toString('base64') };
    expect(await refusal(backup, dataDir, [], wrong)).toContain('SOCIAL_SECRET_KEYS');
    mkdirSync(dataDir, { recursive: true });
    expect(await refusal(backup, dataDir, [], { SOCIAL_SECRET_KEYS: '' })).toContain('SOCIAL_SECRET_KEYS');
    expect(existsSync(join(dataDir, 'secret.key'))).toBe(false);
  });

  test('Postgres, naming its own tools', async () => {
    const env = { SOCIAL_DATABASE_URL: 'postgres://social@127.0.0.1:1/social' };
    expect(await refusal(backup, target('postgres'), [], env)).toMatch(/pg_restore.*social-server hold/);
  });
});

test('a backup that was only copied into place is not served before it is held', async () => {
  const dataDir = join(world.directory, 'copied');
  const old = await world.serve();
  await publish(old.workspace, uniqueText('Copied'), { scheduledFor: inSeconds(600) });
  await world.runJson(['backup', join(world.directory, 'copied.db')]);
  await old.stop();
  mkdirSync(dataDir);
  copyFileSync(join(world.directory, 'copied.db'), join(dataDir, 'social.db'));
  await expect(world.serve(dataDir)).rejects.toThrow(/social-server hold/);
  const { scheduled } = await world.runJson(['hold'], dataDir);
  expect(scheduled).toBeGreaterThanOrEqual(1);
  await using now = await world.serve(dataDir);
  expect((await now.workspace.api('GET', '/api/v1/posts?status=scheduled')).body.posts[0]).toMatchObject({
    held: true,
  });
  expect((await world.run(['hold'], dataDir)).stderr).toContain('a server serves');
});
