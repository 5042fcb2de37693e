import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Listening, listen } from '../support/listen.ts';

const program = `
  const { exchange } = await import(${JSON.stringify(new URL('../../src/http/exchange/exchange.ts', import.meta.url).href)});
  const request = { method: 'POST', url: new URL('https://network.example/posts'), headers: {}, body: 'x=1' };
  const { isSent, message } = await exchange(request, {}).catch((error) => error);
  console.log(JSON.stringify({ isSent, message }));
  process.exit();
`;
const refused: string[] = [];
let proxy: Listening;

beforeAll(async () => {
  const server = createServer().on('connect', ({ url }, socket) => {
    refused.push(String(url));
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  });
  proxy = await listen(server);
});
afterAll(() => proxy[Symbol.asyncDispose]());
beforeEach(() => {
  refused.length = 0;
});
async function post(env: NodeJS.ProcessEnv, ...flags: string[]): Promise<unknown> {
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', program], {
    env: { HTTPS_PROXY: proxy.url, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed = child.stdout.setEncoding('utf8').toArray();
  await once(child, 'exit');
  return JSON.parse((await printed).join(''));
}

it.each([
  ['NODE_USE_ENV_PROXY', { NODE_USE_ENV_PROXY: '1' }, []],
  ['NODE_OPTIONS', { NODE_OPTIONS: '--use-env-proxy' }, []],
  ['the command line', {}, ['--use-env-proxy']],
])('sends nothing where the proxy that %s turns on refuses', async (_where, env, flags) => {
  expect(await post(env, ...flags)).toEqual({ isSent: false, message: 'no connection could be made' });
  expect(refused).toEqual(['network.example:443']);
});
