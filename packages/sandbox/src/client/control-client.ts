import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../networks/registry.ts';
import type { Account } from '../world/accounts.ts';
import { type AcceptedPost, type Sandbox, SandboxError, type SeenRequest, type WaitOptions } from './sandbox.ts';

// Read once, because a test may later replace the global `fetch` by a fake that does not know the sandbox.
const { fetch } = globalThis;

const pollMs = 20;
const defaultTimeoutMs = 4000;
const shownRequests = 5;

/** The members of a sandbox that make control calls. */
export type Controls = Omit<
  Sandbox,
  'asNetworks' | 'url' | 'networks' | 'origins' | 'close' | typeof Symbol.asyncDispose
>;

/** The control calls of the sandbox at an address without a trailing slash. */
export function createControls(url: string): Controls {
  const call = <Answer>(method: string, path: string, body?: object) =>
    callControl<Answer>({ url, method, path, ...(body && { body }) });
  const posts = async (network?: string) =>
    (await call<{ posts: AcceptedPost[] }>('GET', `posts${filter(network)}`)).posts;
  const requests = async (network?: string) =>
    (await call<{ requests: SeenRequest[] }>('GET', `requests${filter(network)}`)).requests;
  return {
    posts,
    requests,
    setCounters: async (post) => void (await call('PUT', 'counters', post)),
    fault: async (fault) => void (await call('POST', 'faults', fault)),
    clearFaults: async () => void (await call('DELETE', 'faults')),
    settings: (changes = {}) => call<Settings>('PUT', 'settings', changes),
    addAccount: (account) => call<Account>('POST', 'accounts', account),
    addApp: async (app) => void (await call('POST', 'apps', app)),
    reset: async () => void (await call('POST', 'reset')),
    waitForPost: (predicate, options) => waitForPost({ posts, requests }, predicate, options),
  };
}

function filter(network: string | undefined): string {
  return network === undefined ? '' : `?${new URLSearchParams({ network })}`;
}

/** Makes one control call. @throws {SandboxError} For a refusal, and where no sandbox answers. */
async function callControl<Answer>(call: {
  readonly url: string;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}): Promise<Answer> {
  const { url, method, path, body } = call;
  const response = await fetch(`${url}/_sandbox/${path}`, {
    method,
    redirect: 'error',
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new SandboxError(`there is no sandbox at ${url}: it was closed or never started`, { cause });
  });
  const answer = readJson(await response.text());
  if (!answer) throw new SandboxError(`the server at ${url} is not a sandbox`, { status: response.status });
  if (!response.ok) {
    const reason = typeof answer['error'] === 'string' ? answer['error'] : `the sandbox answered ${response.status}`;
    throw new SandboxError(reason, { status: response.status });
  }
  return answer as Answer;
}

function readJson(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

async function waitForPost(
  { posts, requests }: Pick<Controls, 'posts' | 'requests'>,
  predicate: (post: AcceptedPost) => boolean,
  { network, timeoutMs = defaultTimeoutMs }: WaitOptions = {},
): Promise<AcceptedPost> {
  // These timers keep running when a test stops the clock.
  let isOverdue = false;
  void sleep(timeoutMs, undefined, { ref: false }).then(() => (isOverdue = true));
  for (;;) {
    const accepted = await posts(network);
    const found = accepted.find((post) => predicate(post));
    if (found) return found;
    if (isOverdue) {
      throw new SandboxError(describeMiss({ timeoutMs, accepted, seen: await requests(network) }));
    }
    await sleep(pollMs);
  }
}

function describeMiss(miss: {
  readonly timeoutMs: number;
  readonly accepted: readonly AcceptedPost[];
  readonly seen: readonly SeenRequest[];
}): string {
  const { timeoutMs, accepted, seen } = miss;
  return [
    `no such post was accepted within ${timeoutMs} ms`,
    ...(accepted.length > 0 ? ['accepted:'] : ['accepted: nothing']),
    ...accepted.map(({ network, account, text }) => `  ${network} ${account}: ${JSON.stringify(text)}`),
    ...(seen.length > 0 ? ['last calls:'] : ['last calls: none']),
    ...seen
      .slice(-shownRequests)
      .map(({ method, path, status }) => `  ${method} ${path} ${status === 0 ? 'no answer' : status}`),
  ].join('\n');
}
