import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const CHECK = join(ROOT, 'scripts/check-workflows.mjs');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

const RELEASE = read('.github/workflows/release.yml');
const DEPENDABOT = read('.github/dependabot.yml');

const REFUSED = [
  ['a tag in place of a commit', /checkout@[0-9a-f]{40} # v[\d.]+/, 'checkout@v7.0.1', 'is not pinned'],
  ['a commit without its version', / # v7\.0\.1/, '', 'is not pinned'],
  ['permissions for every job', 'permissions: {}', 'permissions: { contents: write }', 'begins with {}'],
  ['no permissions at the top', 'permissions: {}\n', '', 'begins with {}'],
  [
    'a job without permissions of its own',
    /\n {4}permissions:\n {6}contents: read\n {4}outputs/,
    '\n    outputs',
    'look names no',
  ],
  [
    'all permissions for a job',
    /permissions:\n {6}contents: read\n {4}outputs/,
    'permissions: write-all\n    outputs',
    'look names no',
  ],
  ['a job that may run for hours', '    timeout-minutes: 5\n', '', 'look has no timeout-minutes'],
  ['runs beside each other', /concurrency:\n.*\n.*\n/, '', 'concurrency is missing'],
  ['a checkout that keeps its token', 'persist-credentials: false', 'persist-credentials: true', 'leaves its token'],
  [
    'an expression in a script',
    '"v$VERSION" > /dev/null',
    '"v${' + '{ github.ref_name }}" > /dev/null',
    'an expression',
  ],
  [
    'a secret that is printed',
    'run: npx -y pnpm@12 release',
    'run: echo "token $NODE_AUTH_TOKEN"',
    'prints the secret NODE_AUTH_TOKEN',
  ],
  [
    'a token that is printed',
    'run: gh release view',
    'run: printenv GH_TOKEN; gh release view',
    'prints the secret GH_TOKEN',
  ],
  [
    'a script that prints its lines',
    '        run: |\n          if docker',
    '        run: |\n          set -eux\n          if docker',
    'no set -x',
  ],
  ['an unknown key', 'timeout-minutes: 5', 'timeout-minute: 5', "Unexpected value 'timeout-minute'"],
  ['an unknown permission', 'id-token: write', 'id-token: wide', "Unexpected value 'wide'"],
  ['a job that does not exist', 'needs: look', 'needs: lock', "unknown job 'lock'"],
  ['a variable that does not exist', 'vars.PUBLISH', 'varz.PUBLISH', "Unrecognized named-value: 'varz'"],
] as const;

const fileOf = (what: string) => `${what.replaceAll(' ', '-')}.yml`;
// One run for all of them, since it is the start that takes time.
let refused: string;

beforeAll(() => {
  const changed = REFUSED.map(([what, found, replacement]) => [fileOf(what), RELEASE.replace(found, replacement)]);
  refused = checkFiles(Object.fromEntries(changed));
});

test('the workflows, the action and the file of Dependabot pass', () => {
  const { status, stderr } = spawnSync(process.execPath, [CHECK], { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test.each(REFUSED)('a workflow is refused for %s', (what, found, _replacement, message) => {
  expect(RELEASE).toMatch(found);
  const own = refused.split('\n').filter((line) => line.includes(fileOf(what)));
  expect(own.join('\n')).toContain(message);
});

test('a secret may go into the stdin of a program', () => {
  expect(RELEASE).toContain('printenv REGISTRY_TOKEN | docker login');
});

test('a file of Dependabot is refused for an unknown ecosystem and an unknown key', () => {
  const ecosystem = DEPENDABOT.replace('github-actions', 'github-workflows');
  expect(checkFiles({ 'dependabot.yml': ecosystem })).toMatch(/\/updates\/1/);
  const key = DEPENDABOT.replace('groups:', 'group:');
  expect(checkFiles({ 'dependabot.yml': key })).toMatch(/\/updates\/0/);
});

/** Checks files that have to be refused. Returns the problems. */
function checkFiles(files: Record<string, string>): string {
  const directory = mkdtempSync(join(tmpdir(), 'social-workflows-'));
  try {
    const paths = Object.keys(files).map((name) => join(directory, name));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
    const { status, stderr } = spawnSync(process.execPath, [CHECK, ...paths], { encoding: 'utf8' });
    expect(status).toBe(1);
    return stderr;
  } finally {
    rmSync(directory, { recursive: true });
  }
}
