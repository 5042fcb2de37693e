import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonAgainstRoot, runInBareRoot } from '../bare-root.mjs';
import { findBrowser } from '../needs/browser.mjs';
import { releaseTo } from '../registry/release.mjs';
import { startRegistry } from '../registry/verdaccio.mjs';
import { installRuntimes } from '../runtime-programs.mjs';
import { runProjects } from '../test-run.mjs';

// A part of each kind of test; the long form runs every test there.
const SOME = [
  '--',
  'tests/dashboard/compose.test.ts',
  'tests/usage/completion.test.ts',
  'tests/post/release.test.ts',
  'tests/accounts/keys.test.ts',
];

/** Installs as strangers do: the packages from a registry, and the test command in a bare Debian. Returns 0 when both passed. */
export async function testInstall(isLong) {
  const statuses = [await testFromRegistry(), await testInBareRoot(isLong)];
  return statuses.every((status) => status === 0) ? 0 : 1;
}

/** Releases the packages to a registry of its own, and uses them as strangers do. */
async function testFromRegistry() {
  const folder = mkdtempSync(join(tmpdir(), 'social-registry-'));
  const registry = await startRegistry(folder);
  try {
    const released = await releaseTo(registry, folder);
    const env = {
      ...process.env,
      SOCIAL_TEST_REGISTRY: JSON.stringify({ url: registry.url, ...released }),
      SOCIAL_TEST_RUNTIMES: JSON.stringify(await installRuntimes()),
      SOCIAL_TEST_CHROMIUM: await findBrowser(),
    };
    return await runProjects(['registry'], ['--maxWorkers=1'], env);
  } finally {
    await registry.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs tests of the test command in a Debian that has Node and npm, and nothing else. */
async function testInBareRoot(isLong) {
  const reason = reasonAgainstRoot();
  if (reason !== null) {
    console.log(`Skipped: the test command in a bare Debian. Making one needs ${reason}.`);
    return 0;
  }
  return await runInBareRoot(['npx', '-y', 'pnpm@12', 'test', ...(isLong ? [] : SOME)]);
}
