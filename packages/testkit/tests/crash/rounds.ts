import { setTimeout as delay } from 'node:timers/promises';
import type { Variables } from '../../src/programs/server-process.ts';
import { startTimer } from '../../src/run/start-timer.ts';
import type { BlueskyServer } from '../../src/servers/bluesky-server.ts';
import { changeAccounts } from './account-steps.ts';
import { type CrashWorld, type CrashWorldOptions, createCrashWorld, type RunningServer } from './crash-world.ts';
import { finishWorld } from './final-checks.ts';
import { disturbOne, type Host, startHost } from './hosts.ts';
import { violations } from './invariants.ts';
import { type MadeCall, makeLoad, noteAnswer, performAgain } from './load.ts';
import { isSettled, observe } from './observation.ts';
import { createRandom, type Random } from './random.ts';
import { makeTrouble } from './trouble.ts';

/** Sums over some rounds. */
export interface Totals {
  readonly seed: number;
  rounds: number;
  /** Number of deaths by the point of death; `anywhere` and `starting` are signals at a random moment. */
  readonly deaths: Record<string, number>;
  /** Number of rounds by what another server went through meanwhile. */
  readonly disturbances: Record<string, number>;
  calls: number;
  acknowledged: number;
  replayed: number;
  accepted: number;
  /** Number of removals that ended with the post gone. */
  takenBack: number;
  /** Number of published targets that named another account than the default one. */
  named: number;
  /** Number of moves of a default account. */
  moved: number;
  /** Number of accounts that were disconnected and connected again. */
  reconnected: number;
  /** Number of outcomes, by platform, that nothing but the user could find out. */
  readonly unknown: Record<string, number>;
  /** Everything that broke a promise, with round and way of dying; empty when all held. */
  readonly violations: string[];
}

const POINTS = [
  ...['after-intent', 'before-send', 'after-call', 'after-response', 'after-settle', 'before-answer'],
  ...['before-webhook', 'after-webhook'],
];
/** Rounds after which everything begins anew: long histories and fresh databases both matter. */
const ROUNDS_PER_WORLD = 25;
const LOAD_MS = 1_500;
const SETTLED_WITHIN_MS = 60_000;
/** Number of last servers where the line to the network may lose the answer of a repeated post too. */
const LAST_SERVERS = 4;
/** A post that is being sent again is `sending`, and may be unknown after that. */
const UNREPEATED =
  "select id, state, platform from post_target where platform in ('bluesky', 'mastodon') and state in ('unknown', 'sending')";
/** On Postgres what a dead process left is taken over after this long. */
const LEASE_MS = 3_000;

export interface RoundsOptions extends Pick<CrashWorldOptions, 'mastodonKeys'> {
  readonly rounds: number;
  readonly seed: number;
  /** A Postgres server: several servers work on one database there, and one of them dies. */
  readonly postgresUrl?: string;
  /** Number of servers on Postgres. */
  readonly servers?: number;
  /** Disturbs another server while one dies: its clock, its process, its line to the database. */
  readonly disturbs?: boolean;
  /** A real Bluesky server in place of the simulated one. */
  readonly bluesky?: BlueskyServer;
  /** The only point to die at; without it any, or any moment. */
  readonly point?: string | undefined;
}

/** Shares rounds among several worlds at once, for most of a round is waiting. Each world's seed is one more than the last's. */
export async function runRoundsInWorlds(worlds: number, { rounds, seed, ...options }: RoundsOptions): Promise<Totals> {
  const count = Math.min(worlds, rounds);
  const shares = Array.from({ length: count }, (_, index) => {
    const more = index < rounds % count ? 1 : 0;
    return runRounds({ ...options, rounds: Math.floor(rounds / count) + more, seed: seed + index });
  });
  return (await Promise.all(shares)).reduce((sum, each) => ({
    seed,
    rounds: sum.rounds + each.rounds,
    calls: sum.calls + each.calls,
    acknowledged: sum.acknowledged + each.acknowledged,
    replayed: sum.replayed + each.replayed,
    accepted: sum.accepted + each.accepted,
    takenBack: sum.takenBack + each.takenBack,
    named: sum.named + each.named,
    moved: sum.moved + each.moved,
    reconnected: sum.reconnected + each.reconnected,
    unknown: addCounts(sum.unknown, each.unknown),
    deaths: addCounts(sum.deaths, each.deaths),
    disturbances: addCounts(sum.disturbances, each.disturbances),
    violations: [...sum.violations, ...each.violations],
  }));
}

type Counts = Record<string, number>;

function addCounts(some: Counts, others: Counts): Counts {
  const names = new Set([...Object.keys(some), ...Object.keys(others)]);
  return Object.fromEntries([...names].sort().map((name) => [name, (some[name] ?? 0) + (others[name] ?? 0)]));
}

