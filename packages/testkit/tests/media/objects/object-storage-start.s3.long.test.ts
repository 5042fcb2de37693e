import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, readConfig, startApp } from '@social/server';
import { openWorkspace, samplePng, useResource } from '@social/testkit';
import { expect, test } from 'vitest';
import { queryDatabase } from '../../../src/databases/databases.ts';
import {
  FAULTS_PROGRAM,
  makeWorkspace,
  runServer,
  startServer,
  temporaryDirectory,
} from '../../../src/programs/server-process.ts';
import { freePort } from '../../../src/servers/local-server.ts';
import { KEYS, makeBucket, S3, startKeyService } from './object-storage.ts';

const bucket = useResource(makeBucket);
const service = useResource(startKeyService);
const logger = createLogger('silent');

async function startAndStop(env: Record<string, string>): Promise<void> {
  using directory = temporaryDirectory();
  const settings = { SOCIAL_DATA_DIR: directory.path, SOCIAL_PORT: '0', SOCIAL_MEDIA_STORE: bucket.address('start') };
  await using _ = await startApp({ config: readConfig({ ...settings, ...env }), logger });
}

test.each([
  [
    'a bucket that is not there',
    () => ({ SOCIAL_MEDIA_STORE: address('no-such-bucket') }),
    /^SOCIAL_MEDIA_STORE: .*no bucket/,
  ],
  [
    'an endpoint where nothing answers',
    async () => ({ SOCIAL_MEDIA_STORE: address(bucket.name, `http://127.0.0.1:${await freePort()}`) }),
    /^SOCIAL_MEDIA_STORE: no storage answers at http:\S+ \(ECONNREFUSED\).*endpoint=/,
  ],
  [
    'the endpoint of something else',
    () => ({ SOCIAL_MEDIA_STORE: address(bucket.name, service.url.replace('/keys', '')) }),
    /^SOCIAL_MEDIA_STORE: .*S3 storage/,
  ],
  [
    'another region',
    () => ({ SOCIAL_MEDIA_STORE: bucket.address('start', { region: 'eu-west-9' }) }),
    /^SOCIAL_MEDIA_STORE: .*region=/,
  ],
  ['a wrong secret', () => ({ AWS_SECRET_ACCESS_KEY: 'a-wrong-secret' }), /^AWS_SECRET_ACCESS_KEY: /],
])('a start with %s names the setting and the fix, and no key', async (_, env, message) => {
  const failed = await startAndStop({ ...KEYS, ...(await env()) }).catch((error: Error) => error);
  expect(failed).toMatchObject({ name: 'ConfigError', message: expect.stringMatching(message) });
  expect(String(failed)).not.toContain('\n');
  for (const key of [S3.accessKeyId, S3.secretAccessKey, 'a-wrong-secret']) expect(String(failed)).not.toContain(key);
});

const address = (name: string, endpoint = S3.endpoint) =>
  `s3://${name}/start?${new URLSearchParams({ region: S3.region, endpoint })}`;

test('a place that holds the files of another database is refused', async () => {
  const env = { ...KEYS, SOCIAL_MEDIA_STORE: bucket.address('owned') };
  await startAndStop(env);
  await expect(startAndStop(env)).rejects.toThrow(/^SOCIAL_MEDIA_STORE: .*another database.*prefix/);
});

test('keys of a container are renewed before they end, with the token as its file then is, and when they are refused', async () => {
  using directory = temporaryDirectory();
  const tokenFile = join(directory.path, 'token');
  writeFileSync(tokenFile, 'first\n');
  const env = {
    SOCIAL_DATA_DIR: join(directory.path, 'data'),
    SOCIAL_PORT: '0',
    SOCIAL_MEDIA_STORE: bucket.address('container'),
    AWS_CONTAINER_CREDENTIALS_FULL_URI: service.url,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: tokenFile,
  };
  const ids = await makeWorkspace(env, 'container@example.org');
  await using app = await startApp({ config: readConfig(env), logger });
  const { api } = openWorkspace(app.url, ids);
  const upload = (shade: number) =>
    api('POST', '/api/v1/media', { body: samplePng(shade), headers: { 'content-type': 'image/png' } });
  // The check at the start and the server have asked once each, and the keys last.
  service.keys = { ...S3, secretAccessKey: 'another', endsInMs: 3_600_000 };
  service.asked.length = 0;
  expect((await upload(1)).status).toBe(503);
  expect(service.asked.length).toBeGreaterThan(0);
  writeFileSync(tokenFile, 'second\n');
  service.keys = { ...S3, endsInMs: 60_000 };
  expect((await upload(2)).status).toBe(201);
  const asked = service.asked.length;
  expect((await upload(3)).status).toBe(201);
  expect(service.asked.length).toBeGreaterThan(asked);
  expect([service.asked[0], service.asked.at(-1)]).toEqual(['first', 'second']);
  // Keys that have not ended are used until they do, also without the service.
  rmSync(tokenFile);
  expect((await upload(4)).status).toBe(201);
});

test('a server that is killed between object and row leaves the object and no row, and the same upload works again', async () => {
  using directory = temporaryDirectory();
  const env = { ...KEYS, SOCIAL_DATA_DIR: directory.path, SOCIAL_MEDIA_STORE: bucket.address('killed') };
  const ids = await makeWorkspace(env, 'killed@example.org');
  const rows = () => queryDatabase({ url: undefined, dataDir: directory.path }, 'select * from media');
  const upload = (url: string) =>
    openWorkspace(url, ids).api('POST', '/api/v1/media', {
      body: samplePng(),
      headers: { 'content-type': 'image/png' },
    });
  const how = { program: FAULTS_PROGRAM, hashesQuickly: true };
  await using killed = await startServer({ ...env, SOCIAL_FAULT: 'after-object' }, [], how);
  await expect(upload(killed.url)).rejects.toThrow();
  expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
  expect([await rows(), (await bucket.names('killed')).length]).toEqual([[], 1]);
  await using again = await startServer(env, [], how);
  expect((await upload(again.url)).status).toBe(201);
  expect([(await rows()).length, (await bucket.names('killed')).length]).toEqual([1, 2]);

  const backup = join(directory.path, 'copy.db');
  const { stdout } = await runServer(['backup', backup], env);
  expect(stdout).toContain(`NOT the bucket: 1 uploaded files stay in s3://${bucket.name}/killed/`);
  const doctor = await runServer(['doctor'], env);
  expect(doctor.stdout).toMatch(new RegExp(`ok +uploaded files: in s3://${bucket.name}/killed/ at .*this server`));
});
