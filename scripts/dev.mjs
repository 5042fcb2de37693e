import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, watch } from 'node:fs';
import { bundle } from './bundle.mjs';
import { programs } from './programs.mjs';

// Rebuilds what changes, and restarts the server when its build has changed.
await bundle();
const server = spawn(process.execPath, ['--watch', programs.server, 'start', '--sandbox', '--data-dir', 'data/dev'], {
  stdio: 'inherit',
  env: { ...process.env, SOCIAL_SIGN_UP: process.env.SOCIAL_SIGN_UP ?? 'open' },
});
let isBuilding = false;
let hasChanged = false;
for (const folder of globSync('{packages,apps}/*/{src,public}')) watch(folder, { recursive: true }, rebuild);
await Promise.race([once(server, 'close'), once(process, 'SIGINT'), once(process, 'SIGTERM')]);
const stopped = once(server, 'close');
if (server.kill('SIGTERM')) await stopped;
process.exit();

async function rebuild() {
  hasChanged = true;
  if (isBuilding) return;
  isBuilding = true;
  while (hasChanged) {
    hasChanged = false;
    await bundle().then(
      (built) => built.length > 0 && console.log(`Built ${built.join(', ')}`),
      (error) => console.error(error.message),
    );
  }
  isBuilding = false;
}
