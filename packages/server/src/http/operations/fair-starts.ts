import { after, soon } from '@social/platforms/guarded';
import { type Clock, systemClock } from '../../clock.ts';
import { AppError } from '../../errors.ts';

/** Requests of one owner that wait at the same time, at most. */
const MOST_WAITING = 1_000;
/** Requests that begin in one turn of the event loop, and reads of one owner that are under way, at most. */
const MOST = 16;
/** How long what begins takes below which more begins at once the next time, and above which only one does. */
const SHORT_MS = 5;
const LONG_MS = 10;
/** Rest of an owner after a request that held the event loop: how many times as long as the hold, and the longest one. */
const REST = { unlessAboveMs: 15, times: 3, atMostMs: 1_000 };
/** Time after which an owner is no longer active, and a read, which may wait for something, no longer counts as under way. */
const ACTIVE_MS = 1_000;

/**
 * Lets a request begin: at once, or in a later turn of the event loop where many are ready.
 * @param owner its workspace, or its client without one
 * @param options.isRead set for a request that only reads
 * @param options.isFree set for a request that waits however many others do
 * @returns a function that is to be called when the request has ended
 * @throws (as a rejection) AppError rate_limited when too many of its requests wait
 */
export type FairStarts = (
  owner: string,
  options?: { readonly isRead?: boolean; readonly isFree?: boolean },
) => Promise<() => void>;

/** Requests of an owner that wait, of one kind. */
interface Lane {
  readonly isRead: boolean;
  readonly begins: (() => void)[];
  /** Instant before which none of them begins. */
  restsUntil: number;
}

interface Owner {
  /** The lane that was served last is last. */
  readonly lanes: Lane[];
  /** Its reads that are under way. */
  readonly reads: Set<{ readonly since: number }>;
  mostReads: number;
  seenAt: number;
}

/**
 * Creates the order in which requests begin. The owners take turns, so that one with many requests does not delay that of another.
 * While others are active, an owner whose request held the event loop rests, so that what the others do in several steps, such as
 * a publish, does not wait for the same owner at each of them: on SQLite, a request runs to its end without a pause. Reads that
 * take long begin one after another.
 */
