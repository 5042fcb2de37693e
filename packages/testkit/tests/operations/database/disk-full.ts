import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CrashWorld, createCrashWorld, type RunningServer } from '../../crash/crash-world.ts';
import { violations } from '../../crash/invariants.ts';
import { makeLoad } from '../../crash/load.ts';
import { observe } from '../../crash/observation.ts';
import { createRandom } from '../../crash/random.ts';
import type { UnwritableDisk, WAYS } from './unwritable-disk.ts';

/** Tests servers whose disk takes no more writes, in these ways. */
export function testUnwritable(ways: typeof WAYS): void {
  describe.each(ways)('while $name', ({ open }) => {
    let disk: UnwritableDisk;
    let world: CrashWorld;
    let server: RunningServer;

    beforeAll(async () => {
      disk = open();
      const variables = { SOCIAL_FAULT_LEASE_MS: '2000' };
      world = await createCrashWorld({ workspaces: 1, dataDir: disk.path, variables });
      server = await world.start();
    });
    afterAll(async () => {
      await world[Symbol.asyncDispose]();
      disk[Symbol.dispose]();
    });

    const api = () => {
      const [workspace] = server.workspaces;
      if (!workspace) throw new Error('there is no workspace');
      return workspace.api;
    };
    const publish = (text: string, platform = 'profnet', more: object = {}) =>
      api()('POST', '/api/v1/posts', { body: { text, platforms: [platform], ...more } });
    const accepted = async (about: string) =>
      (await world.sandbox.posts()).flatMap(({ text }) => (text.startsWith(about) ? [text] : [])).sort();
    const isReady = async () => (await fetch(`${server.url}/readyz`)).status;

    test('changes are refused as a whole and nothing is sent, until it takes writes again', async () => {
      await publish('change before');
      disk.refuse(server.pid);
      for (const refused of [
        await publish('change refused'),
        await publish('change refused', 'microblog', { scheduledFor: new Date(Date.now() + 60_000).toISOString() }),
        await api()('POST', '/api/profiles', { body: { name: 'Refused' } }),
        await api()('POST', '/api/v1/microblog/like', { body: { mpost_id: '1990000000000000002' } }),
      ]) {
        expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable', error: expect.any(String) } });
        expect(refused.headers.get('retry-after')).toBe('2');
      }
      const posts = (await api()('GET', '/api/v1/posts')).body.posts;
      expect(posts.map(({ text }: { text: string }) => text)).toEqual(['change before']);
      await vi.waitFor(async () => expect(await isReady()).toBe(503), 15_000);

      disk.accept(server.pid);
      await vi.waitFor(async () => expect(await isReady()).toBe(200), 15_000);
      expect((await publish('change after')).body.platformResults.profnet).toMatchObject({ ok: true });
      expect(await accepted('change')).toEqual(['change after', 'change before']);
      expect((await world.sandbox.requests('x')).filter(({ operation }) => operation === 'action')).toEqual([]);
      expect(violations(await observe(world, []))).toEqual([]);
    });

    /** A publish whose intent is stored while its result cannot be. */
    async function publishInto(text: string, platform: string) {
      const network = platform === 'profnet' ? 'linkedin' : 'x';
      await world.sandbox.fault({ network, operation: 'publish', kind: 'slow', times: 1, delayMs: 2_000 });
      const answer = publish(text, platform);
      const sending = "select id from post_target where state = 'sending'";
      await vi.waitFor(async () => expect(await world.query(sending)).toHaveLength(1), 15_000);
      disk.refuse(server.pid);
      await vi.waitFor(async () => expect(await accepted(text)).toEqual([text]), 15_000);
      return answer;
    }

    test('a result is stored as soon as it can be', async () => {
      const answering = publishInto('late result', 'profnet');
      await vi.waitFor(async () => expect(await accepted('late')).toEqual(['late result']), 15_000);
      await delay(400);
      disk.accept(server.pid);
      expect((await answering).body.platformResults.profnet).toMatchObject({ ok: true, state: 'published' });
      expect(await accepted('late')).toEqual(['late result']);
      expect(violations(await observe(world, []))).toEqual([]);
    });

    test('a result that dies with the process is looked for where that can be, and else unknown; nothing is sent again', async () => {
      for (const [platform, state] of [
        ['profnet', 'unknown'],
        ['microblog', 'published'],
      ] as const) {
        const cut = expect(publishInto(`lost ${platform}`, platform)).rejects.toThrow();
        await vi.waitFor(async () => expect(await accepted(`lost ${platform}`)).toHaveLength(1), 15_000);
        await delay(200);
        await server.kill();
        await cut;
        disk.accept(process.pid);
        server = await world.start();
        await vi.waitFor(async () => {
          const ofPost = `post_id = (select id from post where text = 'lost ${platform}')`;
          expect(await world.query(`select state from post_target where ${ofPost}`)).toEqual([{ state }]);
        }, 15_000);
      }
      expect(await accepted('lost')).toEqual(['lost microblog', 'lost profnet']);
      expect(violations(await observe(world, []))).toEqual([]);
    });

    test('under load every call is answered, and every promise holds', async () => {
      const load = makeLoad([server], { random: createRandom(11), name: 'full', untilMs: 2_500 });
      await delay(500);
      disk.refuse(server.pid);
      const aSecond = delay(1_000);
      // The log's present pages can be written over: a few more changes may fit.
      await vi.waitFor(async () => {
        const { status, body } = await api()('POST', '/api/profiles', { body: { name: 'Refused under load' } });
        expect([status, body.code]).toEqual([503, 'unavailable']);
      }, 15_000);
      await aSecond;
      disk.accept(server.pid);
      const calls = await load;
      const statuses = new Set(calls.map(({ answer }) => answer?.status));
      expect([...statuses].filter((status) => status === undefined || (status >= 500 && status !== 503))).toEqual([]);
      await vi.waitFor(async () => expect(violations(await observe(world, calls))).toEqual([]), {
        timeout: 15_000,
        interval: 300,
      });
    });
  });
}
