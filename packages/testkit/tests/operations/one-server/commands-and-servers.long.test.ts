import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FAULTS_PROGRAM, spawnServer, type Variables } from '../../../src/programs/server-process.ts';
import { type BackupWorld, createBackupWorld } from '../backup/backup-world.ts';
import { IMPATIENT, nameOf, pathIn, type Spawned, spawnStart, stop, untilServes, untilWaits } from './locked-world.ts';

let world: BackupWorld;
let backup: string;
beforeAll(async () => {
  world = await createBackupWorld();
  backup = join(world.directory, 'backup.db');
  await world.runJson(['backup', backup]);
});
afterAll(() => world?.[Symbol.asyncDispose]());

const envOf = (dataDir: string, more: Variables = {}): Variables => ({
  SOCIAL_DATA_DIR: dataDir,
  SOCIAL_SECRET_KEYS: world.keys,
  ...more,
});

/** Runs a command that is frozen at a fault point. */
async function freeze(args: readonly string[], env: Variables, point: string): Promise<Spawned> {
  const spawned = spawnServer(args, { ...env, SOCIAL_FAULT: `${point}:1:stop` }, { program: FAULTS_PROGRAM });
  const stat = () => readFileSync(`/proc/${spawned.child.pid}/stat`, 'utf8');
  await vi.waitFor(() => expect(stat()).toMatch(/\) T /), 20_000);
  return spawned;
}

test.each(['restore', 'hold'] as const)('%s is refused while a server serves, and names it', async (command) => {
  await using served = await world.serve();
  const args = command === 'restore' ? ['restore', backup, '--force'] : ['hold'];
  const { code, stderr } = await world.run(args);
  expect(code).toBe(1);
  const serves = `a server serves .*social\\.db ${nameOf(served.server.child.pid, served.server.url)}`;
  expect(stderr).toMatch(new RegExp(`^social-server: ${command}: ${serves}; stop it first, then run this again\n$`));
});

test('a server waits for a restore into an empty folder without disturbing it, and then serves what was restored', async () => {
  const dataDir = join(world.directory, 'restored');
  mkdirSync(dataDir);
  const restoring = await freeze(['restore', backup, '--json'], envOf(dataDir), 'before-restored');
  const server = spawnStart(envOf(dataDir), ['--sandbox-url', world.sandboxUrl]);
  await untilWaits(server);
  const works = `a restore works on .*social\\.db ${nameOf(restoring.child.pid)}; waiting`;
  expect(server.stderr()).toMatch(new RegExp(works));
  expect(existsSync(pathIn(dataDir))).toBe(false);
  const held = await world.run(['restore', backup], dataDir);
  expect(held).toMatchObject({
    code: 1,
    stderr: expect.stringMatching('restore: a restore works on .*wait for its end'),
  });

  restoring.child.kill('SIGCONT');
  expect(await restoring.ended).toMatchObject({ code: 0 });
  await untilServes(server);
  expect(world.query('select email from workspace', dataDir)).toMatchObject([{ email: 'backup@example.org' }]);
  expect(await stop(server)).toMatchObject({ code: 0 });
});

test('a server waits for a hold', async () => {
  // A hold needs this lock to write, after it has taken its own, and waits 5 s for it: not long enough for a slow machine.
  const writer = new DatabaseSync(pathIn(world.data));
  writer.exec('begin immediate');
  const holding = spawnServer(['hold'], envOf(world.data));
  const record = () => JSON.parse(readFileSync(`${pathIn(world.data)}.served-by`, 'utf8'));
  await vi.waitFor(() => expect(record()).toMatchObject({ what: 'hold', pid: holding.child.pid }), 15_000);
  holding.child.kill('SIGSTOP');
  writer.close();
  const server = spawnStart(envOf(world.data), ['--sandbox-url', world.sandboxUrl]);
  await untilWaits(server);
  expect(server.stderr()).toMatch(new RegExp(`a hold works on .*social\\.db ${nameOf(holding.child.pid)}`));
  holding.child.kill('SIGCONT');
  expect(await holding.ended).toMatchObject({ code: 0 });
  await untilServes(server);
  expect(await stop(server)).toMatchObject({ code: 0 });
});

test('no server starts while rekey runs alone', async () => {
  const next = randomBytes(32).toString('base64');
  const keys = { SOCIAL_SECRET_KEYS: `${next},${world.keys}` };
  const rekeying = await freeze(['rekey', '--json'], envOf(world.data, keys), 'after-reseal');
  const server = spawnStart(envOf(world.data, keys), ['--sandbox-url', world.sandboxUrl]);
  await untilWaits(server);
  expect(server.stderr()).toMatch(new RegExp(`a rekey works on .*social\\.db ${nameOf(rekeying.child.pid)}`));
  rekeying.child.kill('SIGCONT');
  expect(await rekeying.ended).toMatchObject({ code: 0 });
  await untilServes(server);
  expect(await stop(server)).toMatchObject({ code: 0 });
  const back = { SOCIAL_SECRET_KEYS: `${world.keys},${next}` };
  expect(await world.runJson(['rekey'], world.data, back)).toMatchObject({ unreadable: 0 });
});

test('rekey waits for a server that starts, and changes nothing next to one that does not know the new key', async () => {
  const keys = { SOCIAL_SECRET_KEYS: `${randomBytes(32).toString('base64')},${world.keys}` };
  const tokens = () => world.query('select id, access_token, refresh_token from connection order by id');
  const before = tokens();
  const env = envOf(world.data, { SOCIAL_PORT: '0' });
  const args = ['start', '--json', '--sandbox-url', world.sandboxUrl];
  const starting = await freeze(args, env, 'migration-statement');
  const early = spawnServer(['rekey'], envOf(world.data, { ...keys, ...IMPATIENT }), { program: FAULTS_PROGRAM });
  const { code, stderr } = await early.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(new RegExp(`rekey: a server serves .* ${nameOf(starting.child.pid)}; stop it first`));

  const rekeying = spawnServer(['rekey'], envOf(world.data, keys), { program: FAULTS_PROGRAM });
  await untilWaits(rekeying);
  starting.child.kill('SIGCONT');
  await untilServes(starting);
  const refused = await rekeying.ended;
  expect(refused.stderr).toContain('SOCIAL_SECRET_KEYS: 1 running server(s) encrypt with another key');
  expect(refused.code).toBe(1);
  expect(tokens()).toEqual(before);
  expect(await stop(starting)).toMatchObject({ code: 0 });
});
