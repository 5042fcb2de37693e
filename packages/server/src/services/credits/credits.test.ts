import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { findWorkspace, insertWorkspace } from '../../store/accounts/workspaces.ts';
import { prepareDatabase } from '../../store/database/migrate.ts';
import { openDatabase } from '../../store/database/open.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import { type Credits, createCredits } from './credits.ts';
import { createPlanCatalogue } from './plans.ts';

const ALLOWANCES: Readonly<Record<string, number>> = { free: 20, small: 45, large: 130 };
const HOUR_MS = 3_600_000;
const CHARGE = { action: 'post.published', operationId: 'operation', metadata: {} };

let folder: string;
let db: Database;
let credits: Credits;
let now = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  const config = { dialect: 'sqlite', path: join(folder, 'social.db') } as const;
  db = openDatabase(config);
  await prepareDatabase(db, config);
  // The test needs no protection from a power cut.
  await sql`pragma synchronous = off`.execute(db);
  const plans = createPlanCatalogue(
    Object.fromEntries(
      Object.entries(ALLOWANCES).map(([id, credits]) => [id, { label: id, price: 0, monthlyCredits: credits }]),
    ),
  );
  credits = createCredits({ db, clock: { now: () => now, elapsed: () => 0 }, plans });
});

afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true });
});

/** Step of the test. A hold or target is named by its position among all of its kind, newest first. */
type Step =
  | {
      readonly kind: 'reserve' | 'reserveForTargets';
      readonly amounts: readonly number[];
      readonly breaksOff: boolean;
    }
  | { readonly kind: 'charge' | 'release'; readonly hold: number; readonly breaksOff: boolean }
  | {
      readonly kind: 'chargeTarget' | 'releaseTarget';
      readonly target: number;
      readonly isStale: boolean;
      readonly breaksOff: boolean;
    }
  | { readonly kind: 'grant'; readonly amount: number }
  | { readonly kind: 'plan'; readonly plan: string }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'renew'; readonly isStale: boolean };

const hold = fc.oneof({ weight: 3, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.nat(200) });
const breaksOff = fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0);
const amounts = fc.array(fc.nat(9), { minLength: 1, maxLength: 3 });
// The clock goes back by a day at most, and forward by up to a season.
const hours = fc.integer({ min: -24, max: 2_200 });
const plan = fc.constantFrom(...Object.keys(ALLOWANCES));
const oneOf = <Kind extends Step['kind']>(...kinds: Kind[]) => fc.constantFrom(...kinds);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: oneOf('reserve', 'reserveForTargets'), amounts, breaksOff }) },
  { weight: 4, arbitrary: fc.record({ kind: oneOf('charge', 'release'), hold, breaksOff }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: oneOf('chargeTarget', 'releaseTarget'),
      target: hold,
      isStale: fc.boolean(),
      breaksOff,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: oneOf('grant'), amount: fc.integer({ min: -15, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: oneOf('plan'), plan }) },
  { weight: 1, arbitrary: fc.record({ kind: oneOf('wait'), hours }) },
  { weight: 2, arbitrary: fc.record({ kind: oneOf('renew'), isStale: fc.boolean() }) },
);

interface Hold {
  readonly id: string;
  readonly amount: number;
  state: 'held' | 'settled' | 'released';
}

/** Model of the promised behavior: plain numbers, no database. */
interface Model {
  balance: number;
  held: number;
  used: number;
  plan: string;
  period: { readonly start: number; readonly end: number };
  readonly anchor: number;
  holds: Hold[];
  /** Targets by what each was to hold. One that is charged is never charged again, as `states.ts` promises. */
  targets: Hold[];
  ledger: number[];
}

/** Adds months to an instant; in a month that is too short for the day, takes the month's last day. */
function anniversary(anchor: number, months: number): number {
  const from = new Date(anchor);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0));
  const day = Math.min(from.getUTCDate(), lastDay.getUTCDate());
  return Date.UTC(lastDay.getUTCFullYear(), lastDay.getUTCMonth(), day) + (anchor % (24 * HOUR_MS));
}

function periodHolding(anchor: number, instant: number): Model['period'] {
  let months = 0;
  while (anniversary(anchor, months + 1) <= instant) months += 1;
  return { start: anniversary(anchor, months), end: anniversary(anchor, months + 1) };
}

function book(model: Model, amount: number): void {
  model.balance += amount;
  model.ledger.push(amount);
}

function chargeIn(model: Model, hold: Hold): void {
  if (hold.state === 'held') model.held -= hold.amount;
  hold.state = 'settled';
  model.used += hold.amount;
  book(model, -hold.amount);
}

const INSUFFICIENT = 'insufficient';
class BrokenOffError extends Error {}

