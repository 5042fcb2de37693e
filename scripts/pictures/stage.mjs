import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { capture, programs, startProgram } from '../programs.mjs';
import { connectAll } from '../simulated.mjs';

const email = 'you@example.com';
const password = 'pictures-password';

/**
 * Starts a server with simulated networks on free ports, with one workspace in which every platform is connected. Disposing it
 * stops the server and removes its data.
 */
export async function setStage() {
  await using started = new AsyncDisposableStack();
  const home = mkdtempSync(join(tmpdir(), 'social-pictures-'));
  started.defer(() => rmSync(home, { recursive: true, force: true }));
  const data = ['--data-dir', join(home, 'data')];
  const options = { env: { ...process.env, SOCIAL_LOG_LEVEL: 'warn' } };
  const server = await startProgram([programs.server, 'start', '--sandbox', '--json', '--port', '0', ...data], options);
  started.defer(server.stop);
  const account = ['--email', email, '--password', password, '--plan', 'pro'];
  const create = [programs.server, 'workspace', 'create', ...account, ...data, '--json'];
  const { apiKey } = JSON.parse(await capture(process.execPath, create, options));
  const { url, sandboxUrl } = server.ready;
  const stage = { home, url, sandboxUrl, apiKey, email, password };
  await connectAll(stage);
  const stack = started.move();
  return { ...stage, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
