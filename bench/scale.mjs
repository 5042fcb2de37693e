import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeTemporaryDirectory } from './programs.mjs';
import { describeHost, failed, renderTable } from './report.mjs';
import { measureAhead } from './scale-ahead.mjs';
import { measureCallers } from './scale-callers.mjs';
import { measureFrozen, measureKilled, measureRestarted } from './scale-disturbed.mjs';
import { SCALE } from './scale-report.mjs';
import { measureSearch } from './scale-search.mjs';
import { measureFlood, measureLateness, measureServers } from './scale-throughput.mjs';
import { startScaleWorld } from './scale-world.mjs';
import { compareWithApi } from './scheduled-posts.mjs';

const FULL = {
  servers: [1, 2, 4],
  waves: 5,
  postsOfAccount: 20,
  posts: 10_000,
  killedMs: 30_000,
  frozenMs: 60_000,
  ahead: { posts: 1_000_000, idleMs: 20_000 },
  search: { posts: 1_000_000, searches: 40 },
  ofCallers: { posts: 6_000, withinMs: 60_000, idleMs: 10_000 },
};
const QUICK = {
  servers: [1, 2],
  waves: 2,
  postsOfAccount: 10,
  posts: 1_000,
  killedMs: 10_000,
  frozenMs: 8_000,
  ahead: { posts: 100_000, idleMs: 5_000 },
  search: { posts: 100_000, searches: 20 },
  ofCallers: { posts: 600, withinMs: 6_000, idleMs: 2_000 },
};

/** More accounts than four servers have turns, and more than two have. */
const MANY = { dialect: 'postgres', workspaces: 12, profiles: 40 };
const USUAL = { dialect: 'postgres', workspaces: 10, profiles: 25 };
const FEW = { dialect: 'postgres', workspaces: 1, profiles: 50 };
const SQLITE = { dialect: 'sqlite', workspaces: 1, profiles: 100 };

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    'slow-seconds': { type: 'string', default: '3' },
  },
});

/** Measurements by the name that `--only` takes, in their order, each with the worlds in which it is done. */
const MEASUREMENTS = {
  servers: { worlds: [options.quick ? USUAL : MANY], work: measureServers },
  lateness: { worlds: [USUAL], work: measureLateness },
  flood: { worlds: [USUAL], work: measureFlood },
  killed: { worlds: [USUAL], work: measureKilled },
  frozen: { worlds: [USUAL], work: measureFrozen },
  restarted: { worlds: [USUAL], work: measureRestarted },
  callers: { worlds: [SQLITE], work: measureCallers },
  ahead: { worlds: [SQLITE, FEW], work: measureAhead },
  search: { worlds: [{ ...FEW, dialect: 'sqlite' }, FEW], work: measureSearch },
};

const chosen = options.only ?? Object.keys(MEASUREMENTS);
const unknown = chosen.find((name) => !Object.hasOwn(MEASUREMENTS, name));
if (unknown !== undefined) {
  console.error(`--only ${unknown} is no measurement; there are ${Object.keys(MEASUREMENTS).join(', ')}`);
  process.exit(2);
}
const size = { ...(options.quick ? QUICK : FULL), slowMs: 1_000 * Number(options['slow-seconds']) };
const directory = makeTemporaryDirectory('social-scale');
const lines = [];
let world;
let worldOf;

/** Starts the world of a measurement unless the one before has left it. */
async function enter(wanted) {
  if (worldOf === wanted) return;
  await leave();
  world = await startScaleWorld({ directory: join(directory, `${wanted.dialect}-${wanted.profiles}`), ...wanted });
  worldOf = wanted;
  await compareWithApi(world);
}

async function leave() {
  const left = world;
  [world, worldOf] = [undefined, undefined];
  await left?.stop();
}

async function measure(name, wanted, work) {
  process.stderr.write(`measuring ${name} …\n`);
  try {
    await enter(wanted);
    const measured = await work(world, size);
    for (const cells of measured) process.stderr.write(`  ${cells.join('  ')}\n`);
    lines.push(...measured);
  } catch (error) {
    lines.push(failed(SCALE, name, error));
    process.exitCode = 1;
    // A server may be frozen.
    await leave();
  }
}

console.log(describeHost());
for (const name of Object.keys(MEASUREMENTS).filter((each) => chosen.includes(each))) {
  const { worlds, work } = MEASUREMENTS[name];
  for (const wanted of worlds) await measure(name, wanted, work);
}
await leave();
console.log(`${renderTable(SCALE, lines)}\n`);
console.log(describeHost());
