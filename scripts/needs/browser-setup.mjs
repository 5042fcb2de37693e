import { findBrowser } from './browser.mjs';

/** Hands the browser to the tests of a Vitest run. Without a browser only the tests that need one fail. */
export default async function setup() {
  if (process.env.SOCIAL_TEST_CHROMIUM) return;
  try {
    process.env.SOCIAL_TEST_CHROMIUM = await findBrowser();
  } catch (error) {
    console.error(error.message);
  }
}
