import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const DESKTOP = { name: 'desktop', width: 1280, height: 800 };
// To this width everything has to fit, as WCAG's criterion Reflow asks.
const PHONE = { name: 'phone', width: 320, height: 740 };
const CHECKED = [
  { size: DESKTOP, colorScheme: 'light' },
  { size: PHONE, colorScheme: 'dark' },
] as const;
const EVERY = [...CHECKED, { size: PHONE, colorScheme: 'light' }, { size: DESKTOP, colorScheme: 'dark' }] as const;
const IMAGES = process.env['SOCIAL_TEST_SCREENSHOTS'];

/** Two frames, in which a page takes over what changed, and what moves then until it rests; what turns for ever does not. */
const AT_REST = `(async () => {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const passing = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(passing.filter(({ playState }) => playState === 'running').map(({ finished }) => finished));
})()`;

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Rules of which the size and the colours of a page decide. Every other rule says the same of the same elements. */
const OF_LOOKS = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/** Pages are looked at several times in one test. */
export const LOOKING_TIMEOUT_MS = 90_000;

/**
 * Checks the page as it stands for accessibility and for width: on a desktop and on a phone, light and dark. Images of
 * it are kept in the directory that `SOCIAL_TEST_SCREENSHOTS` names.
 * @param name of the page, for the images' file names
 * @param isOtherOnPhone true where a phone shows other elements, so that every rule has to hold there too
 * @param isCrossed true where the desktop is looked at dark too, and the phone light
 */
export async function expectGoodLook(
  page: Page,
  name: string,
  { isOtherOnPhone = false, isCrossed = false } = {},
): Promise<void> {
  for (const look of isCrossed ? EVERY : CHECKED) {
    await dress(page, look);
    const isWhole = look === CHECKED[0] || (look === CHECKED[1] && isOtherOnPhone);
    const rules = isWhole ? undefined : OF_LOOKS;
    // A dialog that opens late fades in: its colors are those of readers once it rests.
    await expect
      .poll(() => findViolations(page, rules), {
        message: `accessibility of ${name}, ${look.size.name}, ${look.colorScheme}`,
        timeout: 5_000,
      })
      .toEqual([]);
    const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(beyond, `pixels of ${name} beyond the right edge, ${look.size.name}`).toBeLessThanOrEqual(0);
  }
  for (const look of IMAGES ? EVERY : []) {
    await dress(page, look);
    await page.screenshot({ path: `${IMAGES}/${name}-${look.size.name}-${look.colorScheme}.png`, fullPage: true });
  }
  await dress(page, CHECKED[0]);
}

/** Runs these rules, or every one. Reading the rules costs a page more than running them: it is given them once. */
async function findViolations(page: Page, rules?: readonly string[]): Promise<string[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate<boolean>('"axe" in window'))) await frame.evaluate(AXE);
  }
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(document, ${options}).then(({ violations }) => ({ violations }))`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

async function dress(page: Page, { size, colorScheme }: (typeof EVERY)[number]): Promise<void> {
  await page.setViewportSize({ width: size.width, height: size.height });
  await page.emulateMedia({ colorScheme });
  await page.evaluate(AT_REST);
}
