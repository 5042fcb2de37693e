import { expect, vi } from 'vitest';
import { useResource } from '../../src/stack/use-stack.ts';
import { createCrashWorld, networkOf, type RunningServer } from './crash-world.ts';
import { violations } from './invariants.ts';
import { type MadeCall, perform, performAgain } from './load.ts';
import { observe } from './observation.ts';
import { cancel, setSlots, slotCall, slotOf, storedSlots } from './slot-calls.ts';

/** Networks are looked at for seconds, and each question costs the server time. */
const PATIENCE = { timeout: 15_000, interval: 200 };

/** Required end of a publish whose server died at a point. */
export interface End {
  readonly point: string;
  /** By platform: the state, and how often its network may have accepted what was published. */
  readonly ends: Readonly<Record<string, { readonly state: string; readonly accepted: readonly number[] }>>;
  /** Publishes a second part. */
  readonly isThread?: boolean;
}

interface Action {
  readonly kind: MadeCall['kind'];
  readonly path: string;
  readonly body: object;
  /** End of the path at the network. */
  readonly seen: string;
}

/** A world of one workspace whose servers are killed, one after another. */
export function useDyingServers() {
  const world = useResource(() => createCrashWorld({ workspaces: 1 }));
  const calls: MadeCall[] = [];
  let count = 0;
  let server: RunningServer | null = null;

  /** Starts a server in place of the last one, which is killed if it has not died. @param point where it is to die */
  async function restart(point?: string): Promise<RunningServer> {
    await server?.kill();
    server = await world.start(point === undefined ? {} : { SOCIAL_FAULT: point });
    return server;
  }

  function call(kind: MadeCall['kind'], path: string, body: object): MadeCall {
    count += 1;
    const made: MadeCall = { workspace: 0, kind, method: 'POST', path, key: `point-${count}`, body, answer: null };
    calls.push(made);
    return made;
  }

  function publication(platforms: readonly string[], isThread = false): MadeCall {
    const text = `point ${count + 1}`;
    return call('publish', '/api/v1/posts', { text, platforms, ...(isThread && { thread: [`${text}, second part`] }) });
  }

  async function acceptedOf({ body }: MadeCall, platform: string) {
    const { text, thread = [] } = body as { text: string; thread?: string[] };
    const posts = await world.sandbox.posts();
    return posts.filter((post) => post.network === networkOf(platform) && [text, ...thread].includes(post.text));
  }

  async function read(id: string, platform: string) {
    const answer = await server?.workspaces[0]?.api('GET', `/api/v1/posts/${id}`);
    return answer?.body.platformResults[platform];
  }

  /** Waits until a post is neither to be sent nor being sent. */
  async function waitForEnd(id: string, platform: string): Promise<void> {
    await vi.waitFor(
      async () => expect(['published', 'failed', 'unknown']).toContain((await read(id, platform))?.state),
      PATIENCE,
    );
  }

  async function held(): Promise<number> {
    const credits = await server?.workspaces[0]?.credits();
    return credits?.held;
  }

  /** Makes the call on the server that dies of it. */
  async function dieOf(made: MadeCall): Promise<void> {
    await perform(server ?? expect.fail('no server runs'), made);
    expect(await server?.hasEnded(30_000)).toBe(true);
  }

  /** Makes a call again that was cut. */
  async function ask(made: MadeCall) {
    const answer = await performAgain(server ?? expect.fail('no server runs'), made);
    made.answer = { status: answer.status, text: answer.text };
    return answer;
  }

  const prove = async () => expect(violations(await observe(world, calls))).toEqual([]);

  /**
   * Publishes on servers that die, one at each point. The next one finishes what the last one left, and dies at the next point:
   * it must not pass that point before.
   * @returns the calls with the ids of their posts
   */
  async function dieInTurn(rows: readonly End[]): Promise<{ made: MadeCall; id: string }[]> {
    const done: { made: MadeCall; id: string }[] = [];
    await restart(rows[0]?.point);
    for (const [index, { point, ends, isThread }] of rows.entries()) {
      const made = publication(Object.keys(ends), isThread);
      await dieOf(made);
      await restart(rows[index + 1]?.point);
      const { status, body } = await ask(made);
      expect(status, point).toBe(201);
      for (const [platform, { state, accepted }] of Object.entries(ends)) {
        const expected = { state, ok: state === 'published' };
        await vi.waitFor(async () => expect(await read(body.id, platform), point).toMatchObject(expected), PATIENCE);
        expect(accepted, `${point}, ${platform}`).toContain((await acceptedOf(made, platform)).length);
      }
      done.push({ made, id: body.id });
    }
    await prove();
    return done;
  }

  /** Dies while a post gets the next free slot. */
  async function dieInSlot(point: string): Promise<void> {
    await setSlots(await restart(`${point}:1`), [{ weekday: 'monday', time: '09:00' }]);
    const [made, other] = [slotCall(`${point} one`), slotCall(`${point} other`)];
    await dieOf(made);
    const [before] = await storedSlots(world);
    expect(before?.text).toBe(made.key);
    const next = await restart();
    for (const each of [other, made, made]) await ask(each);
    expect(slotOf(made)).toBe(before?.due_at);
    const slots = await storedSlots(world);
    expect(slots.map(({ text }) => text).toSorted()).toEqual([made.key, other.key]);
    expect(new Set(slots.map(({ due_at }) => due_at)).size).toBe(2);
    calls.push(made, other);
    for (const each of [made, other]) await cancel(next, each);
    await prove();
  }

  /** Dies while a post is taken back. */
  async function dieInRemoval({ point, platform }: { point: string; platform: string }): Promise<void> {
    // The first time is that of the publish.
    const dying = await restart(`${point}:2`);
    const made = publication([platform]);
    await perform(dying, made);
    const { id } = JSON.parse(made.answer?.text ?? '{}');
    const before = await held();
    await dying.workspaces[0]?.api('POST', `/api/v1/posts/${id}/unpublish`).catch(() => undefined);
    expect(await dying.hasEnded(30_000)).toBe(true);
    await restart();
    const removed = { state: 'published', removedAt: expect.any(String) };
    await vi.waitFor(async () => expect(await read(id, platform)).toMatchObject(removed), PATIENCE);
    const [post] = await acceptedOf(made, platform);
    expect(post?.deletedAt).not.toBeNull();
    expect(await held()).toBe(before);
    const charges = await world.query<{ amount: number }>(
      `select amount from ledger_entry where action = 'post.unpublished' and metadata like '%${id}%'`,
    );
    expect(charges.map(({ amount }) => Number(amount))).toEqual([-1]);
    // The invariants compare what readers see with what was published, so they leave this post out.
    calls.splice(calls.indexOf(made), 1);
  }

  const actionsSeen = async (path: string) =>
    (await world.sandbox.requests('x')).filter((seen) => seen.method === 'POST' && seen.path.endsWith(path)).length;
  const actionHolds = async () => (await observe(world, calls)).holds.filter(({ id }) => !id.includes('.')).length;

  /** Is killed while the network carries out an action. */
  async function dieInAction({ kind, path, body, seen }: Action): Promise<void> {
    const dying = server ?? (await restart());
    const [before, heldBefore] = [await actionsSeen(seen), await actionHolds()];
    await world.sandbox.fault({ network: 'x', operation: 'action', kind: 'slow', times: 1, delayMs: 3_000 });
    const made = call(kind, `/api/v1/microblog/${path}`, body);
    const cut = perform(dying, made);
    await vi.waitFor(async () => expect(await actionsSeen(seen)).toBe(before + 1), 15_000);
    await dying.kill();
    await cut;
    await world.sandbox.clearFaults();
    await restart();
    for (let time = 0; time < 2; time += 1) {
      const { status, body: answer } = await ask(made);
      expect([status, answer.code]).toEqual([502, 'outcome_unknown']);
    }
    expect(await actionsSeen(seen)).toBe(before + 1);
    expect(await actionHolds()).toBe(heldBefore + 1);
    await prove();
  }

  return {
    ...{ world, calls, restart, publication, acceptedOf, read, waitForEnd, held, dieOf, ask, prove },
    ...{ dieInTurn, dieInSlot, dieInRemoval, dieInAction },
    /** The server that runs, or else a new one. */
    running: async () => server ?? restart(),
  };
}
