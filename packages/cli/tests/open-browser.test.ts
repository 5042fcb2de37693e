import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openBrowser } from '../src/lib/terminal/open-browser.ts';
import { temporaryDirectory } from './social.ts';

// On Linux `xdg-open` is asked, which asks the program that BROWSER names.
it.runIf(process.platform === 'linux').each([
  ['finds a browser and ends', 'exit 0', undefined, true],
  ['runs on as the browser itself', 'exec sleep 5', undefined, true],
  // However busy the machine is on which this is tried.
  ['finds no browser', 'exit 3', 20_000, false],
])('knows whether a page was opened, where the program %s', async (_name, does, failsWithinMs, isOpened) => {
  await using directory = await temporaryDirectory();
  const program = join(directory.path, 'browser');
  await writeFile(program, `#!/bin/sh\nprintf %s "$1" > '${directory.path}/asked'\n${does}\n`);
  await chmod(program, 0o755);
  vi.stubEnv('BROWSER', program);
  const asked = () => readFile(join(directory.path, 'asked'), 'utf8').catch(() => '');
  expect(await openBrowser('http://127.0.0.1:8787/device', failsWithinMs)).toBe(isOpened);
  await expect.poll(asked).toBe('http://127.0.0.1:8787/device');
  vi.unstubAllEnvs();
});
