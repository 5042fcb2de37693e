import { expect, it, vi } from 'vitest';
import { openBrowser } from '../../src/lib/terminal/open-browser.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

// On Linux `xdg-open` is asked, which asks the program that BROWSER names.
it.runIf(process.platform === 'linux').each([
  ['finds a browser and ends', 'exit 0', undefined, true],
  ['runs on as the browser', 'exec sleep 5', undefined, true],
  // Long enough for a busy machine.
  ['finds no browser', 'exit 3', 20_000, false],
])('knows whether a page was opened, where the program %s', async (_name, does, failsWithinMs, isOpened) => {
  await using directory = await temporaryDirectory();
  const script = `#!/bin/sh\nprintf %s "$1" > '${directory.path}/asked'\n${does}\n`;
  vi.stubEnv('BROWSER', await directory.writeProgram('browser', script));
  const asked = () => directory.read('asked').catch(() => '');
  expect(await openBrowser('http://127.0.0.1:8787/device', failsWithinMs)).toBe(isOpened);
  await expect.poll(asked).toBe('http://127.0.0.1:8787/device');
  vi.unstubAllEnvs();
});
