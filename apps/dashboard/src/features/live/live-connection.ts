import { type Change, readEventStream, StreamRefusal } from './event-stream.ts';

/** `live`: the server reports changes. `polling`: this app asks for them. `offline`: the server does not answer. */
export type LiveState = 'live' | 'polling' | 'offline';

/** Interval between two reads of everything on the screen while the server does not report changes. */
export const POLL_MS = 10_000;
/** A hidden tab gives up its stream after this time, because browsers open at most six connections to a host. */
const HIDDEN_MS = 5_000;
/** Pause between two streams, so that a stopping server does not get requests in a loop. */
const REST_MS = 1_000;
const MAX_REST_MS = 120_000;
const SLOW_MS = 5_000;

interface LiveOptions {
  /** Called with what must be read again. */
  onChange: (change: Change) => void;
  onState: (state: LiveState) => void;
  /** Called when the session may have ended. */
  onRefusal: () => void;
  /** Returns true when the server answers at all. */
  isThere: () => Promise<boolean>;
}

/** Follows the server's changes while the tab is visible, by its event stream or else by polling. @returns stops it */
export function stayLive({ onChange, onState, onRefusal, isThere }: LiveOptions): () => void {
  const ended = new AbortController();
  let since: string | null = null;
  let failures = 0;
  let polling: ReturnType<typeof setInterval> | undefined;

  const poll = async () => {
    const isAnswering = await isThere();
    if (ended.signal.aborted || polling === undefined) return;
    onState(isAnswering ? 'polling' : 'offline');
    if (isAnswering) onChange(null);
  };
  const stopPolling = () => {
    clearInterval(polling);
    polling = undefined;
  };
  const startPolling = () => {
    if (polling !== undefined) return;
    polling = setInterval(poll, POLL_MS);
    void poll();
  };

  const listen = async (signal: AbortSignal) => {
    const begunAt = Date.now();
    let isGreeted = false;
    try {
      await readEventStream({
        since,
        signal,
        onGreeting: () => {
          isGreeted = true;
          failures = 0;
          stopPolling();
          onState('live');
        },
        onPosition: (id) => {
          // Data that was read before the first position may have changed since.
          if (since === null) onChange({ topics: ['posts', 'connections'], postIds: [] });
          since = id;
        },
        onChange,
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof StreamRefusal && error.status === 401) onRefusal();
    }
    // The server ends each stream after ten minutes, so that the end of an open stream is not a failure.
    if (!isGreeted) failures += 1;
    // One quick failure may be a restart of the server, but after a slow one the reader has missed changes.
    if (failures > 1 || (!isGreeted && Date.now() - begunAt > SLOW_MS)) startPolling();
  };

  const run = async () => {
    while (!ended.signal.aborted) {
      const hidden = whenHidden(ended.signal);
      await listen(hidden.signal);
      await rest(Math.min(REST_MS * 4 ** Math.max(0, failures - 1), MAX_REST_MS), hidden.signal);
      if (hidden.signal.aborted) stopPolling();
      hidden.stop();
      await whenShown(ended.signal);
    }
  };
  void run();
  return () => {
    ended.abort();
    stopPolling();
  };
}

/** Returns a signal that aborts when the tab has been hidden for some seconds, or together with `ended`. */
function whenHidden(ended: AbortSignal): { signal: AbortSignal; stop: () => void } {
  const hidden = new AbortController();
  const listening = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => hidden.abort(), HIDDEN_MS);
  };
  document.addEventListener('visibilitychange', look, { signal: listening.signal });
  look();
  const stop = () => {
    clearTimeout(timer);
    listening.abort();
  };
  return { signal: AbortSignal.any([ended, hidden.signal]), stop };
}

/** Waits until the tab is visible. */
async function whenShown(ended: AbortSignal): Promise<void> {
  while (document.hidden && !ended.aborted) await once(document, 'visibilitychange', ended);
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const wake = () => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', wake, { once: true });
    // When the network returns, trying at once may succeed.
    addEventListener('online', wake, { once: true, signal });
  });
}

function once(target: EventTarget, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    target.addEventListener(event, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
