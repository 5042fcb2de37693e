import { randomUUID } from 'node:crypto';
import type { ApiCall, CallOptions, CallResult, MutationOptions } from '@social/sdk';
import type { Context } from '../context.ts';
import { failureOfStep, interruptedWhileSending } from '../failure.ts';
import { allowsSpinner, spinnerOf, startSpinner } from '../terminal/spinner.ts';

/**
 * Runs a call that changes something, under an idempotency key that the user can repeat.
 * @throws {CliError} exit code 130 with the command to run again, when Ctrl-C interrupts the call
 */
export async function sendWithKey<Data>(
  context: Context,
  progress: string,
  key: string | undefined,
  call: (options: MutationOptions) => ApiCall<Data>,
): Promise<CallResult<Data>> {
  const idempotencyKey = key ?? `cli-${randomUUID()}`;
  const { signal } = context.io;
  try {
    return await showProgress(context, progress, call({ idempotencyKey, signal }).withResponse());
  } catch (error) {
    throw signal.aborted ? interruptedWhileSending(idempotencyKey, context) : error;
  }
}

/**
 * Runs a call that is a step of a larger command. The command is repeated as a whole, not the step.
 * @throws {CliError} with the advice to run the command again, when the step may have been carried out
 */
export async function sendStep<Data>(
  context: Context,
  progress: string,
  call: (options: MutationOptions) => ApiCall<Data>,
): Promise<CallResult<Data>> {
  const { signal } = context.io;
  try {
    return await showProgress(context, progress, call({ signal }).withResponse());
  } catch (error) {
    throw failureOfStep(error, { isInterrupted: signal.aborted });
  }
}

/** Runs a call that only reads, or takes no key. */
export function fetchData<Data>(
  context: Context,
  progress: string,
  call: (options: CallOptions) => Promise<Data>,
): Promise<Data> {
  return showProgress(context, progress, call({ signal: context.io.signal }));
}

/** Shows a spinner on stderr during some work, where moving text is welcome. */
export async function showProgress<Value>(context: Context, text: string, work: Promise<Value>): Promise<Value> {
  return await showChanging(context, text, () => work);
}

/** Shows a spinner whose text changes during the work; within a longer run, the text of that one tells of the work. */
export async function showChanging<Value>(
  { io, output }: Context,
  text: string,
  run: (show: (text: string) => void) => Promise<Value>,
): Promise<Value> {
  const outer = spinnerOf(io);
  outer?.detail(text);
  if (outer) return await run((now) => outer.detail(now));
  if (!allowsSpinner(io, output)) return await run(() => undefined);
  let shown = text;
  let show = (now: string) => {
    shown = now;
  };
  const work = run((now) => show(now));
  // Handle a rejection that comes before the spinner is loaded; the caller gets it below.
  const settled = Promise.allSettled([work]);
  const spinner = await startSpinner(io, shown);
  show = spinner.show;
  await settled;
  spinner.stop();
  return await work;
}
