/** Node hands the reviver each number as it was written, which TypeScript's library does not declare yet. */
type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

/**
 * Parses JSON; returns integers too large to be exact as strings of their digits, so that ids keep every digit.
 * @returns the parsed value; undefined for a text that is not JSON, or nested too deeply
 */
export function parseLosslessJson(text: string): unknown {
  try {
    return parseWithSource(text, (_key, value, { source }) =>
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? '') ? source : value,
    );
  } catch {
    return undefined;
  }
}

/** An object of a network's JSON; nothing about its members is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON object, or null for anything else. */
export function asRecord(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

/** An id that is a string or a number; null for anything else, and for one that does not match the pattern. */
export function asId(value: unknown, pattern: RegExp): string | null {
  const id = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
  return typeof id === 'string' && pattern.test(id) ? id : null;
}

/** A string, or null for anything else. */
export function asString(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** A date written as ISO 8601, or null for anything else. */
export function asDate(value: unknown): Date | null {
  const date = typeof value === 'string' ? new Date(value) : null;
  return date && !Number.isNaN(date.getTime()) ? date : null;
}
