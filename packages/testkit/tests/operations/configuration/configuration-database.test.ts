import { statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runServer, temporaryDirectory } from '../../../src/programs/server-process.ts';
import { listen } from '../../../src/servers/local-server.ts';
import { expectRefusal, KEY_A, KEY_B, keepDatabases, start } from './kept-databases.ts';

const { prepare, makeNewer } = keepDatabases();

describe.concurrent('a database that cannot be used', () => {
  test('K5: names the port that another program listens on', async () => {
    using directory = temporaryDirectory();
    const other = createServer();
    const port = await listen(other);
    const ended = await start({ SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: String(port) });
    other.close();
    expectRefusal(ended, /SOCIAL_PORT: .*in use/);
  });

  test('K16: refuses a file that is not a database', async () => {
    using directory = temporaryDirectory();
    writeFileSync(join(directory.path, 'social.db'), 'These are my notes, not a database.\n'.repeat(200));
    expectRefusal(await start({ SOCIAL_DATA_DIR: directory.path }), /SOCIAL_(DATABASE_URL|DATA_DIR): /);
  });

  test('K17: refuses a database of a newer version', async () => {
    using directory = temporaryDirectory();
    makeNewer(directory.path);
    expectRefusal(await start({ SOCIAL_DATA_DIR: directory.path }), /SOCIAL_DATABASE_URL: .*newer/);
  });

  test('K28: wants keys for Postgres', async () => {
    using directory = temporaryDirectory();
    const ended = await start({
      SOCIAL_DATA_DIR: directory.path,
      SOCIAL_DATABASE_URL: 'postgres://social@127.0.0.1:1/social',
    });
    expectRefusal(ended, /SOCIAL_SECRET_KEYS: .*openssl/);
  });

  test('K31: refuses another key than the one the database was written with', async () => {
    using directory = temporaryDirectory();
    prepare(directory.path, 'given');
    const env = { SOCIAL_DATA_DIR: directory.path, SOCIAL_SECRET_KEYS: KEY_B };
    expectRefusal(await start(env), /SOCIAL_SECRET_KEYS: /);
    expectRefusal(await runServer(['workspace', 'list'], env), /SOCIAL_SECRET_KEYS: /);
  });
});

describe.concurrent('the doctor', () => {
  test('finds nothing wrong with a new installation, and writes no database', async () => {
    using directory = temporaryDirectory();
    const dataDir = join(directory.path, 'not-yet');
    const ended = await runServer(['doctor', '--json'], { SOCIAL_DATA_DIR: dataDir });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    const { findings } = JSON.parse(ended.stdout) as { findings: { check: string; status: string; detail: string }[] };
    expect(findings.filter(({ status }) => status === 'problem')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(['node', 'clock', 'plans', 'database', 'profnet', 'public address']),
    );
    expect(() => statSync(join(dataDir, 'social.db'))).toThrow('ENOENT');
  });

  test('says that an old key is needed until rekey has run, also where no account is connected', async () => {
    using directory = temporaryDirectory();
    prepare(directory.path, 'given');
    const both = { SOCIAL_DATA_DIR: directory.path, SOCIAL_SECRET_KEYS: `${KEY_B},${KEY_A}` };
    expect((await runServer(['doctor'], both)).stdout).toMatch(/^warning +keys: .*older key.*rekey$/m);
    expect(await runServer(['rekey'], both)).toMatchObject({ code: 0 });
    expect((await runServer(['doctor'], both)).stdout).toMatch(/^ok +keys: /m);
  });
});
