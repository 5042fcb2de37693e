import type { Settings } from '@social/sandbox';
import type { Clock } from '@social/server';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type NetworkProxy, startNetworkProxy } from '../servers/network-proxy.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { type Stack, type StackOptions, startStack } from './stack.ts';
import type { Workspace } from './workspace.ts';

/** Variables that lead a platform's calls through a proxy, with the path that its network has in the sandbox. */
const PROXIED = {
  microblog: { SOCIAL_MICROBLOG_API_URL: '/x' },
  profnet: { SOCIAL_PROFNET_API_URL: '/linkedin', SOCIAL_PROFNET_OAUTH_URL: '/linkedin' },
  socialnet: { SOCIAL_SOCIALNET_API_URL: '/facebook' },
} as const;

export interface UsedStackOptions extends Omit<StackOptions, 'clock'> {
  /** Plan of `workspace`; `pro` when left out. */
  readonly plan?: string;
  /** Platforms that `workspace` is connected to. */
  readonly connect?: readonly string[];
  /** Platforms whose calls go through `proxy`. */
  readonly proxied?: readonly (keyof typeof PROXIED)[];
}

/** Stack, workspace and proxy that the tests of a file share. */
export interface UsedStack {
  readonly stack: Stack;
  readonly workspace: Workspace;
  /** Sees and changes the calls of the `proxied` platforms. */
  readonly proxy: NetworkProxy;
}

/**
 * Starts a stack with one workspace before the tests of a file, and stops it after them.
 *
 * After each test the sandbox has no faults and its first settings, and the proxy changes nothing.
 *
 * @param options `clock: true` makes a clock that stands at the present instant until a test moves it.
 * @see useResource for when the results can be used
 */
export function useStack(
  options: UsedStackOptions & { readonly clock: true | TestClock },
): UsedStack & { clock: TestClock };
export function useStack(options?: UsedStackOptions & { readonly clock?: Clock }): UsedStack;
export function useStack(options: UsedStackOptions & { readonly clock?: true | Clock } = {}): UsedStack {
  const { plan, connect, proxied = [], clock: given, env, ...others } = options;
  const clock = given === true ? createTestClock(new Date().toISOString()) : given;
  const proxy = useResource(startNetworkProxy);
  let firstSettings: Partial<Settings> = {};
  const stack = useResource(async () => {
    const detours = proxied.flatMap((platform) => Object.entries(PROXIED[platform]));
    const addresses = Object.fromEntries(detours.map(([name, path]) => [name, `${proxy.url}${path}`]));
    const started = await startStack({ ...others, ...(clock && { clock }), env: { ...addresses, ...env } });
    firstSettings = await started.sandbox.settings();
    return started;
  });
  const workspace = useResource(async () => {
    proxy.target = stack.sandboxUrl;
    return stack.createWorkspace({ ...(plan && { plan }), ...(connect && { connect }) });
  });
  afterEach(async () => {
    await stack.sandbox.clearFaults();
    await stack.sandbox.settings(firstSettings);
    Object.assign(proxy, { intercept: () => undefined, rewrite: () => undefined, loses: () => false });
  });
  return { stack, workspace, proxy, ...(clock && { clock }) };
}

/**
 * Starts something before the tests of a file, and disposes of it after them.
 *
 * @returns A stand-in with the members of what was started. They can be read in tests and hooks; before, reading throws.
 */
export function useResource<Resource extends object>(start: () => Promise<Resource>): Resource {
  return startedBetween(beforeAll, afterAll, start);
}

/** Starts something before each test of a file, and disposes of it after that test. @see useResource */
export function useResourcePerTest<Resource extends object>(start: () => Promise<Resource>): Resource {
  return startedBetween(beforeEach, afterEach, start);
}

type Hook = (run: () => Promise<void>) => void;

function startedBetween<Resource extends object>(before: Hook, after: Hook, start: () => Promise<Resource>): Resource {
  let resource: Resource | undefined;
  const started = (): Resource => {
    if (resource) return resource;
    throw new Error('nothing is started before the first test of the file');
  };
  before(async () => {
    resource = await start();
  });
  after(async () => {
    if (resource && Symbol.asyncDispose in resource) await (resource as AsyncDisposable)[Symbol.asyncDispose]();
  });
  return new Proxy({} as Resource, {
    get: (_, name) => Reflect.get(started(), name),
    set: (_, name, value) => Reflect.set(started(), name, value),
    ownKeys: () => Reflect.ownKeys(started()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(started(), name),
  });
}
