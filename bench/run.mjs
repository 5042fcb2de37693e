import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { countedContenders, measureCommits } from './commits.mjs';
import { startBuilds, startContenders, startKeyContenders } from './contenders.mjs';
import { LISTED_POSTS, LISTS, measureListCpu, measurePublishCpu } from './cpu.mjs';
import { measureMigration } from './migration.mjs';
import { measurePage, PAGES, startPageServers } from './pages.mjs';
import { makeTemporaryDirectory, onGeneratorCore } from './programs.mjs';
import {
  COUNTS,
  compare,
  describeMachine,
  failed,
  inKilobytes,
  inMegabytes,
  inMilliseconds,
  judge,
  RATIOS,
  renderTable,
} from './report.mjs';
import { measureSdkSize } from './sdk-size.mjs';
import { startSandbox } from './social-server.mjs';
import { measureCli, measureRestarts, measureStarts } from './start-up.mjs';

const FULL = {
  cycles: 4,
  settleMs: 2_000,
  listRequests: 6_000,
  publishes: 600,
  pageRequests: 100,
  rows: { small: 1_000, large: 1_000_000 },
  migrated: { rows: 1_000_000, copies: 3 },
  starts: 7,
  runs: 20,
};
const QUICK = {
  cycles: 2,
  settleMs: 200,
  listRequests: 2_000,
  publishes: 150,
  pageRequests: 40,
  rows: { small: 1_000, large: 100_000 },
  migrated: { rows: 20_000, copies: 2 },
  starts: 2,
  runs: 8,
};

/** Every measurement by the name that `--only` takes, in their order: the table that its lines belong to, and what it is called. */
const MEASUREMENTS = {
  cpu: { table: RATIOS, metric: 'CPU per request', work: () => onGeneratorCore(measureCpuRatios) },
  safety: { table: RATIOS, metric: 'safety: publish with a key ÷ without', work: () => onGeneratorCore(measureSafety) },
  start: { table: RATIOS, metric: 'start and memory', work: measureStartLines },
  migration: { table: RATIOS, metric: 'migration', work: measureMigrationLine },
  pages: { table: RATIOS, metric: 'pages', work: measurePages },
  cli: { table: RATIOS, metric: 'start of the command', work: measureCliLines },
  sdk: { table: RATIOS, metric: 'size of the SDK', work: measureSdkLine },
  commits: { table: COUNTS, metric: 'writes and statements', work: measureCommitLines },
};

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    against: { type: 'string' },
  },
});
const chosen = options.only ?? (options.against === undefined ? Object.keys(MEASUREMENTS) : []);
const unknown = chosen.find((name) => !Object.hasOwn(MEASUREMENTS, name));
if (unknown !== undefined) {
  console.error(`--only ${unknown} is no measurement; there are ${Object.keys(MEASUREMENTS).join(', ')}`);
  process.exit(2);
}
const size = options.quick ? QUICK : FULL;
const directory = makeTemporaryDirectory('social-bench');
const lines = new Map([
  [RATIOS, []],
  [COUNTS, []],
]);

/** Adds the lines of a measurement to its table. The others run also after one that fails. */
async function measure({ table, metric, work }) {
  process.stderr.write(`measuring ${metric} …\n`);
  try {
    lines.get(table).push(...(await work()));
  } catch (error) {
    lines.get(table).push(failed(table, metric, error));
    process.exitCode = 1;
  }
}

async function measureCpuRatios() {
  const sandbox = await startSandbox();
  const contenders = await startContenders({ directory, sandboxUrl: sandbox.url, posts: LISTED_POSTS });
  try {
    const compared = [];
    for (const [name, path] of Object.entries(LISTS)) {
      const list = await measureListCpu(contenders, path, size);
      compared.push(compare({ metric: `CPU per list of ${name}`, ...list, target: 1.3, show: inMilliseconds }));
    }
    const publish = await measurePublishCpu(contenders, size);
    return [...compared, compare({ metric: 'CPU per publish', ...publish, target: 2, show: inMilliseconds })];
  } finally {
    await contenders.stop();
    await sandbox.stop();
  }
}

