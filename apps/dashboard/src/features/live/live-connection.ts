import { type Change, readEventStream, StreamRefusal } from './event-stream.ts';

/** `live`: changes are told. `polling`: they are asked for. `offline`: the server does not answer. */
export type LiveState = 'live' | 'polling' | 'offline';

/** How often everything on the screen is read again while changes are not told. */
export const POLL_MS = 10_000;
/** A browser opens six connections to a host at most: tabs that nobody looks at must not use them up. */
const HIDDEN_MS = 5_000;
/** Between the end of one stream and the next, so that a server that stops is not asked in a loop. */
const REST_MS = 1_000;
const MAX_REST_MS = 120_000;
const SLOW_MS = 5_000;

interface LiveOptions {
  /** Has what changed read again; null: everything. */
  onChange: (change: Change) => void;
  onState: (state: LiveState) => void;
  /** The session may have ended. */
  onRefusal: () => void;
  /** Whether the server answers at all. */
  isThere: () => Promise<boolean>;
}

/** Has changes told for as long as the tab is looked at, and asks for them where they cannot be told. Returns its end. */
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
          // What was read before the first position may have changed since.
          if (since === null) onChange({ topics: ['posts', 'connections'], postIds: [] });
          since = id;
        },
        onChange,
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof StreamRefusal && error.status === 401) onRefusal();
    }
    // A stream that was there and ended is opened again at once; the server ends each after ten minutes.
    if (!isGreeted) failures += 1;
    // One quick failure may be a server that starts anew; whoever has waited for long sees no changes meanwhile.
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

/** A signal that is given when nobody has looked at the tab for some seconds, or when `ended` is. */
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

/** Waits until somebody looks at the tab. */
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
    // A network that comes back is worth a try at once.
    addEventListener('online', wake, { once: true, signal });
  });
}

function once(target: EventTarget, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    target.addEventListener(event, () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
