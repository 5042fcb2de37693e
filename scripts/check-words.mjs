import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

// Idioms that read like riddles, anywhere in code and documents. CONTRIBUTING.md says how to write instead.
const IDIOMS = [
  /\bany more\b/gi,
  /\b(is|are|was|were) none\b/gi,
  /\bbec(ome|omes|ame|oming) of\b/gi,
  /\bby (itself|themselves)\b/gi,
  /\b((is|are|was|were) told|told of)\b/gi,
  /\bwhoever\b/gi,
  /\b(has|have|had) come\b/gi,
  /\ball the same\b/gi,
  /\bat this moment\b/gi,
  /\b(go|goes|going|went) on with\b/gi,
  /\b(stand|stands|stood) still\b/gi,
  /\b(give|gives|gave|given) free\b/gi,
  /\b(of|to|by|for|from|with|than) who\b/gi,
  /\banother (one )?than\b/gi,
  /\b(that|this|it) is no\b(?! (longer|more|less|later|reason|need))/gi,
  /\b(is|are|was|were) looked (again|in)\b/gi,
  /\btells? about\b/gi,
  /\blooks? up in (it|them)\b/gi,
  /\band may be[.,]/gi,
  /, or not\./gi,
  // "Who comes late has to wait." A question may begin like this.
  /\bWho [^.?!:\n]*(\n[^.?!:\n]*)?\.(?=\s|$)/gm,
];
// A docstring begins with its noun or its verb: "Returns true when …", "Name of …".
const DOCSTRING =
  /\/\*\*[\s*]+(True|False|Null|Undefined|Whether|It|Its|They|Their|That|Those|Them|Who|What|How|Where|When)\b/g;
// The first line of a comment names its subject.
const COMMENT = /(?<!^\s*\/\/.*\n)^.*\/\/ (True|False|Null|Undefined|Whether|It|Its|They|Their|That of|Those|Who)\b/gm;

// They quote what is banned.
const EXEMPT = ['scripts/check-words.mjs', 'CONTRIBUTING.md'];

const given = process.argv.slice(2);
const problems = (given.length > 0 ? given : trackedTexts()).flatMap(check);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function trackedTexts() {
  const patterns = ['ts', 'tsx', 'mjs', 'md', 'yaml', 'yml', 'css', 'html'].map((ending) => `*.${ending}`);
  const listed = execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return listed.filter((path) => !EXEMPT.includes(path) && !path.includes('/generated/') && path !== 'pnpm-lock.yaml');
}

function check(path) {
  const text = readFileSync(path, 'utf8');
  const patterns = /\.(ts|tsx|mjs)$/.test(path) ? [...IDIOMS, DOCSTRING, COMMENT] : IDIOMS;
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      const line = text.slice(0, index).split('\n').length;
      const words = found.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
      return `${path}:${line}: "${words}" is on the list of scripts/check-words.mjs`;
    }),
  );
}
