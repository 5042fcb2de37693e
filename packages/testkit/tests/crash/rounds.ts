import { setTimeout as delay } from 'node:timers/promises';
import { type CrashWorld, createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, makeLoad, performAgain } from './load.ts';
import { isSettled, observe, readDataDirectory } from './observation.ts';
import { createRandom, type Random } from './random.ts';

/** What some rounds came to. */
export interface Totals {
  readonly seed: number;
  rounds: number;
  /** How often the process died, by the point it died at; `anywhere` for a signal at a random moment. */
  readonly deaths: Record<string, number>;
  calls: number;
  acknowledged: number;
  replayed: number;
  accepted: number;
  unknown: number;
  slowestStartMs: number;
  /** Everything that broke a promise, with round and way of dying; empty when all held. */
  readonly violations: string[];
}

const POINTS = ['after-reserve', 'before-send', 'after-send', 'after-response', 'after-settle', 'after-log'];
/** Rounds after which everything begins anew: long histories and fresh databases both matter. */
const ROUNDS_PER_WORLD = 25;
const FAULTS = [
  'accept-then-drop',
  'accept-then-error',
  'drop',
  'server-error',
  'no-id',
  'rate-limit',
  'slow',
  'garbage',
];
const SETTLED_WITHIN_MS = 20_000;

export interface RoundsOptions {
  readonly rounds: number;
  readonly seed: number;
  /** A Postgres server: two servers work on one database there, and one of them dies. */
  readonly postgresUrl?: string;
}

/** On Postgres what a dead process left is taken over after this long. */
const LEASE_MS = 1_500;

/** Lets servers work, kills one, starts another on what it left, and checks every promise; again and again. */
export async function runRounds({ rounds, seed, postgresUrl }: RoundsOptions): Promise<Totals> {
  const variables = { SOCIAL_FAULT_LEASE_MS: String(LEASE_MS) };
  const place = postgresUrl === undefined ? { workspaces: 3 } : { workspaces: 3, postgresUrl, variables };
  const random = createRandom(seed);
  const totals: Totals = {
    ...{ seed, rounds: 0, calls: 0, acknowledged: 0, replayed: 0, accepted: 0, unknown: 0, slowestStartMs: 0 },
    deaths: {},
    violations: [],
  };
  while (totals.rounds < rounds && totals.violations.length === 0) {
    await using world = await createCrashWorld(place);
    const calls: MadeCall[] = [];
    const most = Math.min(rounds - totals.rounds, ROUNDS_PER_WORLD);
    for (let round = 0; round < most && totals.violations.length === 0; round += 1) {
      await runRound(world, { random, calls, totals, companions: postgresUrl === undefined ? 0 : 1 });
    }
    await sumUp(world, calls, totals);
  }
  return totals;
}

async function runRound(
  world: CrashWorld,
  { random, calls, totals, companions }: { random: Random; calls: MadeCall[]; totals: Totals; companions: number },
): Promise<void> {
  totals.rounds += 1;
  const point = random.chance(0.5) ? random.pick(POINTS) : null;
  const died = point ?? 'anywhere';
  await makeTrouble(world, random);
  const victim = await world.start(point === null ? {} : { SOCIAL_FAULT: `${point}:${random.between(1, 12)}` });
  const others = await Promise.all(Array.from({ length: companions }, () => world.start()));
  const load = makeLoad([victim, ...others], { random, name: `r${totals.rounds}`, untilMs: 1_500 });
  if (point === null) {
    await delay(random.between(20, 800));
    await victim.kill();
  }
  const made = await load;
  // A point that was not passed often enough: it dies now, idle.
  await victim.kill();
  totals.deaths[died] = (totals.deaths[died] ?? 0) + 1;
  calls.push(...made);
  await world.sandbox.clearFaults();

  const next = await world.start();
  const found = [...(await repeat(next, made, totals)), ...(await settle(world, calls))];
  const signal = random.chance(0.3) ? 'SIGTERM' : 'SIGKILL';
  await Promise.all([next, ...others].map((server) => server.kill(signal)));
  totals.violations.push(...found.map((text) => `seed ${totals.seed}, round ${totals.rounds}, died ${died}: ${text}`));
}

/** Lets the networks fail in ways that leave clients and server guessing. */
async function makeTrouble(world: CrashWorld, random: Random): Promise<void> {
  for (let count = random.between(0, 6); count > 0; count -= 1) {
    const kind = random.pick(FAULTS);
    const more = kind === 'rate-limit' ? { retryAfterSeconds: random.between(1, 3) } : {};
    const slow = kind === 'slow' ? { delayMs: random.between(50, 400) } : {};
    const network = random.pick(['x', 'linkedin']);
    await world.sandbox.fault({ network, operation: 'publish', kind, times: 1, ...more, ...slow });
  }
}

/** Clients make their unanswered calls again, and ask some answered ones once more: those must get the same bytes. */
async function repeat(server: RunningServer, made: readonly MadeCall[], totals: Totals): Promise<string[]> {
  const found: string[] = [];
  const ended = new Set(made.filter(({ kind }) => kind === 'cancel').map(({ path }) => path.split('/').at(-1)));
  for (const call of made) {
    const before = call.answer;
    const isPost = call.kind === 'publish' || call.kind === 'schedule';
    if (before !== null && !(isPost && before.status === 201)) continue;
    // The key of a canceled post is free: the same call would be a new one.
    if (before !== null && ended.has((JSON.parse(before.text) as { id: string }).id)) continue;
    const answer = await performAgain(server, call);
    call.answer = { status: answer.status, text: answer.text };
    totals.replayed += before === null ? 0 : 1;
    const isSame = before === null || (answer.status === 201 && answer.text === before.text);
    if (!isSame) found.push(`answered ${before?.status} ${before?.text}, then ${answer.status} ${answer.text}`);
    if (before !== null && answer.headers.get('idempotent-replayed') !== 'true')
      found.push(`not replayed: ${call.key}`);
    if (answer.status >= 500 && answer.body.code !== 'outcome_unknown') {
      found.push(`${call.method} ${call.path} answered ${answer.status} ${answer.text} after the restart`);
    }
  }
  return found;
}

async function settle(world: CrashWorld, calls: readonly MadeCall[]): Promise<string[]> {
  const until = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    // Reading the networks for lost answers goes on after the last target has left `sending`.
    const found = (await isSettled(world)) ? violations(await observe(world, calls)) : ['not settled'];
    if (found.length === 0) return [];
    if (performance.now() > until) return violations(await observe(world, calls));
    await delay(100);
  }
}

async function sumUp(world: CrashWorld, calls: readonly MadeCall[], totals: Totals): Promise<void> {
  const { accepted, targets } = await observe(world, calls);
  totals.calls += calls.length;
  totals.acknowledged += calls.filter(({ answer }) => answer?.status === 201).length;
  totals.accepted += accepted.length;
  totals.unknown += targets.filter(({ state }) => state === 'unknown').length;
  totals.slowestStartMs = Math.max(totals.slowestStartMs, ...world.starts);
  const written = [readDataDirectory(world.dataDir), ...world.log].join('\n');
  for (const key of world.apiKeys) {
    if (written.includes(key)) totals.violations.push('an API key stands in the data directory or the log');
  }
  if (totals.violations.length > 0) totals.violations.push(...world.log.slice(-30));
}
