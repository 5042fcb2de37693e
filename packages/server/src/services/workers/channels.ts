// Before anything is sent: the lease of its channel, the one permission to publish at an account or to change something there.
// What this process publishes for a channel goes out in the order in which it was accepted, and what is due in the order of due
// times, across processes. `send.ts`, `remove.ts`, `actions.ts` and the loop of due work take leases; each ends what it took once the outcome is
// stored.
import { setTimeout as delay } from 'node:timers/promises';
import { after } from '@social/platforms/guarded';
import { type Clock, isoNow } from '../../clock.ts';
import type { AppError } from '../../errors.ts';
import type { Logger } from '../../log/logger.ts';
import { Quiet } from '../../store/database/changes.ts';
import type { Database, Queryable } from '../../store/schema.ts';
import {
  type Channel,
  firstDue,
  freeChannel,
  freeIdleChannel,
  leaseChannel,
  leaseDueChannels,
  listDueChannels,
  listLeasedChannels,
} from '../../store/targets/channels.ts';
import type { Worker } from './worker.ts';

/** The only permission to send for a channel, or to change something at its account. */
export interface Lease {
  readonly channel: Channel;
  /** Returns false when this process was taken for dead since it took the lease, so that another may have it. */
  isHeld(): Promise<boolean>;
  /** Returns false when this process knows that it was taken for dead since it took the lease. Asks no database. */
  isHeldSoFar(): boolean;
  /** Set while the files of a post are fetched, which keeps the channel busy but uses no other resource. */
  isFetching: boolean;
  /** Ends the lease, at the first call: several parts of a publish may be the last one. Never rejects. */
  end(): Promise<void>;
  /** Resolves when the lease has ended. */
  readonly ended: Promise<void>;
}

/** Wait between two attempts to take a lease that another process has. */
const POLL_MS = 40;
const FREE_AGAIN_MS = 1_000;
/** Number of due channels that are read to choose from. */
const LOOK_AHEAD = 500;
/** Longest wait of a call for an account: an upload of a large file may have it for longer. */
const PATIENCE_MS = 25_000;

interface ChannelsDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly worker: Worker;
  /** Set where no other process can have a lease, so that none is stored. */
  readonly isAlone: boolean;
}

/**
 * The channels: one lease at a time for each, across all processes. In this process a lease is handed over in the order of the calls.
 * On Postgres the worker that has a lease stands in the channel's row, so that the lease ends with the worker.
 */
export class Channels {
  /** Lasts while no channel is due. */
  readonly quiet: Quiet;
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #worker: Worker;
  readonly #isAlone: boolean;
  /** End of the last lease in line, of the channels for which this process has a lease or waits for one. */
  readonly #lines = new Map<string, Promise<void>>();

  constructor({ db, clock, logger, worker, isAlone }: ChannelsDeps) {
    this.quiet = new Quiet({ db, clock });
    this.#db = db;
    this.#clock = clock;
    this.#logger = logger;
    this.#worker = worker;
    this.#isAlone = isAlone;
  }

