import { setTimeout as delay } from 'node:timers/promises';
import { startTimer } from '../../src/run/start-timer.ts';
import { usernameOf } from './accounts.ts';
import type { CrashWorld, RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import type { MadeCall } from './load.ts';
import { createWrittenSearch, intendedPlaces, isSettled, type Observation, observe, placeOf } from './observation.ts';
import { eventsAreTrue } from './webhook-invariants.ts';

const SETTLED_WITHIN_MS = 30_000;

/**
 * Checks the end of a run: each acknowledged post can be read, users resolve unknown results by what the networks show,
 * no credits stay held for posts after that, and no secret is written anywhere. Stops the server.
 * @returns a line per breach
 */
export async function finishWorld(
  world: CrashWorld,
  server: RunningServer,
  calls: readonly MadeCall[],
): Promise<string[]> {
  const found = [...(await readBack(server, calls)), ...(await resolveAll(world, server, calls))];
  const settled = await untilSettled(world, calls);
  await server.kill('SIGTERM');
  const isWritten = await createWrittenSearch(world, calls);
  const tokens = world.secrets.length - world.apiKeys.length;
  return [
    ...found,
    ...violations(settled),
    // Two connections per workspace, each with an access token at least: else the search below proves nothing.
    ...(tokens < 2 * world.apiKeys.length ? [`only ${tokens} tokens were seen`] : []),
    ...settled.holds.filter(({ id }) => isStillHeld(id, settled)).map(({ id }) => `still held after resolve: ${id}`),
    ...world.secrets.filter(isWritten).map((secret) => `in clear: ${secret.slice(0, 12)}…`),
  ];
}

/** Observes once the events of the resolved posts have arrived, and no postponed post is sent meanwhile. */
async function untilSettled(world: CrashWorld, calls: readonly MadeCall[]): Promise<Observation> {
  const isOver = startTimer(SETTLED_WITHIN_MS);
  for (;;) {
    const before = await readStates(world);
    const observed = await observe(world, calls);
    const isAtRest = (await isSettled(world)) && (await readStates(world)) === before;
    if ((isAtRest && eventsAreTrue(observed).length === 0) || isOver()) return observed;
    await delay(100);
  }
}

async function readStates(world: CrashWorld): Promise<string> {
  return JSON.stringify(await world.query('select id, state, attempt from post_target order by id'));
}

/** The hold of a post that waits for its next attempt is kept; actions whose answer was lost keep theirs for a day. */
function isStillHeld(reservationId: string, { targets }: Observation): boolean {
  const isPostponed = targets.some(
    ({ id, attempt, state }) => state === 'pending' && reservationId === `${id}.${attempt}`,
  );
  return reservationId.includes('.') && !isPostponed;
}

/** Checks that every post that was acknowledged to a client can be read through the API, with its text. */
async function readBack(server: RunningServer, calls: readonly MadeCall[]): Promise<string[]> {
  const found: string[] = [];
  for (const { kind, workspace, answer, body } of calls) {
    if (answer?.status !== 201 || (kind !== 'publish' && kind !== 'schedule')) continue;
    const { id } = JSON.parse(answer.text) as { id: string };
    const read = await server.workspaces[workspace]?.api('GET', `/api/v1/posts/${id}`);
    const { text } = body as { text: string };
    if (read?.status !== 200 || read.body.text !== text) found.push(`cannot be read back: ${id} ${text} ${read?.text}`);
    const steps = (await server.workspaces[workspace]?.api('GET', `/api/v1/posts/${id}/timeline`))?.body.events ?? [];
    found.push(...contradictions(read?.body.platformResults ?? {}, steps).map((what) => `${id} ${what}`));
  }
  return found;
}

interface Result {
  readonly state: string;
  readonly account?: string;
  readonly removedAt?: string;
}

/** Targets that ended otherwise than their last step says. */
function contradictions(
  results: Record<string, Result & { parts?: Result[] }>,
  steps: readonly { kind: string; platform: string | null; target?: string; part?: number }[],
): string[] {
  const parts = Object.entries(results).flatMap(([target, result]) =>
    (result.parts ?? [result]).map((one, index) => ({ ...one, account: result.account, target, part: index + 1 })),
  );
  return parts.flatMap(({ target, part, state, account, removedAt }) => {
    // A post that was canceled has an account in its steps only; all its targets have the same.
    const isOwn = (step: (typeof steps)[number]) =>
      step.platform === target.split(':')[0] &&
      (step.part ?? 1) === part &&
      (step.target === undefined || account === undefined || usernameOf(step.target) === usernameOf(account));
    const own = steps.filter(isOwn).map(({ kind }) => kind);
    const last = own.findLast((kind) => !kind.startsWith('remov'));
    if (own.includes('removed') !== (removedAt !== undefined)) {
      return [`${target} ${part} was removed at ${removedAt}, and its steps are ${own.join(', ')}`];
    }
    const isEnded = state !== 'sending' && state !== 'pending';
    return isEnded && last !== state ? [`${target} ${part} is ${state}, and its last step says ${last}`] : [];
  });
}

/** Users look at the network and say what they saw. */
async function resolveAll(world: CrashWorld, server: RunningServer, calls: readonly MadeCall[]): Promise<string[]> {
  const observed = await observe(world, calls);
  const { targets, accepted } = observed;
  const intended = intendedPlaces(observed);
  const there = new Map(accepted.map((post) => [placeOf(post), post.id]));
  const found: string[] = [];
  for (const target of targets) {
    const { post_id, workspace_id, part, state } = target;
    if (state !== 'unknown') continue;
    const workspace = server.workspaces.find(({ workspaceId }) => workspaceId === workspace_id);
    const published = there.get(intended(target)) ?? false;
    const path = `/api/v1/posts/${post_id}/resolve`;
    const answer = await workspace?.api('POST', path, { body: { platform: target.target, part, published } });
    const whole = answer?.body.platformResults?.[target.target];
    const result = whole?.parts?.[part - 1] ?? whole;
    if (answer?.status !== 200 || result?.state !== (published === false ? 'failed' : 'published')) {
      found.push(`resolve ${String(published)} answered ${answer?.status} ${answer?.text}`);
    }
  }
  return found;
}
