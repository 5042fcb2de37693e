import { cleanText } from '../../http/safe-quote.ts';
import { invalidField } from '../../meanings.ts';
import { PlatformError } from '../../platform-error.ts';

const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const MAX_LENGTH = 253;
/** Endings of names that never lead to an account. @see https://atproto.com/specs/handle#additional-non-syntax-restrictions */
const RESERVED = ['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion'];
const WANTED = 'write it as ada.bsky.social';

/**
 * Reads the handle out of what a user types: with or without `@`, in any case.
 * @param allowTest also takes names below `.test`, which only simulated networks have
 * @throws PlatformError for anything else, before anything is sent
 */
export function readHandle(typed: string, { allowTest }: { allowTest: boolean }): string {
  const handle = typed.trim().replace(/^@/, '').toLowerCase();
  const problem = problemOf(handle, allowTest);
  if (problem) throw wrongHandle(`${problem}; nothing was sent`);
  return handle;
}

/** Returns true for a text that is a handle as it stands, in lower case. */
export function isHandle(text: string): boolean {
  return text.length <= MAX_LENGTH && HANDLE.test(text);
}

function problemOf(handle: string, allowTest: boolean): string | undefined {
  if (!/^[\x21-\x7e]+$/.test(handle)) {
    const isOneWord = handle !== '' && !/\s/.test(handle);
    return isOneWord
      ? 'has letters that cannot be seen, or that look like others; type the name instead of pasting it'
      : `is not the name of an account; ${WANTED}`;
  }
  if (/^(?:[\d.]+|\[?[0-9a-f]*:[0-9a-f:.]*\]?)$/.test(handle)) return `is an address of a machine; ${WANTED}`;
  if (handle.includes('@')) return `is the name of an account elsewhere; ${WANTED}`;
  if (!handle.includes('.')) return `is not a whole name; ${WANTED}`;
  if (!isHandle(handle)) return `is not the name of an account; ${WANTED}`;
  const ending = handle.slice(handle.lastIndexOf('.') + 1);
  const isReserved = RESERVED.includes(ending) || (ending === 'test' && !allowTest);
  return isReserved ? `ends with .${ending}, which no account has; check the name` : undefined;
}

/** The error for a named account. `problem` continues the name of the field. */
export function wrongHandle(problem: string, cause?: unknown): PlatformError {
  return new PlatformError('bluesky', { ...invalidField('handle', problem), cause });
}

/** A text of a foreign document, fit to be shown in a message. */
export function quoted(text: string): string {
  return `"${cleanText(text, 80)}"`;
}
