import type { Browser } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { Visitor } from './visitor.ts';

type OnCleanup = (cleanup: () => Promise<void>) => void;

/**
 * A test with a server, which the file shares, and a browser, which the worker shares. `visitor` has never been here, `stranger` is somebody
 * else with another browser. The test fails when a page complains in its console or breaks its policy.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures this one needs: none
  .extend('server', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await startServerProcess();
    onCleanup(() => server.stop());
    return server;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('visitor', ({ browser, server }, { onCleanup }) => arrive(browser, server, onCleanup))
  .extend('stranger', ({ browser, server }, { onCleanup }) => arrive(browser, server, onCleanup));

async function arrive(browser: Browser, server: ServerProcess, onCleanup: OnCleanup): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, server);
  onCleanup(async () => {
    await visitor.context.close();
    expect(visitor.takeComplaints()).toEqual([]);
  });
  return visitor;
}
