import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { codeLines } from './code-lines.mjs';

// Inner functions of a factory count separately, and not as lines of the factory, but for what a reader has to follow line by line.
const MAX_FUNCTION_LINES = 60;
const WHOLE = 'packages/server/src/services/publishing/';
const MAX_FILE_LINES = 400;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
});
const exempt = /\/generated\/|\.d\.ts$/;
const problems = tracked
  .trim()
  .split('\n')
  .filter((path) => !exempt.test(path))
  .flatMap(check);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

function check(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = [];
  const lines = codeLines(source.text);
  if (lines > MAX_FILE_LINES) found.push(`${path}: ${lines} lines of code; the limit is ${MAX_FILE_LINES}`);
  if (!/\.test\.ts$|\/tests\//.test(path)) visit(source);
  return found;

  function visit(node) {
    if (isFunction(node)) {
      const own = ownLines(node);
      if (own > MAX_FUNCTION_LINES) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${path}:${line + 1}: a function of ${own} lines; the limit is ${MAX_FUNCTION_LINES}`);
      }
    }
    ts.forEachChild(node, visit);
  }

  function ownLines(node) {
    if (path.startsWith(WHOLE)) return codeLines(node.getText(source));
    let nested = 0;
    const count = (child) => {
      if (isFunction(child)) nested += Math.max(0, codeLines(child.getText(source)) - 1);
      else ts.forEachChild(child, count);
    };
    ts.forEachChild(node, count);
    return codeLines(node.getText(source)) - nested;
  }
}

function isFunction(node) {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
}
