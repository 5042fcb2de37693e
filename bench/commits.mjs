import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { traceWrites } from './file-writes.mjs';
import { buildPublish, sendRequests } from './load.mjs';
import { inRepository } from './programs.mjs';
import { count, show } from './report.mjs';

const PUBLISHES = 200;
const WARM_UP = 32;
/** Time for what a server still writes after it has answered. */
const QUIET_MS = 200;

/** Windows with so many publishes under way at a time, and what each of them may cost at most. */
const WINDOWS = [
  { concurrency: 1, targets: { fsyncs: 2.2, writes: 75, statements: 26 } },
  { concurrency: 16, targets: { fsyncs: 0.6 } },
];
const WRITES = { fsyncs: 'fsyncs', writes: 'page writes', pages: 'of these whole pages' };

/** Options of `startContenders` for these counts. Further profiles, since the server sends the posts of an account in turn. */
export const countedContenders = { furtherProfiles: 15, preload: inRepository('bench/record-statements.mjs') };

/**
 * Counts what a publish costs the disk and the database on both sides, which work at the same time, since nothing is timed.
 * @param {object} contenders started with `countedContenders`
 * @param {string} directory takes temporary files
 * @returns lines of the table of counts
 */
export async function measureCommits(contenders, directory) {
  const lines = [];
  for (const { concurrency, targets } of WINDOWS) {
    const countSide = (side) => {
      const file = join(directory, `${side}-${concurrency}.strace`);
      return countWindow(contenders, { side, concurrency, file });
    };
    const [ours, reference] = await Promise.all([countSide('ours'), countSide('reference')]);
    const problem = ours.problem ?? reference.problem;
    for (const [kind, name] of Object.entries(WRITES)) {
      const line = { metric: `${name}, ${concurrency} at a time`, target: targets[kind] };
      const figures = ({ all, ofCheckpoints }) => [all[kind], ofCheckpoints[kind]];
      lines.push(
        problem === undefined
          ? count({ ...line, ours: figures(ours), reference: figures(reference) })
          : show(line.metric, `not counted: ${problem}`),
      );
    }
    lines.push(
      count({
        metric: `SQL statements, ${concurrency} at a time`,
        target: targets.statements,
        ours: [ours.statements],
        reference: [reference.statements],
      }),
    );
  }
  return lines;
}

/** Counts one window of one side: `statements`, and `all` writes and those `ofCheckpoints`, or the `problem` that hides them. */
async function countWindow(contenders, { side, concurrency, file }) {
  const { ask, database, pid, url } = contenders[side];
  const profiles = [undefined, ...contenders.profiles];
  const build = (n) => buildPublish(contenders, { profile: profiles[n % profiles.length]?.slug });
  await sendRequests(url, { count: WARM_UP, concurrency, build });
  await delay(QUIET_MS);
  const trace = await traceWrites({ pid, database, file });
  await ask('statements');
  await sendRequests(url, { count: PUBLISHES, concurrency, build });
  await delay(QUIET_MS);
  const statements = (await ask('statements')).length / PUBLISHES;
  if (statements < 1) throw new Error(`${side}: the database was used without the calls that are counted`);
  if (trace.problem !== undefined) return { statements, problem: trace.problem };
  const { all, ofCheckpoints } = await trace.stop();
  return { statements, all: perPublish(all), ofCheckpoints: perPublish(ofCheckpoints) };
}

function perPublish(counts) {
  return Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, count / PUBLISHES]));
}
