import { spawn } from 'node:child_process';
import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { freePort } from '../../src/servers/local-server.ts';
import { launchChromium } from '../dashboard/support/chromium.ts';
import { NODES, Stranger } from './support/registry.ts';

const MOST_SECONDS = 60;
const soon = { timeout: 60_000, interval: 50 };

/** A command on a terminal, in the folder of a stranger. Disposing of it ends what has not ended. */
function onTerminal(stranger: Stranger, line: string) {
  const child = spawn('script', ['-qefc', line, '/dev/null'], { cwd: stranger.folder, env: stranger.env });
  let screen = '';
  child.stdout.on('data', (chunk: Buffer) => {
    screen += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    ended,
    async [Symbol.asyncDispose]() {
      // Ctrl-C, as on a terminal.
      child.stdin.write('\u0003');
      await ended;
    },
    sees: (pattern: RegExp) =>
      vi.waitFor(() => {
        const [found] = pattern.exec(screen) ?? [];
        if (found === undefined) throw new Error(`${pattern} is not on the terminal:\n${screen}`);
        return found;
      }, soon),
  };
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
}

test('the first post takes under a minute and four commands, from an empty folder', async () => {
  const [, node = ''] = NODES.find(([name]) => name === 'node-24') ?? [];
  using stranger = new Stranger(node);
  await using browser = await launchChromium();
  const page = await browser.newPage();
  const port = await freePort();
  const began = performance.now();
  await using server = onTerminal(stranger, `npx -y @social/server start --sandbox --port ${port}`);
  const create = await server.sees(/npx -y @social\/server workspace create .*--plan pro/);
  await using made = onTerminal(stranger, create);
  await made.sees(/Created the workspace of you@example\.com/);
  expect(await made.ended).toBe(0);

  const connect = await server.sees(/npx -y @social\/cli connect profnet --base-url \S+/);
  await using connecting = onTerminal(stranger, connect);
  await page.goto(await connecting.sees(/http:\S+authorize-command\S+/));
  await page.getByLabel('Email').fill('you@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('choose-a-password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await approve(page);
  await page.goto(await connecting.sees(/http:\S+\/api\/auth\/profnet\S+/));
  await page.getByRole('radio', { name: 'Sandbox Owner' }).check();
  await approve(page);
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  expect(await connecting.ended).toBe(0);

  await using posting = onTerminal(
    stranger,
    await server.sees(/npx -y @social\/cli post "Hello" --to profnet --base-url \S+/),
  );
  await posting.sees(/1 of 1 published/);
  const seconds = (performance.now() - began) / 1000;
  expect(await posting.ended).toBe(0);
  process.stderr.write(`From the first command to the first post: ${seconds.toFixed(1)} s.\n`);
  expect(seconds).toBeLessThan(MOST_SECONDS);
});