async function measureSafety() {
  const sandbox = await startSandbox();
  const contenders = await startKeyContenders({ directory, sandboxUrl: sandbox.url });
  const metric = 'safety: publish with a key ÷ without';
  let cpu;
  try {
    cpu = await measurePublishCpu(contenders, size);
  } finally {
    await contenders.stop();
    await sandbox.stop();
  }
  return [compare({ metric, ...cpu, target: 1.3, show: inMilliseconds })];
}

async function measurePages() {
  const { rows, starts } = size;
  const servers = await startPageServers({ directory, rows });
  const against = `${rows.large.toLocaleString('en')} rows ÷ ${rows.small.toLocaleString('en')}`;
  const line = (name, { large, small }, target) =>
    compare({ metric: `${name}, ${against}`, ours: large, reference: small, target, show: inMilliseconds });
  let pages;
  try {
    pages = [
      line('first page of posts', await measurePage(servers, PAGES.posts, size), 1.3),
      line('first page of logs', await measurePage(servers, PAGES.logs, size), 1.3),
      line('last page of logs', await measurePage(servers, PAGES.lastLogs, size), 1.3),
    ];
  } finally {
    await servers.stop();
  }
  return [...pages, line('ready', await measureRestarts(servers, { starts }), 1.2)];
}

/** Compares with another build, which is named by the folder of its clone. */
async function measureBuilds() {
  const sandbox = await startSandbox();
  const builds = await startBuilds({ directory, sandboxUrl: sandbox.url, against: resolve(options.against) });
  try {
    const publish = await measurePublishCpu(builds, size);
    return [compare({ metric: 'CPU per publish ÷ the other build', ...publish, target: 0.5, show: inMilliseconds })];
  } finally {
    await builds.stop();
    await sandbox.stop();
  }
}

async function measureMigrationLine() {
  const metric = `migration of ${size.migrated.rows.toLocaleString('en')} posts ÷ a copy of them`;
  const migration = await measureMigration({ directory, ...size.migrated });
  return [compare({ metric, ...migration, target: 1, show: inMilliseconds })];
}

async function measureStartLines() {
  const { ready, resident } = await measureStarts({ directory, starts: size.starts });
  return [
    compare({ metric: 'ready, empty database', ...ready, target: 2.5, show: inMilliseconds }),
    compare({ metric: 'memory when idle', ...resident, target: 1.6, show: inMegabytes }),
  ];
}

function measureCliLines() {
  const line = (flag, target) =>
    compare({ metric: `CLI ${flag} ÷ node -e 0`, ...measureCli(flag, size), target, show: inMilliseconds });
  return [line('--help', 1.6), line('--version', 1.4)];
}

function measureSdkLine() {
  const { bytes, limitBytes } = measureSdkSize();
  return [judge({ metric: 'SDK, minified and gzipped', ours: bytes, limit: limitBytes, show: inKilobytes })];
}

async function measureCommitLines() {
  const sandbox = await startSandbox();
  const contenders = await startContenders({
    directory: join(directory, 'commits'),
    sandboxUrl: sandbox.url,
    ...countedContenders,
  });
  try {
    return await measureCommits(contenders, directory);
  } finally {
    await contenders.stop();
    await sandbox.stop();
  }
}

console.log(describeMachine());
for (const name of Object.keys(MEASUREMENTS)) if (chosen.includes(name)) await measure(MEASUREMENTS[name]);
if (options.against !== undefined) {
  await measure({ table: RATIOS, metric: 'another build', work: () => onGeneratorCore(measureBuilds) });
}
for (const [headings, rows] of lines) if (rows.length > 0) console.log(`${renderTable(headings, rows)}\n`);
console.log(describeMachine());
