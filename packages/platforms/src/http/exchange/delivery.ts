import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** Progress of one request, according to the HTTP client's diagnostics. */
interface Delivery {
  isCreated: boolean;
  isWritten: boolean;
}

const current = new AsyncLocalStorage<Delivery>();
const deliveries = new WeakMap<object, Delivery>();
let isSubscribed = false;

/** Runs one request, and proves at any time whether some of it has left this machine. */
export function trackDelivery<Result>(run: () => Promise<Result>): {
  result: Promise<Result>;
  /** Returns true when certainly no byte has left this machine. */
  isUnsent: () => boolean;
  /** Returns true when certainly some bytes have left this machine. */
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
 * Listens to the client's diagnostics: `fetch` does not say whether an aborted request had been written.
 * @see https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
 */
function subscribeOnce(): void {
  if (isSubscribed) return;
  isSubscribed = true;
  subscribe('undici:request:create', (message) => {
    const delivery = current.getStore();
    const request = requestOf(message);
    // A request to a proxy for a tunnel is not the request itself.
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
