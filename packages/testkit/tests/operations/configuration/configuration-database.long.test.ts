import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { runServer, spawnServer, startServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { startTimer } from '../../../src/run/start-timer.ts';
import { listen } from '../../../src/servers/local-server.ts';
import { makeSamplePosts } from '../../posts/search/sample-posts.ts';
import { expectRefusal, KEY_A, KEY_B, keepDatabases, start } from './kept-databases.ts';

const { prepare, makeNewer } = keepDatabases();

/** Stores posts that the search does not find yet. */
function storeUnindexedPosts(path: string, count: number): void {
  using database = new DatabaseSync(path);
  const { id: workspaceId } = database.prepare('select id from workspace').get() as { id: string };
  for (const post of makeSamplePosts(workspaceId, count).posts) {
    const names = Object.keys(post);
    const insert = `insert into post (${names}) values (${names.map((name) => `:${name}`)})`;
    database.prepare(insert).run({ ...post });
  }
  database.exec('insert into search_queue (post_id) select id from post');
}

describe.concurrent('a database that cannot be used', () => {
  test('K13: refuses a path that is a directory', async () => {
    using directory = temporaryDirectory();
    mkdirSync(join(directory.path, 'social.db'));
    expectRefusal(await start({ SOCIAL_DATA_DIR: directory.path }), /SOCIAL_(DATABASE_URL|DATA_DIR): /);
    expectRefusal(
      await start({ SOCIAL_DATA_DIR: join(directory.path, 'other'), SOCIAL_DATABASE_URL: `sqlite:${directory.path}` }),
      /SOCIAL_DATABASE_URL: /,
    );
  });

  test('K13: refuses a data directory that is a file', async () => {
    using directory = temporaryDirectory();
    const path = join(directory.path, 'data');
    writeFileSync(path, '');
    expectRefusal(await start({ SOCIAL_DATA_DIR: path }), /SOCIAL_DATA_DIR: /);
  });

  // No user can make a directory there, not even root.
  test('K14: refuses a directory that cannot be written', async () => {
    using directory = temporaryDirectory();
    expectRefusal(await start({ SOCIAL_DATA_DIR: '/sys/social' }), /SOCIAL_DATA_DIR: /);
    expectRefusal(
      await start({ SOCIAL_DATA_DIR: directory.path, SOCIAL_DATABASE_URL: 'sqlite:/sys/social/social.db' }),
      /SOCIAL_DATABASE_URL: /,
    );
  });

  test('K16: refuses a database with a page that is broken', async () => {
    using directory = temporaryDirectory();
    const path = prepare(directory.path);
    breakPages(path);
    expectRefusal(await start({ SOCIAL_DATA_DIR: directory.path }), /SOCIAL_(DATABASE_URL|DATA_DIR): .*restore/);
  });

  test('K19: waits for a database that another program has locked, and then says so', async () => {
    using directory = temporaryDirectory();
    const database = new DatabaseSync(prepare(directory.path));
    database.exec('begin exclusive');
    const isOver = startTimer(1_000);
    const ended = await start({ SOCIAL_DATA_DIR: directory.path });
    expect(isOver()).toBe(true);
    database.close();
    expectRefusal(ended, /SOCIAL_(DATABASE_URL|DATA_DIR): .*(locked|another program|in use|busy)/);
  });

  test('K21: names a Postgres server that does not answer, and not its password', async () => {
    using directory = temporaryDirectory();
    const ended = await start({
      SOCIAL_DATA_DIR: directory.path,
      SOCIAL_SECRET_KEYS: KEY_A,
      SOCIAL_DATABASE_URL: 'postgres://social:hunter2@127.0.0.1:1/social',
    });
    expectRefusal(ended, /SOCIAL_DATABASE_URL: /);
    expect(ended.stderr).not.toContain('hunter2');
  });

  test('K22: names a Postgres server that refuses the password, and not the password', async () => {
    using directory = temporaryDirectory();
    await using server = await refusingPostgres('28P01', 'password authentication failed for user "social"');
    const ended = await start({
      SOCIAL_DATA_DIR: directory.path,
      SOCIAL_SECRET_KEYS: KEY_A,
      SOCIAL_DATABASE_URL: `postgres://social:hunter2@127.0.0.1:${server.port}/social`,
    });
    expectRefusal(ended, /SOCIAL_DATABASE_URL: .*password/);
    expect(ended.stderr).not.toContain('hunter2');
  });

  test('K22: names the setting of a PgBouncer that refuses a parameter of the server', async () => {
    using directory = temporaryDirectory();
    const refusal = 'unsupported startup parameter: idle_in_transaction_session_timeout';
    await using server = await refusingPostgres('08P01', refusal);
    const ended = await start({
      SOCIAL_DATA_DIR: directory.path,
      SOCIAL_SECRET_KEYS: KEY_A,
      SOCIAL_DATABASE_URL: `postgres://social@127.0.0.1:${server.port}/social`,
    });
    expectRefusal(ended, /SOCIAL_DATABASE_URL: PgBouncer .*ignore_startup_parameters/);
  });

  test('K29: refuses a key file that was damaged, and does not replace it', async () => {
    using directory = temporaryDirectory();
    const path = join(directory.path, 'secret.key');
    for (const content of ['', 'damaged\n', `${KEY_A}${KEY_A}\n`]) {
      writeFileSync(path, content, { mode: 0o600 });
      expectRefusal(await start({ SOCIAL_DATA_DIR: directory.path }), /SOCIAL_SECRET_KEYS: .*secret\.key .*your copy/);
      expect(readFileSync(path, 'utf8')).toBe(content);
    }
  });

  test('K29: leaves no key behind that it could not write whole, and makes one when it can', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    const full = { command: ['prlimit', '--fsize=20:'] };
    expectRefusal(await spawnServer(['workspace', 'list'], env, full).ended, /SOCIAL_DATA_DIR: /);
    expect(readdirSync(directory.path)).toEqual([]);
    expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(directory.path).filter((name) => name.includes('key'))).toEqual(['secret.key']);
    expect(statSync(join(directory.path, 'secret.key'))).toMatchObject({ nlink: 1, mode: 0o100600 });
  });

  test('K27: names the missing key file of a database, makes no other one, and works again with the copy', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    prepare(directory.path);
    const path = join(directory.path, 'secret.key');
    const key = readFileSync(path, 'utf8');
    rmSync(path);
    expectRefusal(await start(env), /secret\.key is missing, which this database needs; put your copy of it back/);
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, key, { mode: 0o600 });
    expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0, stderr: '' });
    rmSync(path);
    expect(await runServer(['rekey', '--give-up-unreadable'], env)).toMatchObject({ code: 0 });
    expect(await runServer(['workspace', 'list'], env)).toMatchObject({ code: 0, stderr: '' });
  });

  test('K31: refuses a database whose key file was lost', async () => {
    using directory = temporaryDirectory();
    using elsewhere = temporaryDirectory();
    const path = prepare(directory.path);
    const ended = await start({ SOCIAL_DATA_DIR: elsewhere.path, SOCIAL_DATABASE_URL: `sqlite:${path}` });
    expectRefusal(ended, /SOCIAL_SECRET_KEYS: /);
  });

  test('K32: takes a new first key in addition to the old one, and refuses when the old one is removed while needed', async () => {
    using directory = temporaryDirectory();
    prepare(directory.path, 'given');
    const both = { SOCIAL_DATA_DIR: directory.path, SOCIAL_SECRET_KEYS: `${KEY_B},${KEY_A}` };
    expect(await runServer(['workspace', 'list'], both)).toMatchObject({ code: 0 });
    expectRefusal(await start({ ...both, SOCIAL_SECRET_KEYS: KEY_B }), /SOCIAL_SECRET_KEYS: /);
  });
});

