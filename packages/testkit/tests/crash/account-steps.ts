import { setTimeout as delay } from 'node:timers/promises';
import type { ApiAnswer, Workspace } from '@social/testkit';
import { startTimer } from '../../src/run/start-timer.ts';
import { type ProfileAccounts, usernameOf } from './accounts.ts';
import type { CrashWorld, RunningServer } from './crash-world.ts';
import { type MadeCall, perform } from './load.ts';
import type { Random } from './random.ts';

const ENDED_WITHIN_MS = 30_000;
const AN_HOUR_MS = 3_600_000;

/** A user who changes accounts while posts wait for them. */
interface User {
  readonly workspace: Workspace;
  readonly accounts: ProfileAccounts;
  readonly standard: string;
  /** Short name of another account. */
  readonly other: string;
  /** Makes a call and returns the body of its answer. */
  call(kind: MadeCall['kind'], method: string, path: string, body?: object): Promise<ApiAnswer['body']>;
  /** Makes the call for a post. */
  post(kind: 'publish' | 'schedule', platforms: readonly string[]): Promise<ApiAnswer['body']>;
}

/**
 * Changes accounts of a profile while posts wait for them, where nothing else happens: each post must stay with its account.
 * @param name starts the texts of the posts
 * @returns the calls, and a line per breach
 */
export async function changeAccounts(
  world: CrashWorld,
  server: RunningServer,
  { random, name }: { readonly random: Random; readonly name: string },
): Promise<{ calls: MadeCall[]; found: string[] }> {
  const accounts = random.pick(world.accounts);
  const workspace = server.workspaces[accounts.workspace] as Workspace;
  const calls: MadeCall[] = [];
  const call: User['call'] = async (kind, method, path, body) => {
    const common = { workspace: accounts.workspace, kind, method, path, key: `${name}-${calls.length}` };
    const made: MadeCall = { ...common, answer: null, ...(body && { body }) };
    calls.push(made);
    await perform(server, made);
    return JSON.parse(made.answer?.text ?? '{}');
  };
  const connected = await accountsOf(workspace, accounts);
  const standard = connected.find(({ isDefault }) => isDefault)?.name ?? '';
  const other = random.pick(connected.filter(({ isDefault }) => !isDefault)).name;
  accounts.standard = usernameOf(standard);
  const post: User['post'] = (kind, platforms) => {
    const scheduledFor = kind === 'schedule' && { scheduledFor: inFuture(AN_HOUR_MS) };
    const body = { text: `${name}-${calls.length}`, platforms, profile: accounts.slug, ...scheduledFor };
    return call(kind, 'POST', '/api/v1/posts', body);
  };
  const user: User = { workspace, accounts, standard, other, call, post };
  return { calls, found: [...(await moveDefault(world, user)), ...(await reconnect(world, user))] };
}

/** Moves the default account and back: a post that waits, and one that failed and is sent again, stay with the earlier one. */
async function moveDefault(world: CrashWorld, user: User): Promise<string[]> {
  const { workspace, standard, other, accounts, call, post } = user;
  const { profileId } = accounts;
  const move = (to: string) =>
    call('make default', 'PATCH', `/api/connect/mastodon/accounts/${to}`, { profileId, isDefault: true });
  const twice = await post('publish', ['mastodon', `mastodon:${standard}`]);
  const waiting = await post('schedule', ['mastodon']);
  await world.sandbox.fault({ network: 'mastodon', operation: 'publish', kind: 'forbidden', times: 1 });
  const failed = await post('publish', ['mastodon']);
  await world.sandbox.clearFaults();
  await move(other);
  const retried = await call('retry', 'POST', `/api/v1/posts/${failed.id}/retry`);
  await becomeDue(workspace, waiting.id);
  const begun = await untilEnded(workspace, waiting.id);
  await move(standard);
  const isThere = (answer: ApiAnswer['body']) => isPublishedBy(answer.platformResults?.mastodon, standard);
  return [
    ...(twice.code === 'invalid_request' ? [] : [`one account under two names: ${JSON.stringify(twice)}`]),
    ...(isThere(retried) ? [] : [`${standard} was the default, and the retry is ${JSON.stringify(retried)}`]),
    ...(isThere(begun) ? [] : [`${standard} was the default, and the post is ${JSON.stringify(begun)}`]),
  ];
}

/** Disconnects an account for which a post waits and connects it again: the post fails, and can be sent again after that. */
async function reconnect(world: CrashWorld, user: User): Promise<string[]> {
  const { workspace, other: account, accounts, call, post } = user;
  const { profileId } = accounts;
  const target = `mastodon:${account}`;
  const { id } = await post('schedule', [target]);
  await workspace.api('POST', '/api/connect/mastodon/disconnect', { body: { profileId, account } });
  const refused = await post('publish', [target]);
  await becomeDue(workspace, id);
  const failed = (await untilEnded(workspace, id)).platformResults?.[target];
  await world.sandbox.settings({ authorizeAs: usernameOf(account) });
  await workspace.connect('mastodon', profileId);
  const isNamed = (await accountsOf(workspace, accounts)).some(({ name }) => name === account);
  const retried = (await call('retry', 'POST', `/api/v1/posts/${id}/retry`)).platformResults?.[target];
  return [
    ...(refused.code === 'invalid_request' ? [] : [`${target} was not refused: ${JSON.stringify(refused)}`]),
    ...(failed?.code === 'not_connected' ? [] : [`${target} is not connected, and ${id} is ${JSON.stringify(failed)}`]),
    ...(isNamed ? [] : [`${target} got another name when it was connected again`]),
    ...(isPublishedBy(retried, account)
      ? []
      : [`${target} is connected again, and ${id} is ${JSON.stringify(retried)}`]),
  ];
}

function isPublishedBy(result: ApiAnswer['body'], account: string): boolean {
  return result?.state === 'published' && usernameOf(result.account) === usernameOf(account);
}

async function accountsOf(
  { api }: Workspace,
  { profileId }: ProfileAccounts,
): Promise<{ name: string; isDefault: boolean }[]> {
  return (await api('GET', `/api/connect/status?profileId=${profileId}`)).body.mastodon.accounts;
}

/** Moves a scheduled post to a time that is still to come when a busy server reads it. */
async function becomeDue({ api }: Workspace, id: string): Promise<void> {
  for (const ms of [100, 1_000, 10_000]) {
    const { status } = await api('PATCH', `/api/v1/posts/${id}`, { body: { scheduledFor: inFuture(ms) } });
    if (status === 200) return;
  }
}

function inFuture(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

async function untilEnded({ readPost }: Workspace, id: string): Promise<ApiAnswer['body']> {
  const isOver = startTimer(ENDED_WITHIN_MS);
  for (;;) {
    const post = await readPost(id);
    if ((post.status !== 'scheduled' && post.status !== 'publishing') || isOver()) return post;
    await delay(50);
  }
}
