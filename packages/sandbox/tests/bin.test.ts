import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { connectSandbox, sandboxSeed } from '../src/index.ts';

const bin = fileURLToPath(new URL('../dist/bin.js', import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...args]);
  children.push(child);
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    output.stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output.stderr += chunk;
  });
  return { child, output };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'with --json it prints one line when ready, and %s ends it with status 0',
  async (signal) => {
    const { child, output } = run('start', '--json');
    await expect.poll(() => output.stdout).toContain('\n');
    expect(output.stdout).toMatch(/^\{"url":"http:\/\/127\.0\.0\.1:\d+"\}\n$/);
    const { url } = JSON.parse(output.stdout);
    expect((await fetch(`${url}/_sandbox/posts`)).status).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(output.stdout.split('\n')).toHaveLength(2);
  },
);

test('without --json it prints the address for people', async () => {
  const { output } = run('start', '--port', '0');
  await expect.poll(() => output.stdout).toContain('The sandbox is ready.');
  expect(output.stdout).toMatch(/http:\/\/127\.0\.0\.1:\d+\n/);
});

test('with --data-dir accepted posts survive a killed process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'social-sandbox-bin-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const begin = async () => {
    const { child, output } = run('start', '--data-dir', folder, '--json');
    await expect.poll(() => output.stdout).toContain('\n');
    return { child, sandbox: connectSandbox(JSON.parse(output.stdout).url) };
  };
  const { child, sandbox } = await begin();
  const { bot, chats } = sandboxSeed.telegram;
  const method = `${sandbox.networks.telegram}/bot${bot.token}/sendMessage`;
  await fetch(`${method}?${new URLSearchParams({ chat_id: chats.channel, text: 'kept by force' })}`);
  const state = () => readFile(join(folder, 'state.json'), 'utf8');
  await expect.poll(state).toContain('kept by force');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { sandbox: next } = await begin();
  expect(next.url).toBe(sandbox.url);
  expect(await next.posts()).toMatchObject([{ text: 'kept by force' }]);
});

test('with --as-networks it prints the variables to export, and deletes its file at the end', async () => {
  const { child, output } = run('start', '--as-networks', '--json');
  await expect.poll(() => output.stdout).toContain('\n');
  const { url, proxyUrl, environment } = JSON.parse(output.stdout);
  expect([url, proxyUrl]).toEqual(Array(2).fill(expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)));
  const certificate = expect.stringMatching(/\/ca\.pem$/);
  expect(environment).toEqual({
    ...{ HTTPS_PROXY: proxyUrl, https_proxy: proxyUrl, HTTP_PROXY: proxyUrl, http_proxy: proxyUrl },
    ...{ NO_PROXY: '127.0.0.1,localhost,::1', no_proxy: '127.0.0.1,localhost,::1', NODE_USE_ENV_PROXY: '1' },
    ...{ NODE_EXTRA_CA_CERTS: certificate, SSL_CERT_FILE: certificate },
    ...{ REQUESTS_CA_BUNDLE: certificate, HTTPLIB2_CA_CERTS: certificate },
  });
  expect(existsSync(environment.SSL_CERT_FILE)).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(existsSync(environment.SSL_CERT_FILE)).toBe(false);
});

test('with --as-networks people see the lines to export', async () => {
  const { output } = run('start', '--as-networks');
  await expect.poll(() => output.stdout).toContain('Ctrl-C');
  for (const name of [
    'HTTPS_PROXY',
    'https_proxy',
    'no_proxy',
    'NODE_USE_ENV_PROXY',
    'NODE_EXTRA_CA_CERTS',
    'SSL_CERT_FILE',
    'REQUESTS_CA_BUNDLE',
  ]) {
    expect(output.stdout).toMatch(new RegExp(`^  export ${name}=\\S+$`, 'm'));
  }
});

test.each([
  [[]],
  [['dance']],
  [['start', '--port', 'abc']],
  [['start', '--port', '65536']],
  [['start', '--loud']],
  [['start', '--reset']],
])('with arguments %j it prints its usage and exits 2', async (args) => {
  const { child, output } = run(...args);
  expect(await once(child, 'exit')).toEqual([2, null]);
  expect(output.stderr).toContain('Usage: social-sandbox start');
});
