import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, sandboxSeed, startSandbox } from '../src/index.ts';

const run = promisify(execFile);
/** Loading large libraries and making keys takes time on a busy machine. */
const timeout = 90_000;
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ asNetworks: true, autoApprove: true });
}, timeout);

afterAll(() => sandbox.close());

/** Runs a program of `clients/` with the sandbox's environment variables, and returns the JSON it prints. */
async function runClient(name: string): Promise<unknown> {
  const script = fileURLToPath(new URL(`clients/${name}.ts`, import.meta.url));
  const env = { PATH: process.env['PATH'], ...sandbox.asNetworks?.environment };
  const { stdout } = await run(process.execPath, [script], { env });
  return JSON.parse(stdout);
}

/** Asks the proxy for a tunnel. @returns The answer's status and text. */
async function tunnel(target: string) {
  const { hostname, port } = new URL(sandbox.asNetworks?.proxyUrl ?? '');
  const asked = request({ hostname, port, method: 'CONNECT', path: target }).end();
  const [response, socket, head] = await once(asked, 'connect');
  const chunks: Buffer[] = [head];
  if (response.statusCode !== 200) for await (const chunk of socket) chunks.push(chunk);
  socket.destroy();
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() };
}

test('eris, oceanic.js and the webhook client of discord.js work unchanged', { timeout }, async () => {
  const answer = await runClient('discord');
  const { sha256 } = (answer as { discordJs: { sha256: string } }).discordJs;
  expect(answer).toEqual({
    discordJs: { id: expect.any(String), read: expect.any(String), sha256: expect.any(String) },
    eris: { content: 'from eris', listed: ['from eris', expect.any(String)], webhook: 'eris by webhook' },
    oceanic: { content: 'from oceanic', webhook: 'oceanic by webhook', me: 'Sandbox Bot' },
  });
  expect(await sandbox.posts('discord')).toMatchObject([
    { text: 'from discord.js', media: [{ type: 'image/png', sha256 }], deletedAt: expect.any(String) },
    { text: 'from eris', deletedAt: expect.any(String) },
    { text: 'eris by webhook', deletedAt: null },
    { text: 'from oceanic', deletedAt: expect.any(String) },
    { text: 'oceanic by webhook', deletedAt: null },
  ]);
});

test('@atproto/api posts at the name of the real network, which the directory names, too', { timeout }, async () => {
  const answer = await runClient('bluesky');
  expect(answer).toEqual({ uri: expect.any(String), server: 'https://bsky.social' });
  expect(await sandbox.posts('bluesky')).toMatchObject([{ text: 'from bsky.social' }]);
});

test("Facebook's posts have their address on its site, not at its API", { timeout }, async () => {
  const answer = await runClient('facebook');
  const permalink = { permalink_url: expect.stringMatching(/^https:\/\/www\.facebook\.com\/\d+_\d+$/) };
  expect(answer).toMatchObject({ posted: permalink, read: permalink, status: 200 });
});

test('node-telegram-bot-api sends files unchanged', { timeout }, async () => {
  const answer = await runClient('telegram');
  const sha256 = [expect.any(String), expect.any(String)];
  expect(answer).toEqual({ isDeleted: true, captions: ['a photo', 'a video'], sha256 });
  const [photo, video] = (answer as { sha256: readonly string[] }).sha256;
  expect(await sandbox.posts('telegram')).toMatchObject([
    { text: 'from node-telegram-bot-api', deletedAt: expect.any(String) },
    { text: 'a photo', media: [{ type: 'image/png', sha256: photo }] },
    { text: 'a video', media: [{ type: 'video/mp4', sha256: video }] },
  ]);
});

test('arctic, passport-google-oauth20, openid-client and twitter-api-sdk sign in unchanged', { timeout }, async () => {
  const email = 'sandbox_owner@sandbox.example';
  expect(await runClient('sign-in')).toEqual({
    arctic: {
      ...{ google: email, idToken: 3, discord: 'sandbox_owner', webhook: 'https://discord.com' },
      ...{ facebook: 'Sandbox Owner', linkedin: 'Sandbox Owner', tiktok: 'string' },
      x: { data: expect.objectContaining({ username: 'sandbox_owner' }) },
    },
    passport: { name: 'Sandbox Owner', email },
    google: { issuer: 'https://accounts.google.com', email },
    linkedin: { issuer: 'https://www.linkedin.com/oauth', email },
    twitterApiSdk: { username: 'sandbox_owner', posted: 'from twitter-api-sdk' },
  });
});

test("the shell's proxy variables are overridden, and this machine is called without a proxy", {
  timeout,
}, async () => {
  const { bot } = sandboxSeed.telegram;
  const closed = 'http://127.0.0.1:9';
  const env = {
    ...{ PATH: process.env['PATH'], HTTPS_PROXY: closed, https_proxy: closed, HTTP_PROXY: closed, http_proxy: closed },
    ...{ NO_PROXY: '*', no_proxy: '*' },
    ...sandbox.asNetworks?.environment,
  };
  const program = `
    const read = async (url) => {
      try {
        const answer = await fetch(url);
        return [answer.status, await answer.text()];
      } catch (error) {
        return [0, String(error.cause?.cause ?? error.cause)];
      }
    };
    console.log(JSON.stringify(await Promise.all(process.argv.slice(1).map(read))));
  `;
  const urls = [
    `https://api.telegram.org/bot${bot.token}/getMe`,
    `${sandbox.url}/telegram/bot${bot.token}/getMe`,
    'http://api.telegram.org/',
  ];
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, ...urls], { env });
  expect(JSON.parse(stdout)).toEqual([
    [200, expect.stringContaining('"is_bot":true')],
    [200, expect.stringContaining('"is_bot":true')],
    [0, expect.stringContaining('502')],
  ]);
});

test.each(['ptb', 'canary'])("Discord's %s hosts reach the sandbox under both domains", async (name) => {
  for (const domain of ['discord.com', 'discordapp.com']) {
    expect(await tunnel(`${name}.${domain}:443`)).toEqual({ status: 200, text: '' });
  }
});

test('the proxy refuses every other host, other ports and plain http, with a reason', { timeout }, async () => {
  expect(await tunnel('api.x.com:443')).toEqual({ status: 200, text: '' });
  for (const target of ['example.com:443', '127.0.0.1:443', 'api.x.com:80', 'api.x.com.evil.test:443', 'nonsense']) {
    const refused = await tunnel(target);
    expect(refused).toEqual({ status: 502, text: expect.stringContaining(`${target} is not one of them`) });
  }
  const plain = await fetch(sandbox.asNetworks?.proxyUrl ?? '');
  expect([plain.status, await plain.text()]).toEqual([502, expect.stringContaining('Nothing was sent')]);
});

test('the certificate is made for one run, and deleted with it', { timeout }, async () => {
  const other = await startSandbox({ asNetworks: true });
  const files = [other, sandbox].map(({ asNetworks }) => asNetworks?.environment['SSL_CERT_FILE'] ?? '');
  expect(files.map((file) => existsSync(file))).toEqual([true, true]);
  expect(files[0]).not.toBe(files[1]);
  await other.close();
  expect(files.map((file) => existsSync(file))).toEqual([false, true]);
});
