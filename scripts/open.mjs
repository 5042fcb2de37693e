import { findBlueskyServer } from './needs/bluesky.mjs';
import { findBrowser } from './needs/browser.mjs';
import { run } from './programs.mjs';

// Tests against a server that others wrote. The long form has 200 crash rounds.
const env = {
  SOCIAL_TEST_OPEN_ROUNDS: '200',
  ...process.env,
  SOCIAL_TEST_BLUESKY_FOLDER: await findBlueskyServer(),
  SOCIAL_TEST_CHROMIUM: await findBrowser(),
};
const args = ['--dir', 'packages/testkit', 'exec', 'vitest', 'run', '--project', 'open', '--maxWorkers=2'];
process.exitCode = await run('pnpm', [...args, ...process.argv.slice(2)], { env });
