import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startReference } from './contenders.mjs';
import { buildPublish, sendRequests } from './load.mjs';
import { cpuMs, residentBytes } from './processor.mjs';
import { inRepository } from './programs.mjs';
import { createWorkspace, startSocialServer } from './social-server.mjs';

const IDLE_MS = 3_000;
/** Time over which an idle server's processor time is measured, which the kernel counts in steps of 10 ms. */
const COUNTED_MS = 10_000;
const POSTS = 200;
const cli = inRepository('packages/cli/dist/bin.js');

/**
 * Milliseconds from starting the program to its ready line, and bytes that it holds after some idle seconds, one value per
 * start and side. Ours starts on an empty data directory and migrates it; the reference opens a database that exists. Of ours also
 * the milliseconds of processor time of an idle second, and those of another start until its ready line.
 * @param {{directory: string, starts: number}} options
 */
export async function measureStarts({ directory, starts }) {
  const template = join(directory, 'template');
  await createWorkspace(template);
  const ready = { ours: [], reference: [] };
  const resident = { ours: [], reference: [] };
  const [idle, again] = [[], []];
  const measureStart = async (side, start) => {
    const fresh = mkdtempSync(join(directory, 'start-'));
    const program = await start(fresh);
    ready[side].push(program.readyMs);
    await delay(IDLE_MS);
    resident[side].push(residentBytes(program.pid));
    if (side === 'ours') idle.push(await measureIdle(program));
    await program.stop();
    if (side === 'ours') again.push(await measureAgain(() => start(fresh)));
    rmSync(fresh, { recursive: true });
  };
  const ours = (fresh) => startSocialServer({ dataDir: fresh });
  const reference = (fresh) => {
    const database = join(fresh, 'reference.db');
    copyFileSync(join(template, 'social.db'), database);
    return startReference({ database });
  };
  for (let n = 0; n < starts; n++) {
    await measureStart('ours', ours);
    await measureStart('reference', reference);
  }
  return { ready, resident, idle, again };
}

async function measureIdle({ pid }) {
  const before = cpuMs(pid);
  await delay(COUNTED_MS);
  return ((cpuMs(pid) - before) / COUNTED_MS) * 1_000;
}

async function measureAgain(start) {
  const program = await start();
  const used = cpuMs(program.pid);
  await program.stop();
  return used;
}

/** Bytes that both sides hold after some posts, four at a time. */
export async function measureMemory({ ours, reference, workspace }) {
  for (const { url } of [ours, reference]) {
    await sendRequests(url, { count: POSTS, concurrency: 4, build: () => buildPublish({ workspace }) });
  }
  return { ours: residentBytes(ours.pid), reference: residentBytes(reference.pid) };
}

/** Milliseconds of `social` with a flag and of Node doing nothing, one value per run and side. */
export function measureCli(flag, { runs }) {
  const values = { ours: [], reference: [] };
  // The first runs read the files from the disk.
  for (let n = -2; n < runs; n++) {
    const ours = timeNode([cli, flag]);
    const reference = timeNode(['-e', '0']);
    if (n < 0) continue;
    values.ours.push(ours);
    values.reference.push(reference);
  }
  return values;
}

function timeNode(args) {
  const started = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`node ${args.join(' ')} exited with ${status}: ${stderr}`);
  return performance.now() - started;
}

/** Measures the SDK with its dependencies, minified and gzipped, in bytes, by size-limit. @returns size and limit */
export function measureSdkSize() {
  const { stdout, stderr } = spawnSync(inRepository('node_modules/.bin/size-limit'), ['--json'], {
    cwd: inRepository('.'),
    encoding: 'utf8',
  });
  const [found] = stdout ? JSON.parse(stdout) : [];
  if (!found?.size) throw new Error(`size-limit found no size: ${stderr}`);
  return { bytes: found.size, limitBytes: found.sizeLimit };
}
