import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { samplePng, uniqueText } from '@social/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BackupWorld, createBackupWorld } from './backup-world.ts';

let world: BackupWorld;
let file: string;
let media: string;
let shades = 0;

beforeAll(async () => {
  world = await createBackupWorld();
  file = join(world.directory, 'copy.db');
  media = `${file}.media`;
});
afterAll(() => world[Symbol.asyncDispose]());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Stores a picture and schedules a post that needs it. */
async function schedulePicture(): Promise<{ id: string; postId: string; text: string }> {
  await using served = await world.serve();
  const { api } = served.workspace;
  const headers = { 'content-type': 'image/png' };
  const { body } = await api('POST', '/api/v1/media', { body: samplePng(shades++), headers });
  const text = uniqueText('Kept');
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const post = { text, platforms: ['profnet'], mediaUrls: [body.url], scheduledFor };
  const { body: made } = await api('POST', '/api/v1/posts', { body: post });
  await served.stop();
  return { id: body.id, postId: made.id, text };
}

const filesIn = (folder: string) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

test('a backup without stored files has no folder for them', async () => {
  expect((await world.runJson(['backup', file])).media).toEqual({
    ...{ files: 0, bytes: 0, missing: 0, inObjectStorage: 0 },
  });
  expect(existsSync(media)).toBe(false);
});

test('a restored post is published with the file that came with the backup', async () => {
  const { id, postId, text } = await schedulePicture();
  const { stdout } = await world.run(['backup', file, '--force']);
  expect(stdout).toContain(`Wrote 1 media files`);
  expect(filesIn(media)).toEqual([id]);

  const data = join(world.directory, 'elsewhere');
  const restored = await world.runJson(['restore', file], data);
  expect(restored.media).toMatchObject({ files: 1, missing: 0 });
  const [workspaceId = ''] = readdirSync(join(data, 'media'));
  const path = join(data, 'media', workspaceId, id);
  expect(sha256(readFileSync(path))).toBe(id);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(path).ino).not.toBe(statSync(join(media, workspaceId, id)).ino);
  await using served = await world.serve(data);
  const soon = { scheduledFor: new Date(Date.now() + 1_000).toISOString() };
  expect((await served.workspace.api('PATCH', `/api/v1/posts/${postId}`, { body: soon })).status).toBe(200);
  await expect
    .poll(async () => (await world.sandbox.posts()).filter((each) => each.text === text).map((each) => each.media), {
      timeout: 15_000,
    })
    .toMatchObject([[{ sha256: id }]]);
});

test('a later backup under the same name takes the place of the files too', async () => {
  const [old = ''] = filesIn(media);
  world.query(`delete from media where sha256 = '${old}'`);
  const { id } = await schedulePicture();
  writeFileSync(join(media, 'notes.txt'), 'not ours');
  await world.runJson(['backup', file, '--force']);
  expect(filesIn(media).sort()).toEqual([id, 'notes.txt'].sort());
});

test('damaged files of a backup are not restored, and missing ones are reported', async () => {
  const data = join(world.directory, 'third');
  const [id = ''] = filesIn(media).filter((name) => name !== 'notes.txt');
  const [workspaceId = ''] = readdirSync(media).filter((name) => name !== 'notes.txt');
  const path = join(media, workspaceId, id);
  // A link shares its bytes with the server's file.
  rmSync(path);
  writeFileSync(path, samplePng(shades++));
  const { code, stderr } = await world.run(['restore', file], data);
  expect([code, stderr]).toEqual([1, expect.stringContaining('is damaged; use another backup')]);
  expect(existsSync(join(data, 'social.db'))).toBe(false);
  rmSync(path);
  const { stdout } = await world.run(['restore', file], data);
  expect(stdout).toContain('1 media files are not next to the backup');
});