/** Does a step with the real credits and with the model, and compares the results. */
async function perform(workspaceId: string, model: Model, step: Step): Promise<void> {
  switch (step.kind) {
    case 'reserve':
    case 'reserveForTargets':
      return reserve(workspaceId, model, step);
    case 'charge':
    case 'release':
      return end(model, step);
    case 'chargeTarget':
    case 'releaseTarget':
      return endTarget(workspaceId, model, step);
    case 'grant': {
      const amount = Math.max(step.amount, model.held - model.balance);
      if (amount === 0) return;
      book(model, amount);
      return inTransaction((trx) => credits.grant(trx, workspaceId, amount, 'credits.granted'));
    }
    case 'plan': {
      const difference = (ALLOWANCES[step.plan] ?? 0) - (ALLOWANCES[model.plan] ?? 0);
      if (difference > 0) book(model, difference);
      model.plan = step.plan;
      return credits.changePlan(workspaceId, step.plan);
    }
    case 'wait':
      now = Math.max(model.anchor, now + step.hours * HOUR_MS);
      return;
    case 'renew':
      return renew(workspaceId, model, step.isStale);
  }
}

function inTransaction<Result>(work: (trx: Queryable) => Promise<Result>): Promise<Result> {
  return db.transaction().execute(work);
}

/** Runs work in a transaction that is rolled back. */
async function brokenOff(work: (trx: Queryable) => Promise<unknown>): Promise<void> {
  const undone = inTransaction(async (trx) => {
    await work(trx);
    throw new BrokenOffError();
  });
  await expect(undone).rejects.toBeInstanceOf(BrokenOffError);
}

function orInsufficient<Result>(work: Promise<Result>): Promise<Result | typeof INSUFFICIENT> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'insufficient_credits') return INSUFFICIENT;
    throw error;
  });
}

async function reserve(
  workspaceId: string,
  model: Model,
  { kind, amounts, breaksOff }: Extract<Step, { kind: 'reserve' | 'reserveForTargets' }>,
): Promise<void> {
  const holds = amounts.map((amount) => ({ id: newId(), amount }));
  const paid = holds.filter(({ amount }) => amount > 0);
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  const isEnough = model.balance - model.held >= total;
  const isOfTargets = kind === 'reserveForTargets';
  const work = async (trx: Queryable) => {
    if (!isOfTargets) return credits.reserve(trx, workspaceId, holds);
    for (const { id, amount } of paid) await insertTarget(trx, workspaceId, id, amount);
    return credits.reserveForTargets(trx, workspaceId, amounts);
  };
  if (breaksOff && isEnough) return brokenOff(work);
  const answer = await orInsufficient(inTransaction(work));
  expect(answer).toBe(isEnough ? undefined : INSUFFICIENT);
  if (!isEnough) return;
  model.held += total;
  const list = isOfTargets ? model.targets : model.holds;
  list.push(...paid.map((each) => ({ ...each, state: 'held' as const })));
}

async function insertTarget(trx: Queryable, workspaceId: string, id: string, held: number): Promise<void> {
  // Every target of a workspace belongs to one post, which has the workspace's id.
  await sql`insert into post_target (id, post_id, workspace_id, platform, target, position, part, state, held, updated_at)
    values (${id}, ${workspaceId}, ${workspaceId}, ${id}, ${id}, 0, 1, 'sending', ${held}, '')`.execute(trx);
}

async function end(model: Model, step: Extract<Step, { kind: 'charge' | 'release' }>): Promise<void> {
  const hold = model.holds.at(-1 - step.hold) ?? { id: 'never held', amount: 0, state: 'released' };
  const isHeld = hold.state === 'held';
  const work = async (trx: Queryable): Promise<unknown> => {
    if (step.kind === 'charge') return (await credits.charge(trx, hold.id, CHARGE)).credits;
    return credits.release(trx, hold.id);
  };
  if (step.breaksOff) return brokenOff(work);
  const answer = await inTransaction(work);
  if (step.kind === 'charge') expect(answer).toBe(isHeld ? hold.amount : 0);
  if (!isHeld) return;
  if (step.kind === 'charge') chargeIn(model, hold);
  if (step.kind === 'release') {
    hold.state = 'released';
    model.held -= hold.amount;
  }
}

/** Ends what a target holds. A charge also takes what was released before, if enough credits are available. */
async function endTarget(
  workspaceId: string,
  model: Model,
  { kind, target, isStale, breaksOff }: Extract<Step, { kind: 'chargeTarget' | 'releaseTarget' }>,
): Promise<void> {
  const hold = model.targets.at(-1 - target);
  if (!hold || hold.state === 'settled') return;
  const isHeld = hold.state === 'held';
  // A stale reader does not know yet that the credits were released.
  const known = { id: hold.id, workspace_id: workspaceId, held: isHeld || isStale ? hold.amount : 0, spending: null };
  const isCharge = kind === 'chargeTarget';
  const isEnough = isHeld || !isCharge || model.balance - model.held >= hold.amount;
  const work = async (trx: Queryable) =>
    isCharge
      ? credits.chargeTarget(trx, { ...known, price: hold.amount }, CHARGE, false)
      : credits.releaseTarget(trx, known, false);
  if (breaksOff && isEnough) return brokenOff(work);
  const answer = await orInsufficient(inTransaction(async (trx) => (await work(trx)).credits));
  expect(answer).toBe(!isEnough ? INSUFFICIENT : isCharge ? hold.amount : 0);
  if (!isEnough) return;
  if (isCharge) return chargeIn(model, hold);
  if (isHeld) model.held -= hold.amount;
  hold.state = 'released';
}

