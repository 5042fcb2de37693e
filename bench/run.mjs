import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startContenders, startSafetyContenders } from './contenders.mjs';
import { measureListCpu, measurePublishCpu } from './cpu.mjs';
import { measurePage, PAGES, startPageServers } from './pages.mjs';
import { onGeneratorCore } from './programs.mjs';
import {
  compare,
  describeMachine,
  failed,
  inKilobytes,
  inMegabytes,
  inMilliseconds,
  judge,
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
  starts: 2,
  runs: 8,
};

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const size = options.quick ? QUICK : FULL;
const directory = mkdtempSync(join(tmpdir(), 'social-bench-'));
const lines = [];

/** Adds the lines of one measurement; one that fails does not keep the others from running. */
async function measure(metric, work) {
  process.stderr.write(`measuring ${metric} …\n`);
  try {
    lines.push(...(await work()));
  } catch (error) {
    lines.push(failed(metric, error));
    process.exitCode = 1;
  }
}

async function measureCpuRatios() {
  const sandbox = await startSandbox();
  const contenders = await startContenders({ directory, sandboxUrl: sandbox.url });
  try {
    const list = await measureListCpu(contenders, size);
    const publish = await measurePublishCpu(contenders, size);
    return [
      compare({ metric: 'CPU per list request', ...list, target: 1.5, show: inMilliseconds }),
      compare({ metric: 'CPU per publish', ...publish, target: 2, show: inMilliseconds }),
    ];
  } finally {
    await contenders.stop();
    await sandbox.stop();
  }
}

async function measureSafety() {
  const sandbox = await startSandbox();
  const contenders = await startSafetyContenders({ directory, sandboxUrl: sandbox.url });
  const metric = 'safety: publish with ÷ without';
  let cpu;
  try {
    cpu = await measurePublishCpu(contenders, size);
  } finally {
    await contenders.stop();
    await sandbox.stop();
  }
  return [compare({ metric, ...cpu, target: 1.4, show: inMilliseconds })];
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

async function measureStartLines() {
  const { ready, resident } = await measureStarts({ directory, starts: size.starts });
  return [
    compare({ metric: 'ready, empty database', ...ready, target: 2.5, show: inMilliseconds }),
    compare({ metric: 'memory when idle', ...resident, target: 1.6, show: inMegabytes }),
  ];
}

process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

console.log(describeMachine());
await measure('CPU per request', () => onGeneratorCore(measureCpuRatios));
await measure('safety: publish with ÷ without', () => onGeneratorCore(measureSafety));
await measure('start and memory', measureStartLines);
await measure('pages', measurePages);
await measure('start of the command', async () => {
  const line = (flag, target) =>
    compare({ metric: `CLI ${flag} ÷ node -e 0`, ...measureCli(flag, size), target, show: inMilliseconds });
  return [line('--help', 1.6), line('--version', 1.4)];
});
await measure('size of the SDK', async () => {
  const { bytes, limitBytes } = measureSdkSize();
  return [judge({ metric: 'SDK, minified and gzipped', ours: bytes, limit: limitBytes, show: inKilobytes })];
});
console.log(renderTable(lines));
console.log(describeMachine());
