import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const SERVER = fileURLToPath(new URL('../../../server/', import.meta.url));

function textOf(build: string): string {
  const files = globSync('**/*.js', { cwd: join(SERVER, build), exclude: ['dashboard/**'] });
  return files.map((file) => readFileSync(join(SERVER, build, file), 'utf8')).join('\n');
}

test('only the build for tests can be told to kill itself', () => {
  const marks = ['SIGSTOP', 'after-intent', 'after-reseal'];
  expect(marks.filter((mark) => textOf('dist-faults').includes(mark))).toEqual(marks);
  expect(marks.filter((mark) => textOf('dist').includes(mark))).toEqual([]);
});

test('only the build for tests can be told another time than the host has', () => {
  const marks = ['shiftedClock', 'SOCIAL_FAULT_CLOCK_FILE'];
  expect(marks.filter((mark) => textOf('dist-faults').includes(mark))).toEqual(marks);
  expect(marks.filter((mark) => textOf('dist').includes(mark))).toEqual([]);
});

/** The text of a file and of all that it imports before it runs. */
function textOfStart(entry: string): string {
  const seen = new Map<string, string>();
  const read = (file: string) => {
    if (seen.has(file)) return;
    const text = readFileSync(join(SERVER, 'dist', file), 'utf8');
    seen.set(file, text);
    for (const [, next = ''] of text.matchAll(/^(?:import|export)\b[^;'"]*["']\.\/([^'"]+)["']/gm)) read(next);
  };
  read(entry);
  return [...seen.values()].join('\n');
}

test.each([
  ['the tools for agents', 'StreamableHTTP'],
  ['the library for mails', 'X-Mailer'],
])('%s: loaded by the first call that needs it, not at the start', (_what, mark) => {
  expect(textOf('dist')).toContain(mark);
  for (const entry of ['bin.js', 'index.js']) expect(textOfStart(entry)).not.toContain(mark);
});

test("Node's own fetch is not loaded at the start", () => {
  const index = pathToFileURL(join(SERVER, 'dist/index.js')).href;
  const script = `await import('${index}'); console.log(process.moduleLoadList.join('\\n'))`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' }).split(
    '\n',
  );
  expect(loaded).toContain('NativeModule http');
  expect(loaded).not.toContain('NativeModule internal/deps/undici/undici');
});

test('the library for pictures is loaded from its own package, and by a file of its own', () => {
  const { dependencies } = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  expect(dependencies).toHaveProperty('sharp');
  expect(textOf('dist')).toMatch(/from ['"]sharp['"]/);
  // No file that a start loads loads it.
  for (const entry of ['bin.js', 'index.js', 'fit-worker.js']) {
    expect(readFileSync(join(SERVER, 'dist', entry), 'utf8')).not.toMatch(/from ['"]sharp['"]/);
  }
});
