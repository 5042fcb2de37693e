import type { FaultKind, SandboxFault } from '@social/sandbox';
import type { CrashWorld } from './crash-world.ts';
import type { Random } from './random.ts';

/** Answers to a publish that leave server and client guessing, or that refuse. */
export const FAULTS: readonly FaultKind[] = [
  'accept-then-drop',
  'accept-then-error',
  'accept-then-half',
  'drop',
  'server-error',
  'no-id',
  'rate-limit',
  'slow',
  'garbage',
];
/** No answer ever comes: only for servers that are killed before they stop waiting. */
const HANGING = ['accept-then-hang', 'timeout'] as const;

const NETWORKS = ['x', 'linkedin', 'bluesky', 'mastodon'] as const;

/** Lets the networks fail in ways that leave clients and server guessing. */
export async function makeTrouble(world: CrashWorld, random: Random, { canHang }: { canHang: boolean }): Promise<void> {
  for (let count = random.between(0, 6); count > 0; count -= 1) {
    const network = random.pick(NETWORKS);
    await world.sandbox.fault({ network, operation: 'publish', times: 1, ...fault(random.pick(FAULTS), random) });
  }
  if (canHang && random.chance(0.15)) {
    const network = random.pick(NETWORKS);
    await world.sandbox.fault({ network, operation: 'publish', times: 1, kind: random.pick(HANGING) });
  }
  if (random.chance(0.3)) {
    await world.sandbox.fault({ network: 'x', operation: 'action', times: 1, ...fault(random.pick(FAULTS), random) });
  }
  // Where a lost answer is looked for, that may fail too.
  if (random.chance(0.3)) {
    const network = random.pick(['x', 'bluesky', 'mastodon'] as const);
    await world.sandbox.fault({ network, operation: 'read', times: random.between(1, 3), kind: 'server-error' });
  }
}

/** A fault of this kind with what it needs. */
export function fault(kind: FaultKind, random: Random): Omit<SandboxFault, 'network' | 'operation'> {
  if (kind === 'rate-limit') return { kind, retryAfterSeconds: random.between(1, 3) };
  return kind === 'slow' ? { kind, delayMs: random.between(50, 400) } : { kind };
}