function count(counts: Counts, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** State that lasts from round to round. */
interface Course {
  readonly random: Random;
  readonly totals: Totals;
  readonly companions: number;
  readonly point: string | undefined;
  readonly calls: MadeCall[];
  /** Servers that stay for the next round; when empty, the round starts new ones. */
  alive: RunningServer[];
  /** Hosts that can be disturbed; a host of a server that has ended is closed after the round. */
  hosts: Host[];
  readonly disturbs: boolean;
  /** Set where the answer of a post that is sent again may be lost as well. */
  readonly losesRepeats: boolean;
  /** Platforms whose networks take the same post once, so that none of theirs stays unknown. */
  readonly repeatsOn: readonly string[];
}

/** Lets servers work, kills one, starts another on its data, and checks every promise, in each round. */
async function runRounds({
  rounds,
  seed,
  postgresUrl,
  point,
  servers = 1,
  disturbs = false,
  bluesky,
  mastodonKeys,
}: RoundsOptions): Promise<Totals> {
  const variables = { SOCIAL_FAULT_LEASE_MS: String(LEASE_MS) };
  const common = { workspaces: 3, webhooks: true, severalAccounts: true, mastodonKeys, ...(bluesky && { bluesky }) };
  const place = postgresUrl === undefined ? common : { ...common, postgresUrl, variables };
  const random = createRandom(seed);
  const totals: Totals = {
    ...{ seed, rounds: 0, calls: 0, acknowledged: 0, replayed: 0, accepted: 0, takenBack: 0, unknown: {} },
    ...{ named: 0, moved: 0, reconnected: 0 },
    deaths: {},
    disturbances: {},
    violations: [],
  };
  while (totals.rounds < rounds && totals.violations.length === 0) {
    await using world = await createCrashWorld(place);
    const course: Course = {
      ...{ random, totals, companions: servers - 1, point, calls: [], alive: [], hosts: [], disturbs },
      losesRepeats: bluesky !== undefined,
      repeatsOn: mastodonKeys === undefined ? ['bluesky', 'mastodon'] : ['bluesky'],
    };
    const most = Math.min(rounds - totals.rounds, ROUNDS_PER_WORLD);
    for (let round = 0; round < most && totals.violations.length === 0; round += 1) await runRound(world, course);
    await sumUp(world, course);
  }
  return totals;
}

async function runRound(world: CrashWorld, course: Course): Promise<void> {
  const { random, calls, totals } = course;
  const isFirst = calls.length === 0;
  totals.rounds += 1;
  const isCarried = course.alive.length > 0;
  const point = course.point ?? (!isCarried && random.chance(0.8) ? random.pick(POINTS) : null);
  await makeTrouble(world, random, { canHang: course.companions === 0 });
  refuseDelivery(world, random);
  const servers = isCarried ? course.alive : await startServers(world, course, point);
  const [victim, ...others] = servers as [RunningServer, ...RunningServer[]];
  const disturbing = disturb(course, others);
  const { accounts } = world;
  const load = makeLoad(servers, { random, name: `r${totals.rounds}`, untilMs: LOAD_MS, accounts });
  const hasDied = await victim.hasEnded(point === null ? random.between(20, 800) : LOAD_MS);
  const died = point !== null && hasDied ? point : 'anywhere';
  await victim.kill();
  count(totals.deaths, died);
  const made = await load;
  const disturbance = await disturbing;
  calls.push(...made);
  await world.sandbox.clearFaults();
  if (random.chance(0.2)) {
    await world.startAndKill(random.between(50, 700));
    count(totals.deaths, 'starting');
  }

  const next = await startOne(world, course);
  const found = [...(await repeat(next, made, totals)), ...(await settle(world, calls))];
  if (found.length === 0 && (isFirst || random.chance(0.1))) {
    const changed = await changeAccounts(world, next, { random, name: `r${totals.rounds} change` });
    calls.push(...changed.calls);
    found.push(...changed.found, ...(await settle(world, calls)));
    totals.reconnected += 1;
  }
  totals.violations.push(
    ...found.map((text) => `seed ${totals.seed}, round ${totals.rounds}, died ${died}, ${disturbance}: ${text}`),
  );
  const ended = await Promise.all(others.map((server) => server.hasEnded(0)));
  course.alive = [next, ...others.filter((_, index) => !ended[index])];
  if (course.point === undefined && random.chance(0.4)) {
    await closeHosts(course);
    while (course.alive.length <= course.companions) course.alive.push(await startOne(world, course));
    return;
  }
  const signal = random.chance(0.3) ? 'SIGTERM' : 'SIGKILL';
  await Promise.all(course.alive.map((server) => server.kill(signal)));
  course.alive = [];
  await closeHosts(course);
}

/** Has the receiver refuse a delivery now and then, which arrives ten seconds later then. */
function refuseDelivery({ receiver }: CrashWorld, random: Random): void {
  if (receiver === null) return;
  let refused = random.chance(0.15) ? 1 : 0;
  receiver.answer = () => {
    refused -= 1;
    return refused === 0 ? { status: 500 } : { status: 200 };
  };
}

async function startOne(world: CrashWorld, course: Course, variables: Variables = {}): Promise<RunningServer> {
  if (!course.disturbs) return world.start(variables);
  const host = await startHost(world, variables);
  course.hosts.push(host);
  return host;
}

/** @returns what one of the servers went through, after it has ended */
async function disturb({ hosts, random, totals }: Course, servers: readonly RunningServer[]): Promise<string> {
  const able = hosts.filter((host) => servers.includes(host));
  if (able.length === 0) return 'undisturbed';
  const done = await disturbOne(able, random, LEASE_MS);
  count(totals.disturbances, done);
  return done;
}

async function closeHosts(course: Course): Promise<void> {
  const ended = course.hosts.filter((host) => !course.alive.includes(host));
  course.hosts = course.hosts.filter((host) => !ended.includes(host));
  await Promise.all(ended.map((host) => host.close()));
}

/** Starts a server that is to die at the point, and its companions, which start before or after it. */
async function startServers(world: CrashWorld, course: Course, point: string | null): Promise<RunningServer[]> {
  const armed =
    point === null ? {} : { SOCIAL_FAULT: `${point}:${course.random.between(1, course.companions > 1 ? 3 : 8)}` };
  const isFirst = course.random.chance(0.5);
  const early = isFirst ? await startOne(world, course, armed) : null;
  const others: RunningServer[] = [];
  for (let index = 0; index < course.companions; index += 1) others.push(await startOne(world, course));
  return [early ?? (await startOne(world, course, armed)), ...others];
}

/** Clients make their unanswered calls again, and repeat answered ones, which must get the same bytes. */
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
    noteAnswer(call, answer);
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
  const isOver = startTimer(SETTLED_WITHIN_MS);
  for (;;) {
    // The server still reads the networks for lost answers after the last target has left `sending`.
    const found = (await isSettled(world)) ? violations(await observe(world, calls)) : ['not settled'];
    if (found.length === 0) return [];
    if (isOver()) return violations(await observe(world, calls));
    await delay(100);
  }
}

