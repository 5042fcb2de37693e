import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PLATFORM_IDS } from '@social/types';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryDirectory } from './bad-input/server-process.ts';

const DEMO = fileURLToPath(new URL('../../../../scripts/demo.mjs', import.meta.url));

test('the demo publishes to every platform there is, and ends with 0', async () => {
  using home = temporaryDirectory();
  const env = { PATH: process.env['PATH'], HOME: home.path, TMPDIR: home.path, LANG: 'C.UTF-8' };
  const child = spawn(process.execPath, [DEMO, '--once'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  expect(code, `${stdout}\n${stderr}`).toBe(0);
  const connected = [...stdout.matchAll(/^Connected (\w+) as /gm)].map(([, platform]) => platform ?? '');
  expect(connected.toSorted()).toEqual(PLATFORM_IDS.toSorted());
  for (const platform of connected) expect(stdout).toContain(`"${platform}": {\n      "ok": true,`);
  expect(stdout).not.toContain('"ok": false');
});
