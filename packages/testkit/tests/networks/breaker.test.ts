import type { FaultKind } from '@social/sandbox';
import { startStack, uniqueText, useStack, type Workspace, watchRequests } from '@social/testkit';
import { beforeEach, describe, expect, test } from 'vitest';

const OPEN_MS = 1_500;
let elapsed = 0;
const clock = { now: () => Date.now(), elapsed: () => elapsed };
const pass = (milliseconds: number) => {
  elapsed += milliseconds;
};
const { stack } = useStack({ clock, config: { breakerOpenMs: OPEN_MS } });

// A new server has closed breakers.
beforeEach(() => stack.restart());

const read = ({ api }: Workspace) => api('GET', '/api/v1/microblog/timeline');
const publish = async ({ api }: Workspace) => {
  const { body } = await api('POST', '/api/v1/posts', {
    body: { text: uniqueText('Breaker'), platforms: ['microblog'] },
  });
  return body.platformResults.microblog;
};
const failReads = (kind: FaultKind) => stack.sandbox.fault({ network: 'x', operation: 'read', kind, times: 1_000 });

/** Reads until the breaker opens. */
async function openBreaker(workspace: Workspace, kind: FaultKind = 'server-error'): Promise<void> {
  await failReads(kind);
  for (let call = 0; call < 10; call += 1) {
    const { headers } = await read(workspace);
    if (headers.has('retry-after')) return;
  }
  throw new Error('the network is still asked');
}

describe('a network whose reads fail', () => {
  test.each<FaultKind>(['server-error', 'drop', 'garbage'])(
    'five times in a row with %s is not called for a while, and callers are answered at once when to come back',
    async (kind) => {
      const workspace = await stack.createWorkspace({ connect: ['microblog'] });
      const seen = await watchRequests(stack);
      await openBreaker(workspace, kind);
      expect(await seen('read')).toHaveLength(5);
      for (const { status, body, headers } of await Promise.all(Array.from({ length: 20 }, () => read(workspace)))) {
        expect([status, body.code]).toEqual([502, 'network_unavailable']);
        expect(headers.get('retry-after')).toMatch(/^[1-9]$/);
        expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(Math.ceil(OPEN_MS / 1_000));
      }
      expect(await seen('read')).toHaveLength(5);
    },
  );

  test('by not answering in time is not called for a while either, and no read is repeated without time left', async () => {
    await using hanging = await startStack({ clock, config: { breakerOpenMs: OPEN_MS, upstreamTimeoutMs: 300 } });
    const workspace = await hanging.createWorkspace({ connect: ['microblog'] });
    await hanging.sandbox.fault({ network: 'x', operation: 'read', kind: 'timeout', times: 1_000 });
    const seen = await watchRequests(hanging);
    for (let call = 0; call < 5; call += 1) expect((await read(workspace)).headers.has('retry-after')).toBe(false);
    expect((await read(workspace)).headers.has('retry-after')).toBe(true);
    expect(await seen('read')).toHaveLength(5);
  });

  test('is probed once per interval, and used again after a probe that succeeds', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await openBreaker(workspace);
    const seen = await watchRequests(stack);
    const readAtOnce = () => Promise.all(Array.from({ length: 3 }, () => read(workspace)));
    for (let probes = 1; probes <= 2; probes += 1) {
      pass(OPEN_MS - 1);
      await readAtOnce();
      expect(await seen()).toHaveLength(probes - 1);
      pass(1);
      await readAtOnce();
      await readAtOnce();
      expect(await seen()).toHaveLength(probes);
    }
    await stack.sandbox.clearFaults();
    expect((await read(workspace)).status).toBe(502);
    pass(OPEN_MS);
    const answers = [];
    for (let call = 0; call < 5; call += 1) answers.push(await read(workspace));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  test('still gets posts, and a publish is not a probe of its reads', async () => {
    const workspace = await stack.createWorkspace({ connect: ['microblog'] });
    await openBreaker(workspace);
    const seen = await watchRequests(stack);
    expect(await publish(workspace)).toMatchObject({ ok: true, credits: 3 });
    pass(OPEN_MS);
    expect(await publish(workspace)).toMatchObject({ ok: true });
    expect((await seen()).map(({ operation }) => operation)).toEqual(['publish', 'publish']);
    expect((await read(workspace)).status).toBe(502);
    expect(await seen('read')).toHaveLength(1);
    expect((await read(workspace)).headers.has('retry-after')).toBe(true);
    expect(await seen('read')).toHaveLength(1);
  });

  test('is still called for a new token, so that a post that needs one goes out', async () => {
    const [healthy, ended] = [await stack.createWorkspace({ connect: ['microblog'] }), await stack.createWorkspace()];
    await stack.connectWith({ tokenLifetimeSeconds: 30 }, ended, 'microblog');
    await openBreaker(healthy);
    const seen = await watchRequests(stack);
    expect(await publish(ended)).toMatchObject({ ok: true, credits: 3 });
    expect((await seen()).map(({ operation }) => operation)).toEqual(['refresh', 'publish']);
    // A token that was renewed says nothing about reads.
    expect((await read(healthy)).headers.has('retry-after')).toBe(true);
    expect(await seen('read')).toEqual([]);
  });
});

test.each<FaultKind>(['rate-limit', 'forbidden'])('answers such as %s do not open the breaker', async (kind) => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await failReads(kind);
  const seen = await watchRequests(stack);
  for (let call = 0; call < 7; call += 1) await read(workspace);
  expect(await seen('read')).toHaveLength(7);
  await stack.sandbox.clearFaults();
  expect((await read(workspace)).status).toBe(200);
});

test('failed publishes do not open the breaker for reads', async () => {
  const workspace = await stack.createWorkspace({ connect: ['microblog'] });
  await stack.sandbox.fault({ network: 'x', operation: 'publish', kind: 'server-error', times: 7 });
  const results = await Promise.all(Array.from({ length: 7 }, () => publish(workspace)));
  expect(results.map(({ state }) => state)).toEqual(Array(7).fill('unknown'));
  expect((await read(workspace)).status).toBe(200);
});

test('failed token refreshes open their own breaker, and others still read', async () => {
  // The server of the tests above reads in order to find their unknown posts.
  await using own = await startStack({ clock, config: { breakerOpenMs: OPEN_MS } });
  const healthy = await own.createWorkspace({ connect: ['microblog'] });
  await own.sandbox.settings({ tokenLifetimeSeconds: 30 });
  const workspace = await own.createWorkspace({ connect: ['microblog'] });
  await own.sandbox.fault({ network: 'x', operation: 'refresh', kind: 'server-error', times: 1_000 });
  const seen = await watchRequests(own);
  for (let call = 0; call < 6; call += 1) {
    expect(await publish(workspace)).toMatchObject({ state: 'failed', retryable: true, credits: 0 });
  }
  expect((await seen()).map(({ operation }) => operation)).toEqual(Array(5).fill('refresh'));
  expect((await read(healthy)).status).toBe(200);
  await own.sandbox.clearFaults();
  pass(OPEN_MS);
  // The refresh is the one call that finds out.
  expect(await publish(workspace)).toMatchObject({ ok: true });
});
