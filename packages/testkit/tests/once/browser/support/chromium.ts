import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  // There is nothing to draw with but the processor: a process of its own for that only costs.
  ...['--disable-gpu', '--in-process-gpu'],
  // A page lives for seconds: optimizing its code costs more than it saves.
  '--js-flags=--always-sparkplug,--no-maglev,--no-turbofan',
];

/** Starts the Chromium that the test run has found. @throws Error when it has found none */
export function launchChromium(): Promise<Browser> {
  const program = process.env['SOCIAL_TEST_CHROMIUM'];
  if (!program) throw new Error('This test needs Chromium: set SOCIAL_TEST_CHROMIUM to its path.');
  return chromium.launch({ executablePath: program, args: FLAGS });
}
