import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const SIZES = [
  { name: 'desktop', width: 1280, height: 800 },
  { name: 'phone', width: 360, height: 740 },
];
const SCHEMES = ['light', 'dark'] as const;
const IMAGES = process.env['SOCIAL_TEST_SCREENSHOTS'];

/**
 * Checks the page as it stands for accessibility and for width, on a desktop and a phone, light and dark. Images of it
 * are kept in the directory that `SOCIAL_TEST_SCREENSHOTS` names.
 * @param name of the page, for the images' file names
 */
export async function expectGoodLook(page: Page, name: string): Promise<void> {
  for (const { name: size, ...viewport } of SIZES) {
    await page.setViewportSize(viewport);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      if (IMAGES) await page.screenshot({ path: `${IMAGES}/${name}-${size}-${colorScheme}.png`, fullPage: true });
      const { violations } = await new AxeBuilder({ page }).analyze();
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      expect(found, `accessibility of ${name}, ${size}, ${colorScheme}`).toEqual([]);
    }
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(overflow, `pixels of ${name} beyond the ${size}'s right edge`).toBeLessThanOrEqual(0);
  }
}
