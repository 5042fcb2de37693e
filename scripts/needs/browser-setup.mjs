import { findBrowser } from './browser.mjs';

/** Tells the tests of a run of Vitest which browser there is. Most of them need none: without one only those that do fail. */
export default async function setup() {
  if (process.env.SOCIAL_TEST_CHROMIUM) return;
  try {
    process.env.SOCIAL_TEST_CHROMIUM = await findBrowser();
  } catch (error) {
    console.error(error.message);
  }
}
