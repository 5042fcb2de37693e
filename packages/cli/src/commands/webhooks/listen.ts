import { randomBytes } from 'node:crypto';
import type { Schema, SocialClient } from '@social/sdk';
import { signWebhook } from '@social/sdk/webhooks';
import type { Context } from '../../lib/context.ts';
import { usageError } from '../../lib/errors.ts';
import { EXIT, type ExitCode } from '../../lib/exit-codes.ts';
import { isPassing } from '../../lib/failure.ts';
import { oneLine, quote, safeJson } from '../../lib/text/terminal-text.ts';
import { localTime } from '../../lib/text/time.ts';

const WAIT_SECONDS = 25;
/** Longer than the server waits. */
const ANSWER_MS = 60_000;
const RETRY_MS = 2_000;
const FORWARD_MS = 15_000;

type Event = Schema<'WebhookEvent'>;

/** Answer of the local program; null where nothing is forwarded. */
type Forwarded = { readonly status: number | null; readonly error: string | null } | null;

/** Options of `social webhooks listen`. */
export interface ListenOptions {
  readonly forwardTo?: string;
  readonly secret?: string;
  readonly kind?: readonly string[];
  readonly after?: number;
}

/** `social webhooks listen`: prints each event until Ctrl-C, or until the reader has gone. Survives restarts of the server. */
export async function listen(context: Context, options: ListenOptions): Promise<ExitCode> {
  const { io, output } = context;
  const target = options.forwardTo === undefined ? null : readTarget(options.forwardTo);
  const secret = options.secret?.replace(/\s+/g, '') ?? `whsec_${randomBytes(32).toString('base64')}`;
  await checkSecret(secret);
  const client = await context.client();
  try {
    let after = options.after ?? (await ask(client, io.signal, undefined)).last;
    if (output.isJson) io.stdout.write(`${JSON.stringify({ secret })}\n`);
    else io.stdout.write(`Signing with ${secret}\n`);
    await output.note(target ? `Forwarding events to ${target.href} …` : 'Waiting for events …');
    let isAway = false;
    while (!io.stdout.isUnread) {
      try {
        const { events, last } = await ask(client, io.signal, after);
        if (isAway) await output.note('The server answers again.');
        isAway = false;
        for (const event of events) {
          if (options.kind === undefined || options.kind.includes(event.type)) {
            print(context, event, await forward(context, event, { target, secret }));
          }
        }
        after = last;
      } catch (error) {
        io.signal.throwIfAborted();
        if (!isPassing(error)) throw error;
        if (!isAway) await output.note(`${(error as Error).message}; trying again until it answers …`);
        isAway = true;
        await io.sleep(RETRY_MS);
      }
    }
    return EXIT.done;
  } catch (error) {
    // Ctrl-C is the normal end.
    if (io.signal.aborted) return EXIT.interrupted;
    throw error;
  }
}

function ask(client: SocialClient, signal: AbortSignal, after: number | undefined) {
  const question = after === undefined ? {} : { after, waitSeconds: WAIT_SECONDS };
  return client.webhookEndpoints.listWebhookEvents(question, { signal, timeoutMs: ANSWER_MS });
}

async function forward(
  { io }: Context,
  event: Event,
  { target, secret }: { readonly target: URL | null; readonly secret: string },
): Promise<Forwarded> {
  if (target === null) return null;
  const body = JSON.stringify(event);
  const headers = { 'content-type': 'application/json', ...(await signWebhook(body, secret, { id: event.id })) };
  const signal = AbortSignal.any([io.signal, AbortSignal.timeout(FORWARD_MS)]);
  try {
    const answer = await io.fetch(new Request(target, { method: 'POST', body, headers, signal, redirect: 'manual' }));
    await answer.body?.cancel();
    return { status: answer.status, error: answer.ok ? null : `it answered ${answer.status}` };
  } catch (error) {
    io.signal.throwIfAborted();
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { status: null, error: isLate ? 'it took too long' : 'it cannot be reached' };
  }
}

function print({ io, output }: Context, event: Event, forwarded: Forwarded): void {
  if (output.isJson) {
    io.stdout.write(`${safeJson({ event, forwarded }, 0)}\n`);
    return;
  }
  const result = forwarded === null ? '' : `  ${forwarded.error ?? `→ ${forwarded.status}`}`;
  io.stdout.write(`${localTime(event.timestamp)}  ${oneLine(event.type)}  ${event.number ?? ''}${result}\n`);
}

function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw usageError(
    `--forward-to: ${quote(text)} is not an address`,
    'Give one such as http://localhost:3000/hook. Nothing was sent.',
  );
}

async function checkSecret(secret: string): Promise<void> {
  await signWebhook('', secret, { id: 'check' }).catch(() => {
    throw usageError('--secret: is not a secret of a webhook', 'Such a secret is whsec_ and base64. Nothing was sent.');
  });
}
