import { setTimeout as delay } from 'node:timers/promises';
import type { ApiAnswer } from '@social/testkit';
import { startTimer } from '../../src/run/start-timer.ts';
import type { RunningServer } from './crash-world.ts';
import type { Random } from './random.ts';

/** A call that a client has made, and what it got. A client whose call was cut makes it again with the same key. */
export interface MadeCall {
  readonly workspace: number;
  readonly kind: 'publish' | 'schedule' | 'like' | 'message' | 'cancel' | 'reschedule' | 'retry' | 'unpublish';
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  /** Answer of the server; null when the connection was cut before it came. */
  answer: { readonly status: number; readonly text: string } | null;
}

const FRIENDS_POST = '1990000000000000002';
const FRIEND = '1745123467899012481';
const PLATFORM_CHOICES = [
  ...([['microblog'], ['profnet'], ['microblog', 'profnet']] as const),
  ...([['mastodon'], ['mastodon', 'profnet'], ['bluesky'], ['bluesky', 'microblog']] as const),
];
/** Number of clients that call at the same time, and milliseconds that each waits between two calls. */
export interface Pace {
  readonly clients: number;
  readonly everyMs: number;
}

const AS_FAST_AS_POSSIBLE: Pace = { clients: 12, everyMs: 0 };

/** Makes calls of every kind from several clients, at any of the servers, until none is left or the time is over. */
export async function makeLoad(
  servers: readonly RunningServer[],
  options: { random: Random; name: string; untilMs: number; pace?: Pace },
): Promise<MadeCall[]> {
  const { random, name, untilMs, pace = AS_FAST_AS_POSSIBLE } = options;
  const calls: MadeCall[] = [];
  const isOver = startTimer(untilMs);
  let alive = [...servers];
  let count = 0;

  async function make(call: MadeCall): Promise<void> {
    const server = random.pick(alive);
    if (!(await perform(server, call))) alive = alive.filter((each) => each !== server);
  }

  async function client(): Promise<void> {
    while (alive.length > 0 && !isOver()) {
      const next = delay(pace.everyMs + random.between(0, 8));
      count += 1;
      const planned = plan(`${name}-${count}`, random, calls, servers[0]?.workspaces.length ?? 0);
      calls.push(...planned);
      await Promise.all(planned.map((call) => (alive.length > 0 ? make(call) : undefined)));
      await next;
    }
  }

  await Promise.all(Array.from({ length: pace.clients }, client));
  return calls;
}

/** One step of a client: mostly one call, sometimes the same call several times at once. */
function plan(name: string, random: Random, before: readonly MadeCall[], workspaces: number): MadeCall[] {
  const workspace = random.between(0, workspaces - 1);
  const common = { workspace, key: name, method: 'POST', answer: null };
  const dice = random.next();
  if (dice < 0.45) {
    const call = { ...common, kind: 'publish' as const, ...publication(name, random, null) };
    return random.chance(0.15) ? [call, { ...call }] : [call];
  }
  if (dice < 0.65) return [{ ...common, kind: 'schedule', ...publication(name, random, random.between(50, 900)) }];
  if (dice < 0.75) {
    return [{ ...common, kind: 'like', path: '/api/v1/microblog/like', body: { mpost_id: FRIENDS_POST } }];
  }
  if (dice < 0.8) {
    const body = { recipient_id: FRIEND, text: name };
    return [{ ...common, kind: 'message', path: '/api/v1/microblog/dm', body }];
  }
  return again(name, random, before) ?? [{ ...common, kind: 'publish', ...publication(name, random, null) }];
}

function publication(text: string, random: Random, inMs: number | null) {
  const scheduledFor = inMs === null ? {} : { scheduledFor: new Date(Date.now() + inMs).toISOString() };
  const thread = random.chance(0.2) ? { thread: [`${text} 2/3`, `${text} 3/3`] } : {};
  return {
    path: '/api/v1/posts',
    body: { text, ...thread, platforms: random.pick(PLATFORM_CHOICES), ...scheduledFor },
  };
}

/** Makes a call about an earlier post: the same call again, or a change of the post. */
function again(name: string, random: Random, before: readonly MadeCall[]): MadeCall[] | null {
  const answered = before.filter(({ answer, path }) => answer?.status === 201 && path === '/api/v1/posts');
  if (answered.length === 0) return null;
  const earlier = random.pick(answered);
  if (earlier.kind === 'publish' && random.chance(0.4)) return [{ ...earlier, answer: null }];
  const { id } = JSON.parse(earlier.answer?.text ?? '{}') as { id: string };
  const path = `/api/v1/posts/${id}`;
  const common = { workspace: earlier.workspace, key: name, answer: null };
  if (earlier.kind === 'publish' && random.chance(0.3)) {
    return [{ ...common, kind: 'retry', method: 'POST', path: `${path}/retry` }];
  }
  if (earlier.kind === 'publish') return takeBack({ ...common, path: `${path}/unpublish` }, random);
  if (random.chance(0.4)) return [{ ...common, kind: 'cancel', method: 'DELETE', path }];
  const scheduledFor = new Date(Date.now() + random.between(100, 600)).toISOString();
  return [{ ...common, kind: 'reschedule', method: 'PATCH', path, body: { scheduledFor } }];
}

/** Takes a post back, sometimes by several calls at once. */
function takeBack(call: Omit<MadeCall, 'kind' | 'method'>, random: Random): MadeCall[] {
  const removal = { ...call, kind: 'unpublish', method: 'POST' } as const;
  return random.chance(0.15) ? [removal, { ...removal, key: `${call.key}-too` }] : [removal];
}

/** Makes the call once. Returns false when the server does not answer. */
export async function perform(server: RunningServer, call: MadeCall): Promise<boolean> {
  try {
    const { status, text } = await send(server, call);
    call.answer = { status, text };
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Makes the call, again and again while an earlier one with its key is still running, as a client does. */
export async function performAgain(server: RunningServer, call: MadeCall): Promise<ApiAnswer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await send(server, call);
    const isRunning = answer.status === 409 && answer.body.code === 'idempotency_in_progress';
    if (!isRunning || attempt === 100) return answer;
    await delay(100);
  }
}

function send(server: RunningServer, { workspace, method, path, key, body }: MadeCall): Promise<ApiAnswer> {
  const api = server.workspaces[workspace]?.api;
  if (!api) throw new Error(`there is no workspace ${workspace}`);
  return api(method, path, { headers: { 'idempotency-key': key }, ...(body && { body }) });
}
