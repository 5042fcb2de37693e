import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startOnTerminal } from '../../src/programs/terminal.ts';
import { freePort } from '../../src/servers/local-server.ts';
import { launchChromium } from '../dashboard/support/chromium.ts';
import { NODES, Stranger } from './support/registry.ts';

/** Runs a command on a terminal, in the folder of a stranger. */
function onTerminal({ folder, env }: Stranger, line: string) {
  return startOnTerminal(line, { cwd: folder, env, patienceMs: 60_000 });
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve' }).click();
}

test('the first post takes four commands, from an empty folder', async () => {
  const [, node = ''] = NODES.find(([name]) => name === 'node-24') ?? [];
  using stranger = new Stranger(node);
  await using browser = await launchChromium();
  const page = await browser.newPage();
  const port = await freePort();
  await using server = onTerminal(stranger, `npx -y @social/server start --sandbox --port ${port}`);
  const create = await server.sees(/echo \S+ \| npx -y @social\/server workspace create .*--plan pro/);
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
  expect(await posting.ended).toBe(0);
});
