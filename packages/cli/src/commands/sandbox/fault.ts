import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { findSandbox, type SandboxOptions } from '../../lib/server/find-sandbox.ts';
import { parseKind, parseNetwork, parseOperation } from './sandbox-words.ts';

/** Options of `social sandbox fault`. */
export interface FaultOptions extends SandboxOptions {
  readonly times?: number;
  /** Milliseconds. */
  readonly delay?: number;
  /** Seconds. */
  readonly retryAfter?: number;
  readonly clear?: boolean;
}

interface Fault {
  readonly network: string;
  readonly operation: string;
  readonly kind: string;
  /** Number of calls; null for all calls until the faults are cleared. */
  readonly times: number | null;
}

const CLEAR = 'social sandbox fault --clear';

/** `social sandbox fault`: breaks the next calls of a network, or lists or clears the faults that wait. */
export async function orderFault(
  context: Context,
  network: string | undefined,
  operation: string | undefined,
  kind: string | undefined,
  { url, times, delay, retryAfter, clear = false }: FaultOptions,
): Promise<void> {
  const at = url === undefined ? {} : { url };
  const isDetailed = times !== undefined || delay !== undefined || retryAfter !== undefined;
  if (clear && (network !== undefined || isDetailed)) {
    throw usageError('--clear forgets every fault and takes nothing else', 'Nothing was changed.');
  }
  if (clear) return await clearFaults(context, at);
  if (network === undefined && !isDetailed) return await listFaults(context, at);
  if (network === undefined || operation === undefined || kind === undefined) {
    throw usageError(
      'Say what is to break: network, operation and kind of fault',
      'Nothing was changed. Such as: social sandbox fault x publish rate-limit',
    );
  }
  const asked = { network: parseNetwork(network), operation: parseOperation(operation), kind: parseKind(kind) };
  const sandbox = await findSandbox(context, at);
  const fault = await sandbox.call<Fault>('POST', 'faults', {
    ...asked,
    ...(times !== undefined && { times }),
    ...(delay !== undefined && { delayMs: delay }),
    ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
  });
  await context.output.data(fault, ({ ok }) => `${ok} ${describe(fault)}`);
}

async function listFaults(context: Context, at: SandboxOptions): Promise<void> {
  const sandbox = await findSandbox(context, at);
  const answer = await sandbox.call<{ faults: readonly Fault[] }>('GET', 'faults');
  await context.output.data(answer, () => {
    const lines = answer.faults.map(describe);
    return lines.length === 0 ? 'No faults are set' : [...lines, `To forget them: ${CLEAR}`].join('\n');
  });
}

async function clearFaults(context: Context, at: SandboxOptions): Promise<void> {
  const sandbox = await findSandbox(context, at);
  const answer = await sandbox.call('DELETE', 'faults');
  await context.output.data(answer, ({ ok }) => `${ok} No faults are set any longer`);
}

function describe({ network, operation, kind, times }: Fault): string {
  if (times === null) return `Every ${operation} call on ${network} gets: ${kind}, until ${CLEAR}`;
  if (times === 1) return `The next ${operation} call on ${network} gets: ${kind}`;
  return `The next ${times} ${operation} calls on ${network} get: ${kind}`;
}
