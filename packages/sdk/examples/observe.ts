// Writes a line per try to a log, sends requests through a fetch of one's own, and reads the activity log.
import { createClient, iterateLogs } from '@social/sdk';

let sent = 0;
const client = createClient({
  maxRetries: 4,
  fetch: (request) => {
    sent++;
    return fetch(request);
  },
  hooks: {
    onResponse: ({ operation, attempt, status, durationMs, requestId }) =>
      console.error(`${operation} try ${attempt}: ${status} in ${Math.round(durationMs)} ms, ${requestId}`),
    onRetry: ({ operation, error, delayMs }) => console.error(`${operation} again in ${delayMs} ms: ${error.message}`),
  },
});

const counts = new Map<string, number>();
for await (const { action } of iterateLogs(client, { limit: 2 })) counts.set(action, (counts.get(action) ?? 0) + 1);
console.log(`${[...counts].map(([action, count]) => `${action} ${count}`).join(', ')}; ${sent} requests`);
