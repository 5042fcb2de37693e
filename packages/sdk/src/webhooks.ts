import type { Schema } from '@social/types';

/** An event that a webhook brings. `type` says what `data` is. */
export type WebhookEvent = Schema<'WebhookEvent'>;
/** Kinds of events that an endpoint can choose. */
export type WebhookKind = Schema<'WebhookKind'>;

/** Headers of a request: of `fetch`, of Node's `request.headers`, or of a framework. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Why a request is not accepted. */
export type WebhookProblem =
  | 'invalid_secret'
  | 'missing_header'
  | 'invalid_timestamp'
  | 'too_old'
  | 'too_new'
  | 'wrong_signature'
  | 'invalid_body';

/** Refuses a request that the server did not send, or that is too old. Answer it with 400, and do nothing else. */
export class WebhookVerificationError extends Error {
  override readonly name: string = 'WebhookVerificationError';
  readonly code: WebhookProblem;

  constructor(code: WebhookProblem, message: string) {
    super(message);
    this.code = code;
  }
}

/** Options of `verifyWebhook`. */
export interface VerifyOptions {
  /** Largest difference between the time of the request and the clock, in seconds; 300 when left out. */
  readonly toleranceSeconds?: number;
  /** Present time in milliseconds since 1970, for tests. */
  readonly now?: number;
}

const PREFIX = 'whsec_';
const TOLERANCE_SECONDS = 300;
const VERSION = 'v1,';

/**
 * Checks that a request comes from the server and returns its event. Call it before anything else, with the body exactly as
 * it arrived: one that was parsed and written again has another signature. The same event may arrive twice; its `id` is the
 * same then.
 *
 * @example
 * const event = await verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? '');
 * if (event.type === 'post.failed') console.log(event.data.platformResults);
 *
 * @param body body of the request, as text or bytes
 * @param headers headers of the request
 * @param secret secret of the endpoint, which begins with `whsec_`; several while one is replaced
 * @throws {WebhookVerificationError} `code` says what is wrong
 */
export async function verifyWebhook(
  body: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> {
  const secrets = (Array.isArray(secret) ? (secret as readonly string[]) : [secret]).map(readSecret);
  if (secrets.length === 0) throw new WebhookVerificationError('invalid_secret', 'no secret is given');
  const id = requireHeader(headers, 'webhook-id');
  const timestamp = requireHeader(headers, 'webhook-timestamp');
  const signatures = readSignatures(requireHeader(headers, 'webhook-signature'));
  checkTime(timestamp, options);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = join(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSignedByOne(signed, secrets, signatures))) {
    const message = 'no signature of the request fits; check the secret, and that the body is as it arrived';
    throw new WebhookVerificationError('wrong_signature', message);
  }
  return readEvent(bytes);
}

/**
 * Makes the headers that the server sends with a body, for tests of a receiver.
 * @param secret secret of the receiver, which begins with `whsec_`
 * @throws {WebhookVerificationError} for a text that is not a secret
 */
export async function signWebhook(
  body: string,
  secret: string,
  { id, now = Date.now() }: { readonly id: string; readonly now?: number },
): Promise<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const timestamp = String(Math.floor(now / 1_000));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', readSecret(secret), algorithm, false, ['sign']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  const encoded = btoa(String.fromCharCode(...signature));
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `${VERSION}${encoded}` };
}

/** Decodes a secret. White space is left out, since secrets are pasted with line breaks. */
function readSecret(text: unknown): Uint8Array<ArrayBuffer> {
  const secret = typeof text === 'string' ? text.replace(/\s+/g, '') : '';
  const bytes = decodeBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes !== null && bytes.length > 0) return bytes;
  throw new WebhookVerificationError('invalid_secret', 'the secret is not one of an endpoint; those begin with whsec_');
}

function requireHeader(headers: WebhookHeaders, name: string): string {
  const value = headerOf(headers, name);
  if (value !== undefined && value !== '') return value;
  throw new WebhookVerificationError('missing_header', `the header ${name} is missing`);
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (typeof headers.get === 'function') return (headers.get(name) as string | null | undefined) ?? undefined;
  const given = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof given === 'string' ? given : undefined;
}

/** Reads the signatures of the one known version; those of others are left out. */
function readSignatures(header: string): Uint8Array<ArrayBuffer>[] {
  const ofVersion = header.split(' ').filter((part) => part.startsWith(VERSION));
  return ofVersion.map((part) => decodeBase64(part.slice(VERSION.length))).filter((bytes) => bytes !== null);
}

function checkTime(timestamp: string, { toleranceSeconds = TOLERANCE_SECONDS, now = Date.now() }: VerifyOptions): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('invalid_timestamp', 'the header webhook-timestamp is not a time');
  }
  const ageSeconds = Math.floor(now / 1_000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    const message = `the request was sent ${ageSeconds} seconds ago, which is too long; check the clock, or it is a replay`;
    throw new WebhookVerificationError('too_old', message);
  }
  if (ageSeconds < -toleranceSeconds) {
    const message = `the request says that it was sent ${-ageSeconds} seconds from now; check the clock`;
    throw new WebhookVerificationError('too_new', message);
  }
}

/** Compares every signature with every secret, in a time that tells nothing about either. */
async function isSignedByOne(
  signed: Uint8Array<ArrayBuffer>,
  secrets: readonly Uint8Array<ArrayBuffer>[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
): Promise<boolean> {
  let isSigned = false;
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['verify']);
    for (const signature of signatures) {
      // The comparison of Web Crypto takes the same time wherever two signatures differ.
      isSigned = (await crypto.subtle.verify('HMAC', key, signature, signed)) || isSigned;
    }
  }
  return isSigned;
}

function readEvent(bytes: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof event === 'object' && event !== null && 'type' in event) return event as WebhookEvent;
  } catch {
    // Below, as for any other body.
  }
  throw new WebhookVerificationError('invalid_body', 'the body is signed, but is not an event');
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
