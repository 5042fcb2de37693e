import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { moveTarget, type TargetEvent, TRANSITIONS } from '../../../server/src/services/targets/target-states.ts';
import { listPostEvents } from '../../../server/src/store/post-events.ts';
import { insertPost } from '../../../server/src/store/posts.ts';
import type { TargetState } from '../../../server/src/store/schema.ts';
import { insertTargets, type TargetRow } from '../../../server/src/store/targets.ts';
import { createRandom, type Random } from '../crash/random.ts';
import { type BareDatabase, createBareDatabase, MADE_AT } from './bare-database.ts';

const SERVICES = fileURLToPath(new URL('../../../server/src/services/', import.meta.url));
const STATES: readonly TargetState[] = ['pending', 'sending', 'published', 'failed', 'unknown', 'missed', 'canceled'];
const EVENTS = Object.keys(TRANSITIONS) as TargetEvent[];

/**
 * What the documentation promises: pending → sending → published, failed or unknown; what certainly was not accepted waits
 * and is sent again; a restored backup makes unknown what was on its way; unknown becomes published by evidence and failed by the user's word alone; only failed is tried again.
 */
const PROMISED: Readonly<Record<TargetState, readonly string[]>> = {
  pending: ['claim → sending', 'defer → pending', 'doubt → unknown', 'refuse → failed'],
  sending: [
    'doubt → unknown',
    'fail → failed',
    'lose → unknown',
    'postpone → pending',
    'prove → published',
    'succeed → published',
  ],
  published: [],
  failed: ['correct → published', 'decline → failed', 'retry → pending'],
  unknown: ['confirm → published', 'deny → failed', 'prove → published', 'succeed → published'],
  missed: [],
  canceled: [],
};
/** What only a user says. */
const WORDS: readonly TargetEvent[] = ['confirm', 'correct', 'decline', 'deny', 'retry'];

function promisedEnd(state: TargetState, event: TargetEvent): TargetState | null {
  const end = PROMISED[state].find((line) => line.startsWith(`${event} → `))?.split(' → ')[1];
  return (end as TargetState | undefined) ?? null;
}

