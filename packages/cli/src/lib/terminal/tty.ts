import type { Io } from '../io.ts';

/** Whether colours and moving text are welcome. */
export function allowsColor({ env, stdout }: Io): boolean {
  return stdout.isTTY && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb';
}

/** Whether a person is there to answer: everything is a terminal, nothing is to be read by a program, and this is no CI. */
export function mayAsk({ io, output }: { readonly io: Io; readonly output: { readonly isJson: boolean } }): boolean {
  return io.stdin.isTTY === true && io.stdout.isTTY && io.stderr.isTTY && !io.env['CI'] && !output.isJson;
}
