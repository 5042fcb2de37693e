import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, programs, startProgram } from '../programs.mjs';
import { connectAll } from '../simulated.mjs';

const email = 'you@example.com';
const password = 'pictures-password';

/**
 * Starts a server with simulated networks on free ports, with one workspace in which every platform is connected. `close` stops
 * it and removes its data.
 */
export async function setStage() {
  const home = mkdtempSync(join(tmpdir(), 'social-pictures-'));
  const data = ['--data-dir', join(home, 'data')];
  const options = { env: { ...process.env, SOCIAL_LOG_LEVEL: 'warn' } };
  let server;
  const close = async () => {
    await server?.stop();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    server = await startProgram([programs.server, 'start', '--sandbox', '--json', '--port', '0', ...data], options);
    const account = ['--email', email, '--password', password, '--plan', 'pro'];
    const create = [programs.server, 'workspace', 'create', ...account, ...data, '--json'];
    const { apiKey } = JSON.parse(await capture(process.execPath, create, options));
    const { url, sandboxUrl } = server.ready;
    const stage = { ...{ home, url, sandboxUrl, apiKey, email, password }, close };
    await connectAll(stage);
    return stage;
  } catch (error) {
    await close();
    throw error;
  }
}
