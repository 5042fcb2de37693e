import { bundle } from './bundle.mjs';
import { programs, run } from './programs.mjs';

// A script of package.json cannot set a variable: the shell of Windows reads `NAME=value command` as a program's name.
const args = process.argv.slice(2);
if (!args.includes('generate')) await bundle();
process.exitCode = await run(process.execPath, [programs.turbo, ...args, '--output-logs=errors-only'], {
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
});
