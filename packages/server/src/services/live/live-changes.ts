import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../errors.ts';
import { firstIdAt, newId, timeOfId } from '../../ids.ts';
import type { Logger } from '../../log/logger.ts';
import { type LiveState, readLiveState, reduceToProfiles } from '../../store/live-state.ts';
import type { Database } from '../../store/schema.ts';
import type { Viewer } from '../access/rights.ts';
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
/** Longest time between two checks of a reader's key or session while there are no changes. */
const CHECK_MS = 10_000;
/** Streams at once: of a caller, so that one of many members shuts out nobody, and of all of a workspace. */
const STREAMS_PER_CALLER = 20;
const STREAMS_PER_WORKSPACE = 200;
const RETRY_AFTER_MS = 10_000;

/** Event for readers of a stream. A reader continues after `id`; an event of the kind `position` has nothing else. */
export type LiveEvent =
  | { readonly kind: 'position' | 'reset'; readonly id: string }
  | { readonly kind: 'change'; readonly id: string; readonly change: Change };

/** A stream to a reader of a workspace's changes. */
export interface LiveStream {
  send(event: LiveEvent): void;
  /** Returns true while the key or session is valid. @throws Error when this cannot be checked now */
  isAllowed(): Promise<boolean>;
  /** Ends the stream. No event follows. */
  end(): void;
}

interface Reader {
  readonly callerId: string;
  readonly stream: LiveStream;
  /** Id of the last event that the reader has seen; null for a new reader. */
  readonly since: string | null;
  /** Profiles that the reader sees; null for all. */
  readonly profiles: readonly string[] | null;
  position: Position | null;
  checkedAt: number;
}

/** State of a workspace as a reader sees it, and the position of a reader that has seen it. */
interface Now {
  readonly state: LiveState;
  readonly position: Position;
  readonly id: string;
}

/** A workspace with readers. */
interface Watch {
  readonly workspaceId: string;
  readonly readers: Set<Reader>;
  readonly ended: AbortController;
  /** The last poll. Polls run one after another. */
  polling: Promise<void>;
}

export type LiveChanges = ReturnType<typeof createLiveChanges>;

/**
 * Makes the service that streams the changes of workspaces, whichever process made them. It polls the database once a
 * second for each workspace that has readers.
 */
export function createLiveChanges({ db, logger }: { db: Database; logger: Logger }) {
  const watches = new Map<string, Watch>();
  let isStopped = false;

  function begin(workspaceId: string): Watch {
    const watch: Watch = {
      workspaceId,
      readers: new Set(),
      ended: new AbortController(),
      polling: Promise.resolve(),
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
      // After a failure nothing is lost: the next poll reads the same changes.
      await queuePoll(watch).catch((error: unknown) => logger.warn({ err: error }, 'could not read changes yet'));
    }
  }

  function queuePoll(watch: Watch): Promise<void> {
    const polling = watch.polling.then(() => poll(watch));
    watch.polling = polling.catch(() => undefined);
    return polling;
  }

  async function poll(watch: Watch): Promise<void> {
    // Readers that join during this query wait for the next one, which looks back far enough for them.
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
    const all = nowOf(watch, state, at);
    const told = await Promise.allSettled(
      readers.map(async (reader) => {
        if (reader.profiles === null) return tell(watch, reader, all);
        return tell(watch, reader, nowOf(watch, await reduceToProfiles(db, state, reader.profiles), at));
      }),
    );
    const failure = told.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  function nowOf({ workspaceId }: Watch, state: LiveState, at: number): Now {
    const position = positionAt(state, at);
    return { state, position, id: writePosition(workspaceId, position) };
  }

  async function tell(watch: Watch, reader: Reader, now: Now): Promise<void> {
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
     * Sends a stream the changes that it has missed, then every new one.
     * @param since id of the last event that the reader has seen; null for changes from now on. The reader sees what its
     *   rights allow
     * @returns function that leaves the stream
     * @throws AppError rate_limited, unavailable
     */
    async open(
      { workspaceId, rights, callerId }: Viewer & { readonly callerId: string },
      since: string | null,
      stream: LiveStream,
    ): Promise<() => void> {
      if (isStopped) throw new AppError('unavailable', 'The server is stopping; ask another one');
      const watch = watches.get(workspaceId) ?? begin(workspaceId);
      requireRoom(watch, callerId);
      const seen = { since, profiles: rights.profiles, position: null };
      const reader: Reader = { callerId, stream, ...seen, checkedAt: performance.now() };
      watch.readers.add(reader);
      try {
        await queuePoll(watch);
      } catch (error) {
        leave(watch, reader);
        throw error;
      }
      return () => leave(watch, reader);
    },

    /** Ends every stream at once. Resolves when the last poll has ended. */
    async stop(): Promise<void> {
      isStopped = true;
      const polls = [...watches.values()].map(({ polling }) => polling);
      for (const watch of [...watches.values()]) for (const reader of [...watch.readers]) end(watch, reader);
      await Promise.all(polls);
    },
  };
}

function eventFor({ since, position, profiles }: Reader, now: Now): LiveEvent | null {
  const { id } = now;
  if (position === null) return { kind: since === null ? 'position' : 'reset', id };
  // The log was longer before, so a backup was restored.
  if (position.logCount > now.position.logCount) return { kind: 'reset', id };
  const change = changeSince(position, now.state, now.position);
  if (change === null || profiles === null) return change && { kind: 'change', id, change };
  // What the log and the usage say of some profiles changes with their posts.
  const { topics } = change;
  const further = topics.includes('posts') ? (['usage', 'logs'] as const) : [];
  return { kind: 'change', id, change: { ...change, topics: [...topics, ...further] } };
}

/** @throws AppError rate_limited */
function requireRoom({ readers }: Watch, callerId: string): void {
  const own = [...readers].filter((reader) => reader.callerId === callerId).length;
  if (own < STREAMS_PER_CALLER && readers.size < STREAMS_PER_WORKSPACE) return;
  const who = own < STREAMS_PER_CALLER ? `This workspace has ${readers.size}` : `This key or account has ${own}`;
  const message = `${who} streams open already; close one, or come back later`;
  const limit = own < STREAMS_PER_CALLER ? STREAMS_PER_WORKSPACE : STREAMS_PER_CALLER;
  throw new AppError('rate_limited', message, { details: { quota: 'streams', limit }, retryAfterMs: RETRY_AFTER_MS });
}
