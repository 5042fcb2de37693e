import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProgram } from '../programs.mjs';
import { installPackages, keepFolder } from './kept-program.mjs';

const SERVER = fileURLToPath(new URL('./bluesky-server.mjs', import.meta.url));
/** The server's version is fixed: its consent page is driven by tests. */
const SERVER_VERSION = '0.5.35';
const PACKAGES = {
  dependencies: { '@atproto/pds': SERVER_VERSION, '@did-plc/server': '0.0.1' },
  // Brings its program ready-made, so that nothing is compiled.
  overrides: { 'better-sqlite3': '13.2.0' },
};
/** On a crowded machine the start takes many times as long as on an idle one. */
const START_MS = 180_000;

/**
 * Finds the real Bluesky server of the tests; fetches it into the user's cache, once.
 * @returns folder with its packages
 * @throws Error when it cannot be fetched
 */
export function findBlueskyServer() {
  return keepFolder(`bluesky-${SERVER_VERSION}`, async (folder) => {
    const what = `@atproto/pds@${SERVER_VERSION} from npm, about 400 MB with what it needs`;
    console.log(`The tests' Bluesky server is ${what}: it is put into ${dirname(folder)}, once. Nothing is installed.`);
    await installPackages(folder, PACKAGES);
  });
}

/**
 * Starts a Bluesky server and its directory of accounts on this machine, on empty data that ends with it, and with this process
 * however that ends.
 * @param clients origins on this machine that stand in for the public addresses of apps, by host name
 * @returns the address that the server calls its own, and the one at which it listens: another one where a test puts a proxy
 *   between (`isBehindProxy`)
 */
export async function startBlueskyServer(folder, { clients = {}, isBehindProxy = false } = {}) {
  const options = JSON.stringify({ folder, clients, isBehindProxy });
  // The server's own log goes to the same place.
  const { ready, stop } = await startProgram([SERVER, options], {
    ...{ beginning: '{"url":', stdio: 'pipe', mostMs: START_MS },
  });
  return { ...ready, stop };
}
