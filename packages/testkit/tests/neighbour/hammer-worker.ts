import { Agent, type IncomingMessage, request } from 'node:http';
import { createHistogram, performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { startTimer } from '../../src/run/start-timer.ts';
import type { Attack, HostileRequest } from './attack.ts';

interface Running {
  readonly answers: () => number;
  readonly end: () => Promise<object>;
}

/** Time in which requests that are under way may end, so that what they do is not taken for the next attack's. */
const LEFT_MS = 3_000;

/** Makes the requests of an attack, one after another in each of its connections, until it is ended. */
function run(url: string, { requests, atOnce, reads = 'everything' }: Attack, perSecond: number): Running {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const statuses: Record<string, number> = {};
  const spans = createHistogram();
  const ending = new AbortController();
  const cutting = new AbortController();
  let made = 0;
  let answered = 0;

  async function client(): Promise<void> {
    while (!ending.signal.aborted) {
      const next = delay((atOnce * 1_000) / perSecond);
      made += 1;
      const answer = await send(url, agent, requests[made % requests.length] as HostileRequest, made, cutting.signal);
      if (cutting.signal.aborted) return;
      const status = String(answer?.statusCode ?? 'none');
      answered += 1;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (reads === 'nothing') await untilAborted(ending.signal);
      if (reads !== 'everything') answer?.destroy();
      else if (answer) await drain(answer);
      await next;
    }
  }

  const all = performance.timerify(() => Promise.all(Array.from({ length: atOnce }, client)), { histogram: spans });
  const running = all();
  return {
    answers: () => answered,
    async end() {
      ending.abort();
      await Promise.race([running, delay(LEFT_MS)]);
      cutting.abort();
      agent.destroy();
      await running;
      return { requests: answered, statuses, perSecond: answered / (spans.max / 1e9) };
    },
  };
}

/** @returns the answer with its head alone; null when the connection ended before it came */
function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: HostileRequest,
  number: number,
  signal: AbortSignal,
): Promise<IncomingMessage | null> {
  const fill = (text: string) => text.replace('%n%', String(number)).replace('%address%', addressOf(number));
  const bytes = typeof body === 'string' ? Buffer.from(fill(body)) : body;
  return new Promise((resolve) => {
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    const sent = request(`${url}${fill(path)}`, {
      method,
      agent,
      signal,
      headers: {
        ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, fill(value)])),
        ...length,
      },
    });
    sent.once('response', resolve).on('error', () => resolve(null));
    sent.end(bytes);
  });
}

/** An address of a private network for each of 65 536 requests. */
const addressOf = (number: number) => `10.0.${(number >> 8) & 255}.${number & 255}`;

function drain(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    answer
      .on('error', () => undefined)
      .once('close', resolve)
      .resume();
  });
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())));
}

let running: Running;
const port = parentPort;
port?.on('message', async (message) => {
  if (message.attack) running = run(message.url, message.attack, message.perSecond);
  if (message.until !== undefined) {
    const isOver = startTimer(message.atMostMs);
    while (running.answers() < message.until && !isOver()) await delay(5);
    port.postMessage(null);
  }
  if (message.end) port.postMessage(await running.end());
});
