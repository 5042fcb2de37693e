import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiAnswer, uniqueText } from '@social/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CrashWorld, createCrashWorld, type RunningServer } from '../../crash/crash-world.ts';

// Another program holds the lock on the file, so that a publish waits before it is stored.
let world: CrashWorld;
let server: RunningServer;
let other: DatabaseSync;

beforeEach(async () => {
  world = await createCrashWorld({ workspaces: 1 });
  server = await world.start();
  other = new DatabaseSync(join(world.dataDir, 'social.db'));
  other.exec('begin immediate');
});

afterEach(async () => {
  other.close();
  await world[Symbol.asyncDispose]();
});

/** Publishes, and waits until the publish must be waiting for the lock. */
async function beginPublish(): Promise<{ readonly answer: Promise<ApiAnswer> }> {
  const [workspace] = server.workspaces;
  if (!workspace) throw new Error('there is no workspace');
  const answer = workspace.publish({ text: uniqueText('Waits'), platforms: ['profnet'] });
  await delay(500);
  return { answer };
}

async function publishes(): Promise<number> {
  const requests = await world.sandbox.requests('linkedin');
  return requests.filter(({ operation }) => operation === 'publish').length;
}

test('a server that is stopped while a publish waits for the database leaves it to the next one, which sends it once', async () => {
  const { answer } = await beginPublish();
  const stopped = server.kill('SIGTERM');
  await delay(500);
  other.exec('commit');
  const { status, body } = await answer;
  expect([status, body.platformResults.profnet]).toMatchObject([201, { state: 'sending' }]);
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(await publishes()).toBe(0);

  const next = await world.start();
  await next.workspaces[0]?.untilPost(body.id, { outcome: 'published' });
  expect(await publishes()).toBe(1);
});

test('an account that is disconnected while a publish waits for the database is sent nothing', async () => {
  const { answer } = await beginPublish();
  other.exec("delete from connection where platform = 'profnet'; commit");
  const { status, body } = await answer;
  expect([status, body.platformResults.profnet]).toMatchObject([201, { ok: false, code: 'not_connected', credits: 0 }]);
  expect(await publishes()).toBe(0);
});
