import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PLATFORM_IDS } from '@social/types';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../../src/programs/server-process.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DEMO = fileURLToPath(new URL('../../../../scripts/demo.mjs', import.meta.url));
const TO_TRY = /^Try it yourself.*\n([\s\S]*)^Ctrl-C stops/m;

test('the demo publishes to every platform there is, what it prints to try works, and it ends with 0', async () => {
  using home = temporaryDirectory();
  const env = { PATH: process.env['PATH'], HOME: home.path, TMPDIR: home.path, LANG: 'C.UTF-8' };
  const child = spawn(process.execPath, [DEMO], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  const ended = once(child, 'close');
  const complaints = text(child.stderr);
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk;
  });
  await vi.waitFor(() => expect(stdout).toMatch(TO_TRY), { timeout: 60_000, interval: 100 });
  const tried = spawnSync('sh', ['-ec', TO_TRY.exec(stdout)?.[1] ?? ''], { cwd: ROOT, env, encoding: 'utf8' });
  child.kill('SIGINT');
  const [code] = await ended;
  expect(code, `${stdout}\n${await complaints}`).toBe(0);
  expect(tried).toMatchObject({ status: 0, stdout: expect.stringContaining('"outcome": "published"') });
  expect([...stdout.matchAll(/^ {2}[\w ]+ as Sandbox /gm)]).toHaveLength(PLATFORM_IDS.length);
  for (const platform of PLATFORM_IDS) expect(stdout).toContain(`"${platform}": {\n      "ok": true,`);
  expect(stdout).not.toContain('"ok": false');
});
