import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vitepress';
import { buildApiReference } from './api.ts';
import { problemsOf } from './check-site.ts';
import { commandList, commandPages, describeCommandLine } from './commands.ts';
import { decisionList } from './decisions.ts';
import { errorPage } from './errors.ts';
import { navigationOf } from './navigation.ts';
import { HOME, NAVIGATION, PAGES, type Page, PICTURES, SITE } from './places.ts';
import { readResources, resourceList, sdkPages } from './sdk.ts';
import { readWrittenPages } from './written.ts';

const commandLine = describeCommandLine();
const resources = readResources();
const pages = gatherPages();

rmSync(join(HOME, 'dist'), { recursive: true, force: true });
for (const { path, text } of pages) {
  mkdirSync(dirname(join(PAGES, path)), { recursive: true });
  writeFileSync(join(PAGES, path), text);
}
cpSync(PICTURES, join(PAGES, 'pictures'), { recursive: true });
const names = resources.map(({ name }) => name);
writeFileSync(NAVIGATION, JSON.stringify(navigationOf(pages, commandLine, names), null, 2));
mkdirSync(join(PAGES, 'public'));
buildApiReference(join(PAGES, 'public/api.html'), process.env);
await build(HOME);
const problems = problemsOf(SITE);
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Written pages, with generated lists at the end of a reference's first page, and generated pages. */
function gatherPages(): Page[] {
  const endings = new Map([
    ['commands/index.md', commandList(commandLine)],
    ['sdk/index.md', resourceList(resources)],
  ]);
  const written = readWrittenPages().map(({ path, text }) => {
    const ending = endings.get(path);
    return { path, text: ending === undefined ? text : `${text}\n${ending}` };
  });
  return [
    ...written,
    decisionList(written),
    errorPage(commandLine),
    ...commandPages(commandLine),
    ...sdkPages(resources),
  ];
}
