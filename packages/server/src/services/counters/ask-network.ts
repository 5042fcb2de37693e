import { type CounterCapability, PlatformError } from '@social/platforms';
import type { PlatformId } from '@social/types';
import type { Logger } from '../../log/logger.ts';
import type { ConnectionRow } from '../../store/connections/connections.ts';
import type { Tokens } from '../connections/tokens.ts';
import type { UpstreamReads } from '../networks/upstream-reads.ts';
import type { ReadingProblem } from './readings.ts';

const READ_TIMEOUT_MS = 10_000;
/** Wait after a rate limit without a time. */
const PAUSE_MS = 15 * 60_000;
/** Pauses that are kept; beyond that, they begin again. */
const MAX_PAUSES = 10_000;

/** Numbers that a network has told, or why it told none. */
export type Told =
  | { readonly values: Readonly<Record<string, number>>; readonly problem: null }
  | { readonly problem: ReadingProblem; readonly waitMs: number | null };

/**
 * Asks a network about a post of an account, once. Never throws for what a network does. A refused reading does not mark the
 * connection; a token that can no longer be renewed does, as at any other use.
 */
export type AskNetwork = (
  reader: { readonly connection: ConnectionRow; readonly counters: CounterCapability },
  platformPostId: string,
  stopping?: AbortSignal,
) => Promise<Told>;

/** Makes the function that asks networks. An account that a network limits is left alone as long as the network says. */
export function createAskNetwork(deps: { logger: Logger; tokens: Tokens; reads: UpstreamReads }): AskNetwork {
  const { logger, tokens, reads } = deps;
  /** Milliseconds of the monotonic clock until which the network takes no reading of a connection. */
  const pauses = new Map<string, number>();

  function pause({ id }: ConnectionRow, waitMs: number): void {
    if (pauses.size >= MAX_PAUSES) pauses.clear();
    pauses.set(id, performance.now() + waitMs);
  }

  return async ({ connection, counters }, platformPostId, stopping) => {
    const { platform } = connection;
    const waitMs = (pauses.get(connection.id) ?? 0) - performance.now();
    if (waitMs > 0) return { problem: limited(platform, waitMs), waitMs };
    try {
      const told = await tokens.withAccount(connection, async (account) => {
        const timeout = AbortSignal.timeout(READ_TIMEOUT_MS);
        const signal = stopping ? AbortSignal.any([stopping, timeout]) : timeout;
        return reads
          .readLater(connection, READ_TIMEOUT_MS, (call) => counters.read(platformPostId, account, { ...call, signal }))
          .catch(asRefusal);
      });
      if (told instanceof PlatformError) return { problem: meaningOf(told), waitMs: null };
      if (told === null) return { problem: hidden(platform), waitMs: null };
      return { values: told, problem: null };
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      const { kind, status, upstreamCode: upstream } = error;
      logger.info({ platform, connectionId: connection.id, kind, status, upstream }, 'a network told no counters');
      if (kind !== 'rate-limited') return { problem: meaningOf(error), waitMs: error.retryAfterMs };
      const wait = error.retryAfterMs ?? PAUSE_MS;
      pause(connection, wait);
      return { problem: meaningOf(error), waitMs: wait };
    }
  };
}

/** Takes a refused token for an answer: publishing finds out whether the connection still works. */
function asRefusal(error: unknown): PlatformError {
  if (error instanceof PlatformError && error.kind === 'reconnect') return error;
  throw error;
}

function meaningOf({ kind, code, message, platform }: PlatformError): ReadingProblem {
  if (kind === 'reconnect') {
    return { reason: 'missing_scope', note: `the network does not tell this connection${connectAgain(platform)}` };
  }
  if (code === 'network_forbidden') {
    const fix = message.includes('again') ? '' : connectAgain(platform);
    return { reason: 'missing_scope', note: `${message}${fix}` };
  }
  if (kind === 'not-found') return hidden(platform);
  // The message speaks of a post that is to be published.
  if (code === 'invalid_request') {
    return { reason: 'unavailable', note: 'the network refuses to tell what it counts; look at the post there' };
  }
  return { reason: 'unavailable', note: message };
}

function connectAgain(platform: PlatformId): string {
  return `; connect it again to see this, with: social connect ${platform}`;
}

function hidden(platform: PlatformId): ReadingProblem {
  return { reason: 'not_shown', note: `${platform} does not show this post, or does not count it yet` };
}

function limited(platform: PlatformId, waitMs: number): ReadingProblem {
  const minutes = Math.ceil(waitMs / 60_000);
  return { reason: 'unavailable', note: `${platform} limits how often it is asked; ask again in ${minutes} min` };
}
