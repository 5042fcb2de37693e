import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { updateConfig } from '../../src/lib/config/config-write.ts';
import { social } from '../support/social.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** A configuration that another command holds, since so many seconds. */
async function lockedFor(seconds: number) {
  const directory = await temporaryDirectory();
  const path = join(directory.path, 'social', 'config.json');
  await updateConfig(path, (stored) => stored);
  await writeFile(`${path}.lock`, '');
  const since = new Date(Date.now() - seconds * 1000);
  await utimes(`${path}.lock`, since, since);
  return { path, home: directory.path, [Symbol.asyncDispose]: directory[Symbol.asyncDispose] };
}

async function namesIn(path: string): Promise<string[]> {
  return Object.keys(JSON.parse(await readFile(path, 'utf8')).contexts).toSorted();
}

/** Stores a server of that name. */
const add = (path: string, name: string) =>
  updateConfig(path, (stored) => ({ ...stored, contexts: new Map([...stored.contexts, [name, { baseUrl: name }]]) }));

it('a lock whose maker is gone is removed', async () => {
  await using world = await lockedFor(11);
  const result = await social(['config', 'set', 'profile', 'acme'], { env: { XDG_CONFIG_HOME: world.home } });
  expect(result).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(dirname(world.path))).toEqual(['config.json']);
});

it('one command at a time holds a lock that many take over', async () => {
  const names = Array.from({ length: 30 }, (_, number) => `server-${number}`);
  for (let round = 0; round < 5; round++) {
    await using world = await lockedFor(11);
    await Promise.all(names.map((name) => add(world.path, name)));
    expect(await namesIn(world.path)).toEqual(names.toSorted());
    expect(await readdir(dirname(world.path))).toEqual(['config.json']);
  }
});

it('a lock is waited for until its maker counts as gone', async () => {
  await using world = await lockedFor(0);
  vi.useFakeTimers({ toFake: ['Date'] });
  const adding = add(world.path, 'late');
  // Long enough for a look at the lock while it is held.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await readdir(dirname(world.path))).toContain('config.json.lock');
  vi.setSystemTime(Date.now() + 11_000);
  await adding;
  expect(await namesIn(world.path)).toEqual(['late']);
});
