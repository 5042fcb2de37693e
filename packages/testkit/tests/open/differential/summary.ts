import type { Answer } from './exchange.ts';

/** Properties of an answer that are the same from both servers. */
export interface Summary {
  readonly status: number;
  readonly error: string | null;
  /** Media type without parameters. */
  readonly contentType: string | null;
  /** Sentence of a refusal, apart from names; null where the answer has none. */
  readonly message: string | null;
  /** Keys and types of the body. */
  readonly body: unknown;
  readonly hasNonce: boolean;
  /** Way of authentication that the answer demands, and its error. */
  readonly demands: string | null;
}

/** Parts of sentences that differ from server to server. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/did:plc:[a-z2-7]{24}/g, 'DID'],
  [/\bbaf[a-z2-7]{56}\b/g, 'CID'],
  [/\b3m[a-z2-7]{11}\b/g, 'KEY'],
  [/\b[a-z]+(?:\.bsky)?\.test\b/g, 'HANDLE'],
  // The real server passes the words of its parser on.
  [/^.* in JSON at position .*$/g, 'The body is not valid JSON'],
];

/** Fields of a body whose values are words of the protocol, and are compared, too. */
const WORDS = new Set(['$type', 'error', 'mimeType', 'scope', 'token_type', 'validationStatus']);

interface Refusal {
  readonly error?: string;
  readonly message?: string;
}

function withoutNames(message: string): string {
  return NAMES.reduce((text, [pattern, name]) => text.replaceAll(pattern, name), message);
}

/** Summarises an answer. */
export function summarise({ status, headers, body }: Answer): Summary {
  const { error = null, message = null } = (isObject(body) ? body : {}) as Refusal;
  return {
    ...{ status, error, contentType: headers.get('content-type')?.split(';', 1)[0] ?? null },
    ...{ body: typeof body === 'string' ? typeof body : shapeOf(body), hasNonce: headers.has('dpop-nonce') },
    message: message === null ? null : withoutNames(message),
    demands: demandOf(headers.get('www-authenticate')),
  };
}

/** Replaces values by their types. A list becomes the different shapes of its items. */
function shapeOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) {
    const shapes = value.map((item) => shapeOf(item));
    return shapes.filter((shape, at) => shapes.findIndex((each) => isSame(each, shape)) === at);
  }
  if (isObject(value))
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, shapeOf(value[key], key)]),
    );
  if (value === null || WORDS.has(name)) return value;
  return typeof value;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function demandOf(header: string | null): string | null {
  if (header === null) return null;
  const error = /\berror="([^"]*)"/.exec(header)?.[1];
  return [header.split(' ', 1)[0], ...(error === undefined ? [] : [error])].join(' ');
}
