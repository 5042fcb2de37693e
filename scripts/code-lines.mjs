import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/** Counts lines of code, without blank lines and lines that hold only a comment. */
export function codeLines(text) {
  return text.split('\n').filter((line) => line.trim() !== '' && !/^\s*(\/\/|\/?\*)/.test(line)).length;
}

const GENERATED = /\/generated\/|\.d\.ts$/;
const TEST = /^packages\/testkit\/|\/tests\/|\.test\.tsx?$/;

// `node scripts/code-lines.mjs [commit …]` prints the lines of code per package, source and tests, at each commit.
if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const commits = process.argv.length > 2 ? process.argv.slice(2) : ['HEAD'];
  const table = {};
  for (const commit of commits) {
    for (const [title, lines] of countLines(commit)) table[title] = { ...table[title], [commit]: lines };
  }
  console.table(table);
}

function countLines(commit) {
  const lines = new Map();
  for (const path of git('ls-tree', '-r', '--name-only', commit).trim().split('\n')) {
    if (!/\.(ts|tsx|mjs)$/.test(path) || GENERATED.test(path)) continue;
    const kind = TEST.test(path) ? 'tests' : 'source';
    const folder = /^(?:(?:packages|apps)\/)?[^/]+/.exec(path)[0];
    const own = codeLines(git('show', `${commit}:${path}`));
    for (const title of [`${kind}: ${folder}`, `${kind}: all`]) lines.set(title, (lines.get(title) ?? 0) + own);
  }
  return [...lines].sort();
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
