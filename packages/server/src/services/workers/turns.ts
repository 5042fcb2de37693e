import { setTimeout as delay } from 'node:timers/promises';
import { after } from '@social/platforms/guarded';
import { type Clock, isoNow } from '../../clock.ts';
import type { Logger } from '../../logger.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import {
  type Channel,
  claimTurns,
  dropIdleTurn,
  freeTurn,
  keyOf,
  listDueTurns,
  listTurnsOf,
  takeTurn,
} from '../../store/targets/turns.ts';
import type { Sharing } from './sharing.ts';

/** The only permission to send for a channel, or to change something at its account. */
export interface Turn {
  readonly channel: Channel;
  /** Returns false when this process was taken for dead since it took the turn, so that another may have it. */
  isStill(): Promise<boolean>;
  /** Returns false when this process knows that it was taken for dead since it took the turn. Asks no database. */
  isOurs(): boolean;
  /** Set while the files of a post are fetched, which keeps the channel busy but uses no other resource. */
  isFetching: boolean;
  /** Ends the turn. Never rejects. */
  end(): Promise<void>;
  /** Resolves when the turn has ended. */
  readonly ended: Promise<void>;
}

/** Turn of this process that is taken, or waited for. */
interface PlaceInLine extends Turn {
  /** Worker for which the turn may be taken in the database; null while it is not. */
  takenBy: string | null;
  /** Resolves when the turn before this one in line has ended. */
  readonly before: Promise<void>;
}

export type Turns = ReturnType<typeof createTurns>;

/** Wait between two attempts to take a turn that another process has. */
const POLL_MS = 40;
const FREE_AGAIN_MS = 1_000;
/** Number of due turns that are read to choose from. */
const LOOK_AHEAD = 500;

/**
 * Makes the turns of channels: one at a time per channel, across all processes. In this process a turn is handed over in the
 * order of the calls. On Postgres the worker that has a turn stands in its row, so that it ends with the worker.
 */
export function createTurns(deps: {
  db: Database;
  clock: Clock;
  logger: Logger;
  sharing: Pick<Sharing, 'worker' | 'isAlone'>;
}) {
  const { db, clock, logger } = deps;
  const { worker, isAlone } = deps.sharing;
  /** End of the last turn in line, of the channels for which this process has a turn or waits for one. */
  const lines = new Map<string, Promise<void>>();

  /**
   * Lines up for a channel.
   * @param takenBy worker for which the turn may be taken in the database; null for none yet
   * @param free gives the turn of that worker back
   */
  function enter(
    channel: Channel,
    takenBy: string | null,
    free = (workerId: string) => freeRow(channel, workerId),
  ): PlaceInLine {
    const key = keyOf(channel);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const before = lines.get(key) ?? Promise.resolve();
    lines.set(key, ended);
    let ending: Promise<void> | null = null;
    const leave = async () => {
      // A turn that cannot be given back now is in no line. It is found as a stray one; on SQLite its row is still due.
      if (place.takenBy !== null)
        await free(place.takenBy).catch((err: unknown) => logger.warn({ err }, 'could not give back a turn yet'));
      if (lines.get(key) === ended) lines.delete(key);
      resolve();
    };
    const place: PlaceInLine = {
      channel,
      takenBy,
      isFetching: false,
      isStill: () => worker.isStill(place.takenBy ?? worker.id),
      isOurs: () => (place.takenBy ?? worker.id) === worker.id,
      before,
      ended,
      end() {
        ending ??= leave();
        return ending;
      },
    };
    return place;
  }

  /** Gives back a turn that was taken without a look at what is due. On SQLite no row says that it was taken. */
  async function freeRow(channel: Channel, workerId: string): Promise<void> {
    if (isAlone || (await dropIdleTurn(db, channel, workerId))) return;
    await db.transaction().execute((trx) => freeTurn(trx, channel, workerId));
  }

  /** Gives back a turn for whose channel something was due. The row is there without a worker where this process is alone. */
  function freeDue(channel: Channel, workerId: string): Promise<void> {
    return db.transaction().execute((trx) => freeTurn(trx, channel, isAlone ? null : workerId));
  }

  /** Waits for the turn of a channel, after those that this process asked for before. */
  async function take(channel: Channel): Promise<Turn> {
    const turn = enter(channel, null);
    await turn.before;
    while (!isAlone && turn.takenBy === null) {
      const workerId = worker.id;
      try {
        if ((await worker.isStill(workerId)) && (await takeTurn(db, channel, workerId))) turn.takenBy = workerId;
        else await delay(POLL_MS * (0.5 + Math.random()));
      } catch (error) {
        // The turn may be taken although the answer was lost.
        turn.takenBy = workerId;
        void turn.end();
        throw error;
      }
    }
    return turn;
  }

  return {
    take,

    /** Runs a task in the turn of a channel. */
    async run<Result>(channel: Channel, task: () => Promise<Result>): Promise<Result> {
      const turn = await take(channel);
      return task().finally(() => turn.end());
    },

    /**
     * Takes the turn of a channel for which no other is taken or waited for. @param trx transaction whose end takes the turn
     * @returns null when there is another
     */
    async takeFree(trx: Queryable, channel: Channel): Promise<Turn | null> {
      if (lines.has(keyOf(channel))) return null;
      const turn = enter(channel, worker.id);
      try {
        if (isAlone || (await takeTurn(trx, channel, worker.id))) return turn;
        turn.takenBy = null;
      } catch (error) {
        void turn.end();
        throw error;
      }
      void turn.end();
      return null;
    },

    /**
     * Takes turns of channels for which something is due.
     * @param choose chooses among them: of each workspace the one that waits longest comes first
     */
    async takeDue(
      perWorkspace: number,
      choose: (due: readonly Channel[]) => readonly Channel[],
    ): Promise<readonly Turn[]> {
      const now = isoNow(clock);
      const workerId = worker.id;
      if (!(await worker.isStill(workerId))) return [];
      const limit = LOOK_AHEAD + lines.size;
      const due = await listDueTurns(db, now, { limit, perWorkspace: perWorkspace + lines.size });
      const chosen = choose(due.filter((channel) => !lines.has(keyOf(channel))));
      // In line before the turns are taken, so that nothing else uses and frees them before the answer arrives.
      const places = chosen.map((channel) => enter(channel, workerId, (by) => freeDue(channel, by)));
      try {
        const claimed = isAlone ? chosen : await claimTurns(db, chosen, { workerId, now });
        const keys = new Set(claimed.map(keyOf));
        const others = places.filter(({ channel }) => !keys.has(keyOf(channel)));
        for (const place of others) {
          place.takenBy = null;
          void place.end();
        }
        return places.filter((place) => !others.includes(place));
      } catch (error) {
        for (const place of places) void place.end();
        throw error;
      }
    },

    /** Returns true while this process has the turn of a channel or waits for it. */
    isBusy: (channel: Pick<Channel, 'profile_id' | 'platform'>): boolean => lines.has(keyOf(channel)),

    /** Gives back the turns that this worker has in the database and does not use, since an answer of the database was lost. */
    async freeStray(): Promise<void> {
      if (isAlone) return;
      for (const channel of await listTurnsOf(db, worker.id)) {
        if (!lines.has(keyOf(channel)))
          after(FREE_AGAIN_MS, () => {
            void take(channel).then(
              (turn) => turn.end(),
              () => undefined,
            );
          }).unref();
      }
    },
  };
}
