import type { Io } from '../io.ts';

/** Returns true where colors and moving text are welcome. */
export function allowsColor({ env, stdout }: Io): boolean {
  return stdout.isTTY && !env['NO_COLOR'] && !env['CI'] && env['TERM'] !== 'dumb';
}

/** Returns true where a person can answer prompts; stdout may be piped. */
export function isInteractive({ stdin, stderr, env }: Io): boolean {
  return stdin.isTTY === true && stderr.isTTY && !env['CI'];
}

/** Returns true where a person can answer prompts and no program reads the output. */
export function mayAsk({ io, output }: { readonly io: Io; readonly output: { readonly isJson: boolean } }): boolean {
  return isInteractive(io) && io.stdout.isTTY && !output.isJson;
}

/** Returns true where a time without a zone means the zone of this machine: a person sees the result, or TZ names the zone. */
export function allowsLocalTime({ env, stdin, stdout }: Io): boolean {
  return Boolean(env['TZ']) || (stdout.isTTY && stdin.isTTY === true);
}

/** The streams and the signal of prompts. */
export function promptStreams({ stdin, terminal, signal }: Io) {
  return { input: stdin, output: terminal, signal };
}