/** Every state that can follow, at any distance, by the given events. */
function reachableFrom(state: TargetState, events: readonly TargetEvent[]): Set<TargetState> {
  const reached = new Set<TargetState>();
  const open: TargetState[] = [state];
  for (const from of open) {
    for (const event of events) {
      const { from: allowed, to } = TRANSITIONS[event];
      if (!(allowed as readonly TargetState[]).includes(from) || reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return reached;
}

describe('the transitions', () => {
  test.each(STATES)('from %s are those that are promised, and no others', (state) => {
    const possible = EVENTS.filter((event) => (TRANSITIONS[event].from as readonly TargetState[]).includes(state));
    expect(possible.map((event) => `${event} → ${TRANSITIONS[event].to}`).sort()).toEqual(PROMISED[state]);
  });

  test('never lead from unknown to being sent, or to failed, without the user', () => {
    const unasked = EVENTS.filter((event) => !WORDS.includes(event));
    expect([...reachableFrom('unknown', unasked)]).toEqual(['published']);
    expect([...reachableFrom('unknown', EVENTS)]).toContain('sending');
  });

  test('never lead anywhere from what ended', () => {
    for (const state of ['published', 'missed', 'canceled'] as const)
      expect([...reachableFrom(state, EVENTS)]).toEqual([]);
    const unasked = EVENTS.filter((event) => !WORDS.includes(event));
    expect([...reachableFrom('failed', unasked)]).toEqual([]);
  });

  test('are the only way to change a state, and a user decides in one place only', () => {
    const sources = globSync('**/*.ts', { cwd: join(SERVICES, '..') }).filter((file) => !file.endsWith('.test.ts'));
    const filesWith = (pattern: RegExp) =>
      sources.filter((file) => pattern.test(readFileSync(join(SERVICES, '..', file), 'utf8'))).sort();
    expect(filesWith(/updateTargetIn\(/)).toEqual(['services/targets/target-states.ts', 'store/targets.ts']);
    expect(filesWith(/updateTable\('post_target'\)/)).toEqual(['store/targets.ts']);
    expect(filesWith(/moveTarget\([^)]*'(?:confirm|correct|deny)'/)).toEqual(['services/posts/hand-settlement.ts']);
    expect(filesWith(/moveTarget\([^)]*'(?:decline|retry)'/)).toEqual(['services/posts/posts.ts']);
  });
});

describe('targets in the database', () => {
  const WORKERS = ['worker-a', 'worker-b', 'worker-c'];
  let bare: BareDatabase;

  beforeAll(async () => {
    bare = await createBareDatabase();
  });
  afterAll(() => bare[Symbol.asyncDispose]());

  /** A target that was just stored, in whatever state it begins. */
  async function newTarget(state: TargetState): Promise<TargetRow> {
    const { db, workspaceId } = bare;
    const postId = randomUUID();
    await insertPost(db, {
      ...{ id: postId, workspace_id: workspaceId, profile_id: workspaceId, profile_slug: 'default', text: 'A note' },
      ...{
        thread: null,
        platforms: '["profnet"]',
        media_urls: null,
        media: null,
        meta: null,
        overrides: null,
        status: 'publishing',
      },
      ...{
        scheduled_for: null,
        due_at: null,
        held_at: null,
        unsent_bytes: 0,
        happens_at: MADE_AT,
        created_at: MADE_AT,
      },
      updated_at: MADE_AT,
    });
    const target: TargetRow = {
      ...{
        id: randomUUID(),
        post_id: postId,
        workspace_id: workspaceId,
        platform: 'profnet',
        position: 0,
        part: 1,
        state,
      },
      ...{ connection_id: null, account: null, platform_post_id: null, url: null, error: null, code: null },
      ...{ retryable: 0, credits: 0, note: null, attempt: 1, sent_at: null, worker_id: WORKERS[0] ?? null },
      ...{ not_before: null, progress: null, checkpoint: null, updated_at: MADE_AT },
    };
    await insertTargets(db, [target]);
    return target;
  }

  async function read(id: string) {
    const row = await bare.db.selectFrom('post_target').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return { ...row };
  }

  /** What somebody who believes something of the target asks for. */
  interface Wish {
    readonly event: TargetEvent;
    readonly attempt: number;
    readonly workerId?: string;
    readonly change: {
      readonly attempt?: number;
      readonly worker_id?: string | null;
      readonly error: string;
      readonly updated_at: string;
    };
  }

  function wishFor(target: Pick<TargetRow, 'attempt' | 'worker_id'>, random: Random): Wish {
    const event = random.pick(EVENTS);
    const attempt = random.chance(0.8) ? target.attempt : Math.max(1, target.attempt + random.pick([-1, 1, 2]));
    const right = target.worker_id ?? 'nobody';
    const asWorker = random.chance(0.4) ? { workerId: random.chance(0.6) ? right : random.pick(WORKERS) } : {};
    const next =
      event === 'retry' || event === 'postpone' || event === 'defer' ? { attempt: attempt + 1, worker_id: null } : {};
    const claimed = event === 'claim' ? { worker_id: random.pick(WORKERS) } : {};
    return {
      event,
      attempt,
      ...asWorker,
      change: { ...next, ...claimed, error: `by ${event} ${random.next()}`, updated_at: MADE_AT },
    };
  }

  /** The row after the wish, by the promises alone; null: nothing may change. */
  function promised(row: TargetRow, { event, attempt, workerId, change }: Wish): TargetRow | null {
    const end = promisedEnd(row.state, event);
    const isKnown = attempt === row.attempt && (workerId === undefined || workerId === row.worker_id);
    return end === null || !isKnown ? null : { ...row, ...change, state: end };
  }

  const ask = (id: string, { event, change, ...known }: Wish) => moveTarget(bare.db, event, { id, ...known }, change);

  /** The steps that were noted of a target, the oldest first. */
  async function stepsOf({ post_id }: Pick<TargetRow, 'post_id'>): Promise<string[]> {
    const rows = await listPostEvents(bare.db, post_id, 100);
    return rows.filter(({ platform }) => platform !== null).map(({ kind }) => kind);
  }

  test('move by random wishes as they are promised to, and only for who knows attempt and worker', async () => {
    const random = createRandom(1);
    const moves = new Map<string, number>();
    for (let sequence = 0; sequence < 70; sequence += 1) {
      const neighbour = await newTarget('pending');
      let row = await newTarget(STATES[sequence % STATES.length] ?? 'pending');
      const states: TargetState[] = [row.state];
      for (let step = 0; step < 25; step += 1) {
        const wish = wishFor(row, random);
        const after = promised(row, wish);
        expect(await ask(row.id, wish)).toBe(after !== null);
        if (after) moves.set(`${row.state} ${wish.event}`, (moves.get(`${row.state} ${wish.event}`) ?? 0) + 1);
        if (after) states.push(after.state);
        row = after ?? row;
        expect(await read(row.id)).toEqual(row);
      }
      // Every move is noted, and nothing else.
      expect(await stepsOf(row)).toEqual(states);
      expect(await read(neighbour.id)).toEqual(neighbour);
    }
    // Every promised move was made at least once.
    const all = STATES.flatMap((state) => PROMISED[state].map((line) => `${state} ${line.split(' → ')[0]}`));
    expect([...moves.keys()].sort()).toEqual(all.sort());
  });

  test('that several ask for at once end as if these had asked one after another', async () => {
    const random = createRandom(2);
    for (let race = 0; race < 120; race += 1) {
      const row = await newTarget(random.pick(['pending', 'sending', 'unknown', 'failed']));
      const wishes = Array.from({ length: 3 }, () => wishFor(row, random));
      const answers = await Promise.all(wishes.map((wish) => ask(row.id, wish)));
      const end = await read(row.id);
      const explanations = ordersOf([0, 1, 2]).filter((order) => {
        let state = row;
        return (
          order.every((index) => {
            const after = promised(state, wishes[index] as Wish);
            state = after ?? state;
            return answers[index] === (after !== null);
          }) && isDeepStrictEqual(state, end)
        );
      });
      expect(explanations, JSON.stringify({ row, wishes, answers, end })).not.toEqual([]);
    }
  });

  test('do not move where the step cannot be noted', async () => {
    const target = await newTarget('pending');
    await bare.db.schema.alterTable('post_event').renameTo('post_event_away').execute();
    const change = { worker_id: 'worker-b', updated_at: MADE_AT };
    await expect(moveTarget(bare.db, 'claim', target, change)).rejects.toThrow('post_event');
    await bare.db.schema.alterTable('post_event_away').renameTo('post_event').execute();
    expect(await read(target.id)).toEqual(target);
    expect(await moveTarget(bare.db, 'claim', target, change)).toBe(true);
    expect(await stepsOf(target)).toEqual(['pending', 'sending']);
  });

  test('that ten claim at once are claimed by one', async () => {
    for (let race = 0; race < 20; race += 1) {
      const { id } = await newTarget('pending');
      const claims = Array.from({ length: 10 }, (_, index) => {
        const change = { worker_id: `worker-${index}`, updated_at: MADE_AT };
        return moveTarget(bare.db, 'claim', { id, attempt: 1 }, change);
      });
      const answers = await Promise.all(claims);
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await read(id)).toMatchObject({ state: 'sending', worker_id: `worker-${answers.indexOf(true)}` });
    }
  });
});

function ordersOf(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item) => ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
