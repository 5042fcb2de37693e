import type { Context } from '../../lib/context.ts';
import { findSandbox, type SandboxOptions } from './find-sandbox.ts';

/** `social sandbox reset`: the networks are as they were when they were new. */
export async function resetSandbox(context: Context, options: SandboxOptions): Promise<void> {
  const sandbox = await findSandbox(context, options);
  const answer = await sandbox.call('POST', 'reset');
  await context.output.data(
    answer,
    ({ ok }) => `${ok} The networks are empty: posts, accounts, faults and settings are forgotten`,
  );
  await context.output.note('Connect the accounts again: the networks no longer know them.');
}
