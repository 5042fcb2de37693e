import { run } from '../programs.mjs';
import { installRuntimes } from '../runtime-programs.mjs';
import { runProjects } from '../test-run.mjs';

/** Runs the SDK's examples, and the sandbox in a stranger's tests, on each runtime. Returns the exit status. */
export async function testRuntimes(variables) {
  const env = { ...variables, SOCIAL_TEST_LONG: 'true', SOCIAL_TEST_RUNTIMES: JSON.stringify(await installRuntimes()) };
  const examples = await runProjects(['sqlite'], ['tests/repository/sdk-examples.long.test.ts'], env);
  const stranger = await run('pnpm', ['--dir', 'packages/sandbox', 'exec', 'vitest', 'run', 'tests/installed'], {
    env,
  });
  return examples || stranger;
}
