import type { Io } from '../io.ts';
import { allowsColor } from './tty.ts';

/** A moving text on a terminal. */
export interface Spinner {
  /** Replaces the text. */
  show(text: string): void;
  /** Adds to the text what is being done now. */
  detail(text: string): void;
  stop(): void;
}

/** One text moves at a time: a step of a longer run adds to that of the run. */
const spinning = new WeakMap<object, Spinner>();

/** The moving text of a longer run. */
export function spinnerOf({ terminal }: Io): Spinner | undefined {
  return spinning.get(terminal);
}

/** Returns true where moving text is welcome. */
export function allowsSpinner(io: Io, { isJson }: { readonly isJson: boolean }): boolean {
  return io.stderr.isTTY && allowsColor(io) && !isJson;
}

/** Starts a moving text on stderr. */
export async function startSpinner(io: Io, text: string): Promise<Spinner> {
  const { default: createSpinner } = await import('yocto-spinner');
  const stream = io.terminal as NodeJS.WriteStream;
  const moving = createSpinner({ text, stream, handleSignals: false }).start();
  let base = text;
  const spinner: Spinner = {
    show(now) {
      base = now;
      moving.text = now;
    },
    detail(now) {
      moving.text = `${base}: ${now}`;
    },
    stop() {
      moving.stop();
      spinning.delete(io.terminal);
    },
  };
  spinning.set(io.terminal, spinner);
  return spinner;
}
