import type { Browser, Page } from 'playwright-core';
import type { DashboardServer } from './dashboard-server.ts';

type Server = Pick<DashboardServer, 'url' | 'sandboxUrl'>;

/** Opens an empty tab in a browser that shares nothing with others. */
export async function openTab(browser: Browser, { url }: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, timezoneId: 'Europe/Berlin' });
  context.setDefaultTimeout(30_000);
  return context.newPage();
}

/** The tab that the visitors of a server use one after another. To open one and to compile every script costs as much as a visit. */
export class ReusedTab {
  readonly #browser: Browser;
  #server: Server | undefined;
  #page: Page | undefined;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Returns the tab, which is empty. */
  async open(server: Server): Promise<Page> {
    if (this.#server !== server) await this.close();
    this.#server = server;
    this.#page ??= await openTab(this.#browser, server);
    return this.#page;
  }

  /** Removes what a visitor has left in the browser. Where that cannot be, the next visitor gets another tab. */
  async empty(): Promise<void> {
    if (!this.#page || !this.#server) return;
    const isEmpty = await clear(this.#page, this.#server).catch(() => false);
    if (!isEmpty) await this.close();
  }

  async close(): Promise<void> {
    await this.#page?.context().close();
    this.#page = undefined;
  }
}

/** Returns false where something stays, which goes with the browser. */
async function clear(page: Page, { url, sandboxUrl }: Server): Promise<boolean> {
  // Playwright cannot take a clock away again that a test has set.
  if (await page.evaluate<boolean>('"__pwClock" in window')) return false;
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of ['dialog', 'framenavigated', 'request', 'response']) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  // What a page stores when it is left is removed with the rest.
  await page.goto('/healthz');
  await page.evaluate('sessionStorage.clear()');
  const session = await context.newCDPSession(page);
  for (const origin of [url, sandboxUrl]) {
    await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  }
  await session.detach();
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  await page.setViewportSize({ width: 1280, height: 720 });
  return true;
}
