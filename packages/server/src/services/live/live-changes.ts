import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { firstIdAt, newId, timeOfId } from '../../ids.ts';
import type { Logger } from '../../logger.ts';
import { type LiveState, readLiveState } from '../../store/live-state.ts';
import type { Database } from '../../store/schema.ts';
import {
  type Change,
  changeSince,
  MAX_STEPS,
  OVERLAP_MS,
  type Position,
  positionAt,
  readPosition,
  writePosition,
} from './stream-position.ts';

const POLL_MS = 1_000;
/** Who may not read any more is found out after this long even when there is nothing to tell. */
const CHECK_MS = 10_000;
const MAX_STREAMS = 20;
const RETRY_AFTER_MS = 10_000;

/** What is told to who watches. `id` continues from here; `position` tells nothing else. */
export type LiveEvent =
  | { readonly kind: 'position' | 'reset'; readonly id: string }
  | { readonly kind: 'change'; readonly id: string; readonly change: Change };

/** Somebody who watches a workspace. */
export interface LiveStream {
  send(event: LiveEvent): void;
  /** Whether the key or session is still good. @throws Error where that cannot be found out now */
  isAllowed(): Promise<boolean>;
  /** Nothing is sent after. */
  end(): void;
}

interface Reader {
  readonly stream: LiveStream;
  /** Of the last event that was seen before; null: it watches for the first time. */
  readonly since: string | null;
  position: Position | null;
  checkedAt: number;
}

/** A workspace that is watched. */
interface Watch {
  readonly workspaceId: string;
  readonly readers: Set<Reader>;
  readonly ended: AbortController;
  /** The readings, one after another. */
  turn: Promise<void>;
}

export type LiveChanges = ReturnType<typeof createLiveChanges>;

/**
 * Tells what changes in a workspace, whichever process changed it: the database is asked once a second for each workspace
 * that somebody watches, and for no other.
 */
export function createLiveChanges({ db, logger }: { db: Database; logger: Logger }) {
  const watches = new Map<string, Watch>();
  let isStopped = false;

  function begin(workspaceId: string): Watch {
    const watch: Watch = {
      workspaceId,
      readers: new Set(),
      ended: new AbortController(),
      turn: Promise.resolve(),
    };
    watches.set(workspaceId, watch);
    void pollUntilEnded(watch);
    return watch;
  }

  async function pollUntilEnded(watch: Watch): Promise<void> {
    const { signal } = watch.ended;
    while (!signal.aborted) {
      await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // Nobody is told of what cannot be read; the next reading finds all of it.
      await takeTurn(watch).catch((error: unknown) => logger.warn({ err: error }, 'changes could not be read yet'));
    }
  }

  function takeTurn(watch: Watch): Promise<void> {
    const turn = watch.turn.then(() => poll(watch));
    watch.turn = turn.catch(() => undefined);
    return turn;
  }

  async function poll(watch: Watch): Promise<void> {
    // Who comes while it is read has not been looked for far enough back.
    const readers = [...watch.readers];
    const at = timeOfId(newId());
    for (const reader of readers) {
      if (reader.since !== null) reader.position ??= readPosition(watch.workspaceId, reader.since, at);
    }
    const oldest = Math.min(at, ...readers.flatMap(({ position }) => position?.at ?? []));
    const state = await readLiveState(db, watch.workspaceId, firstIdAt(oldest - OVERLAP_MS), MAX_STEPS);
    if (!state) {
      for (const reader of readers) end(watch, reader);
      return;
    }
    const position = positionAt(state, at);
    const now = { state, position, id: writePosition(watch.workspaceId, position) };
    const told = await Promise.allSettled(readers.map((reader) => tell(watch, reader, now)));
    const failure = told.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  async function tell(
    watch: Watch,
    reader: Reader,
    now: { state: LiveState; position: Position; id: string },
  ): Promise<void> {
    const event = eventFor(reader, now);
    if (event || performance.now() - reader.checkedAt > CHECK_MS) {
      if (!(await reader.stream.isAllowed())) return end(watch, reader);
      reader.checkedAt = performance.now();
    }
    reader.position = now.position;
    if (event && watch.readers.has(reader)) reader.stream.send(event);
  }

  function leave(watch: Watch, reader: Reader): void {
    watch.readers.delete(reader);
    if (watch.readers.size > 0) return;
    watch.ended.abort();
    if (watches.get(watch.workspaceId) === watch) watches.delete(watch.workspaceId);
  }

  function end(watch: Watch, reader: Reader): void {
    leave(watch, reader);
    reader.stream.end();
  }

  return {
    /**
     * Begins to tell a stream what changes, after what it has missed. Returns how it leaves.
     * @param since id of the last event that was seen; null: from now on
     * @throws AppError rate_limited, unavailable
     */
    async open(workspaceId: string, since: string | null, stream: LiveStream): Promise<() => void> {
      if (isStopped) throw new AppError('unavailable', 'The server is stopping; ask another one');
      const watch = watches.get(workspaceId) ?? begin(workspaceId);
      if (watch.readers.size >= MAX_STREAMS) {
        const message = `This workspace has ${MAX_STREAMS} streams open already; close one, or come back later`;
        throw new AppError('rate_limited', message, { retryAfterMs: RETRY_AFTER_MS });
      }
      const reader: Reader = { stream, since, position: null, checkedAt: performance.now() };
      watch.readers.add(reader);
      try {
        await takeTurn(watch);
      } catch (error) {
        leave(watch, reader);
        throw error;
      }
      return () => leave(watch, reader);
    },

    /** Ends every stream at once; resolves when nothing is read any more. */
    async stop(): Promise<void> {
      isStopped = true;
      const turns = [...watches.values()].map(({ turn }) => turn);
      for (const watch of [...watches.values()]) for (const reader of [...watch.readers]) end(watch, reader);
      await Promise.all(turns);
    },
  };
}

function eventFor(
  { since, position }: Reader,
  now: { state: LiveState; position: Position; id: string },
): LiveEvent | null {
  const { id } = now;
  if (position === null) return { kind: since === null ? 'position' : 'reset', id };
  // A database that knows less than the stream has told was put in its place.
  if (position.logCount > now.position.logCount) return { kind: 'reset', id };
  const change = changeSince(position, now.state, now.position);
  return change && { kind: 'change', id, change };
}
