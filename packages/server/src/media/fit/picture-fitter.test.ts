import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createLogger } from '../../log/logger.ts';
import { UNLIMITED } from '../keep/account.ts';
import { createPictureFitter, type FitLimits, type PictureFitter, UnfitError } from './picture-fitter.ts';

const directory = mkdtempSync(join(tmpdir(), 'social-fitter-'));
const logger = createLogger('silent');
const { signal } = new AbortController();
const fitters: PictureFitter[] = [];
afterEach(() => {
  for (const fitter of fitters.splice(0)) fitter.close();
});
afterAll(() => rmSync(directory, { recursive: true }));

const accountOf = async () => UNLIMITED;
const LIMITS: FitLimits = { processorMs: 60_000, memoryBytes: 1024 ** 3, totalMs: 150_000 };
const WORKER = new URL('./fit-worker.ts', import.meta.url);
const started = join(directory, 'started');

/** Creates a fitter whose processes run this code for each order, after they noted that they got one. */
function fitterThatRuns(code: string, limits: Partial<FitLimits> = {}): PictureFitter {
  writeFileSync(started, '');
  const path = join(directory, `worker-${fitters.length}-${code.length}.mjs`);
  const note = `(await import('node:fs')).appendFileSync(${JSON.stringify(started)}, process.pid + '\n');`;
  writeFileSync(path, `process.on('message', async (order) => { ${note.replace('\n', '\\n')} ${code} });`);
  return created(
    createPictureFitter(logger, { accountOf, limits: { ...LIMITS, ...limits }, program: pathToFileURL(path) }),
  );
}

function created(fitter: PictureFitter): PictureFitter {
  fitters.push(fitter);
  return fitter;
}

const onLinux = test.runIf(process.platform === 'linux');
const pids = () => readFileSync(started, 'utf8').split('\n').filter(Boolean);
const order = (workspaceId: string, maxBytes = 1_000) => ({
  workspaceId,
  contentType: 'image/png',
  limits: { maxBytes },
  types: ['image/png', 'image/jpeg'],
});
const nothing = async () => new Uint8Array(1);

test('pictures of one workspace at the largest size do not delay that of another', async () => {
  const fitter = created(createPictureFitter(logger, { accountOf, limits: LIMITS, program: WORKER }));
  const create = (side: number) =>
    sharp({ create: { width: side, height: side, channels: 4, background: '#12345680' } }).png();
  const bomb = new Uint8Array(await create(7_000).toBuffer());
  const small = new Uint8Array(await create(600).toBuffer());
  const done: string[] = [];
  const bombs = ['a1', 'a2'].map(async (name) => {
    // Nothing is as small as this, so that every size is tried.
    await fitter.fit(order('a', 20), async () => bomb, signal);
    done.push(name);
  });
  const result = await fitter.fit(
    { ...order('b'), limits: { maxBytes: 100_000, maxLong: 100 } },
    async () => small,
    signal,
  );
  done.push('b');
  expect(result?.size).toEqual({ width: 100, height: 100 });
  await Promise.all(bombs);
  expect(done).toEqual(['b', 'a1', 'a2']);
});

onLinux(
  'a process that uses too much processor time is ended, and its picture refused without a second try',
  async () => {
    const fitter = fitterThatRuns('for (;;);', { processorMs: 3_000 });
    await expect(fitter.fit(order('a'), nothing, signal)).rejects.toThrow(new UnfitError('that takes too much time'));
    expect(pids()).toHaveLength(1);
  },
);

test('each picture has a process of its own, which ends with it', async () => {
  const fitter = fitterThatRuns('process.send({ result: null });');
  for (let picture = 0; picture < 3; picture += 1) expect(await fitter.fit(order('a'), nothing, signal)).toBeNull();
  expect(new Set(pids()).size).toBe(3);
  await expect.poll(() => pids().some((pid) => isAlive(Number(pid)))).toBe(false);
});

onLinux('a process that uses too much memory is ended, and its picture refused without a second try', async () => {
  const fitter = fitterThatRuns('globalThis.kept = Buffer.alloc(400e6, 1); setInterval(() => {}, 1e3);', {
    memoryBytes: 300e6,
  });
  await expect(fitter.fit(order('a'), nothing, signal)).rejects.toThrow(new UnfitError('that takes too much memory'));
  expect(pids()).toHaveLength(1);
});

test('a process that hangs is ended', async () => {
  const fitter = fitterThatRuns('setInterval(() => {}, 1e3);', { totalMs: 5_000 });
  await expect(fitter.fit(order('a'), nothing, signal)).rejects.toThrow('it took more than 5000 ms');
  const [pid] = pids();
  expect(Number(pid)).toBeGreaterThan(0);
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
});

test('a picture whose process is killed is tried once more, then refused', async () => {
  const fitter = fitterThatRuns("process.kill(process.pid, 'SIGKILL');");
  await expect(fitter.fit(order('a'), nothing, signal)).rejects.toThrow(UnfitError);
  expect(new Set(pids()).size).toBe(2);
});

test('a process that is killed from outside costs its picture one more try', async () => {
  const answer = `if (load('node:fs').readFileSync(${JSON.stringify(started)}, 'utf8').split('\\n').length > 2) process.send({ result: null });`;
  const fitter = fitterThatRuns(`const load = process.getBuiltinModule; ${answer}`);
  const fitting = fitter.fit(order('a'), nothing, signal);
  await expect.poll(pids).toHaveLength(1);
  process.kill(Number(pids()[0]), 'SIGKILL');
  expect(await fitting).toBeNull();
  expect(new Set(pids()).size).toBe(2);
});

test('after the end no process is started', async () => {
  const fitter = fitterThatRuns('setInterval(() => {}, 1e3);');
  const fitting = fitter.fit(order('a'), nothing, signal);
  fitting.catch(() => undefined);
  await expect.poll(pids).toHaveLength(1);
  fitter.close();
  await expect(fitting).rejects.toThrow('the server is stopping');
  await delay(50);
  expect(pids()).toHaveLength(1);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
