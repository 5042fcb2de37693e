// Fails for each regular expression that takes more than linear time for some text, unless slow-regexes.mjs has a reason.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { SLOW } from './slow-regexes.mjs';

process.env.RECHECK_BACKEND = 'pure';
const { checkSync } = await import('recheck');

/** A repetition with a limit as high as this counts as one without. */
const HIGH = 1000;
const LOOKS = ['(?=', '(?!', '(?<=', '(?<!'];

/** Returns the literals of the sources, each with the files it is in. */
function findLiterals() {
  const list = execFileSync('git', ['ls-files', 'packages/*/src/*', 'apps/dashboard/src/*'], {
    encoding: 'utf8',
  });
  const files = list.split('\n').filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const literals = new Map();
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false);
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) literals.set(node.text, [...(literals.get(node.text) ?? []), file]);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return literals;
}

const PIECE =
  /\\(?:p\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|.)|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:<?[=!]|<\w+>|:))?|\{\d+(?:,\d*)?\}|./gisu;
/** Letters of a word that are checked: more distinct ones only make the check slow. */
const WORD = 2;

/**
 * Rewrites an expression so that it is quick to check, and backtracks about as much: leaves out what looks ahead and
 * behind, lowers what repeats up to a limit, and shortens words.
 */
function simplify(pattern) {
  const pieces = pattern.match(PIECE) ?? [];
  let [simple, isRepeated, depth, hiddenFrom, letters] = ['', false, 0, 0, 0];
  for (const [at, piece] of pieces.entries()) {
    if (piece.startsWith('(')) depth += 1;
    if (hiddenFrom === 0 && LOOKS.includes(piece)) hiddenFrom = depth;
    letters = /^[a-z]$/i.test(piece) && !/^[*+?{]/.test(pieces[at + 1] ?? '') ? letters + 1 : 0;
    if (hiddenFrom === 0 && letters <= WORD) {
      const shown = /^\{\d/.test(piece) ? lower(piece) : piece;
      simple += shown;
      isRepeated ||= /^(?:[*+]|\{\d+,\})$/.test(shown);
    }
    if (piece !== ')') continue;
    if (hiddenFrom === depth) hiddenFrom = 0;
    depth -= 1;
  }
  return { simple, isRepeated };
}

/** Lowers a repetition, and keeps whether it has a limit, and whether it repeats a fixed number of times. */
function lower(repetition) {
  const [least, most = least] = repetition.slice(1, -1).split(',');
  const start = Math.min(Number(least), 2);
  if (most === '' || Number(most) >= HIGH) return `{${start},}`;
  return most === least ? `{${start}}` : `{${start},3}`;
}

/** Explains why an expression may take more than linear time. @returns null when it takes linear time */
function problemOf(literal) {
  const end = literal.lastIndexOf('/');
  const { simple, isRepeated } = simplify(literal.slice(1, end));
  if (!isRepeated) return null;
  const { status, complexity, error } = checkSync(simple, literal.slice(end + 1), {
    checker: 'automaton',
    timeout: 60_000,
  });
  return status === 'safe' ? null : (complexity?.summary ?? error?.kind ?? status);
}

const literals = findLiterals();
const problems = [];
for (const [literal, files] of literals) {
  const problem = problemOf(literal);
  if (problem !== null && SLOW[literal] === undefined) problems.push(`${files.join(', ')}: ${literal}: ${problem}`);
  if (problem === null && SLOW[literal] !== undefined) problems.push(`scripts/slow-regexes.mjs: ${literal} is linear`);
}
for (const literal of Object.keys(SLOW)) {
  if (!literals.has(literal)) problems.push(`scripts/slow-regexes.mjs: ${literal} is nowhere`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
