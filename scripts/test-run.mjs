import { fileURLToPath } from 'node:url';
import { findBrowser } from './needs/browser.mjs';
import { pathWithTools } from './needs/tools.mjs';
import { run } from './programs.mjs';

/** Finds or fetches the browser and the tools that tests need. Returns the variables that name them. */
export async function testEnvironment() {
  return {
    ...process.env,
    PATH: await pathWithTools(),
    SOCIAL_TEST_CHROMIUM: await findBrowser(),
    // Tests start hundreds of programs, which share compiled code through this cache.
    NODE_COMPILE_CACHE: fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)),
    TURBO_TELEMETRY_DISABLED: '1',
  };
}

/** Runs tests of the test kit's projects. Returns the exit status. */
export function runProjects(projects, args, env) {
  const named = projects.flatMap((name) => ['--project', name]);
  const options = ['--dir', 'packages/testkit', 'exec', 'vitest', 'run', ...named, ...args];
  // A report of its own does not replace that of a run before it.
  return run('pnpm', options, { env: { ...env, SOCIAL_TEST_REPORT: projects.join('-') } });
}
