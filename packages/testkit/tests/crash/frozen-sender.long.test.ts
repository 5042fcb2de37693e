import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import type { RunningServer } from './crash-world.ts';
import { LEASE_MS, useFrozenServers } from './frozen-servers.ts';
import { perform } from './load.ts';

const servers = useFrozenServers();
/** Servers of all tests; the first is frozen where no special one is needed. */
let frozen: RunningServer;
let other: RunningServer;
beforeAll(async () => {
  frozen = await servers.world.start();
  other = await servers.world.start();
});

test('a process that is frozen while it waits for an answer records that answer when it wakes', async () => {
  await servers.slowDown('linkedin', LEASE_MS);
  const call = servers.publication('profnet');
  const answering = perform(frozen, call);
  await servers.until(call, 'sending');
  // The request leaves a moment after the claim.
  await delay(LEASE_MS / 3);
  frozen.signal('SIGSTOP');
  await servers.until(call, 'unknown');
  await vi.waitFor(async () => expect(await servers.accepted(call)).toEqual(call.texts), 15_000);

  frozen.signal('SIGCONT');
  await servers.until(call, 'published');
  await answering;
  const accepted = (await servers.world.sandbox.posts()).find(({ text }) => text === call.key);
  expect(await servers.read(other, call)).toMatchObject({ ok: true, platformPostId: accepted?.id, credits: 1 });
  await servers.prove();
});

test('a process that is frozen while it waits changes nothing of what another has proved by reading', async () => {
  await servers.slowDown('x', LEASE_MS);
  const call = servers.publication('microblog');
  const answering = perform(frozen, call);
  await servers.until(call, 'sending');
  await vi.waitFor(async () => expect(await servers.accepted(call)).toEqual(call.texts), 15_000);
  frozen.signal('SIGSTOP');
  await servers.until(call, 'published');
  const proved = await servers.read(other, call);
  const accepted = (await servers.world.sandbox.posts()).find(({ text }) => text === call.key);
  expect(proved).toMatchObject({ ok: true, platformPostId: accepted?.id, credits: 3 });

  frozen.signal('SIGCONT');
  await answering;
  expect(await servers.read(other, call)).toEqual(proved);
  expect(await servers.accepted(call)).toEqual(call.texts);
  await servers.prove();
});

test('what a frozen process does not send is sent by another, and nothing again when it wakes', async () => {
  const calls = Array.from({ length: 12 }, (_, index) => {
    const scheduledFor = new Date(Date.now() + 400 + index * 250).toISOString();
    return servers.publication('profnet', 1, { scheduledFor });
  });
  for (const call of calls) await perform(other, call);
  await delay(1_000);
  frozen.signal('SIGSTOP');
  await delay(3 * LEASE_MS);
  frozen.signal('SIGCONT');
  await vi.waitFor(async () => {
    const open = await servers.world.query("select id from post where status in ('scheduled', 'publishing')");
    expect(open).toEqual([]);
  }, 15_000);
  const texts = await servers.accepted(...calls);
  expect(new Set(texts).size).toBe(texts.length);
  const states = (await Promise.all(calls.map(servers.statesOf))).flat();
  const unknown = states.filter((state) => state === 'unknown').length;
  expect(texts.length + unknown).toBeGreaterThanOrEqual(calls.length);
  expect(unknown).toBeLessThanOrEqual(2);
  await servers.prove();
});

test('a process that is frozen right before it sends does not send when it wakes', async () => {
  const before = await servers.publishesTo('linkedin');
  const stopped = await servers.start('before-send:1:stop');
  const call = servers.publication('profnet');
  const answering = perform(stopped, call);
  await servers.until(call, 'unknown');

  await servers.callPost(other, call, 'POST', '/resolve', { platform: 'profnet', published: false });
  const retried = await servers.callPost(other, call, 'POST', '/retry');
  expect(retried?.body.platformResults.profnet).toMatchObject({ ok: true });
  expect(await servers.accepted(call)).toEqual(call.texts);

  stopped.signal('SIGCONT');
  await answering;
  expect(await servers.publishesTo('linkedin')).toBe(before + 1);
  expect(await servers.statesOf(call)).toEqual(['published']);
  expect(await servers.accepted(call)).toEqual(call.texts);
});

test('what a killed process was sending is taken over by another', async () => {
  const victim = await servers.start('after-response:1');
  const call = servers.publication('microblog');
  await perform(victim, call);
  expect(await victim.hasEnded(30_000)).toBe(true);
  await servers.until(call, 'published');
  expect(await servers.accepted(call)).toEqual(call.texts);
  await servers.prove();
});
