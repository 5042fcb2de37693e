import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  // Only the processor draws: a separate process for that saves nothing.
  ...['--disable-gpu', '--in-process-gpu'],
  // A page lives for seconds: to optimize its code costs more than it saves.
  '--js-flags=--always-sparkplug,--no-maglev,--no-turbofan',
];

/** Starts the Chromium that the test run has found. @throws Error when it has found none */
export function launchChromium(): Promise<Browser> {
  const program = process.env['SOCIAL_TEST_CHROMIUM'];
  if (!program) throw new Error('This test needs Chromium: set SOCIAL_TEST_CHROMIUM to its path.');
  const launch = () => chromium.launch({ executablePath: program, args: FLAGS });
  // Chromium itself can crash as it starts.
  return launch().catch(launch);
}
