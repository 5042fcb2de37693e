import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { postCost } from '@social/rules';
import { createTestClock, useResource } from '@social/testkit';
import { beforeAll, describe, expect, test } from 'vitest';
import type { PlatformContent } from '../../../../server/src/services/contents/publish-request.ts';
import { createReservations } from '../../../../server/src/services/credits/reservations.ts';
import { type TargetEvent, TargetStates, TRANSITIONS } from '../../../../server/src/services/publishing/states.ts';
import { Restoration } from '../../../../server/src/services/restoration.ts';
import { findWorkspace } from '../../../../server/src/store/accounts/workspaces.ts';
import { addToBalance } from '../../../../server/src/store/ledger.ts';
import { listPostEvents } from '../../../../server/src/store/posts/post-events.ts';
import { findPostRow, insertPost } from '../../../../server/src/store/posts/posts.ts';
import type { Database, TargetState } from '../../../../server/src/store/schema.ts';
import { adoptTarget, insertTargets, setDue, type TargetRow } from '../../../../server/src/store/targets/targets.ts';
import { createRandom, type Random } from '../../crash/random.ts';
import { createBareDatabase, MADE_AT } from '../../credits/bare-database.ts';

const SERVICES = fileURLToPath(new URL('../../../../server/src/services/', import.meta.url));
const STATES: readonly TargetState[] = ['pending', 'sending', 'published', 'failed', 'unknown', 'missed', 'canceled'];
const EVENTS = Object.keys(TRANSITIONS) as TargetEvent[];

/**
 * Documented transitions: pending → sending → published, failed or unknown. A post that was certainly not accepted waits and
 * is sent again. A restored backup makes targets unknown that were being sent. Unknown becomes published by evidence, is sent
 * again only where the network takes a request once, and becomes failed only by the user or a refusal of that. Only a failed target is retried. Only what is published is charged.
 */
const PROMISED: Readonly<Record<TargetState, readonly string[]>> = {
  pending: [
    'claim → sending (keep)',
    'defer → pending (keep, logs failed)',
    'doubt → unknown (keep, logs unknown)',
    'refuse → failed (release, logs failed)',
  ],
  sending: [
    'doubt → unknown (keep, logs unknown)',
    'fail → failed (release, logs failed)',
    'lose → unknown (keep, logs unknown)',
    'postpone → pending (keep, logs failed)',
    'succeed → published (charge if covered, logs success)',
  ],
  published: [],
  failed: [
    'correct → published (charge, logs success)',
    'decline → failed (keep, logs failed)',
    'retry → pending (keep)',
  ],
  unknown: [
    'confirm → published (charge, logs success)',
    'deny → failed (release, logs failed)',
    'repeat → sending (keep)',
    'succeed → published (charge if covered, logs success)',
  ],
  missed: [],
  canceled: [],
};
/** Events that only the user causes. */
const WORDS: readonly TargetEvent[] = ['confirm', 'correct', 'decline', 'deny', 'retry'];

/** Reads the promised effects of an event in a state. @returns null when the event cannot happen there */
function promiseOf(state: TargetState, event: TargetEvent) {
  const line = PROMISED[state].find((promise) => promise.startsWith(`${event} → `));
  const [, to, money, status = null] = line?.match(/→ (\w+) \(([^,)]+)(?:, logs (\w+))?\)/) ?? [];
  return to === undefined ? null : { to: to as TargetState, money, status };
}

