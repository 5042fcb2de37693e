import type { Io } from './io.ts';

/** Whether colours and moving text are welcome. */
export function allowsColor({ env, stdout }: Io): boolean {
  return stdout.isTTY && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb';
}
