import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';

/** Largest body that is read, in bytes. */
export const MAX_BODY_BYTES = 256 * 1024;
const MAX_DEPTH = 64;

/** The raw body, or null when there is none. @throws AppError payload_too_large */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return size === 0 ? null : Buffer.concat(chunks);
}

/** Strict JSON: UTF-8, no NUL, no lone surrogate, no duplicate key, bounded depth. @throws AppError invalid_json */
export function parseJson(body: Buffer): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new AppError('invalid_json', 'The body is not valid UTF-8', { cause });
  }
  let value: unknown;
  try {
    checkStructure(text);
    value = JSON.parse(text);
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

// JSON.parse keeps the last of two equal keys and has no limit of depth, so both are found before it runs.
function checkStructure(text: string): void {
  const levels: Level[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;
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
  if (!level?.keys || !/^\s*:/.test(text.slice(end, end + 100))) return;
  const key = JSON.parse(quoted) as string;
  if (level.keys.has(key)) throw new AppError('invalid_json', 'The body names the same field twice');
  level.keys.add(key);
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

function tooLarge(): AppError {
  return new AppError('payload_too_large', `The body is larger than ${MAX_BODY_BYTES} bytes; shorten it`);
}
