import { AppError } from './errors.ts';

const MAX_DEPTH = 64;

/** Strict JSON in strict UTF-8. @throws AppError invalid_json */
export function parseJson(body: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not valid UTF-8', { cause });
  }
  return parseJsonText(text);
}

/** Strict JSON: no NUL, no lone surrogate, no duplicate key, bounded depth. @throws AppError invalid_json */
export function parseJsonText(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
    checkStructure(text);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('invalid_json', 'The body is not valid JSON', { cause });
  }
  checkText(value);
  return value;
}

interface Level {
  readonly keys: Set<string> | null;
}

// JSON.parse keeps the last of two equal keys and has no limit of depth. The scan runs after it: only in text that is
// JSON does every quote have its end, and only then is the scan linear.
function checkStructure(text: string): void {
  const levels: Level[] = [];
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]/gs;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [found] = match;
    if (found === '{' || found === '[') {
      levels.push({ keys: found === '{' ? new Set() : null });
      if (levels.length > MAX_DEPTH)
        throw new AppError('invalid_json', `The body is nested deeper than ${MAX_DEPTH} levels`);
    } else if (found === '}' || found === ']') {
      levels.pop();
    } else {
      noteKey(levels.at(-1), found, text, token.lastIndex);
    }
  }
}

function noteKey(level: Level | undefined, quoted: string, text: string, end: number): void {
  if (!level?.keys || !isFollowedByColon(text, end)) return;
  const key = JSON.parse(quoted) as string;
  if (level.keys.has(key)) throw new AppError('invalid_json', 'The body names the same field twice');
  level.keys.add(key);
}

function isFollowedByColon(text: string, end: number): boolean {
  const colon = /\s*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

function checkText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new AppError('invalid_json', 'The body holds a NUL character, which no text has');
    if (!value.isWellFormed()) throw new AppError('invalid_json', 'The body holds half of a surrogate pair');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new AppError('invalid_json', 'The body holds a number that is too large');
  } else if (Array.isArray(value)) {
    value.forEach(checkText);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, part] of Object.entries(value)) {
      checkText(key);
      checkText(part);
    }
  }
}