async function renew(workspaceId: string, model: Model, isStale: boolean): Promise<void> {
  const seen = isStale ? model.anchor : model.period.end;
  const isDue = model.period.end <= now;
  await credits.renewIfDue(workspaceId, new Date(seen).toISOString());
  if (!isDue) return;
  model.period = periodHolding(model.anchor, now);
  model.used = 0;
  const lapsing = model.balance - model.held;
  if (lapsing > 0) book(model, -lapsing);
  book(model, ALLOWANCES[model.plan] ?? 0);
}

async function expectSame(workspaceId: string, model: Model): Promise<void> {
  const row = await findWorkspace(db, workspaceId);
  expect(row).toMatchObject({ balance: model.balance, held: model.held, used: model.used, plan: model.plan });
  expect([row?.period_start, row?.period_end].map((at) => Date.parse(at ?? ''))).toEqual(Object.values(model.period));
}

async function expectSameRows(workspaceId: string, model: Model): Promise<void> {
  const of = (table: 'ledger_entry' | 'credit_reservation') =>
    db.selectFrom(table).where('workspace_id', '=', workspaceId);
  const entries = await of('ledger_entry').select('amount').orderBy('id').execute();
  expect(entries.map(({ amount }) => amount)).toEqual(model.ledger);
  expect(model.ledger.reduce((sum, amount) => sum + amount, 0)).toBe(model.balance);
  const holds = await of('credit_reservation').select(['id', 'amount', 'state']).orderBy('id').execute();
  expect(holds).toEqual([...model.holds].sort((a, b) => (a.id < b.id ? -1 : 1)));
  const targets = await db
    .selectFrom('post_target')
    .select(['id', 'held'])
    .where('post_id', '=', workspaceId)
    .execute();
  const holding = model.targets.map(({ id, amount, state }) => ({ id, held: state === 'held' ? amount : 0 }));
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
  expect(targets.sort(byId)).toEqual(holding.sort(byId));
  const open = holds.filter(({ state }) => state === 'held').reduce((sum, { amount }) => sum + amount, 0);
  expect(targets.reduce((sum, { held }) => sum + held, open)).toBe(model.held);
}

async function newWorkspace(anchor: number): Promise<{ workspaceId: string; model: Model }> {
  const workspaceId = newId();
  const at = new Date(anchor).toISOString();
  const email = `${workspaceId}@example.com`;
  const period = periodHolding(anchor, anchor);
  const user = sql`insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
    values (${workspaceId}, ${email}, ${email}, 1, ${at}, ${at})`;
  await user.execute(db);
  const [period_start, period_end] = [period.start, period.end].map((instant) => new Date(instant).toISOString());
  await insertWorkspace(db, {
    ...{ id: workspaceId, owner_user_id: workspaceId, email, plan: 'free', anchor_at: at, created_at: at },
    period_start: period_start ?? at,
    period_end: period_end ?? at,
  });
  await sql`insert into post (id, workspace_id, profile_id, profile_slug, text, platforms, status, happens_at, created_at, updated_at)
    values (${workspaceId}, ${workspaceId}, '', '', '', '[]', 'publishing', ${at}, ${at}, ${at})`.execute(db);
  const nothing = { balance: 0, held: 0, used: 0, plan: 'free', holds: [], targets: [], ledger: [] };
  return { workspaceId, model: { ...nothing, period, anchor } };
}

/** Instant in the last days of January, so that anniversaries meet short months, also in a leap year. */
const signUp = fc.integer({ min: 0, max: 5 * 24 * 60 }).map((minute) => Date.UTC(2027, 0, 27) + minute * 60_000);

test('credits match a plain model after any sequence of steps', async () => {
  let steps = 0;
  const sequence = fc.array(step, { minLength: 250, maxLength: 250 });
  await fc.assert(
    fc.asyncProperty(signUp, sequence, async (anchor, sequence) => {
      now = anchor;
      const { workspaceId, model } = await newWorkspace(anchor);
      for (const each of sequence) {
        await perform(workspaceId, model, each);
        await expectSame(workspaceId, model);
        steps += 1;
      }
      await expectSameRows(workspaceId, model);
    }),
    { numRuns: 40 },
  );
  expect(steps).toBeGreaterThanOrEqual(10_000);
});

test('the database refuses to change or delete ledger entries', async () => {
  const { workspaceId } = await newWorkspace(Date.UTC(2027, 0, 31));
  await inTransaction((trx) => credits.grant(trx, workspaceId, 5, 'credits.granted'));
  const change = sql`update ledger_entry set amount = 500 where workspace_id = ${workspaceId}`.execute(db);
  await expect(change).rejects.toThrow('ledger_entry is append-only');
  const removal = sql`delete from ledger_entry where workspace_id = ${workspaceId}`.execute(db);
  await expect(removal).rejects.toThrow('ledger_entry is append-only');
});
