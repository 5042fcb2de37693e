import { AppError } from './errors.ts';

const MAX_DEPTH = 64;

/** Parses strict JSON in strict UTF-8. @throws AppError invalid_json */
export function parseJson(body: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not valid UTF-8', { cause });
  }
  return parseJsonText(text);
}

/**
 * Parses strict JSON: no NUL, no lone surrogate, no duplicate key, at most 64 levels.
 * @param what the first words of the error messages
 * @throws AppError invalid_json
 */
export function parseJsonText(text: string, what = 'The body'): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_json', `${what} is not valid JSON`, { cause });
  }
  const problem = problemOfStructure(text) ?? (SUSPECT.test(text) ? problemOfValue(value) : null);
  if (problem !== null) throw new AppError('invalid_json', `${what} ${problem}`);
  return value;
}

/** What a NUL, half of a surrogate pair, and a number that is too large are written with. Few texts have it, and walking takes long. */
const SUSPECT = /\\u|\d[eE]\+?\d|(?<!\d)\d{309}/;

interface Level {
  readonly keys: Set<string> | null;
}

// JSON.parse keeps the last of two equal keys and has no limit of depth. The scan runs after it, because only in valid JSON
// every quote is closed, which keeps the scan linear.
function problemOfStructure(text: string): string | null {
  const levels: Level[] = [];
  const token = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|[{}[\]]/gs;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found, quoted, colon] = match;
    if (found === '{' || found === '[') {
      levels.push({ keys: found === '{' ? new Set() : null });
      if (levels.length > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
    } else if (found === '}' || found === ']') {
      levels.pop();
    } else if (quoted !== undefined && colon !== undefined && isNamedTwice(levels.at(-1), quoted)) {
      return 'names the same field twice';
    }
  }
  return null;
}

function isNamedTwice(level: Level | undefined, quoted: string): boolean {
  if (!level?.keys) return false;
  const key = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  const { size } = level.keys;
  return level.keys.add(key).size === size;
}

function problemOfValue(value: unknown): string | null {
  if (typeof value === 'string') {
    if (value.includes('\0')) return 'holds a NUL character, which no text has';
    return value.isWellFormed() ? null : 'holds half of a surrogate pair';
  }
  if (typeof value === 'number') return Number.isFinite(value) ? null : 'holds a number that is too large';
  if (value === null || typeof value !== 'object') return null;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  for (const part of parts) {
    const problem = problemOfValue(part);
    if (problem !== null) return problem;
  }
  return null;
}
