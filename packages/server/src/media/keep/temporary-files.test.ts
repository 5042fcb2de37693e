import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { createLogger } from '../../log/logger.ts';
import { UNLIMITED } from './account.ts';
import { createTemporaryFiles, type TemporaryFile } from './temporary-files.ts';

const parent = mkdtempSync(join(tmpdir(), 'social-temporary-files-'));
const logger = createLogger('silent');
const accountOf = async () => UNLIMITED;
let count = 0;

afterAll(() => rmSync(parent, { recursive: true }));

const newDirectory = () => join(parent, String(count++));

async function textOf(file: TemporaryFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('lets several readers read a file at the same time until it is removed', async () => {
  const file = await createTemporaryFiles({ directory: newDirectory(), logger, accountOf }).create('w');
  const text = 'picture '.repeat(50_000);
  await file.append(Buffer.from(text.slice(0, 100)));
  await file.append(Buffer.from(text.slice(100)));
  expect(file.bytes).toBe(text.length);
  expect(await Promise.all([textOf(file), textOf(file)])).toEqual([text, text]);
  await file.remove();
  await file.remove();
  await expect(textOf(file)).rejects.toThrow();
});

test('keeps the directory private, and shows no file in it while one is open', async () => {
  const directory = newDirectory();
  const file = await createTemporaryFiles({ directory, logger, accountOf }).create('w');
  await file.append(Buffer.from('here'));
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).toEqual([]);
  await file.remove();
});

test('creates the directory with the first file', async () => {
  const directory = newDirectory();
  createTemporaryFiles({ directory, logger, accountOf });
  expect(() => statSync(directory)).toThrow('ENOENT');
});

test('removes files that an earlier process has left before it creates a file', async () => {
  const directory = newDirectory();
  mkdirSync(directory);
  writeFileSync(join(directory, '1-left'), 'left');
  const file = await createTemporaryFiles({ directory, logger, accountOf }).create('w');
  expect(readdirSync(directory)).toEqual([]);
  await file.remove();
});

test('does not remove open files of another process on the same directory', async () => {
  const directory = newDirectory();
  const file = await createTemporaryFiles({ directory, logger, accountOf }).create('w');
  await file.append(Buffer.from('in use'));
  const other = await createTemporaryFiles({ directory, logger, accountOf }).create('w');
  expect(await textOf(file)).toBe('in use');
  await Promise.all([file.remove(), other.remove()]);
});

test('counts the bytes of each owner, writes none that its account refuses, and gives those of a removed file back', async () => {
  const used: Record<string, number> = {};
  const files = createTemporaryFiles({
    directory: newDirectory(),
    logger,
    async accountOf(owner) {
      const count = (amount: number) => {
        used[owner] = (used[owner] ?? 0) + amount;
      };
      return {
        count,
        take(amount) {
          if ((used[owner] ?? 0) + amount > 10)
            throw new AppError('rate_limited', 'All 10 bytes are used. Nothing was done');
          count(amount);
        },
      };
    },
  });
  const [one, two, other] = [await files.create('w'), await files.create('w'), await files.create('other')];
  await one.append(Buffer.alloc(6));
  await other.append(Buffer.alloc(10));
  await expect(two.append(Buffer.alloc(6))).rejects.toMatchObject({
    code: 'media_unreachable',
    message: 'All 10 bytes are used. Nothing was done',
  });
  expect(used).toEqual({ w: 6, other: 10 });
  await one.remove();
  await one.remove();
  await two.append(Buffer.alloc(10));
  expect(two.bytes).toBe(10);
  await Promise.all([two.remove(), other.remove()]);
  expect(used).toEqual({ w: 0, other: 0 });
});

test('says that the server cannot store media, without its path, when the directory cannot be used', async () => {
  const directory = newDirectory();
  writeFileSync(directory, 'a file in its place');
  await expect(createTemporaryFiles({ directory, logger, accountOf }).create('w')).rejects.toMatchObject({
    code: 'media_unreachable',
    message: 'The server cannot store media: its log says why; try again when that is fixed',
  });
});
