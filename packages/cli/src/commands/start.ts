import type { Context } from '../lib/context.ts';
import type { ExitCode } from '../lib/exit-codes.ts';

/** The code of a command. Gets the context, then the arguments that commander passes to an action. */
type Run = (context: Context, ...args: never[]) => Promise<ExitCode> | Promise<void>;

/** Makes a commander action that loads the code of its command when it runs. */
export type Start = (load: () => Promise<Run>) => (...args: unknown[]) => Promise<void>;
