import { existsSync, globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { unpackFromDebian } from './debian.mjs';
import { discard, keepProgram } from './kept-program.mjs';
import { NPM_BROWSER, unpackFromNpm } from './npm-browser.mjs';

// Only the test kit depends on it.
const { chromium } = createRequire(new URL('../../packages/testkit/package.json', import.meta.url))('playwright-core');

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

const DEBIAN_BROWSER = {
  name: 'chromium',
  program: 'usr/lib/chromium/chromium',
  environment: { FONTCONFIG_FILE: ['fonts.conf'] },
};
/** In the order in which they are tried. */
const SOURCES = [
  {
    keptAs: `chromium-${NPM_BROWSER.version}`,
    title: `${NPM_BROWSER.name}@${NPM_BROWSER.version} from npm`,
    unpack: unpackFromNpm,
  },
  {
    keptAs: 'chromium-debian',
    title: 'Chromium from Debian',
    unpack: (folder) => unpackFromDebian(folder, DEBIAN_BROWSER),
  },
];

/**
 * Finds a Chromium that starts: the one that `SOCIAL_TEST_CHROMIUM` names, one that is installed, Playwright's, or one that
 * is fetched into the user's cache.
 * @throws Error with the next step when no browser can be found or fetched
 */
export async function findBrowser() {
  const named = process.env.SOCIAL_TEST_CHROMIUM;
  if (named) {
    const reason = await whyUnusable(named);
    if (reason === null) return named;
    throw new Error(
      `SOCIAL_TEST_CHROMIUM names ${named}, which does not start (${reason}). Name a Chromium, or unset the variable.`,
    );
  }
  for (const program of [...installedBrowsers(), ...playwrightBrowsers()]) {
    if ((await whyUnusable(program)) === null) return program;
  }
  return fetchBrowser();
}

/** Returns null when the browser shows a page, else why not; one that prints its version may still lack a library. */
async function whyUnusable(program) {
  let browser;
  try {
    const args = ['--disable-gpu', '--in-process-gpu'];
    browser = await chromium.launch({ executablePath: program, args, timeout: 60_000 });
    await (await browser.newPage()).setContent('<p>It draws.</p>');
    return null;
  } catch (error) {
    return reasonIn(error.message);
  } finally {
    await browser?.close();
  }
}

/** After its first line, Playwright's message has the command and the browser's output, whose last line says what broke. */
function reasonIn(message) {
  const lines = stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const output = lines.filter((line) => /\[err\]/.test(line)).at(-1);
  return [lines[0], output].filter(Boolean).join(' ');
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
  const reasons = [];
  if (process.platform !== 'linux' || process.arch !== 'x64') reasons.push('no build for this system is known');
  else {
    // The second try is for a kept copy that lost files: it is fetched anew.
    for (const source of [SOURCES[0], ...SOURCES]) {
      const { program, reason } = await fetchFrom(source);
      if (program) return program;
      reasons.push(`${source.title}: ${reason}`);
    }
  }
  throw new Error(
    `The browser tests need Chromium. None is installed, and none could be fetched (${reasons.join('; ')}). Install one, or set SOCIAL_TEST_CHROMIUM to its path.`,
  );
}

/** Returns the program, or why it cannot be used; one that does not start is not kept. */
async function fetchFrom({ keptAs, title, unpack }) {
  try {
    const program = await keepProgram(keptAs, (folder) => {
      console.log(
        `No Chromium is installed: ${title} is unpacked into ${dirname(folder)}, once. Nothing is installed.`,
      );
      return unpack(folder);
    });
    const reason = await whyUnusable(program);
    if (reason === null) return { program };
    await discard(keptAs);
    return { reason };
  } catch (error) {
    return { reason: error.message };
  }
}
