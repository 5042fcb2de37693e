import { setTimeout as delay } from 'node:timers/promises';
import type { ApiAnswer } from '@social/testkit';
import { startTimer } from '../../src/run/start-timer.ts';
import { chooseTargets, noteChange, type ProfileAccounts, planChange } from './accounts.ts';
import type { RunningServer } from './crash-world.ts';
import type { Random } from './random.ts';

type Kind =
  | ('publish' | 'schedule' | 'cancel' | 'reschedule' | 'retry' | 'unpublish')
  | ('like' | 'message' | 'make default' | 'rename');

/** A call that a client has made, and what it got. A client whose call was cut makes it again with the same key. */
export interface MadeCall {
  readonly workspace: number;
  readonly kind: Kind;
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: object;
  /** Answer of the server; null when the connection was cut before it came. */
  answer: { readonly status: number; readonly text: string } | null;
  /** Place of its first start among all starts and answers of calls; absent before. */
  startedAt?: number;
  /** The same of its first answer. */
  endedAt?: number;
}

/** Share of changes of accounts among the calls. */
const CHANGES = 0.12;
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

interface LoadOptions {
  readonly random: Random;
  readonly name: string;
  readonly untilMs: number;
  readonly pace?: Pace;
  /** Several accounts of one network, to publish to and to change meanwhile. */
  readonly accounts?: readonly ProfileAccounts[];
}

/** Makes calls of every kind from several clients, at any of the servers, until none is left or the time is over. */
export async function makeLoad(
  servers: readonly RunningServer[],
  { random, name, untilMs, pace = AS_FAST_AS_POSSIBLE, accounts = [] }: LoadOptions,
): Promise<MadeCall[]> {
  const calls: MadeCall[] = [];
  const isOver = startTimer(untilMs);
  let alive = [...servers];
  let count = 0;
  for (const each of accounts) each.isChanging = false;

  async function make(call: MadeCall): Promise<void> {
    const server = random.pick(alive);
    if (!(await perform(server, call))) alive = alive.filter((each) => each !== server);
  }

  async function client(): Promise<void> {
    while (alive.length > 0 && !isOver()) {
      const next = delay(pace.everyMs + random.between(0, 8));
      count += 1;
      const workspace = random.between(0, (servers[0]?.workspaces.length ?? 0) - 1);
      const own = accounts.filter((each) => each.workspace === workspace);
      const changed = own.length > 0 && random.chance(CHANGES) ? random.pick(own) : null;
      const change = changed && planChange(`${name}-${count}`, changed, random);
      const planned = change ? [change] : plan(`${name}-${count}`, random, calls, { workspace, own });
      calls.push(...planned);
      await Promise.all(planned.map((call) => (alive.length > 0 ? make(call) : undefined)));
      if (changed && change) noteChange(changed, change);
      await next;
    }
  }

  await Promise.all(Array.from({ length: pace.clients }, client));
  return calls;
}

/** One step of a client: mostly one call, sometimes the same call several times at once. */
function plan(
  name: string,
  random: Random,
  before: readonly MadeCall[],
  { workspace, own }: { readonly workspace: number; readonly own: readonly ProfileAccounts[] },
): MadeCall[] {
  const post = (inMs: number | null) => publication(name, random, own, inMs);
  const common = { workspace, key: name, method: 'POST', answer: null };
  const dice = random.next();
  if (dice < 0.45) {
    const call = { ...common, kind: 'publish' as const, ...post(null) };
    return random.chance(0.15) ? [call, { ...call }] : [call];
  }
  if (dice < 0.65) return [{ ...common, kind: 'schedule', ...post(random.between(50, 900)) }];
  if (dice < 0.75) {
    return [{ ...common, kind: 'like', path: '/api/v1/microblog/like', body: { mpost_id: FRIENDS_POST } }];
  }
  if (dice < 0.8) {
    const body = { recipient_id: FRIEND, text: name };
    return [{ ...common, kind: 'message', path: '/api/v1/microblog/dm', body }];
  }
  return again(name, random, before) ?? [{ ...common, kind: 'publish', ...post(null) }];
}

function publication(text: string, random: Random, accounts: readonly ProfileAccounts[], inMs: number | null) {
  const scheduledFor = inMs === null ? {} : { scheduledFor: new Date(Date.now() + inMs).toISOString() };
  const thread = random.chance(0.2) ? { thread: [`${text} 2/3`, `${text} 3/3`] } : {};
  const several = accounts.length > 0 && random.chance(0.5) ? random.pick(accounts) : null;
  const platforms = several ? chooseTargets(several, random) : random.pick(PLATFORM_CHOICES);
  const profile = several && { profile: several.slug };
  // LinkedIn's are refused, since the accounts lack the permission.
  const mayComment = !platforms.some((target) => target.startsWith('profnet'));
  const isCommented = mayComment && random.chance(0.3);
  const comments = isCommented ? { comments: [`${text} comment 1`, `${text} comment 2`] } : {};
  return { path: '/api/v1/posts', body: { text, ...thread, ...comments, platforms, ...profile, ...scheduledFor } };
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
  if (earlier.kind === 'publish') {
    const { platforms } = earlier.body as { platforms: readonly string[] };
    const some = random.chance(0.3) && { body: { platforms: [random.pick(platforms)] } };
    return takeBack({ ...common, path: `${path}/unpublish`, ...some }, random);
  }
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
    noteAnswer(call, await send(server, call));
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

let places = 0;

function nextPlace(): number {
  places += 1;
  return places;
}

/** Remembers what a call was answered. */
export function noteAnswer(call: MadeCall, { status, text }: ApiAnswer): void {
  call.answer = { status, text };
  call.endedAt ??= nextPlace();
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

function send(server: RunningServer, call: MadeCall): Promise<ApiAnswer> {
  const { workspace, method, path, key, body } = call;
  call.startedAt ??= nextPlace();
  const api = server.workspaces[workspace]?.api;
  if (!api) throw new Error(`there is no workspace ${workspace}`);
  return api(method, path, { headers: { 'idempotency-key': key }, ...(body && { body }) });
}