describe.concurrent('the doctor', () => {
  test('names the exact redirect URI of every platform that is set up', async () => {
    using directory = temporaryDirectory();
    const { stdout } = await runServer(['doctor'], {
      SOCIAL_DATA_DIR: directory.path,
      SOCIAL_HOST: '0.0.0.0',
      SOCIAL_BASE_URL: 'https://social.example.org/',
      SOCIAL_PROFNET_CLIENT_ID: 'id',
      SOCIAL_PROFNET_CLIENT_SECRET: 'hunter2',
    });
    expect(stdout).toContain('https://social.example.org/api/auth/profnet/callback');
    expect(stdout).toMatch(/^ok +public address: https:\/\/social\.example\.org$/m);
    expect(stdout).toMatch(/^ok +profnet \(LinkedIn\): at https:\/\/api\.linkedin\.com, API version \d+; register/m);
    expect(stdout).not.toContain('hunter2');
    const chatbot = stdout.split('\n').find((line) => /^ok +chatbot \(/.test(line));
    expect(chatbot).toMatch(/^ok +chatbot \(Telegram or Discord\): Telegram at .*Discord at .*nothing to register/);
    expect(stdout).not.toContain('/api/auth/chatbot');
  });

  test('says in one calm line which platforms are not set up, and how they would be', async () => {
    using directory = temporaryDirectory();
    const env = {
      SOCIAL_DATA_DIR: directory.path,
      SOCIAL_BASE_URL: 'https://social.example.org',
      SOCIAL_PROFNET_CLIENT_ID: 'id',
      SOCIAL_PROFNET_CLIENT_SECRET: 'hunter2',
    };
    const { stdout } = await runServer(['doctor'], env);
    expect(stdout.split('\n').filter((line) => line.includes('not set up; for each'))).toEqual([
      'off      microblog (X), video (YouTube), shortvideo (TikTok), socialnet (Facebook), photonet (Instagram): not set up; ' +
        'for each that you want set SOCIAL_<PLATFORM>_CLIENT_ID and SOCIAL_<PLATFORM>_CLIENT_SECRET of an app with the ' +
        'redirect URI https://social.example.org/api/auth/<platform>/callback',
    ]);
    const { findings } = JSON.parse((await runServer(['doctor', '--json'], env)).stdout);
    expect(findings).toContainEqual({
      check: 'microblog',
      status: 'off',
      detail:
        'not set up; set SOCIAL_MICROBLOG_CLIENT_ID and SOCIAL_MICROBLOG_CLIENT_SECRET of an app with the redirect URI https://social.example.org/api/auth/microblog/callback',
    });
  });

  test('spells the address of an IPv6 host as the server does', async () => {
    using directory = temporaryDirectory();
    const { stdout } = await runServer(['doctor'], { SOCIAL_DATA_DIR: directory.path, SOCIAL_HOST: '::1' });
    expect(stdout).toContain('http://[::1]:8787/api/auth/<platform>/callback');
  });

  test.for([
    ['K16', 'a broken page', (dataDir: string) => breakPages(prepare(dataDir))],
    ['K17', 'a newer version', makeNewer],
    [
      'K31',
      'another key',
      (dataDir: string) => {
        prepare(dataDir);
        writeFileSync(join(dataDir, 'secret.key'), KEY_B);
      },
    ],
    [
      'K16',
      'a file that is not a database',
      (dataDir: string) => writeFileSync(join(dataDir, 'social.db'), 'notes'.repeat(5_000)),
    ],
  ] as const)('%s: finds %s and ends with status 1', async ([, , damage]) => {
    using directory = temporaryDirectory();
    damage(directory.path);
    const { code, stdout, stderr } = await runServer(['doctor'], { SOCIAL_DATA_DIR: directory.path });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem +(database|integrity): /m);
    expect(stderr).toMatch(/^social-server: doctor: found 1 problem[^\n]*\n$/);
  });

  test('tells a database that cannot be written from one that is not there yet', async () => {
    using directory = temporaryDirectory();
    chmodSync(prepare(directory.path), 0o444);
    const env = { SOCIAL_DATA_DIR: directory.path };
    const { code, stdout } = await spawnServer(['doctor'], env, { command: WITHOUT_PRIVILEGE }).ended;
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem +database: .*social\.db cannot be opened for writing/m);
  });

  test('finds a backup that was copied into place, as start does', async () => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    const path = prepare(directory.path);
    const backup = join(directory.path, 'backup.db');
    expect(await runServer(['backup', backup], env)).toMatchObject({ code: 0 });
    for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
    renameSync(backup, path);
    const { code, stdout } = await runServer(['doctor'], env);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^problem +database: .*a backup of .*social-server hold$/m);
    expectRefusal(await start(env), /a backup of .*social-server hold$/m);
  });

  test('says that a setting is wrong like start does', async () => {
    expectRefusal(await runServer(['doctor'], { SOCIAL_PORT: 'abc' }), /SOCIAL_PORT: /);
  });

  test('works while a server runs and does not disturb it, and says how many posts the search does not find yet', async ({
    expect,
  }) => {
    using directory = temporaryDirectory();
    const env = { SOCIAL_DATA_DIR: directory.path };
    const search = async () => /^ok +search: (.*)$/m.exec((await runServer(['doctor'], env)).stdout)?.[1];
    storeUnindexedPosts(prepare(directory.path), 30);
    expect(await search()).toBe(
      'does not find recent changes of 30 posts yet; the running server indexes them, and nothing waits for it',
    );
    await using server = await startServer(env);
    expect(await runServer(['doctor'], env)).toMatchObject({ code: 0, stderr: '' });
    await expect.poll(search).toBe('finds every post');
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });
});

/** Command under which the permissions of a file apply to root too. */
const WITHOUT_PRIVILEGE =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all'] : [];

/** Overwrites the middle of the file, where tables and indexes are; the first page stays readable. */
function breakPages(path: string): void {
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  for (let page = 3; page < size / 4_096; page += 2) writeSync(file, Buffer.alloc(2_000, 0xa5), 0, 2_000, page * 4_096);
  closeSync(file);
}

/** Speaks as much of the Postgres protocol as it takes to refuse a password. */
async function refusingPostgres(code: string, message: string): Promise<AsyncDisposable & { readonly port: number }> {
  const fields = ['SFATAL', 'VFATAL', `C${code}`, `M${message}`].map((field) => `${field}\0`);
  const text = Buffer.from(`${fields.join('')}\0`);
  const head = Buffer.alloc(5, 'E');
  head.writeInt32BE(text.length + 4, 1);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([head, text])));
  });
  return {
    port: await listen(server),
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
