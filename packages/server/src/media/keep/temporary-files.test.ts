import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../logger.ts';
import { createTemporaryFiles, type TemporaryFile } from './temporary-files.ts';

const parent = mkdtempSync(join(tmpdir(), 'social-temporary-files-'));
const logger = createLogger('silent');
let count = 0;

afterAll(() => rmSync(parent, { recursive: true }));

const newDirectory = () => join(parent, String(count++));

async function textOf(file: TemporaryFile): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('lets several readers read a file at the same time until it is removed', async () => {
  const file = await createTemporaryFiles({ directory: newDirectory(), logger }).create();
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
  const file = await createTemporaryFiles({ directory, logger }).create();
  await file.append(Buffer.from('here'));
  expect(statSync(directory).mode & 0o777).toBe(0o700);
  expect(readdirSync(directory)).toEqual([]);
  await file.remove();
});

test('creates the directory with the first file', async () => {
  const directory = newDirectory();
  createTemporaryFiles({ directory, logger });
  expect(() => statSync(directory)).toThrow('ENOENT');
});

test('removes files that an earlier process has left before it creates a file', async () => {
  const directory = newDirectory();
  mkdirSync(directory);
  writeFileSync(join(directory, '1-left'), 'left');
  const file = await createTemporaryFiles({ directory, logger }).create();
  expect(readdirSync(directory)).toEqual([]);
  await file.remove();
});

test('does not remove open files of another process on the same directory', async () => {
  const directory = newDirectory();
  const file = await createTemporaryFiles({ directory, logger }).create();
  await file.append(Buffer.from('in use'));
  const other = await createTemporaryFiles({ directory, logger }).create();
  expect(await textOf(file)).toBe('in use');
  await Promise.all([file.remove(), other.remove()]);
});

test('refuses files beyond the limit of all files together, and frees the space of removed files', async () => {
  const files = createTemporaryFiles({ directory: newDirectory(), logger, maxBytes: 10 });
  const [one, two] = [await files.create(), await files.create()];
  await one.append(Buffer.alloc(6));
  await expect(two.append(Buffer.alloc(6))).rejects.toMatchObject({
    code: 'media_unreachable',
    message: 'The server holds too many media files right now; try again in a minute',
  });
  await one.remove();
  await two.append(Buffer.alloc(10));
  expect(two.bytes).toBe(10);
  await two.remove();
});

test('says that the server cannot store media, without its path, when the directory cannot be used', async () => {
  const directory = newDirectory();
  writeFileSync(directory, 'a file in its place');
  await expect(createTemporaryFiles({ directory, logger }).create()).rejects.toMatchObject({
    code: 'media_unreachable',
    message: 'The server cannot store media: its log says why; try again when that is fixed',
  });
});
