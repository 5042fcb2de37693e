import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PROGRAM = process.env['SOCIAL_TEST_CHROMIUM'] ?? '/usr/bin/chromium';

/** Starts the installed Chromium. @throws Error saying how to get one */
export function launchChromium(): Promise<Browser> {
  if (!existsSync(PROGRAM)) {
    throw new Error(
      `The browser tests need Chromium, and there is none at ${PROGRAM}. Install it ("apt-get install --no-install-recommends chromium"), or set SOCIAL_TEST_CHROMIUM to its path.`,
    );
  }
  // There is nothing to draw with but the processor: a process of its own for that only costs.
  return chromium.launch({ executablePath: PROGRAM, args: ['--disable-gpu', '--in-process-gpu'] });
}
