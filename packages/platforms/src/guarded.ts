import { channel } from 'node:diagnostics_channel';

/** What a listener or timer has thrown, and the event that it listened to. */
export interface Fault {
  readonly error: unknown;
  readonly event: string;
}

type Listener = (...args: never[]) => unknown;
type Guarded = (...args: unknown[]) => void;

/** What events come from: an emitter of Node, or a signal. */
type Source =
  | { on(event: string, listener: Guarded): unknown; off(event: string, listener: Guarded): unknown }
  | Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** Where faults are published, for the log of the program. */
const faults = channel('social:fault');

/** Hands every later fault of this process to `report`. @returns a function that ends this */
export function onFault(report: (fault: Fault) => void): () => void {
  const listener = (message: unknown) => report(message as Fault);
  faults.subscribe(listener);
  return () => void faults.unsubscribe(listener);
}

/**
 * Listens to an event. A listener that throws or rejects ends what the event comes from and what it hands over, and not
 * the process.
 * @returns a function that ends the listening
 */
export function on(source: Source, event: string, listener: Listener): () => void {
  const guarded = guard(event, listener, source);
  if (!('on' in source)) {
    source.addEventListener(event, guarded);
    return () => source.removeEventListener(event, guarded);
  }
  source.on(event, guarded);
  return () => void source.off(event, guarded);
}

/** Listens to the next such event, as `on` does. */
export function once(source: Source, event: string, listener: Listener): () => void {
  const end = on(source, event, (...args) => {
    end();
    return listener(...args);
  });
  return end;
}

/** Runs something after a time, in milliseconds. If it throws, its owner ends, and not the process. */
export function after(milliseconds: number, run: () => unknown, owner?: object): NodeJS.Timeout {
  return setTimeout(guard('timer', run, owner), milliseconds);
}

/** Runs something again and again, as `after` does. */
export function every(milliseconds: number, run: () => unknown, owner?: object): NodeJS.Timeout {
  return setInterval(guard('timer', run, owner), milliseconds);
}

/** Runs something before the next event is waited for, as `after` does. */
export function soon(run: () => unknown): NodeJS.Immediate {
  return setImmediate(guard('timer', run, undefined));
}

function guard(event: string, listener: Listener, source: object | undefined): Guarded {
  return (...args) => {
    const fail = (error: unknown) => {
      faults.publish({ error, event } satisfies Fault);
      for (const owner of [...args, source]) end(owner);
    };
    try {
      const result = listener(...(args as never[]));
      if (result instanceof Promise) result.catch(fail);
    } catch (error) {
      fail(error);
    }
  };
}

/** Ends a request, response, connection, stream or worker. Leaves anything else, such as a server, alone. */
function end(owner: unknown): void {
  if (typeof owner !== 'object' || owner === null) return;
  if ('destroy' in owner && typeof owner.destroy === 'function') owner.destroy();
  else if ('kill' in owner && typeof owner.kill === 'function') owner.kill('SIGKILL');
}
