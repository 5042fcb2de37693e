import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryDirectory, type Variables } from '../../src/programs/server-process.ts';
import { startSilentProxy } from '../../src/servers/silent-proxy.ts';
import type { CrashWorld, RunningServer } from './crash-world.ts';
import type { Random } from './random.ts';

/** A server on a host of its own, with a clock and a line to Postgres that a test disturbs. */
export interface Host extends RunningServer {
  /** Shifts the clock for some time. */
  shiftClock(byMs: number, forMs: number): Promise<void>;
  /** Freezes the server for some time. */
  freeze(forMs: number): Promise<void>;
  /** Is cut off from the database for some time, without an end of its connections. */
  beCutOff(forMs: number): Promise<void>;
  /** Vanishes while it is cut off: the database keeps its connections, and what is locked in them. */
  vanish(afterMs: number): Promise<void>;
  /** Ends what is left of the host after its server has ended. */
  close(): Promise<void>;
}

/** Starts a server on a host of its own. */
export async function startHost(world: CrashWorld, variables: Variables = {}): Promise<Host> {
  const directory = temporaryDirectory();
  const clock = join(directory.path, 'offset');
  const setClock = (milliseconds: number) => writeFileSync(clock, String(milliseconds));
  setClock(0);
  const database = new URL(world.env['SOCIAL_DATABASE_URL'] ?? '');
  const line = await startSilentProxy(Number(database.port));
  database.port = String(line.port);
  const own = { SOCIAL_DATABASE_URL: database.href, SOCIAL_FAULT_CLOCK_FILE: clock };
  const server = await world.start({ ...own, ...variables });
  const disturb = async (begin: () => void, end: () => void, forMs: number) => {
    begin();
    await delay(forMs);
    end();
  };
  return {
    ...server,
    shiftClock: (byMs, forMs) =>
      disturb(
        () => setClock(byMs),
        () => setClock(0),
        forMs,
      ),
    freeze: (forMs) =>
      disturb(
        () => server.signal('SIGSTOP'),
        () => server.signal('SIGCONT'),
        forMs,
      ),
    beCutOff: (forMs) => disturb(line.fallSilent, line.resume, forMs),
    async vanish(afterMs) {
      line.fallSilent();
      await delay(afterMs);
      await server.kill();
    },
    async close() {
      await line[Symbol.asyncDispose]();
      directory[Symbol.dispose]();
    },
  };
}

export type Disturbance = 'none' | 'clock' | 'frozen' | 'cut off' | 'vanished';
const DISTURBANCES: readonly Disturbance[] = ['none', 'clock', 'frozen', 'cut off', 'vanished'];
/** Networks and servers agree on the time up to a minute. */
const MOST_SHIFT_MS = 20_000;

/** Disturbs one of the hosts, for longer than its lease. @returns what was done, after it has ended */
export async function disturbOne(hosts: readonly Host[], random: Random, leaseMs: number): Promise<Disturbance> {
  const kind = random.pick(DISTURBANCES);
  const host = random.pick(hosts);
  const shiftMs = random.between(-MOST_SHIFT_MS, MOST_SHIFT_MS);
  const forMs = random.between(leaseMs, 3 * leaseMs);
  await delay(random.between(50, 1_000));
  if (kind === 'clock') await host.shiftClock(shiftMs, forMs);
  if (kind === 'frozen') await host.freeze(forMs);
  if (kind === 'cut off') await host.beCutOff(forMs);
  if (kind === 'vanished') await host.vanish(forMs);
  return kind;
}
