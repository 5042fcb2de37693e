import type { Readable } from 'node:stream';
import { on } from '@social/platforms/guarded';
import { type Dispatcher, request } from 'undici';
import { reasonOf } from './follow.ts';
import { createGuardedAgent } from './guarded-agent.ts';
import type { ReceiverPolicy } from './receiver-address.ts';

/** Bytes of an answer that are kept. */
const KEPT_BYTES = 1_000;

/** Answer of a receiver, or the reason why it is missing. */
export type Receipt =
  | { readonly status: number; readonly answer: string }
  | { readonly status: null; readonly reason: string };

/** Sends bodies to addresses that users give. */
export interface Sender {
  /** Sends a body once, without following a redirect, and reads the begin of the answer. Never rejects. */
  readonly send: (url: string, message: { body: string; headers: Record<string, string> }) => Promise<Receipt>;
  close(): Promise<void>;
}

/** Creates a sender that connects only to addresses that the policy allows. @param settings limit of a whole exchange, and who sends */
export function createSender(
  policy: ReceiverPolicy,
  { timeoutMs, userAgent }: { timeoutMs: number; userAgent: string },
): Sender {
  const settings = { lookup: policy.lookup, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  let agent: Dispatcher | undefined;
  return {
    async send(url, { body, headers }) {
      const signal = AbortSignal.timeout(timeoutMs);
      agent ??= createGuardedAgent(policy, settings);
      try {
        const own = { 'content-type': 'application/json', 'user-agent': userAgent, 'accept-encoding': 'identity' };
        const sent = { ...own, ...headers };
        const answer = await request(url, { dispatcher: agent, method: 'POST', body, headers: sent, signal });
        return { status: answer.statusCode, answer: await readBegin(answer.body) };
      } catch (error) {
        return { status: null, reason: reasonOf(error) };
      }
    },
    close: async () => agent?.destroy(),
  };
}

/** Reads the first bytes of an answer as text. An answer that breaks off, or takes too long, keeps what has arrived. */
async function readBegin(body: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of body) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).byteLength;
      if (bytes >= KEPT_BYTES) break;
    }
  } catch {
    // The status has arrived, which is what counts.
  }
  on(body, 'error', () => undefined);
  body.destroy();
  const text = new TextDecoder().decode(Buffer.concat(pieces).subarray(0, KEPT_BYTES));
  // Postgres stores no NUL.
  return text.replaceAll('\u0000', '\ufffd');
}
