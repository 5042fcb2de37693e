import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { takeServedLock } from './served-lock.ts';

const now = { patienceMs: 0 };

function newDatabasePath(): string {
  const directory = mkdtempSync(join(tmpdir(), 'social-served-lock-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return join(directory, 'social.db');
}

test('a lock that is released twice frees only itself', async () => {
  const path = newDatabasePath();
  const first = await takeServedLock(path, 'restore', now);
  first.lock?.release();
  const second = await takeServedLock(path, 'server', now);
  second.lock?.announce('http://127.0.0.1:8787');
  first.lock?.release();
  const third = await takeServedLock(path, 'hold', now);
  expect(third).toMatchObject({ lock: null, holder: { what: 'server', isReady: true } });
  expect(third.holder?.who).toMatch(/^process \d+ on .*, at http:\/\/127\.0\.0\.1:8787$/);
  second.lock?.release();
  expect(readdirSync(join(path, '..')).toSorted()).toEqual(['social.db.served', 'social.db.starting']);
});

test('a lock of which nobody keeps the handle is not freed by the garbage collector', async () => {
  const path = newDatabasePath();
  await takeServedLock(path, 'server', now);
  setFlagsFromString('--expose_gc');
  const collect: () => void = runInNewContext('gc');
  for (let round = 0; round < 5; round += 1) {
    await new Promise(setImmediate);
    collect();
  }
  expect(await takeServedLock(path, 'server', now)).toMatchObject({ lock: null, holder: { what: 'server' } });
});

test('a record that no process of this product wrote is not shown', async () => {
  const path = newDatabasePath();
  const { lock } = await takeServedLock(path, 'server', now);
  for (const text of ['', 'not json', '{"what":"server"}', '{"what":"\\u001b[2J","pid":1}']) {
    writeFileSync(`${path}.served-by`, text);
    expect((await takeServedLock(path, 'hold', now)).holder).toEqual({ what: 'program', who: '', isReady: false });
  }
  writeFileSync(`${path}.served-by`, '{"what":"hold","pid":7,"host":"a\\u001bb","since":"\\u0007","url":"no"}');
  const { holder } = await takeServedLock(path, 'hold', now);
  expect(holder).toEqual({ what: 'hold', who: 'process 7', isReady: false });
  lock?.release();
  expect(existsSync(`${path}.served-by`)).toBe(false);
});