/**
 * Starts a server, which looks at every unknown outcome then, and sends posts again where it may. Where these may be lost too, the next
 * server repeats what is left.
 * @returns the server, and a line for each outcome that stays open
 */
async function startUntilRepeated(
  world: CrashWorld,
  { repeatsOn, most }: { readonly repeatsOn: readonly string[]; readonly most: number },
): Promise<{ server: RunningServer; found: string[] }> {
  for (let count = 1; ; count += 1) {
    const server = await world.start();
    const left = await untilRepeated(world, repeatsOn);
    if (left.length === 0 || count === most) return { server, found: left };
    await server.kill();
  }
}

async function untilRepeated(world: CrashWorld, platforms: readonly string[]): Promise<string[]> {
  const isOver = startTimer(SETTLED_WITHIN_MS);
  const read = async () => {
    const open = await world.query<{ id: string; state: string; platform: string }>(UNREPEATED);
    return open.filter(({ platform }) => platforms.includes(platform));
  };
  let left = await read();
  for (; left.length > 0 && !isOver(); left = await read()) await delay(100);
  return left.map(({ id, state }) => `${state}, although the network takes the same post once: ${id}`);
}

async function sumUp(world: CrashWorld, course: Course): Promise<void> {
  const { calls, totals, alive } = course;
  await Promise.all(alive.map((server) => server.kill()));
  course.alive = [];
  await closeHosts(course);
  const isBroken = totals.violations.length > 0;
  const { repeatsOn, losesRepeats } = course;
  const most = losesRepeats && !isBroken ? LAST_SERVERS : 1;
  const { server, found } = await startUntilRepeated(world, { repeatsOn, most });
  if (!isBroken) totals.violations.push(...found);
  const { accepted, targets } = await observe(world, calls);
  totals.calls += calls.length;
  totals.acknowledged += calls.filter(({ answer }) => answer?.status === 201).length;
  totals.accepted += accepted.length;
  totals.named += targets.filter(({ state, target }) => state === 'published' && target.includes(':')).length;
  totals.moved += calls.filter(({ kind, answer }) => kind === 'make default' && answer?.status === 200).length;
  totals.takenBack += targets.filter(({ removed_at }) => removed_at !== null).length;
  for (const { platform, state } of targets) if (state === 'unknown') count(totals.unknown, platform);
  if (totals.violations.length === 0) totals.violations.push(...(await finishWorld(world, server, calls)));
  if (totals.violations.length > 0) totals.violations.push(...world.log.slice(-30));
}
