const BEFORE_SENDING = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'ETIMEOUT',
  'ECANCELLED',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);
const CERTIFICATE_CODE = /^(?:CERT_|ERR_TLS_|ERR_SSL_)/;

/** A request without an answer. `isSent` is false only where it is certain that the network did not see it. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly isSent: boolean;
  /** Some of a streamed body was handed over, but certainly not all of it. */
  readonly isPartial: boolean;

  constructor(
    message: string,
    options: { readonly isSent: boolean; readonly isPartial?: boolean; readonly cause?: unknown },
  ) {
    super(message, { cause: options.cause });
    this.isSent = options.isSent;
    this.isPartial = options.isPartial ?? false;
  }
}

/** Returns true for an error of `fetch` that precedes the request: name lookup, connecting, certificates. */
export function isBeforeSending(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? cause.code : null;
    if (typeof code === 'string' && (BEFORE_SENDING.has(code) || CERTIFICATE_CODE.test(code))) return true;
    // Ports that browsers block; `fetch` has no code for it. @see https://fetch.spec.whatwg.org/#port-blocking
    if (cause.message === 'bad port') return true;
  }
  return false;
}

/** Returns true for a failure of a request to a name that no server has, or none that may be reached. */
export function isUnknownName(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && (cause.code === 'ENOTFOUND' || cause.code === 'ENODATA')) return true;
  }
  return false;
}
