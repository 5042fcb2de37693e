import type { Context } from '../lib/context.ts';
import type { ExitCode } from '../lib/exit-codes.ts';

/** The code of a command: it gets the context, then what commander hands to an action. */
type Run = (context: Context, ...args: never[]) => Promise<ExitCode> | Promise<void>;

/** Makes a commander action of a command whose code is loaded only when it runs. */
export type Start = (load: () => Promise<Run>) => (...args: unknown[]) => Promise<void>;
