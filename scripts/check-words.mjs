import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Idioms that read like riddles. CONTRIBUTING.md says how to write instead.
const IDIOMS = [
  /\bany more\b/gi,
  /\b(is|are|was|were) none\b/gi,
  /\bbec(ome|omes|ame|oming) of\b/gi,
  /\bby (itself|themselves)\b/gi,
  /\b((is|are|was|were) told|told of|tells? about)\b/gi,
  /\bwhoever\b/gi,
  /\b(has|have|had) come\b/gi,
  /\ball the same\b/gi,
  /\bat this moment\b/gi,
  /\b(go|goes|going|went) on with\b/gi,
  /\b(stand|stands|stood) still\b/gi,
  /\b(give|gives|gave|given) free\b/gi,
  /\b(of|to|by|for|from|with|than) who\b/gi,
  /\banother (one )?than\b/gi,
  /\b(is|are|was|were) looked (again|in)\b/gi,
  /, or not\./gi,
];
const PATHS = ['*.ts', '*.tsx', '*.mjs', '*.md', '*.yaml', '*.yml', '*.css', '*.html'];
// They quote what is banned.
const EXEMPT = /\/generated\/|^pnpm-lock\.yaml$|^scripts\/check-words\.mjs$|^CONTRIBUTING\.md$/;

const listed = execFileSync('git', ['ls-files', ...PATHS], { encoding: 'utf8' })
  .trim()
  .split('\n');
const problems = listed.filter((path) => !EXEMPT.test(path)).flatMap(check);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function check(path) {
  const text = readFileSync(path, 'utf8');
  return IDIOMS.flatMap((idiom) => [...text.matchAll(idiom)]).map(({ index, 0: words }) => {
    const line = text.slice(0, index).split('\n').length;
    return `${path}:${line}: "${words}" is on the list of scripts/check-words.mjs`;
  });
}
