import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const SERVER = fileURLToPath(new URL('../../../server/', import.meta.url));

function textOf(build: string): string {
  const files = globSync('**/*.js', { cwd: join(SERVER, build), exclude: ['dashboard/**'] });
  return files.map((file) => readFileSync(join(SERVER, build, file), 'utf8')).join('\n');
}

test('only the build for tests can be told to kill itself', () => {
  const marks = ['SIGKILL', 'after-reserve', 'after-reseal'];
  expect(marks.filter((mark) => textOf('dist-faults').includes(mark))).toEqual(marks);
  expect(marks.filter((mark) => textOf('dist').includes(mark))).toEqual([]);
});

test('only the build for tests can be told another time than the host has', () => {
  const marks = ['shiftedClock', 'SOCIAL_FAULT_CLOCK_FILE'];
  expect(marks.filter((mark) => textOf('dist-faults').includes(mark))).toEqual(marks);
  expect(marks.filter((mark) => textOf('dist').includes(mark))).toEqual([]);
});