function inWords(event: TargetEvent): string {
  const { to, money, log } = TRANSITIONS[event];
  return `${event} → ${to} (${money}${log === null ? '' : `, logs ${log}`})`;
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
  test.each(STATES)('from %s are exactly the documented ones', (state) => {
    const possible = EVENTS.filter((event) => (TRANSITIONS[event].from as readonly TargetState[]).includes(state));
    expect(possible.map(inWords).sort()).toEqual(PROMISED[state]);
  });

  test('never lead from unknown to sending or failed without the user, but for a request that the network takes once', () => {
    const unasked = EVENTS.filter((event) => !WORDS.includes(event) && event !== 'repeat');
    expect([...reachableFrom('unknown', unasked)]).toEqual(['published']);
    expect([...reachableFrom('unknown', EVENTS)]).toContain('sending');
  });

  test('never leave a final state', () => {
    for (const state of ['published', 'missed', 'canceled'] as const)
      expect([...reachableFrom(state, EVENTS)]).toEqual([]);
    const unasked = EVENTS.filter((event) => !WORDS.includes(event));
    expect([...reachableFrom('failed', unasked)]).toEqual([]);
  });

  test('charge exactly what is published', () => {
    for (const event of EVENTS) {
      const { to, money } = TRANSITIONS[event];
      expect([event, money.startsWith('charge')]).toEqual([event, to === 'published']);
    }
  });

  test("are the only way to change a state, and the user's decisions are made in one place", () => {
    const sources = globSync('**/*.ts', { cwd: join(SERVICES, '..') }).filter((file) => !file.endsWith('.test.ts'));
    const filesWith = (pattern: RegExp) =>
      sources.filter((file) => pattern.test(readFileSync(join(SERVICES, '..', file), 'utf8'))).sort();
    expect(filesWith(/updateTargetIn\(/)).toEqual(['services/publishing/states.ts', 'store/targets/targets.ts']);
    expect(filesWith(/updateTable\('post_target'\)/)).toEqual(['store/targets/targets.ts']);
    expect(filesWith(/'(?:confirm|correct|deny)'/)).toEqual(['services/posts/resolve.ts']);
    expect(filesWith(/states\.apply\([^)]*'(?:decline|retry)'/)).toEqual(['services/publishing/accept.ts']);
    expect(filesWith(/'repeat'/)).toEqual(['services/publishing/recover.ts']);
  });
});

