import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const CHECK = fileURLToPath(new URL('../../../../scripts/check-words.mjs', import.meta.url));
const RIDDLES = readFileSync(fileURLToPath(new URL('./fixtures/riddles.txt', import.meta.url)), 'utf8')
  .trim()
  .split('\n');

test.each(RIDDLES)('the check of words refuses "%s"', (sentence) => {
  expect(checkWords(`/** ${sentence} */\n`)).toMatchObject({ status: 1, stderr: expect.stringMatching(/\.ts:1: "/) });
});

test('the check of words takes plain English', () => {
  const text = [
    '/** Returns true for a pending part that comes after one of `parts`; retrying that part also sends it. */',
    '// Every poll reads this far back again: rows commit after their id’s timestamp, and clocks differ.',
    '// When the lease is gone, another process continues.',
    "console.log('API keys start with sk_live_ and contain no spaces. Who are you?');",
  ];
  expect(checkWords(`${text.join('\n')}\n`)).toEqual({ status: 0, stderr: '' });
});

function checkWords(text: string) {
  const directory = mkdtempSync(join(tmpdir(), 'social-words-'));
  try {
    const file = join(directory, 'example.ts');
    writeFileSync(file, text);
    const { status, stderr } = spawnSync(process.execPath, [CHECK, file], { encoding: 'utf8' });
    return { status, stderr };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
