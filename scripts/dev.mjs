import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { programs } from './programs.mjs';

// Rebuilds what changes, and restarts the server when its build has changed.
const children = [
  spawn(process.execPath, [programs.turbo, 'watch', 'build', '--output-logs=errors-only'], {
    stdio: 'inherit',
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: '1' },
  }),
  spawn(process.execPath, ['--watch', programs.server, 'start', '--sandbox', '--data-dir', 'data/dev'], {
    stdio: 'inherit',
    env: { ...process.env, SOCIAL_SIGN_UP: process.env.SOCIAL_SIGN_UP ?? 'open' },
  }),
];
await Promise.race([
  ...children.map((child) => once(child, 'close')),
  once(process, 'SIGINT'),
  once(process, 'SIGTERM'),
]);
for (const child of children) child.kill('SIGTERM');
