import { vi } from 'vitest';

/** Factor for the time limit of every wait. A longer limit costs nothing when a test passes, and a busy machine needs it. */
const FACTOR = 4;
const VITEST_DEFAULT_MS = 1_000;

type Options = number | { readonly timeout?: number; readonly interval?: number };

function longer(options: Options = {}): { timeout: number; interval?: number } {
  const { timeout = VITEST_DEFAULT_MS, ...others } = typeof options === 'number' ? { timeout: options } : options;
  return { ...others, timeout: timeout * FACTOR };
}

const { waitFor, waitUntil } = vi;
const patient = Symbol.for('social.patient');

// A worker runs many files, and this before each of them.
if (!Reflect.has(vi, patient)) {
  Object.assign(vi, {
    [patient]: true,
    waitFor: ((callback, options) => waitFor(callback, longer(options))) satisfies typeof waitFor,
    waitUntil: ((callback, options) => waitUntil(callback, longer(options))) satisfies typeof waitUntil,
  });
}
