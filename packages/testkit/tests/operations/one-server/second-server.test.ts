import { readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  runServer,
  type ServerProcess,
  spawnServer,
  startServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';
import {
  filesIn,
  IMPATIENT,
  lockFile,
  nameOf,
  pathIn,
  quoted,
  spawnStart,
  stop,
  untilServes,
  untilWaits,
} from './locked-world.ts';

test('a second server on a SQLite file says whom it waits for, and serves once that server has ended', async () => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  await using first = await startServer(env);
  const second = spawnStart(env);
  await untilWaits(second);
  expect(second.stdout()).toBe('');
  expect((await first.stop()).code).toBe(0);
  await untilServes(second);
  const { code, stderr } = await stop(second);
  expect(code).toBe(0);
  const serves = `a server serves ${quoted(pathIn(directory.path))} ${nameOf(first.child.pid, first.url)}`;
  const lines = stderr.split('\n').filter((line) => line.includes('waiting'));
  expect(lines).toEqual([expect.stringMatching(`^social-server: ${serves}; waiting up to 35 s for its end$`)]);
  expect(filesIn(directory.path).filter((name) => name.includes('served'))).toEqual([]);
});

describe('next to a server', () => {
  const directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  let first: ServerProcess;
  beforeAll(async () => {
    first = await startServer(env);
  });
  afterAll(async () => {
    await first[Symbol.asyncDispose]();
    directory[Symbol.dispose]();
  });

  test('a second one is refused by name when the first does not end in time', async () => {
    const { code, stdout, stderr } = await spawnStart({ ...env, ...IMPATIENT }).ended;
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const serves = `a server serves ${quoted(pathIn(directory.path))} ${nameOf(first.child.pid, first.url)}`;
    expect(stderr.trim().split('\n')).toEqual([
      expect.stringContaining('waiting up to 2 s'),
      expect.stringMatching(
        `^social-server: SOCIAL_DATA_DIR: ${serves}, and .* Stop that process, .*SOCIAL_DATABASE_URL`,
      ),
    ]);
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200);
  });

  test('one that is stopped while it waits ends with status 0', async () => {
    const second = spawnStart(env);
    await untilWaits(second);
    expect(await stop(second)).toMatchObject({ code: 0, stdout: '' });
  });

  test('commands that need no lock work', async () => {
    expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(await runServer(['backup', join(directory.path, 'copy')], env)).toMatchObject({ code: 0 });
  });

  test('one that reaches the file through a link waits for it too, also while the first is frozen, and a kill frees the file', async () => {
    first.child.kill('SIGSTOP');
    using other = temporaryDirectory();
    const linked = { SOCIAL_DATA_DIR: join(other.path, 'link'), ...IMPATIENT };
    symlinkSync(directory.path, linked.SOCIAL_DATA_DIR);
    const { code, stderr } = await spawnStart(linked).ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`a server serves .* ${nameOf(first.child.pid, first.url)}`));

    await first.stop('SIGKILL');
    const next = await startServer(env);
    const ended = await next.stop();
    expect(ended.code).toBe(0);
    expect(ended.stderr).not.toContain('waiting');
  });
});

test.each([
  { name: 'with a sandbox', args: ['--sandbox'], more: {} },
  { name: 'with a setup token', args: [], more: { SOCIAL_BASE_URL: 'https://social.example.org' } },
])('a server $name opens, makes and migrates nothing while it waits', async ({ args, more }) => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path, ...more };
  const held = lockFile(`${pathIn(directory.path)}.served`);
  const server = spawnStart(env, args);
  await untilWaits(server);
  await sleep(500);
  expect(server.stderr()).toContain(`another program holds ${pathIn(directory.path)}.served`);
  expect(filesIn(directory.path)).toEqual([]);
  held[Symbol.dispose]();
  await vi.waitFor(() => expect(server.stdout()).toContain('"url"'), 20_000);
  expect(await stop(server)).toMatchObject({ code: 0 });
});

test('a server waits while another one is about to take the lock', async () => {
  using directory = temporaryDirectory();
  const held = lockFile(`${pathIn(directory.path)}.starting`);
  const server = spawnStart({ SOCIAL_DATA_DIR: directory.path });
  await untilWaits(server);
  expect(server.stderr()).toMatch(/another program holds .*social\.db\.served/);
  held[Symbol.dispose]();
  await untilServes(server);
  expect(await stop(server)).toMatchObject({ code: 0 });
});

test('K64: of several servers that start at once on a new file, one serves at a time', async () => {
  using directory = temporaryDirectory();
  const env = { SOCIAL_DATA_DIR: directory.path };
  const servers = Array.from({ length: 3 }, () => spawnStart(env));
  const serving = () => servers.filter(({ child, stdout }) => child.exitCode === null && stdout() !== '');
  for (let left = 3; left > 0; left -= 1) {
    await vi.waitFor(() => expect(serving()).toHaveLength(1), 30_000);
    await sleep(300);
    const [server] = serving();
    expect(serving()).toHaveLength(1);
    if (server) expect(await stop(server)).toMatchObject({ code: 0 });
  }
});

test('a restart that overlaps, with the same port and sandbox, takes both over', async () => {
  using directory = temporaryDirectory();
  await using first = await startServer({ SOCIAL_DATA_DIR: directory.path }, ['--sandbox']);
  const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: new URL(first.url).port };
  const second = spawnStart(env, ['--sandbox']);
  await untilWaits(second);
  expect((await first.stop()).code).toBe(0);
  await untilServes(second);
  expect(JSON.parse(second.stdout())).toEqual({ url: first.url, sandboxUrl: first.sandboxUrl });
  expect(await stop(second)).toMatchObject({ code: 0 });
});

test('a server that starts while another process creates the same database waits for it', async () => {
  using directory = temporaryDirectory();
  const path = pathIn(directory.path);
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
