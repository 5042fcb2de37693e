import { createClient } from '@social/sdk';

/**
 * The one way this app talks to the server that served it; the browser adds the session cookie. Reads are retried by
 * the query client, which knows whether anybody still waits for them; changes are never retried behind the user's back.
 */
export const client = createClient({ baseUrl: location.origin, maxRetries: 0 });
