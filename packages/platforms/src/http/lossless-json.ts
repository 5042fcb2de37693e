/** Node hands the reviver the number as it was written, which the library typings do not know yet. */
type SourceReviver = (key: string, value: unknown, context: { readonly source?: string }) => unknown;
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

/**
 * Parses JSON; integers too large to be exact become strings of their digits, so that ids keep every digit.
 * Gives `undefined` for what is no JSON, or nested beyond reason.
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

/** A JSON object, or null for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/** An id that came as a string or as a number; null for anything else, and where it does not match. */
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
