import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** How far one request got: filled in by the HTTP client's own diagnostics. */
interface Delivery {
  isCreated: boolean;
  isWritten: boolean;
}

const current = new AsyncLocalStorage<Delivery>();
const deliveries = new WeakMap<object, Delivery>();
let isSubscribed = false;

/** Runs one request and tells, at any time, whether it is proven that none of it has left this machine. */
export function trackDelivery<Result>(run: () => Promise<Result>): {
  result: Promise<Result>;
  isUnsent: () => boolean;
  /** Some of it has left this machine for certain. */
  isWritten: () => boolean;
} {
  subscribeOnce();
  const delivery: Delivery = { isCreated: false, isWritten: false };
  return {
    result: current.run(delivery, run),
    isUnsent: () => delivery.isCreated && !delivery.isWritten,
    isWritten: () => delivery.isWritten,
  };
}

/**
 * `fetch` does not say whether a request that was aborted had been written; its client announces both steps.
 * @see https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
 */
function subscribeOnce(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('undici:request:create', (message) => {
    const delivery = current.getStore();
    const request = requestOf(message);
    // What asks a proxy for a tunnel is not the request itself.
    if (!delivery || !request || ('method' in request && request.method === 'CONNECT')) return;
    delivery.isCreated = true;
    deliveries.set(request, delivery);
  });
  subscribe('undici:client:sendHeaders', (message) => {
    const delivery = deliveries.get(requestOf(message) ?? {});
    if (delivery) delivery.isWritten = true;
  });
}

function requestOf(message: unknown): object | null {
  const request = typeof message === 'object' && message !== null && 'request' in message ? message.request : null;
  return typeof request === 'object' ? request : null;
}
