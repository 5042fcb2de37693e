import { programs, run } from './programs.mjs';

// A script of package.json cannot set a variable: the shell of Windows reads `NAME=value command` as a program's name.
process.exitCode = await run(process.execPath, [programs.turbo, ...process.argv.slice(2)], {
  env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
});
