import { createClient, readApiError, SocialConnectionError } from '@social/sdk';
import createQueryHooks from 'openapi-react-query';

/**
 * Changes go through this client: the browser adds the session cookie, every change that takes an Idempotency-Key gets
 * one, and none is repeated behind the user's back.
 */
export const client = createClient({ baseUrl: location.origin, maxRetries: 0 });

/** Reads, as hooks typed by the contract's paths. What fails is thrown as the error classes of the SDK. */
export const api = createQueryHooks(createClient({ baseUrl: location.origin, fetch: fetchOrThrow }).raw);

async function fetchOrThrow(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (cause) {
    request.signal.throwIfAborted();
    throw new SocialConnectionError('The server did not answer', { outcomeUnknown: request.method !== 'GET', cause });
  }
  if (!response.ok) throw await readApiError(response, location.origin);
  return response;
}
