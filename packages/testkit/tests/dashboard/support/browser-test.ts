import { test as base, expect } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type DashboardServer, startDashboard } from './dashboard-server.ts';
import { ReusedTab } from './reused-tab.ts';
import { Visitor } from './visitor.ts';

/**
 * A test with a server and a browser, which the tests of a worker share; each file begins with an empty sandbox. `visitor`
 * is a person who has not used the server before, in the emptied tab of the visitor before, `stranger` another one with
 * another browser. The test fails when a page reports an error or breaks its policy, the file when the server has ended or
 * logged an error since the file began.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern which fixtures this one needs
  .extend('sharedServer', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const server = await startDashboard();
    onCleanup(() => server.stop());
    return server;
  })
  .extend('server', { scope: 'file' }, async ({ sharedServer }, { onCleanup }) => {
    await sharedServer.sandbox.reset();
    const { length } = sharedServer.log();
    // The runner loses the error of `stop` above where a worker ran several files.
    onCleanup(async () => expectToRunWell(sharedServer, length));
    return sharedServer;
  })
  // biome-ignore lint/correctness/noEmptyPattern: as above
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('tab', { scope: 'worker' }, async ({ browser }, { onCleanup }) => {
    const tab = new ReusedTab(browser);
    onCleanup(() => tab.close());
    return tab;
  })
  .extend('visitor', async ({ tab, server }, { onCleanup }) => {
    const visitor = new Visitor(await tab.open(server), server);
    onCleanup(async () => {
      await tab.empty();
      visitor.leave();
      expect(visitor.takeComplaints()).toEqual([]);
    });
    return visitor;
  })
  .extend('stranger', async ({ browser, server }, { onCleanup }) => {
    const visitor = await Visitor.arrive(browser, server);
    onCleanup(async () => {
      await visitor.context.close();
      expect(visitor.takeComplaints()).toEqual([]);
    });
    return visitor;
  });

/** Fails when the server has ended, or has logged an error after so many characters of its log. */
function expectToRunWell({ child, log }: DashboardServer, since: number): void {
  expect([child.exitCode, child.signalCode], log().slice(-2_000)).toEqual([null, null]);
  // The last line may not be complete yet.
  const lines = log().slice(since).split('\n').slice(0, -1);
  const entries = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
  // Trouble of a network is what some tests make.
  expect(entries.filter(({ level, code }) => level >= 50 && code !== 'network_unavailable')).toEqual([]);
}