describe('targets in the database', () => {
  const WORKERS = ['worker-a', 'worker-b', 'worker-c'];
  const COST = postCost('profnet');
  const bare = useResource(createBareDatabase);
  const holds = createReservations({ clock: createTestClock(MADE_AT) });
  const states = new TargetStates(holds);

  beforeAll(() => addToBalance(bare.db, bare.workspaceId, 1_000_000));

  /** Stores a new target in the given state. */
  async function newTarget(state: TargetState, workerId: string | null = 'worker-a'): Promise<TargetRow> {
    const { db, workspaceId } = bare;
    const postId = randomUUID();
    await insertPost(db, {
      ...{ id: postId, workspace_id: workspaceId, profile_id: workspaceId, profile_slug: 'default', text: 'A note' },
      ...{ thread: null, platforms: '["profnet"]', media_urls: null, media: null, meta: null, overrides: null },
      ...{ poll: null, comments: null, settings: null, disclosures: null, labels: null },
      ...{ fit_media: 1, source: null, status: postStatus(state) },
      ...{
        scheduled_for: null,
        due_at: null,
        held_at: null,
        unsent_bytes: 0,
        limited_by: null,
        approval: null,
        from_slot: 0,
      },
      ...{ copy_media: 0, copies: null, copies_due_at: null, copier_id: null },
      ...{ idempotency_key: null, happens_at: MADE_AT, created_at: MADE_AT },
      updated_at: MADE_AT,
    });
    const target: TargetRow = {
      ...{ id: randomUUID(), post_id: postId, workspace_id: workspaceId, profile_id: null, platform: 'profnet' },
      ...{ target: 'profnet', account_name: null, channel: null, position: 0, part: 1, state },
      ...{ connection_id: null, account: null, platform_post_id: null, url: null, error: null, code: null },
      ...{ removed_at: null },
      ...{ retryable: 0, credits: 0, spending: null, note: null, attempt: 1, sent_at: null, worker_id: workerId },
      held: hasHold(state) ? COST : 0,
      ...{
        not_before: null,
        due_at: null,
        progress: null,
        checkpoint: null,
        fitted: null,
        by_hand: 0,
        updated_at: MADE_AT,
      },
    };
    await insertTargets(db, [target]);
    await holds.reserveForTargets(db, workspaceId, [target.held]);
    return target;
  }

  /** Returns true for the states in which a new target's credits are held. */
  function hasHold(state: TargetState): boolean {
    return ['pending', 'sending', 'unknown'].includes(state);
  }

  async function read(id: string) {
    const row = await bare.db.selectFrom('post_target').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return { ...row };
  }

  /** A request to move a target, from a caller whose knowledge of the target may be outdated. */
  interface Wish {
    readonly event: TargetEvent;
    readonly attempt: number;
    /** Worker that must still have the target, null for none; without it, any worker may have the target. */
    readonly workerId?: string | null;
    /** Details of the log entry; without them, the event is not logged. */
    readonly logged?: { readonly code: string };
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
    const asWorker = random.chance(0.4)
      ? { workerId: random.chance(0.6) ? target.worker_id : random.pick([...WORKERS, null]) }
      : {};
    const logged = random.chance(0.8) ? { logged: { code: `by ${event}` } } : {};
    const next =
      event === 'retry' || event === 'postpone' || event === 'defer' ? { attempt: attempt + 1, worker_id: null } : {};
    const claimed = event === 'claim' || event === 'repeat' ? { worker_id: random.pick(WORKERS) } : {};
    return {
      event,
      attempt,
      ...asWorker,
      ...logged,
      change: { ...next, ...claimed, error: `by ${event} ${random.next()}`, updated_at: MADE_AT },
    };
  }

  /** Returns the row that the documentation promises after the request; null if nothing may change. */
  function promised(row: TargetRow, { event, attempt, workerId, change }: Wish): TargetRow | null {
    const promise = promiseOf(row.state, event);
    const isKnown = attempt === row.attempt && (workerId === undefined || workerId === row.worker_id);
    if (promise === null || !isKnown) return null;
    const isCharged = promise.money?.startsWith('charge') ?? false;
    const held = promise.money === 'keep' ? row.held : 0;
    return { ...row, ...change, state: promise.to, held, ...(isCharged && { credits: COST }) };
  }

  const content = { text: 'A note' } as PlatformContent;

  async function ask(row: TargetRow, { event, change, attempt, workerId, logged }: Wish): Promise<boolean> {
    const dispatch = { target: { ...row, attempt }, content, profile: { id: 'p', name: 'Default' } };
    const details = { change, ...(logged && { logged }), ...(workerId !== undefined && { by: workerId }) };
    return (await states.apply(bare.db, event, dispatch, details)) !== null;
  }

  /** Sum of the charges, log entries, oldest first, and the post's status. */
  interface Effects {
    readonly charged: number;
    readonly logged: readonly { readonly status: string; readonly credits: number; readonly code: string }[];
    readonly post: string;
  }

  const before = (state: TargetState): Effects => ({
    charged: 0,
    logged: [],
    post: postStatus(state),
  });

  /** Returns the status of a post whose only target is new. */
  function postStatus(state: TargetState): 'publishing' | 'published' {
    return state === 'pending' || state === 'sending' ? 'publishing' : 'published';
  }

  /** Returns the effects that the documentation promises of an event that happened. */
  function effectsAfter(effects: Effects, row: TargetRow, { event, logged: details }: Wish): Effects {
    const { to, money, status } = promiseOf(row.state, event) ?? {};
    const { charged, logged, post } = effects;
    const credits = money?.startsWith('charge') ? COST : 0;
    const hasEnded = ['pending', 'sending'].includes(row.state) && to !== 'pending' && to !== 'sending';
    return {
      charged: charged + credits,
      logged: status && details ? [...logged, { status, credits, code: details.code }] : logged,
      post: hasEnded ? 'published' : post,
    };
  }

  async function readEffects({ post_id }: TargetRow): Promise<Effects> {
    const { db } = bare;
    const charges = db.selectFrom('ledger_entry').select('amount').where('operation_id', '=', post_id);
    const entries = db
      .selectFrom('activity_log')
      .select(['status', 'metadata'])
      .where('metadata', 'like', `%${post_id}%`);
    const logged = (await entries.orderBy('seq').execute()).map(({ status, metadata }) => {
      const { postId, text, credits, code } = JSON.parse(metadata);
      expect({ postId, text }).toEqual({ postId: post_id, text: content.text });
      return { status, credits, code };
    });
    return {
      charged: (await charges.execute()).reduce((sum, { amount }) => sum - amount, 0),
      logged,
      post: (await findPostRow(db, post_id))?.status ?? 'gone',
    };
  }

  /** The steps that were noted of a target, the oldest first. */
  async function stepsOf({ post_id }: Pick<TargetRow, 'post_id'>): Promise<string[]> {
    const rows = await listPostEvents(bare.db, post_id, 100);
    return rows.filter(({ platform }) => platform !== null).map(({ kind }) => kind);
  }

  test('move by random requests as documented, and only for a request that names their attempt and worker', async () => {
    const random = createRandom(1);
    const moves = new Map<string, number>();
    for (let sequence = 0; sequence < 40; sequence += 1) {
      const neighbour = await newTarget('pending');
      const workerId = sequence % 4 === 0 ? null : 'worker-a';
      let row = await newTarget(STATES[sequence % STATES.length] ?? 'pending', workerId);
      let effects = before(row.state);
      // What is stored as `sending` has waited for nothing, and has the step before too.
      const states: TargetState[] = row.state === 'sending' ? ['pending', 'sending'] : [row.state];
      for (let step = 0; step < 25; step += 1) {
        const wish = wishFor(row, random);
        const after = promised(row, wish);
        expect(await ask(row, wish)).toBe(after !== null);
        if (after) effects = effectsAfter(effects, row, wish);
        if (after) moves.set(`${row.state} ${wish.event}`, (moves.get(`${row.state} ${wish.event}`) ?? 0) + 1);
        if (after) states.push(after.state);
        row = after ?? row;
        expect(await read(row.id)).toEqual(row);
      }
      // Every move is noted, and nothing else.
      expect(await stepsOf(row)).toEqual(states);
      // What a move does with credits and log is done once, and nothing else.
      expect(await readEffects(row)).toEqual(effects);
      expect(await read(neighbour.id)).toEqual(neighbour);
    }
    expect(await sumOfHolds(bare.db)).toBe((await findWorkspace(bare.db, bare.workspaceId))?.held);
    // Every promised move was made at least once.
    const all = STATES.flatMap((state) => PROMISED[state].map((line) => `${state} ${line.split(' → ')[0]}`));
    expect([...moves.keys()].sort()).toEqual(all.sort());
  });

  test('end, after several requests at once, as if the requests came one after another', async () => {
    const random = createRandom(2);
    for (let race = 0; race < 50; race += 1) {
      const row = await newTarget(random.pick(['pending', 'sending', 'unknown', 'failed']));
      const wishes = Array.from({ length: 3 }, () => wishFor(row, random));
      const answers = await Promise.all(wishes.map((wish) => ask(row, wish)));
      const end = await read(row.id);
      const endEffects = await readEffects(row);
      const explanations = ordersOf([0, 1, 2]).filter((order) => {
        let state = row;
        let effects = before(row.state);
        const isAnswered = order.every((index) => {
          const wish = wishes[index] as Wish;
          const after = promised(state, wish);
          if (after) effects = effectsAfter(effects, state, wish);
          state = after ?? state;
          return answers[index] === (after !== null);
        });
        return isAnswered && isDeepStrictEqual([state, effects], [end, endEffects]);
      });
      expect(explanations, JSON.stringify({ row, wishes, answers, end })).not.toEqual([]);
    }
  });

  test('do not move when the step cannot be recorded', async () => {
    const target = await newTarget('pending');
    await bare.db.schema.alterTable('post_event').renameTo('post_event_away').execute();
    const claim: Wish = {
      event: 'claim',
      attempt: 1,
      change: { worker_id: 'worker-b', error: '', updated_at: MADE_AT },
    };
    await expect(ask(target, claim)).rejects.toThrow('post_event');
    await bare.db.schema.alterTable('post_event_away').renameTo('post_event').execute();
    expect(await read(target.id)).toEqual(target);
    expect(await ask(target, claim)).toBe(true);
    expect(await stepsOf(target)).toEqual(['pending', 'sending']);
  });

  test('are published without a charge by evidence, but not by the user, when the balance does not cover them', async () => {
    const { db, workspaceId } = bare;
    const unpaid = async () => {
      const target = await newTarget('unknown');
      await holds.releaseTarget(db, target, false);
      return { ...target, held: 0 };
    };
    const seen = await unpaid();
    const meant = await unpaid();
    const change = { error: '', updated_at: MADE_AT };
    const available = await balanceOf(db, workspaceId);
    await addToBalance(db, workspaceId, -available);
    expect(await ask(seen, { event: 'succeed', attempt: 1, logged: { code: 'seen' }, change })).toBe(true);
    await expect(ask(meant, { event: 'confirm', attempt: 1, change })).rejects.toThrow('credits');
    await addToBalance(db, workspaceId, available);
    expect(await read(seen.id)).toMatchObject({ state: 'published', credits: 0 });
    expect(await read(meant.id)).toEqual(meant);
    const entry = { status: 'success', credits: 0, code: 'seen' };
    expect(await readEffects(seen)).toEqual({ ...before('unknown'), logged: [entry] });
    expect(await readEffects(meant)).toEqual(before('unknown'));
  });

  test('are adopted by one of ten workers at once, and not by one that has read them before another had them', async () => {
    const free = { ...(await newTarget('sending', null)), due_at: MADE_AT };
    await bare.db.updateTable('post_target').set({ due_at: MADE_AT }).where('id', '=', free.id).execute();
    const adopt = (index: number) => adoptTarget(bare.db, free, { worker_id: `worker-${index}` });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => adopt(index)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    const adopted = await read(free.id);
    expect(adopted).toMatchObject({ worker_id: `worker-${answers.findIndex(Boolean)}`, due_at: null });
    // The worker has died meanwhile, and the target is due again, earlier or later than it was.
    const again = { worker_id: null, due_at: '2026-01-02T00:00:00.000Z' };
    await bare.db.updateTable('post_target').set(again).where('id', '=', free.id).execute();
    expect(await adopt(11)).toBeNull();
    expect(await read(free.id)).toEqual({ ...adopted, ...again });
  });

  test('that were postponed still are when they are adopted, so that it is known when they are too late', async () => {
    const postponed = await newTarget('pending');
    await bare.db.updateTable('post_target').set({ not_before: MADE_AT }).where('id', '=', postponed.id).execute();
    await adoptTarget(bare.db, postponed, { worker_id: 'worker-0' });
    expect(await read(postponed.id)).toMatchObject({ worker_id: 'worker-0', not_before: MADE_AT });
  });

  test('keep a due time that was stored since they were read', async () => {
    const known = { ...(await newTarget('unknown')), due_at: MADE_AT };
    const later = '2026-01-03T00:00:00.000Z';
    await bare.db.updateTable('post_target').set({ due_at: later }).where('id', '=', known.id).execute();
    await setDue(bare.db, known, MADE_AT);
    expect(await read(known.id)).toMatchObject({ due_at: later });
  });

  test('are not resumed after the backup was restored in which they were under way', async () => {
    const targets = [await newTarget('pending'), await newTarget('sending'), await newTarget('unknown')];
    const ids = targets.map(({ id }) => id);
    await bare.db.updateTable('post_target').set({ checkpoint: 'v1.half' }).where('id', 'in', ids).execute();
    await new Restoration({ db: bare.db, clock: createTestClock(MADE_AT) }).hold();
    for (const id of ids) expect(await read(id)).toMatchObject({ state: 'unknown', checkpoint: null });
  });

  test('are claimed by one of ten workers at once', async () => {
    for (let race = 0; race < 10; race += 1) {
      const target = await newTarget('pending');
      const claims = Array.from({ length: 10 }, (_, index) => {
        const change = { worker_id: `worker-${index}`, error: '', updated_at: MADE_AT };
        return ask(target, { event: 'claim', attempt: 1, change });
      });
      const answers = await Promise.all(claims);
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect(await read(target.id)).toMatchObject({
        state: 'sending',
        worker_id: `worker-${answers.indexOf(true)}`,
      });
    }
  });
});

async function sumOfHolds(db: Database): Promise<number> {
  const targets = await db.selectFrom('post_target').select('held').execute();
  return targets.reduce((sum, { held }) => sum + held, 0);
}

/** Reads the credits that are not held. */
async function balanceOf(db: Database, workspaceId: string): Promise<number> {
  const workspace = await findWorkspace(db, workspaceId);
  return (workspace?.balance ?? 0) - (workspace?.held ?? 0);
}

function ordersOf(items: readonly number[]): number[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item) => ordersOf(items.filter((other) => other !== item)).map((rest) => [item, ...rest]));
}
