import { run } from './programs.mjs';
import { installRuntimes } from './runtime-programs.mjs';

const programs = await installRuntimes();
const env = { ...process.env, SOCIAL_TEST_RUNTIMES: JSON.stringify(programs) };
const test = ['exec', 'vitest', 'run', '--project', 'sqlite', 'tests/repository/sdk-examples.test.ts'];
const examples = await run('pnpm', ['--dir', 'packages/testkit', ...test], { env });
const stranger = await run('pnpm', ['--dir', 'packages/sandbox', 'exec', 'vitest', 'run', 'tests/installed'], { env });

process.exitCode = examples === 0 && stranger === 0 ? 0 : 1;
