import type { NetworkId } from '@social/sandbox';
import { afterEach, expect, vi } from 'vitest';
import type { Variables } from '../../src/programs/server-process.ts';
import { useResource } from '../../src/stack/use-stack.ts';
import { createCrashWorld, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import type { MadeCall } from './load.ts';
import { observe } from './observation.ts';

/** A process that only waits for the processor must not be taken for dead. */
export const LEASE_MS = 3_000;
/** A post that is stored only after its time is published at once. */
const SOON_MS = 2_000;

/** An instant at which a scheduled post is due soon. */
export const soon = () => new Date(Date.now() + SOON_MS).toISOString();

/** A call that publishes, with the texts of its parts. */
type Publication = MadeCall & { readonly texts: readonly string[] };

/** Servers with a short lease on one database, and how the posts end that they are given. */
export function useFrozenServers() {
  const world = useResource(() =>
    createCrashWorld({
      workspaces: 1,
      postgresUrl: process.env['SOCIAL_TEST_POSTGRES_URL'] ?? '',
      variables: { SOCIAL_FAULT_LEASE_MS: String(LEASE_MS) },
    }),
  );
  const calls: MadeCall[] = [];
  const ofThisTest: RunningServer[] = [];
  afterEach(async () => {
    await Promise.all(ofThisTest.splice(0).map((server) => server.kill()));
    await world.sandbox.clearFaults();
  });

  function publication(platform: string, parts = 1, more: object = {}): Publication {
    const key = `frozen-${calls.length}`;
    const thread = Array.from({ length: parts - 1 }, (_, index) => `${key}, part ${index + 2}`);
    const body = { text: key, platforms: [platform], ...(parts > 1 && { thread }), ...more };
    const call: Publication = {
      ...{ workspace: 0, kind: 'publish', method: 'POST', path: '/api/v1/posts', key, body, answer: null },
      texts: [key, ...thread],
    };
    calls.push(call);
    return call;
  }

  /** Reads the targets of the post that a call has made, by part. */
  const targetsOf = ({ key }: MadeCall) =>
    world.query<{ post_id: string; platform: string; state: string; worker_id: string | null }>(
      `select target.* from post_target as target join post on post.id = post_id where text = '${key}' order by part`,
    );
  const statesOf = async (call: MadeCall) => (await targetsOf(call)).map(({ state }) => state);
  const prove = () =>
    vi.waitFor(async () => expect(violations(await observe(world, calls))).toEqual([]), {
      timeout: 15_000,
      interval: 200,
    });

  /** Calls an operation on the post that a call has made. */
  async function callPost(server: RunningServer, call: MadeCall, method: string, path = '', body?: object) {
    const [target] = await targetsOf(call);
    return server.workspaces[0]?.api(method, `/api/v1/posts/${target?.post_id}${path}`, body && { body });
  }

  return {
    ...{ world, publication, targetsOf, statesOf, callPost, prove },
    /** Starts a server that is killed after the test. @param point where it is frozen or dies */
    async start(point?: string, variables: Variables = {}): Promise<RunningServer> {
      const server = await world.start({ ...variables, ...(point !== undefined && { SOCIAL_FAULT: point }) });
      ofThisTest.push(server);
      return server;
    },
    /** Waits until the parts of the post have these states. */
    until: (call: MadeCall, ...states: string[]) =>
      vi.waitFor(async () => expect(await statesOf(call)).toEqual(states), { timeout: 20_000, interval: 100 }),
    /** The result of the post, as a server tells it. */
    async read(server: RunningServer, call: MadeCall) {
      const results = (await callPost(server, call, 'GET'))?.body.platformResults;
      return Object.values(results)[0];
    },
    /** Makes a network answer publishes late, but carry them out at once. */
    slowDown: (network: NetworkId, delayMs: number, times = 1) =>
      world.sandbox.fault({ network, operation: 'publish', kind: 'slow', times, delayMs }),
    /** Texts of the posts that the networks have, in the order of the alphabet. */
    async accepted(...made: Publication[]) {
      const texts = made.flatMap((each) => each.texts);
      const posts = await world.sandbox.posts();
      return posts.flatMap(({ text }) => (texts.includes(text) ? [text] : [])).toSorted();
    },
    /** Number of publishes that a network was asked for. */
    publishesTo: async (network: NetworkId) =>
      (await world.sandbox.requests(network)).filter(({ operation }) => operation === 'publish').length,
  };
}
