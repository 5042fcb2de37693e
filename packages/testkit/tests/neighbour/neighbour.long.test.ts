import { dialectUnderTest } from '@social/testkit';
import { expect, test } from 'vitest';
import type { Attack } from './attack.ts';
import { attacksOfStranger, attacksOfWorkspace } from './attacks.ts';
import { type Answered, type Hammer, startHammer } from './hammer.ts';
import { readHolds, summarize } from './holds.ts';
import { createNeighbour, type Felt } from './neighbour.ts';
import { createNeighbourWorld, type NeighbourWorld } from './neighbour-world.ts';

/** Publishes of the neighbour beside each attack, and as many while nobody else calls; 0 for the short form. */
const measured = Number(process.env['SOCIAL_TEST_NEIGHBOUR_PUBLISHES'] ?? 0);
/** Runs only the attacks whose names contain one of these, which `|` separates. */
const only = (process.env['SOCIAL_TEST_NEIGHBOUR_ONLY'] ?? '').split('|');
const NO_LIMIT = '100000';
const USUAL_LIMIT = '300';
/** Requests per second that the usual limit lets all keys of a workspace make together. */
const LIMITED_PER_SECOND = 20;
/** The short form: what an attack and the neighbour do at least, unless the attack's requests take long. */
const [ANSWERS, AT_MOST_MS] = [32, 1_500];

interface Row {
  readonly name: string;
  readonly answered: Answered;
  readonly beside: Felt;
}

const attacksOn = ({ possessions, pageUrl }: NeighbourWorld): Attack[] =>
  [...attacksOfWorkspace(possessions, pageUrl), ...attacksOfStranger()].filter(({ name }) =>
    only.some((part) => name.includes(part)),
  );

function print(title: string, columns: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  process.stdout.write(`\n${[`${title}, ${dialectUnderTest()}:`, '', ...lines].join('\n')}\n`);
}

const mix = ({ statuses }: Answered) =>
  Object.entries(statuses)
    .map(([status, count]) => `${status} × ${count}`)
    .join(', ');
const failuresOf = (rows: readonly Row[]) =>
  rows.flatMap(({ name, beside }) => beside.failures.map((failure) => `${name}: ${failure}`));

/** Runs every attack, as fast as its clients can, on a server with a limit of requests. @returns what went wrong */
async function hammer(world: NeighbourWorld, clients: Hammer, limit: string): Promise<unknown[]> {
  const { server, neighbour: workspace } = await world.start(limit);
  await using _ = server;
  const neighbour = createNeighbour(workspace);
  await neighbour.work(5);
  /** Runs an attack. An attack that holds the event loop does so each time: another one met something else. */
  async function run(attack: Attack, tries = 3): Promise<{ row: Row; holds: ReturnType<typeof readHolds> }> {
    const before = server.log().length;
    clients.begin(server.url, attack);
    // Once under the usual limit, which this keeps the neighbour below.
    const beside = await neighbour.work(limit === USUAL_LIMIT ? 1 : 2);
    await clients.until(attack.reads === 'nothing' ? attack.atOnce : ANSWERS, AT_MOST_MS);
    const row = { name: attack.name, answered: await clients.end(), beside };
    const holds = readHolds(server.log().slice(before));
    const isHold = holds.length > 0 && beside.failures.length === 0;
    return isHold && tries > 1 ? run(attack, tries - 1) : { row, holds };
  }

  const rows: Row[] = [];
  const holds = [];
  for (const attack of attacksOn(world)) {
    const { row, holds: own } = await run(attack);
    rows.push(row);
    holds.push(...own.map((hold) => ({ ...hold, attack: attack.name })));
  }
  print(
    `Requests up to ${limit} a minute`,
    ['operation', 'requests', 'answers', 'publish p50 (ms)', 'p99 (ms)'],
    rows.map(({ name, answered, beside }) => [name, answered.requests, mix(answered), beside.p50, beside.p99]),
  );
  return [...failuresOf(rows), ...summarize(holds)];
}

const isSlow = ({ idle, beside }: { readonly idle: Felt; readonly beside: Felt }) =>
  beside.p99 > Math.max(3 * idle.p99, idle.p99 + 50);

/** Measures the neighbour beside every attack, at the pace that the usual limit allows. @returns what went wrong */
async function measure(world: NeighbourWorld, clients: Hammer): Promise<unknown[]> {
  const { server, neighbour: workspace } = await world.start(NO_LIMIT);
  await using _ = server;
  const neighbour = createNeighbour(workspace);
  await neighbour.work(measured);
  /** Measures an attack. An attack that slows publishes does so each time: another one met something else. */
  async function run(attack: Attack, tries = 3): Promise<Row & { idle: Felt }> {
    const idle = await neighbour.work(measured);
    clients.begin(server.url, attack, LIMITED_PER_SECOND);
    const beside = await neighbour.work(measured);
    const row = { name: attack.name, idle, beside, answered: await clients.end() };
    return isSlow(row) && beside.failures.length === 0 && tries > 1 ? run(attack, tries - 1) : row;
  }

  const rows: (Row & { idle: Felt })[] = [];
  for (const attack of attacksOn(world)) rows.push(await run(attack));
  print(
    `${measured} publishes of a neighbour, without and beside ${LIMITED_PER_SECOND} requests a second`,
    ['operation', 'requests/s', 'answers', 'p99 idle (ms)', 'p99 beside (ms)'],
    rows.map(({ name, answered, idle, beside }) => {
      return [name, Math.round(answered.perSecond), mix(answered), idle.p99, beside.p99];
    }),
  );
  return [
    ...failuresOf(rows),
    ...rows.filter(isSlow).map(({ name, idle, beside }) => `${name}: ${beside.p99} ms, ${idle.p99} ms idle`),
  ];
}

test(
  'no operation keeps a neighbour from publishing, nor holds the event loop',
  async () => {
    await using world = await createNeighbourWorld();
    await using clients = startHammer();
    if (measured > 0) {
      expect(await measure(world, clients)).toEqual([]);
    } else {
      expect([...(await hammer(world, clients, NO_LIMIT)), ...(await hammer(world, clients, USUAL_LIMIT))]).toEqual([]);
    }
  },
  60 * 60_000,
);
