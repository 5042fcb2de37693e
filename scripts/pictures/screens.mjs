import { createRequire } from 'node:module';
import { findBrowser } from '../needs/browser.mjs';
import { comingMonth } from './scene.mjs';

// Only the test kit depends on them.
const ofTestKit = createRequire(new URL('../../packages/testkit/package.json', import.meta.url));
const { chromium } = ofTestKit('playwright-core');
const sharp = ofTestKit('sharp');

const WIDTH = { pixels: 1200, shown: 1080 };
const VISITOR = {
  deviceScaleFactor: WIDTH.pixels / WIDTH.shown,
  timezoneId: 'UTC',
  locale: 'en-GB',
  reducedMotion: 'reduce',
};

/** Pages by the name of their picture: height of what is shown, and how a visitor gets there. */
const PAGES = {
  posts: { height: 676, visit: openPosts },
  write: { height: 782, visit: write },
  calendar: { height: 760, visit: openCalendar },
  sandbox: { height: 700, visit: openSandbox },
};

/** Takes each page light and dark, as WebP. @returns bytes by file name */
export async function takeScreens(stage) {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--disable-gpu', '--in-process-gpu'],
  });
  const files = {};
  try {
    const context = await browser.newContext({ ...VISITOR, baseURL: stage.url });
    const { email, password } = stage;
    await context.request.post('/api/account/sign-in', { data: { email, password } });
    for (const [name, { height, visit }] of Object.entries(PAGES)) {
      const page = await context.newPage();
      await page.setViewportSize({ width: WIDTH.shown, height });
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme });
        await visit(page, stage);
        const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        files[`${name}-${colorScheme}.webp`] = await sharp(picture)
          .extend(edge(colorScheme))
          .webp({ quality: 82, effort: 6 })
          .toBuffer();
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return files;
}

/** A line around the picture, whose end could not be seen on a page of the same color. */
function edge(colorScheme) {
  return { top: 1, right: 1, bottom: 1, left: 1, background: colorScheme === 'light' ? '#d0d7de' : '#3d444d' };
}

async function openPosts(page) {
  await page.goto('/');
  await page.getByText('v1.4.0 is out: threads').first().waitFor();
}

async function openCalendar(page) {
  await page.goto(`/calendar?month=${comingMonth()}`);
  await page.getByText('Sandbox in your tests').first().waitFor();
}

async function openSandbox(page, { sandboxUrl }) {
  await page.goto(sandboxUrl);
  await page.getByRole('article').filter({ hasText: 'v1.4.0 is out: threads' }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function write(page) {
  await page.goto('/write');
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.waitFor();
  for (const platform of ['LinkedIn', 'X', 'Bluesky'])
    await page.getByRole('checkbox', { name: new RegExp(`\\b${platform}\\b`) }).check();
  await text.fill(
    'v1.4.1 is out: scheduled posts keep their order when a network is slow, and pictures are made smaller where they must be.',
  );
  await page.getByText(/^Costs \d/).waitFor();
}
