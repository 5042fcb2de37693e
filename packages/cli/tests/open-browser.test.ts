import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openBrowser } from '../src/lib/open-browser.ts';
import { temporaryDirectory } from './social.ts';

// On Linux `xdg-open` is asked, which asks the program that BROWSER names.
it.runIf(process.platform === 'linux').each([
  ['finds a browser and ends', 'exit 0', true],
  ['runs on as the browser itself', 'exec sleep 5', true],
  ['finds no browser', 'exit 3', false],
])('knows whether a page was opened, where the program %s', async (_name, does, isOpened) => {
  await using directory = await temporaryDirectory();
  const program = join(directory.path, 'browser');
  await writeFile(program, `#!/bin/sh\nprintf %s "$1" > '${directory.path}/asked'\n${does}\n`);
  await chmod(program, 0o755);
  vi.stubEnv('BROWSER', program);
  expect(await openBrowser('http://127.0.0.1:8787/device')).toBe(isOpened);
  expect(await readFile(join(directory.path, 'asked'), 'utf8')).toBe('http://127.0.0.1:8787/device');
  vi.unstubAllEnvs();
});
