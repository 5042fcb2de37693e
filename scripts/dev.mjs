import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, watch } from 'node:fs';
import { bundle } from './bundle.mjs';
import { programs } from './programs.mjs';

// Rebuilds what changes, then restarts the server.
await bundle();
let server = startServer();
let isBuilding = false;
let hasChanged = false;
for (const folder of globSync('{packages,apps}/*/{src,public}')) watch(folder, { recursive: true }, rebuild);
await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await stopServer();
process.exit();

function startServer() {
  return spawn(process.execPath, [programs.server, 'start', '--sandbox', '--data-dir', 'data/dev'], {
    stdio: 'inherit',
    env: { ...process.env, SOCIAL_SIGN_UP: process.env.SOCIAL_SIGN_UP ?? 'open' },
  });
}

async function stopServer() {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const stopped = once(server, 'close');
  server.kill('SIGTERM');
  await stopped;
}

async function rebuild() {
  hasChanged = true;
  if (isBuilding) return;
  isBuilding = true;
  while (hasChanged) {
    hasChanged = false;
    try {
      const built = await bundle();
      if (built.length === 0) continue;
      console.log(`Built ${built.join(', ')}`);
      await stopServer();
      server = startServer();
    } catch (error) {
      console.error(error.message);
    }
  }
  isBuilding = false;
}
