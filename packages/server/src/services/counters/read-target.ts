import { type Clock, isoNow } from '../../clock.ts';
import type { Database } from '../../store/schema.ts';
import {
  type CounterReadingRow,
  claimReading,
  listReadings,
  storeReading,
} from '../../store/targets/counter-readings.ts';
import type { TargetRow } from '../../store/targets/targets.ts';
import type { Plan } from '../credits/plans.ts';
import type { AskNetwork } from './ask-network.ts';
import type { FindCounter, FoundCounter } from './find-counter.ts';
import { nextReading } from './reading-days.ts';
import { countersOf, namedCounters, problemOf, publishedAt, type Reading, type ReadingProblem } from './readings.ts';

/** Age up to which a reading is taken for the present one, in milliseconds, unless the network wants it longer; charged readings have no other. */
const YOUNG_MS = 60_000;
/** The same for somebody who asks for a new reading. */
const JUST_READ_MS = 10_000;

/** A published target, with what decides whether its network is asked. */
export interface WantedReading {
  readonly target: TargetRow;
  readonly profileId: string;
  readonly stored: CounterReadingRow | undefined;
  /** null when the plan does not matter. */
  readonly plan: Plan | null;
  /** Somebody asks for it: a charged network is asked too. */
  readonly isByHand: boolean;
  /** Ends the question to the network when the server stops. */
  readonly stopping?: AbortSignal;
  /** Set to false for a caller that may not use the platform: it sees only what is stored. */
  readonly mayAsk?: boolean;
}

/** Reads what a network counts, from the database where that is young enough, and stores what the network tells. */
export type ReadTarget = (wanted: WantedReading) => Promise<Reading>;

const TAKEN_BACK: ReadingProblem = { reason: 'not_shown', note: 'the post was taken back' };
const NOT_ALLOWED: ReadingProblem = {
  reason: 'not_connected',
  note: 'this API key may not use the platform, so its network was not asked',
};
const BEING_READ: ReadingProblem = {
  reason: 'unavailable',
  note: 'the network is being asked at the moment; look again in a few seconds',
};

type Able = Extract<FoundCounter, { problem: null }>;

/** Makes the function that reads a target. Calls at the same time share one question to the network. */
export function createReadTarget(deps: {
  db: Database;
  clock: Clock;
  findCounter: FindCounter;
  askNetwork: AskNetwork;
}): ReadTarget {
  const { db, clock, findCounter, askNetwork } = deps;
  const asking = new Map<string, Promise<void>>();

  const isYounger = ({ asked_at: asked }: CounterReadingRow, ageMs: number) =>
    asked !== null && Date.parse(asked) > clock.now() - ageMs;

  /** Asks the network and stores the answer, unless somebody else does. */
  async function ask({ target, profileId, stopping }: WantedReading, able: Able, youngMs: number): Promise<void> {
    const { connection, counters } = able;
    const at = isoNow(clock);
    const published = publishedAt(target);
    const row = {
      ...{ target_id: target.id, workspace_id: target.workspace_id, profile_id: profileId },
      ...{ network: connection.network, published_at: published, asked_at: at },
      ...{ counters: null, read_at: null, problem: null },
      due_at: counters.isCharged ? null : nextReading(target.id, published, clock.now()),
    };
    if (!(await claimReading(db, row, new Date(clock.now() - youngMs).toISOString()))) return;
    const told = await askNetwork(able, target.platform_post_id ?? '', stopping);
    const { network } = connection;
    await storeReading(
      db,
      target.id,
      told.problem
        ? { network, problem: JSON.stringify(told.problem) }
        : {
            network,
            counters: JSON.stringify(namedCounters(told.values, counters.fields)),
            read_at: isoNow(clock),
            problem: null,
          },
    );
  }

  function askOnce(wanted: WantedReading, able: Able, youngMs: number): Promise<void> {
    const { id } = wanted.target;
    const running = asking.get(id) ?? ask(wanted, able, youngMs).finally(() => asking.delete(id));
    asking.set(id, running);
    return running;
  }

  return async (wanted) => {
    const { target, stored, isByHand } = wanted;
    const found = await findCounter(wanted.profileId, target, wanted.plan);
    if (found.problem) return present(wanted, stored, { found, problem: found.problem });
    const { isCharged = false, freshForMs = 0 } = found.counters;
    if (wanted.mayAsk === false) return present(wanted, stored, { found, problem: NOT_ALLOWED });
    if (target.removed_at !== null) return present(wanted, stored, { found, problem: TAKEN_BACK });
    const youngMs = Math.max(freshForMs, isByHand && !isCharged ? JUST_READ_MS : YOUNG_MS);
    if (!asking.has(target.id) && stored && isYounger(stored, youngMs))
      return present(wanted, stored, { found, problem: problemOf(stored) });
    if (isCharged && !isByHand) return present(wanted, stored, { found, problem: charged(target) });
    await askOnce(wanted, found, youngMs);
    const [now] = await listReadings(db, [target.id]);
    const isUnfinished = now?.counters === null && now.problem === null;
    return present(wanted, now, { found, problem: isUnfinished ? BEING_READ : problemOf(now) });
  };
}

function charged({ platform }: TargetRow): ReadingProblem {
  const note = `the network behind ${platform} charges for each reading, so it is asked only when you ask for it`;
  return { reason: 'charged', note };
}

/** Describes what is known about a target. */
function present(
  { target }: WantedReading,
  row: CounterReadingRow | undefined,
  { found, problem }: { found: FoundCounter; problem: ReadingProblem | null },
): Reading {
  const able = found.problem === null ? found : null;
  const { platform, account, account_name, url } = target;
  return {
    ...{ platform, account, target: account_name, url, publishedAt: publishedAt(target), problem },
    network: able?.connection.network ?? row?.network ?? null,
    readAt: row?.read_at ?? null,
    counters: row ? countersOf(row) : [],
    isCharged: able?.counters.isCharged ?? false,
  };
}
