import { run } from './programs.mjs';

// One package at a time: its tests start servers, databases and browsers of their own.
const turbo = [
  'run',
  'test',
  '--concurrency=1',
  '--output-logs=full',
  '--log-order=stream',
  '--continue=dependencies-successful',
];
process.exitCode = await run('turbo', [...turbo, ...process.argv.slice(2)]);
