import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const map = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');
const links = [...map.matchAll(/\[([^[\]]+)\]\(([^)#\s]+)/g)].map(([, label = '', target = '']) => ({
  label,
  file: join(ROOT, 'docs', target),
}));

test('the map of the code names only files that are there', () => {
  const named = [...map.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, path = '']) => path);
  const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: ROOT });
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((path) => !sources.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  expect(links.map(({ file }) => file).filter((file) => !existsSync(file))).toEqual([]);
  const trees = [...map.matchAll(/```text\n([\s\S]*?)```/g)].flatMap(([, tree = '']) => pathsOfTree(tree));
  expect(trees.length).toBeGreaterThan(0);
  expect(trees.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

test('a link of the map to code names only what that file declares, or one of its tests', () => {
  const toCode = links.filter(({ file }) => file.endsWith('.ts'));
  expect(toCode.length).toBeGreaterThan(0);
  const gone = toCode.flatMap(({ label, file }) => {
    const inCode = [...label.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    const names = inCode.length > 0 ? inCode : [label];
    const declared = declaredIn(file);
    return names.filter((name) => !declared.has(name)).map((name) => `${name} is not in ${relative(ROOT, file)}`);
  });
  expect(gone).toEqual([]);
});

/** Lists the paths of a tree, whose lines are indented by two spaces a folder. */
function pathsOfTree(tree: string): string[] {
  const parents: string[] = [];
  return tree
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', name = ''] = /^( *)(\S+)/.exec(line) ?? [];
      parents.splice(indent.length / 2, Number.POSITIVE_INFINITY, name);
      return parents.join('');
    });
}

/** Finds the names that a file declares, methods as `Class.method` too, and the sentences of its tests. */
function declaredIn(file: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node, owner: string): void => {
    const name = isNamed(node) ? node.name?.getText() : undefined;
    if (name !== undefined) names.add(name).add(`${owner}.${name}`);
    const [first] = ts.isCallExpression(node) ? node.arguments : [];
    if (first && ts.isStringLiteralLike(first)) names.add(first.text);
    const inside = ts.isClassDeclaration(node) ? (name ?? owner) : owner;
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true), '');
  return names;
}

function isNamed(node: ts.Node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isVariableDeclaration(node)
  );
}
