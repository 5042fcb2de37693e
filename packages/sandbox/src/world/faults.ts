import type { NetworkId } from './network-ids.ts';
import type { Operation } from './operation.ts';

/** Every way in which a call can be made to fail. */
export const faultKinds = [
  'rate-limit',
  'server-error',
  'bad-gateway',
  'timeout',
  'drop',
  'accept-then-hang',
  'accept-then-half',
  'accept-then-drop',
  'accept-then-error',
  'no-id',
  'huge',
  'drip',
  'slow',
  'garbage',
  'invalid-grant',
  'unauthorized',
  'expired-token',
  'revoked-token',
  'version-sunset',
  'credits-depleted',
  'forbidden',
] as const;

/** One of {@link faultKinds}. */
export type FaultKind = (typeof faultKinds)[number];

/** A fault that waits for its call. */
export interface Fault {
  readonly network: NetworkId;
  readonly operation: Operation;
  readonly kind: FaultKind;
  /** Number of calls that will still fail; `null` for every call until the faults are cleared. */
  times: number | null;
  readonly retryAfterSeconds?: number;
  readonly delayMs?: number;
}

/** The waiting faults, in the order in which they were added. */
export class FaultQueue {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    this.#faults.push(fault);
  }

  clear(): void {
    this.#faults = [];
  }

  all(): readonly Fault[] {
    return this.#faults;
  }

  /** Returns the first fault for this call, and counts it down. */
  take(network: NetworkId, operation: Operation): Fault | undefined {
    const fault = this.#faults.find((each) => each.network === network && each.operation === operation);
    if (!fault || fault.times === null) return fault;
    fault.times -= 1;
    if (fault.times <= 0) this.#faults = this.#faults.filter((each) => each !== fault);
    return fault;
  }
}
