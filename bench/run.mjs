import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from '../scripts/bundle.mjs';
import { countedContenders, measureCommits } from './commits.mjs';
import { startBuilds, startContenders, startKeyContenders } from './contenders.mjs';
import { LISTED_POSTS, LISTS, measureListCpu, measurePublishCpu } from './cpu.mjs';
import { measureFrozen, measureKilled } from './disturbed.mjs';
import { makeTemporaryDirectory, onGeneratorCore } from './programs.mjs';
import {
  atMost,
  compare,
  describeMachine,
  inKilobytes,
  inMegabytes,
  inMilliseconds,
  renderTable,
  show,
} from './report.mjs';
import { startSandbox } from './social-server.mjs';
import { measureCli, measureMemory, measureSdkSize, measureStarts } from './start-up.mjs';
import { median } from './statistics.mjs';
import { measureFlood, measureLateness } from './throughput.mjs';
import { startWorld } from './world.mjs';

const FULL = {
  ...{ cycles: 4, settleMs: 2_000, listRequests: 6_000, publishes: 600, starts: 7, runs: 20 },
  ...{ postsOfAccount: 20, posts: 10_000, killedMs: 30_000, frozenMs: 60_000 },
};
const QUICK = {
  ...{ cycles: 2, settleMs: 200, listRequests: 2_000, publishes: 150, starts: 2, runs: 8 },
  ...{ postsOfAccount: 10, posts: 1_000, killedMs: 10_000, frozenMs: 8_000 },
};

/** Every part by its name on the command line, in their order. Each returns lines of the table. */
const PARTS = {
  cpu: () => onGeneratorCore(measureCpuLines),
  safety: () =>
    onGeneratorCore(() => measurePublishLine('safety: publish with a key ÷ without', startKeyContenders, 1.3)),
  start: measureStartLines,
  cli: measureCliLines,
  sdk: measureSdkLine,
  commits: measureCommitLines,
  lateness: () => inWorld(measureLateness),
  flood: () => inWorld(measureFlood),
  killed: () => inWorld(measureKilled),
  frozen: () => inWorld(measureFrozen),
};

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false }, against: { type: 'string' } },
});
const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined) {
  console.error(`${unknown} is no part of the benchmarks; there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
const isAll = positionals.length === 0 && options.against === undefined;
const chosen = Object.entries(PARTS).filter(([name]) => isAll || positionals.includes(name));
if (options.against !== undefined) chosen.push(['against', () => onGeneratorCore(measureBuilds)]);
const size = options.quick ? QUICK : FULL;
await bundle();
const directory = makeTemporaryDirectory('social-bench');
const lines = [];
let world;

console.log(describeMachine());
for (const [name, measure] of chosen) {
  process.stderr.write(`measuring ${name} …\n`);
  try {
    const measured = await measure();
    for (const cells of measured) process.stderr.write(`  ${cells.join('  ')}\n`);
    lines.push(...measured);
  } catch (error) {
    // The others are measured nevertheless.
    lines.push(show(name, `not measured: ${error.message}`));
    process.exitCode = 1;
  }
}
await world?.stop();
console.log(`${renderTable(lines)}\n`);
console.log(describeMachine());

/** Measures beside simulated networks, with what `start` starts. */
async function beside(start, measure, further) {
  const sandbox = await startSandbox();
  let contenders;
  try {
    contenders = await start({ directory, sandboxUrl: sandbox.url, ...further });
    return await measure(contenders);
  } finally {
    await contenders?.stop();
    await sandbox.stop();
  }
}

/** Measures in the world of several servers, which all such parts share. */
async function inWorld(measure) {
  world ??= await startWorld(join(directory, 'world'));
  try {
    return await measure(world, size);
  } catch (error) {
    // Something of it may have ended.
    await world.stop();
    world = undefined;
    throw error;
  }
}

function measureCpuLines() {
  const measure = async (contenders) => {
    const compared = [];
    for (const [name, path] of Object.entries(LISTS)) {
      const list = await measureListCpu(contenders, path, size);
      compared.push(compare({ metric: `CPU per list of ${name}`, ...list, target: 1.3, show: inMilliseconds }));
    }
    const publish = await measurePublishCpu(contenders, size);
    return [...compared, compare({ metric: 'CPU per publish', ...publish, target: 2.2, show: inMilliseconds })];
  };
  return beside(startContenders, measure, { posts: LISTED_POSTS });
}

function measurePublishLine(metric, start, target, further) {
  const measure = async (contenders) => {
    const cpu = await measurePublishCpu(contenders, size);
    return [compare({ metric, ...cpu, target, show: inMilliseconds })];
  };
  return beside(start, measure, further);
}

/** Compares with another build, which is named by the folder of its clone. */
function measureBuilds() {
  const against = resolve(options.against);
  return measurePublishLine('CPU per publish ÷ the other build', startBuilds, 0.5, { against });
}

async function measureStartLines() {
  const { ready, resident, idle, again } = await measureStarts({ directory, starts: size.starts });
  const afterPosts = await beside(startContenders, measureMemory);
  return [
    compare({ metric: 'ready, empty database', ...ready, target: 2.5, show: inMilliseconds }),
    atMost('CPU of a second start', median(again), 150, inMilliseconds),
    atMost('CPU of an idle second', median(idle), 3, inMilliseconds),
    compare({ metric: 'memory when idle', ...resident, target: 1.6, show: inMegabytes }),
    atMost('memory after 200 posts', afterPosts.ours, 120e6, inMegabytes),
  ];
}

function measureCliLines() {
  const line = (flag, target) =>
    compare({ metric: `CLI ${flag} ÷ node -e 0`, ...measureCli(flag, size), target, show: inMilliseconds });
  return [line('--help', 1.6), line('--version', 1.4)];
}

function measureSdkLine() {
  const { bytes, limitBytes } = measureSdkSize();
  return [atMost('SDK, minified and gzipped', bytes, limitBytes, inKilobytes)];
}

function measureCommitLines() {
  return beside(startContenders, (contenders) => measureCommits(contenders, directory), countedContenders);
}