  /** Waits for the lease of a channel, after those that this process asked for before. */
  async lease(channel: Channel): Promise<Lease> {
    const lease = this.#lineUp(channel, null);
    await lease.before;
    while (!this.#isAlone && lease.takenBy === null) {
      const workerId = this.#worker.id;
      try {
        const isTaken = (await this.#worker.isStill(workerId)) && (await leaseChannel(this.#db, channel, workerId));
        if (isTaken) lease.takenBy = workerId;
        else await delay(POLL_MS * (0.5 + Math.random()));
      } catch (error) {
        // The lease may be taken although the answer was lost.
        lease.takenBy = workerId;
        void lease.end();
        throw error;
      }
    }
    return lease;
  }

  /** Waits for the lease of a channel, up to the patience of a call. @throws the refusal when it took too long */
  async leaseInTime(channel: Channel, refusal: AppError): Promise<Lease> {
    const leasing = this.lease(channel);
    const { promise: tooLong, resolve } = Promise.withResolvers<null>();
    const patience = after(PATIENCE_MS, () => resolve(null));
    const lease = await Promise.race([leasing, tooLong]).finally(() => clearTimeout(patience));
    if (lease !== null) return lease;
    void leasing.then(
      (late) => late.end(),
      () => undefined,
    );
    throw refusal;
  }

  /**
   * Takes the lease of a channel for which no other is taken or waited for. @param trx transaction whose end takes the lease
   * @returns null when there is another
   */
  async tryLease(trx: Queryable, channel: Channel): Promise<Lease | null> {
    if (this.#lines.has(channel.id)) return null;
    const lease = this.#lineUp(channel, this.#worker.id);
    try {
      if (this.#isAlone || (await leaseChannel(trx, channel, this.#worker.id))) return lease;
      lease.takenBy = null;
    } catch (error) {
      void lease.end();
      throw error;
    }
    void lease.end();
    return null;
  }

  /**
   * Takes leases of channels for which something is due.
   * @param choose chooses among them: of each workspace the one that waits longest comes first
   */
  async leaseDue(
    perWorkspace: number,
    choose: (due: readonly Channel[]) => readonly Channel[],
  ): Promise<readonly Lease[]> {
    const now = isoNow(this.#clock);
    const workerId = this.#worker.id;
    if (!(await this.#worker.isStill(workerId))) return [];
    const { size } = this.#lines;
    const due = await listDueChannels(this.#db, now, { limit: LOOK_AHEAD + size, perWorkspace: perWorkspace + size });
    if (due.length === 0) await this.quiet.begin(() => firstDue(this.#db));
    const chosen = choose(due.filter((channel) => !this.isBusy(channel.id)));
    // In line before the leases are taken, so that nothing else uses and frees them before the answer arrives.
    const leases = chosen.map((channel) => this.#lineUp(channel, workerId, true));
    try {
      const claimed = this.#isAlone ? chosen : await leaseDueChannels(this.#db, chosen, { workerId, now });
      const ids = new Set(claimed.map(({ id }) => id));
      const others = leases.filter(({ channel }) => !ids.has(channel.id));
      for (const lease of others) {
        lease.takenBy = null;
        void lease.end();
      }
      return leases.filter((lease) => !others.includes(lease));
    } catch (error) {
      for (const lease of leases) void lease.end();
      throw error;
    }
  }

  /** Returns true while this process has the lease of a channel or waits for it. */
  isBusy(channelId: string): boolean {
    return this.#lines.has(channelId);
  }

  /** Gives back the leases that this worker has in the database and does not use, since an answer of the database was lost. */
  async endStray(): Promise<void> {
    if (this.#isAlone) return;
    const stray = (await listLeasedChannels(this.#db, this.#worker.id)).filter((channel) => !this.isBusy(channel.id));
    for (const channel of stray) {
      after(FREE_AGAIN_MS, () => {
        void this.lease(channel).then(
          (lease) => lease.end(),
          () => undefined,
        );
      }).unref();
    }
  }

  /**
   * Lines up for a channel.
   * @param takenBy worker for which the lease may be taken in the database; null for none yet
   * @param isDue set when something was due for the channel
   */
  #lineUp(channel: Channel, takenBy: string | null, isDue = false): PlaceInLine {
    const { id } = channel;
    const before = this.#lines.get(id) ?? Promise.resolve();
    const giveBack = async (workerId: string | null) => {
      if (workerId !== null) await this.#free(channel, workerId, isDue);
      if (this.#lines.get(id) === place.ended) this.#lines.delete(id);
    };
    const place = new PlaceInLine(channel, { before, takenBy, worker: this.#worker, giveBack });
    this.#lines.set(id, place.ended);
    return place;
  }

  /** Gives a lease back. One that cannot be given back now is in no line: it is found as a stray one; on SQLite its row is still due. */
  async #free(channel: Channel, workerId: string, isDue: boolean): Promise<void> {
    // On SQLite no row says that a lease was taken, and that of a channel for which something was due has no worker.
    if (this.#isAlone && !isDue) return;
    try {
      if (!isDue && (await freeIdleChannel(this.#db, channel, workerId))) return;
      const as = this.#isAlone ? null : workerId;
      await this.#db.transaction().execute((trx) => freeChannel(trx, channel, as));
    } catch (err) {
      this.#logger.warn({ err }, 'could not give back the lease of a channel yet');
    }
  }
}

interface PlaceGiven extends Pick<PlaceInLine, 'before' | 'takenBy'> {
  readonly worker: Worker;
  readonly giveBack: (workerId: string | null) => Promise<void>;
}

/** Lease of this process that is taken, or waited for. */
class PlaceInLine implements Lease {
  readonly channel: Channel;
  /** Resolves when the lease before this one in line has ended. */
  readonly before: Promise<void>;
  /** Worker for which the lease may be taken in the database; null while it is not. */
  takenBy: string | null;
  isFetching = false;
  readonly #giveBack: PlaceGiven['giveBack'];
  readonly #worker: Worker;
  readonly #end = Promise.withResolvers<void>();
  #ending: Promise<void> | null = null;

  constructor(channel: Channel, given: PlaceGiven) {
    this.channel = channel;
    this.before = given.before;
    this.takenBy = given.takenBy;
    this.#worker = given.worker;
    this.#giveBack = given.giveBack;
  }

  get ended(): Promise<void> {
    return this.#end.promise;
  }

  isHeld(): Promise<boolean> {
    return this.#worker.isStill(this.takenBy ?? this.#worker.id);
  }

  isHeldSoFar(): boolean {
    return (this.takenBy ?? this.#worker.id) === this.#worker.id;
  }

  end(): Promise<void> {
    this.#ending ??= this.#giveBack(this.takenBy).then(this.#end.resolve);
    return this.#ending;
  }
}
