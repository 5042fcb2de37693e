import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startStack } from '@social/testkit';
import { describe, expect, test } from 'vitest';
import { parseDocument } from './document.ts';
import { follow } from './follow.ts';
import { asShown, isShown } from './printed.ts';
import { openEmptyWorld, ROOT } from './world.ts';

const FENCE = '```';
const block = (info: string, ...lines: string[]) => `${FENCE}${info}\n${lines.join('\n')}\n${FENCE}\n`;

async function followed(markdown: string): Promise<void> {
  await using world = await openEmptyWorld();
  await follow(parseDocument(markdown), world);
}

test.each(['', 'bash', 'rust'])('a block of "%s" is refused: the convention does not know it', (language) => {
  expect(() => parseDocument(block(language, 'ls'))).toThrow(`line 1: a block of ${language || 'no language'}`);
});

test('a block that is marked as not run is left out, and listed', () => {
  const { steps, notRun } = parseDocument(`<!-- not run: no engine -->\n\n${block('sh', 'docker build .')}`);
  expect(steps).toEqual([]);
  expect(notRun).toEqual(['docker build .']);
});

test('a block within a list is read without its indentation', () => {
  const inList = block('console', '$ echo one \\', '> two', 'one two').replace(/^(?=.)/gm, '   ');
  expect(parseDocument(`1. So:\n\n${inList}`).steps).toEqual([
    { kind: 'command', line: 4, command: 'echo one \\\ntwo', prints: ['one two'] },
  ]);
});

describe('what is printed', () => {
  test.each([
    ['one\ntwo\n', ['one', 'two'], true],
    ['one\ntwo\n', ['one'], false],
    ['one\n', ['one', 'two'], false],
    ['post 12 is out\n', ['post … is out'], true],
    ['one\ntwo\nthree\n', ['…', 'three'], true],
    ['three\n', ['…', 'three'], true],
    ['one\ntwo\n', ['…', 'three'], false],
    ['a.c\n', ['abc'], false],
    ['', ['…'], true],
  ])('%j, shown as %j', (printed, shown, isSame) => {
    expect(isShown(printed, shown)).toBe(isSame);
  });

  test('is read as a terminal shows it', () => {
    expect(asShown('\u001b[32mwaiting\u001b[0m\u001b[1G\u001b[2Kdone\r\nnext  \r\n')).toBe('done\nnext\n');
  });
});

test('files, scripts, programs and commands of a document share a directory and a shell', async () => {
  await followed(
    [
      block('json file=data/one.json', '{"one":1}'),
      block('sh', 'ONE=$(cat data/one.json)'),
      block(
        'js',
        "import { readFileSync, writeFileSync } from 'node:fs';",
        "writeFileSync('two', readFileSync('data/one.json'));",
      ),
      block('console', '$ echo "$ONE"; cat two', '{"one":1}', '{"one":1}', '$ test -t 1', '$ false', '$ echo $?', '1'),
    ].join('\n'),
  );
});

test.each([
  ['a command that fails', block('console', '$ false')],
  ['a command that prints something else', block('console', '$ echo one', 'two')],
  ['a command that fails otherwise than is shown', block('console', '$ (exit 3)', '$ echo $?', '2')],
  ['a script with a step that fails', block('sh', 'false', 'true')],
  ['a program that throws', block('js', 'throw new Error("no");')],
])('a document fails for %s', async (_what, markdown) => {
  await expect(followed(markdown)).rejects.toThrow();
});

test('the health check of the image is right about a server', async () => {
  const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  const [, command = '[]'] = /^HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(dockerfile) ?? [];
  const [program, ...args] = JSON.parse(command);
  expect(program).toBe('node');
  const check = (port: string) =>
    new Promise<boolean>((resolve) => {
      execFile(process.execPath, args, { env: { SOCIAL_PORT: port } }, (error) => resolve(error === null));
    });
  const stack = await startStack();
  const { port } = new URL(stack.url);
  expect(await check(port)).toBe(true);
  await stack.close();
  expect(await check(port)).toBe(false);
});
