import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './needs/browser.mjs';
import { pathWithTools } from './needs/tools.mjs';
import { run } from './programs.mjs';

// What follows `--` is for the test runner, and a package that has no such test is no failure.
const [options, filters] = split(process.argv.slice(2));
// Two packages at a time: each has several workers of its own, and the tests of the test kit take most of the time.
const turbo = [
  ...['run', 'test', '--concurrency=2', '--output-logs=full', '--log-order=stream'],
  ...['--continue=dependencies-successful', ...options],
  ...(filters.length > 0 ? ['--', '--passWithNoTests', ...filters] : []),
];

try {
  const SOCIAL_TEST_CHROMIUM = await findBrowser();
  console.log(`The browser tests use ${SOCIAL_TEST_CHROMIUM}.`);
  const missing = ['zsh', 'fish'].filter((shell) => spawnSync(shell, ['-c', 'true']).status !== 0);
  if (missing.length > 0) console.log(`Completion is not tried in ${missing.join(' and ')}: not installed.`);
  // Hundreds of programs are started: what Node has compiled for one of them serves the next.
  const NODE_COMPILE_CACHE = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
  const env = {
    ...process.env,
    PATH: await pathWithTools(),
    SOCIAL_TEST_CHROMIUM,
    NODE_COMPILE_CACHE,
    TURBO_TELEMETRY_DISABLED: '1',
  };
  process.exitCode = await run('turbo', turbo, { env });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function split(args) {
  const at = args.indexOf('--');
  return at < 0 ? [args, []] : [args.slice(0, at), args.slice(at + 1)];
}
