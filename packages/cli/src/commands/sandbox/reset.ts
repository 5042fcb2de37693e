import type { Context } from '../../lib/context.ts';
import { findSandbox, type SandboxOptions } from '../../lib/server/find-sandbox.ts';

/** `social sandbox reset`: the networks are as they were when they were new. */
export async function resetSandbox(context: Context, options: SandboxOptions): Promise<void> {
  const sandbox = await findSandbox(context, options);
  const answer = await sandbox.call('POST', 'reset');
  await context.output.data(answer, ({ ok }) => `${ok} The sandbox is in its first state again`);
  await context.output.note('Connect the accounts again: the networks forgot them.');
}
