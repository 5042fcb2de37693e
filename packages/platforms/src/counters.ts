import type { CounterField } from './driver.ts';
import { asRecord } from './http/lossless-json.ts';

/**
 * Picks the counters out of an object of a network's answer. Leaves out every field that is missing or is no count: a network that
 * does not tell a number has not said that it is zero.
 */
export function countersIn(source: unknown, fields: readonly CounterField[]): Record<string, number> {
  const found = asRecord(source);
  const counters: Record<string, number> = {};
  for (const { name } of fields) {
    const value = asCount(found?.[name]);
    if (value !== null) counters[name] = value;
  }
  return counters;
}

/** A whole number from zero on, also where a network writes it as text; null for anything else. */
export function asCount(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}
