import { setTimeout as delay } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { serveVideo } from '../posts/publish/video-file.ts';
import { LEASE_MS, soon, useFrozenServers } from './frozen-servers.ts';
import { perform } from './load.ts';

const servers = useFrozenServers();

test('a process that is slow but alive keeps what it sends, for longer than a dead one would', async () => {
  // While other tests run, a living process may get no processor for seconds, and a network has 15 s to begin its answer.
  const lease = { SOCIAL_FAULT_LEASE_MS: '4000' };
  const slow = await servers.start(undefined, lease);
  const other = await servers.start(undefined, lease);
  const before = await servers.publishesTo('linkedin');
  await servers.slowDown('linkedin', 10_000);
  const call = servers.publication('profnet');
  const answering = perform(slow, call);
  await servers.until(call, 'sending');
  const states = new Set<string | undefined>();
  while ([...states].every((state) => state === 'sending')) {
    for (const state of await servers.statesOf(call)) states.add(state);
    await delay(100);
  }
  await answering;
  expect([...states]).toEqual(['sending', 'published']);
  expect(await servers.read(other, call)).toMatchObject({ ok: true, credits: 1 });
  expect(await servers.publishesTo('linkedin')).toBe(before + 1);
  await Promise.all([slow, other].map((server) => server.kill()));
  expect(servers.world.log.filter((line) => line.includes('has died'))).toEqual([]);
});

test('a process that is frozen below the first part of a thread sends no part that another has sent meanwhile', async () => {
  const frozen = await servers.start();
  const other = await servers.start();
  const before = await servers.publishesTo('x');
  await servers.slowDown('x', LEASE_MS, 2);
  const call = servers.publication('microblog', 3);
  const answering = perform(frozen, call);
  await vi.waitFor(async () => expect(await servers.accepted(call)).toEqual(call.texts.slice(0, 2)), 15_000);
  frozen.signal('SIGSTOP');
  await servers.until(call, 'published', 'published', 'published');
  const proved = await servers.read(other, call);
  expect(proved).toMatchObject({ ok: true, credits: 9 });

  frozen.signal('SIGCONT');
  await answering;
  await delay(LEASE_MS);
  expect(await servers.read(other, call)).toEqual(proved);
  expect(await servers.accepted(call)).toEqual(call.texts);
  expect(await servers.publishesTo('x')).toBe(before + 3);
  await servers.prove();
});

test('a process that is frozen right before it sends a part of a thread sends neither it nor what follows when it wakes', async () => {
  const frozen = await servers.start('before-send:2:stop');
  const other = await servers.start();
  const before = await servers.publishesTo('x');
  const call = servers.publication('microblog', 3);
  const answering = perform(frozen, call);
  await servers.until(call, 'published', 'unknown', 'failed');

  const settled = { platform: 'microblog', part: 2, published: false };
  expect((await servers.callPost(other, call, 'POST', '/resolve', settled))?.status).toBe(200);
  await servers.callPost(other, call, 'POST', '/retry');
  await servers.until(call, 'published', 'published', 'published');
  expect(await servers.accepted(call)).toEqual(call.texts);

  frozen.signal('SIGCONT');
  await answering;
  await delay(LEASE_MS);
  expect(await servers.publishesTo('x')).toBe(before + 3);
  expect(await servers.read(other, call)).toMatchObject({ ok: true, credits: 9 });
  await servers.prove();
});

test('a process that is frozen before it claims a scheduled thread leaves the thread to the process that sends it meanwhile', async () => {
  const frozen = await servers.start('before-claim:1:stop');
  const before = await servers.publishesTo('x');
  // Longer than the frozen process needs to find out that it was frozen.
  await servers.slowDown('x', 2 * LEASE_MS);
  const call = servers.publication('microblog', 2, { scheduledFor: soon() });
  await perform(frozen, call);
  await vi.waitFor(async () => {
    const adopted = (await servers.targetsOf(call)).filter((one) => one.state === 'pending' && one.worker_id !== null);
    expect(adopted).toHaveLength(1);
  }, 15_000);
  const other = await servers.start();
  await servers.until(call, 'sending', 'pending');
  frozen.signal('SIGCONT');
  await servers.until(call, 'published', 'published');
  expect(await servers.read(other, call)).toMatchObject({ ok: true, credits: 6 });
  await delay(LEASE_MS);
  expect(await servers.accepted(call)).toEqual(call.texts);
  expect(await servers.publishesTo('x')).toBe(before + 2);
  await servers.prove();
});

test('a process that is frozen after it has stored a scheduled post as being sent sends nothing when it wakes', async () => {
  // The first time is that of the call which stores the post.
  const frozen = await servers.start('after-intent:2:stop');
  const call = servers.publication('profnet', 1, { scheduledFor: soon() });
  await perform(frozen, call);
  await servers.until(call, 'sending');
  const other = await servers.start();
  await servers.until(call, 'unknown');
  frozen.signal('SIGCONT');
  await delay(LEASE_MS);
  expect(await servers.accepted(call)).toEqual([]);
  expect(await servers.read(other, call)).toMatchObject({ ok: false, code: 'outcome_unknown', credits: 0 });
  await servers.prove();
});

test('a process that is frozen between its upload and its post leaves the post to the process that takes over', async () => {
  await using film = await serveVideo(6);
  const before = await servers.publishesTo('x');
  // Begun, two segments, complete, and the fifth: the post comes next.
  const frozen = await servers.start('before-checkpoint:5:stop');
  const other = await servers.start();
  const call = servers.publication('microblog', 1, { media: [{ url: film.url }] });
  const answering = perform(frozen, call);
  await vi.waitFor(async () => expect(await servers.accepted(call)).toEqual(call.texts), 20_000);
  await servers.until(call, 'published');

  frozen.signal('SIGCONT');
  await answering;
  await delay(LEASE_MS);
  expect(await servers.publishesTo('x')).toBe(before + 1);
  expect(await servers.read(other, call)).toMatchObject({ ok: true, credits: 3 });
  expect(await servers.accepted(call)).toEqual(call.texts);
});
