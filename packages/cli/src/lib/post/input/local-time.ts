import type { Io } from '../../io.ts';

/** A time without a zone means this machine's zone only where a person sees what it came to, or TZ says which zone. */
export function allowsLocalTime({ env, stdin, stdout }: Io): boolean {
  return Boolean(env['TZ']) || (stdout.isTTY && stdin.isTTY === true);
}
