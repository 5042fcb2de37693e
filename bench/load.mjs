import { Agent, request } from 'node:http';

/**
 * Sends `count` requests, at most `concurrency` at a time, over kept connections.
 * `build(n)` gives the path, method, headers and body of the n-th. @throws Error at the first answer that is no success
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

/** Sends one request every `intervalMs`, whether the one before was answered or not; milliseconds each answer took. */
export async function sendAtFixedRate(url, { count, intervalMs, build }) {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const due = async (n) => {
    const dueAt = began + n * intervalMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
    const started = performance.now();
    await send(agent, url, build(n));
    return performance.now() - started;
  };
  try {
    return await Promise.all(Array.from({ length: count }, (_, n) => due(n)));
  } finally {
    agent.destroy();
  }
}

/** The same until `signal` is aborted. Each answer's time counts from when its request was due. */
export async function sendAtFixedRateUntil(url, { signal, intervalMs, build }) {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const answers = [];
  for (let n = 0; !signal.aborted; n++) {
    const dueAt = began + n * intervalMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueAt - performance.now())));
    const answer = send(agent, url, build(n)).then(() => performance.now() - dueAt);
    // A failure is reported at the end, with all the others.
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
      // The server closed a kept connection, which had been idle for long, at the moment this was written to it.
      if (call.reusedSocket && error.code === 'ECONNRESET') send(agent, url, wanted).then(resolve, reject);
      else reject(error);
    });
    call.end(body);
  });
}
