import { readdirSync, readFileSync } from 'node:fs';
import { run } from './programs.mjs';

const packages = readdirSync('packages').filter((name) => name !== 'testkit');
const libraries = packages.filter((name) => JSON.parse(readFileSync(`packages/${name}/package.json`, 'utf8')).exports);
const steps = [
  ['format and lint', 'biome', ['ci', '.']],
  ['length of files and functions', 'node', ['scripts/check-length.mjs']],
  ['words', 'node', ['scripts/check-words.mjs']],
  ['shared files that name a network', 'node', ['scripts/check-networks.mjs']],
  ['time that regular expressions take', 'node', ['scripts/check-regexes.mjs']],
  ['contract', 'redocly', ['lint', 'specs/openapi.yaml']],
  ['contract, against the schema of OpenAPI itself', 'validate-api', ['specs/openapi.yaml']],
  ['generate', 'turbo', ['run', 'generate', '--output-logs=errors-only']],
  [
    'generated files are committed',
    'git',
    [
      'diff',
      '--exit-code',
      '--stat',
      '--',
      'packages/*/src/generated',
      'docs/platforms/README.md',
      'docs/index.md',
      'specs/openapi.yaml',
    ],
  ],
  ['build and types', 'node', ['scripts/turbo.mjs', 'run', 'build', 'typecheck']],
  ['unused files, exports and dependencies', 'knip', []],
  ...packages.map((name) => [`package ${name}`, 'pnpm', ['--dir', `packages/${name}`, 'exec', 'publint', '--strict']]),
  ...libraries.map((name) => [
    `types of ${name}`,
    'pnpm',
    ['--dir', `packages/${name}`, 'exec', 'attw', '--pack', '.', '--profile', 'esm-only', '--quiet'],
  ]),
  ['size of the SDK', 'size-limit', []],
];
const failed = [];
for (const [title, command, args] of steps) {
  console.log(`\n── ${title}`);
  const status = await run(command, args, {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', TURBO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) failed.push(title);
}
if (failed.length > 0) console.error(`\nfailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