export function createFairStarts({ elapsed }: Pick<Clock, 'elapsed'> = systemClock): FairStarts {
  const owners = new Map<string, Owner>();
  /** Owners with requests that wait. The one that was served last is last. */
  const waiting = new Set<Owner>();
  let isPlanned = false;
  let wake: NodeJS.Timeout | undefined;
  let most = MOST;
  let turn: { readonly began: number; readonly owners: Owner[] } = { began: 0, owners: [] };
  let servedLast: Owner | undefined;
  /** Instant at which another owner was served than before. */
  let changedAt = Number.NEGATIVE_INFINITY;
  let forgotAt = 0;
  /** Time for which requests held the event loop as they began. */
  let held = 0;

  function plan(): void {
    clearTimeout(wake);
    if (isPlanned) return;
    isPlanned = true;
    // Both run in one turn of the event loop, with nothing in between but what begins.
    soon(beginTurn);
    soon(endTurn);
  }

  function beginTurn(): void {
    turn = { began: elapsed(), owners: [] };
    while (turn.owners.length < most && beginNext(turn.began));
  }

  function beginNext(now: number): boolean {
    for (const owner of waiting) {
      const lane = owner.lanes.find((one) => beginsAt(owner, one) <= now);
      if (!lane) continue;
      if (servedLast !== undefined && servedLast !== owner) changedAt = now;
      servedLast = owner;
      turn.owners.push(owner);
      waiting.delete(owner);
      takeFrom(owner, lane);
      if (owner.lanes.some(({ begins }) => begins.length > 0)) waiting.add(owner);
      return true;
    }
    return false;
  }

  function endTurn(): void {
    isPlanned = false;
    const now = elapsed();
    const took = now - turn.began;
    most = nextMost(most, took);
    held += took;
    const [owner, ...others] = turn.owners;
    // Of several, nobody knows which one took the time; the next one begins alone.
    const rest = owner && others.length === 0 ? restAfter(took, now) : 0;
    for (const lane of owner?.lanes ?? []) lane.restsUntil = Math.max(lane.restsUntil, now + rest);
    if (now - forgotAt > ACTIVE_MS) forgetIdle(now);
    planNext(now);
  }

  /** Plans the turn in which the first of what waits may begin. */
  function planNext(now: number): void {
    const at = Math.min(...[...waiting].flatMap((owner) => owner.lanes.map((lane) => beginsAt(owner, lane))));
    clearTimeout(wake);
    if (at <= now) plan();
    else if (at < Number.POSITIVE_INFINITY) wake = after(at - now, plan);
  }

  function restAfter(took: number, now: number): number {
    const isAlone = now - changedAt > ACTIVE_MS;
    return isAlone || took <= REST.unlessAboveMs ? 0 : Math.min(REST.atMostMs, REST.times * took);
  }

  function startRead(owner: Owner, lane: Lane): () => void {
    const read = { since: elapsed() };
    const heldBefore = held;
    owner.reads.add(read);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      owner.reads.delete(read);
      const now = elapsed();
      // The event loop may have been held by requests of others meanwhile.
      const took = now - read.since - (held - heldBefore);
      owner.mostReads = nextMost(owner.mostReads, took);
      lane.restsUntil = Math.max(lane.restsUntil, now + restAfter(took, now));
      if (!isPlanned) planNext(now);
    };
  }

  function forgetIdle(now: number): void {
    forgotAt = now;
    for (const [name, owner] of owners) {
      for (const read of owner.reads) if (now - read.since > ACTIVE_MS) owner.reads.delete(read);
      if (!waiting.has(owner) && owner.reads.size === 0 && now - owner.seenAt > ACTIVE_MS) owners.delete(name);
    }
  }

  return async (name, { isRead = false, isFree = false } = {}) => {
    const owner = owners.get(name) ?? createOwner();
    owners.set(name, owner);
    const lane = owner.lanes.find((one) => one.isRead === isRead) as Lane;
    if (lane.begins.length >= MOST_WAITING && !isFree) throw tooMany();
    const { promise, resolve } = Promise.withResolvers<() => void>();
    lane.begins.push(() => {
      owner.seenAt = turn.began;
      resolve(isRead ? startRead(owner, lane) : nothing);
    });
    waiting.add(owner);
    if (!isPlanned) planNext(elapsed());
    return promise;
  };
}

function createOwner(): Owner {
  const lanes = [false, true].map((isRead) => ({ isRead, begins: [], restsUntil: 0 }));
  return { lanes, reads: new Set(), mostReads: 1, seenAt: 0 };
}

/** Returns the instant from which the first request of a lane may begin. */
function beginsAt({ reads, mostReads }: Owner, { isRead, begins, restsUntil }: Lane): number {
  if (begins.length === 0) return Number.POSITIVE_INFINITY;
  const [first] = reads;
  return isRead && first && reads.size >= mostReads ? Math.max(restsUntil, first.since + ACTIVE_MS) : restsUntil;
}

/** Begins the first request of a lane, after which the owner's other lane has its turn. */
function takeFrom({ lanes }: Owner, lane: Lane): void {
  lanes.sort((one, other) => Number(one === lane) - Number(other === lane));
  lane.begins.shift()?.();
}

/** Returns how many may begin at once after those that took so long. */
function nextMost(most: number, took: number): number {
  if (took > LONG_MS) return 1;
  return took < SHORT_MS ? Math.min(MOST, most * 2) : most;
}

const nothing = (): void => undefined;

function tooMany(): AppError {
  const message = `You already have ${MOST_WAITING} requests waiting; send fewer at once. Nothing was done`;
  return new AppError('rate_limited', message, {
    details: { quota: 'waitingRequests', limit: MOST_WAITING },
    retryAfterMs: 1_000,
  });
}
