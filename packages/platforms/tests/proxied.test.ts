import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

const program = `
  const { exchange } = await import(${JSON.stringify(new URL('../src/http/exchange.ts', import.meta.url).href)});
  const request = { method: 'POST', url: new URL('https://network.example/posts'), headers: {}, body: 'x=1' };
  const { isSent, message } = await exchange(request, {}).catch((error) => error);
  console.log(JSON.stringify({ isSent, message }));
  process.exit();
`;
const refused: string[] = [];
const proxy = createServer();
let proxyUrl: string;

beforeAll(async () => {
  proxy.on('connect', ({ url }, socket) => {
    refused.push(String(url));
    socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (typeof address !== 'object' || !address) throw new Error('no port was given');
  proxyUrl = `http://127.0.0.1:${address.port}`;
});
beforeEach(() => {
  refused.length = 0;
});
afterAll(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await once(proxy, 'close');
});

async function post(env: NodeJS.ProcessEnv, ...flags: string[]): Promise<unknown> {
  const child = spawn(process.execPath, [...flags, '--input-type=module', '-e', program], {
    env: { HTTPS_PROXY: proxyUrl, ...env },
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
