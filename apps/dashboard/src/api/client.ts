import { createClient, readApiError, SocialConnectionError } from '@social/sdk';
import createQueryHooks from 'openapi-react-query';

/**
 * The client for changes. The browser adds the session cookie, and the client adds an Idempotency-Key to every change
 * that takes one. It never retries, so that the user decides whether a change is sent again.
 */
export const client = createClient({ baseUrl: location.origin, maxRetries: 0 });

/** Hooks for reads, typed by the contract's paths. A failed read throws an error of the SDK. */
export const api = createQueryHooks(createClient({ baseUrl: location.origin, fetch: fetchOrThrow }).raw);

/** Time for which a read is waited for. */
const READ_TIMEOUT_MS = 30_000;

async function fetchOrThrow(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request, {
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(READ_TIMEOUT_MS)]),
    });
  } catch (cause) {
    request.signal.throwIfAborted();
    throw new SocialConnectionError('The server did not answer', { outcomeUnknown: request.method !== 'GET', cause });
  }
  if (!response.ok) throw await readApiError(response, location.origin);
  return response;
}
