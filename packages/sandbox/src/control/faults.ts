import { type Fields, readChoice, readCount } from '../http/input.ts';
import { dayMs } from '../world/durations.ts';
import { type Fault, faultKinds } from '../world/faults.ts';
import { networkIds } from '../world/network-ids.ts';
import { operations } from '../world/operation.ts';

/** Fields of the call that adds a fault. */
export const faultKeys = ['network', 'operation', 'kind', 'times', 'retryAfterSeconds', 'delayMs'];

/** Reads a fault. Without `times` it breaks one call; `unauthorized` lasts until it is cleared. */
export function readFault(fields: Fields): Fault {
  const kind = readChoice(fields, 'kind', faultKinds);
  const times = readCount(fields, 'times', { min: 1, max: 1_000_000 });
  const retryAfterSeconds = readCount(fields, 'retryAfterSeconds', { min: 0, max: 1_000_000_000 });
  const delayMs = readCount(fields, 'delayMs', { min: 0, max: dayMs });
  return {
    network: readChoice(fields, 'network', networkIds),
    operation: readChoice(fields, 'operation', operations),
    kind,
    times: times ?? (kind === 'unauthorized' ? null : 1),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(delayMs !== undefined && { delayMs }),
  };
}
