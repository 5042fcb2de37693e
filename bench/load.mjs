import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';

/** The platform of the published posts; its network takes a post in one call. */
export const platform = 'profnet';
/** The simulated network's own name. */
export const network = 'linkedin';

/** Headers of a workspace's requests. */
export function headersOf({ apiKey }) {
  return { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
}

/** Builds a publish to one platform, by the default profile unless one is named, with an Idempotency-Key unless told otherwise. */
export function buildPublish({ workspace }, { profile, isKeyless = false, ...content } = {}) {
  // Networks refuse a text that they have just published.
  const key = randomUUID();
  const text = `Release ${key} is out, with notes on the website.`;
  const headers = { ...headersOf(workspace), ...(!isKeyless && { 'idempotency-key': key }) };
  const body = JSON.stringify({ text, platforms: [platform], profile, ...content });
  return { method: 'POST', path: '/api/v1/posts', headers, body };
}

/**
 * Sends `count` requests, at most `concurrency` at a time, over kept connections.
 * `build(n)` returns the path, method, headers and body of the n-th. @throws Error at the first answer that is not a success
 */
export async function sendRequests(url, { count, concurrency, build }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let next = 0;
  const worker = async () => {
    while (next < count) await send(agent, url, build(next++));
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
  } finally {
    agent.destroy();
  }
}

/** Sends a request every `intervalMs` until `signal` aborts. @returns milliseconds from the due time of each request to its answer */
export async function sendAtFixedRateUntil(url, { signal, intervalMs, build }) {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const answers = [];
  for (let n = 0; !signal.aborted; n++) {
    const dueAt = began + n * intervalMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
    const answer = send(agent, url, build(n)).then(() => performance.now() - dueAt);
    // `Promise.all` reports a failure at the end.
    answer.catch(() => undefined);
    answers.push(answer);
  }
  try {
    return await Promise.all(answers);
  } finally {
    agent.destroy();
  }
}

function send(agent, url, wanted) {
  const { method, path, headers, body } = wanted;
  return new Promise((resolve, reject) => {
    const call = request(`${url}${path}`, { agent, method, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        if (answer.statusCode < 300) resolve();
        else reject(new Error(`${method} ${path} answered ${answer.statusCode} ${Buffer.concat(chunks)}`));
      });
    });
    call.once('error', (error) => {
      // The server closed an idle connection just when this request was written to it.
      if (call.reusedSocket && error.code === 'ECONNRESET') send(agent, url, wanted).then(resolve, reject);
      else reject(error);
    });
    call.end(body);
  });
}
