import type { Readable } from 'node:stream';
import { userAgent } from '@social/platforms';
import { on } from '@social/platforms/guarded';
import { type Dispatcher, request } from 'undici';
import { BlockedAddressError } from './guarded-agent.ts';
import { type MediaPolicy, mediaUrlProblem } from './media-url.ts';

const MAX_REDIRECTS = 3;

/** The answer of the last of an address's redirects. */
export interface Answer {
  /** Address that was asked for. */
  readonly url: string;
  /** Address that has answered. */
  readonly finalUrl: string;
  readonly contentType: string;
  /** The part of the file that the server sends, as its header says it; null for all of the file. */
  readonly range: string | null;
  /** The caller reads or destroys it. */
  readonly body: Readable;
  /** Size that the server announces, which may be wrong; 0 without one. */
  readonly announced: number;
}

/** The way to foreign servers. */
export interface Way {
  readonly agent: Dispatcher;
  readonly policy: MediaPolicy;
  readonly signal: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Asks for an address and follows its redirects, each of which is checked like the first address.
 * @throws FetchRefusal, or an error of the connection, which `reasonOf` explains
 */
export async function follow(url: string, { agent, policy, signal, headers: sent }: Way): Promise<Answer> {
  let address = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(address, {
      ...{ dispatcher: agent, signal, headers: { 'user-agent': userAgent(), 'accept-encoding': 'identity', ...sent } },
    }).catch((error: unknown) => {
      const problem = hostProblem(error);
      if (redirects === 0 || problem === null) throw error;
      throw new FetchRefusal(`it redirects to a server whose ${problem}`, { cause: error });
    });
    const { statusCode, headers, body } = answer;
    // Without a listener, a connection that breaks before the body is read would end the process.
    on(body, 'error', () => undefined);
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump({ limit: 65_536, signal }).catch(() => undefined);
      address = nextHop(address, headers['location'], policy);
    } else if (statusCode === 200 || (statusCode === 206 && sent?.['range'] !== undefined)) {
      if (headers['content-encoding'] !== undefined) {
        body.destroy();
        throw new FetchRefusal('it is compressed in transit, which was not asked for');
      }
      const contentType = String(headers['content-type'] ?? '');
      const range = statusCode === 206 ? String(headers['content-range'] ?? '') : null;
      const announced = Number(headers['content-length'] ?? 0);
      return { url, finalUrl: address.href, contentType, range, body, announced };
    } else {
      body.destroy();
      throw new FetchRefusal(`its server answered ${statusCode}`, { status: statusCode });
    }
  }
  throw new FetchRefusal(`it redirects more than ${MAX_REDIRECTS} times`);
}

function nextHop(from: URL, location: string | string[] | undefined, policy: MediaPolicy): URL {
  if (typeof location !== 'string' || location.length > 2048 || !URL.canParse(location, from.href)) {
    throw new FetchRefusal('it redirects to nowhere');
  }
  const next = new URL(location, from);
  if (mediaUrlProblem(next.href, policy) !== null)
    throw new FetchRefusal('it redirects to an address that is not allowed');
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw new FetchRefusal('it redirects from https to http; give the http address itself, or correct the redirect');
  }
  return next;
}

/** A reason that users may read: it says nothing about the network behind the address. */
export class FetchRefusal extends Error {
  /** Status of the server's answer; null where it is not the reason. */
  readonly status: number | null;

  constructor(
    message: string,
    { status = null, cause }: { readonly status?: number | null; readonly cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
  }
}

/** Refusals of a server that may be others in a moment. */
const PASSING = [408, 425, 429];

/** Tells how long a failed fetch goes on to fail: for good, as things are, or perhaps only this once. */
export function durationOf(error: unknown): 'lasting' | 'current' | 'passing' {
  if (error instanceof BlockedAddressError) return 'lasting';
  const { cause, status } = error instanceof FetchRefusal ? error : { cause: error, status: null };
  if (cause instanceof BlockedAddressError) return 'current';
  if (status !== null) return status >= 400 && status < 500 && !PASSING.includes(status) ? 'current' : 'passing';
  return UNKNOWN_HOST.includes(codeOf(cause)) ? 'current' : 'passing';
}

const UNKNOWN_HOST = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** The code of a DOMException is a number. */
const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** Explains a failed fetch without details about the network behind the address. */
export function reasonOf(error: unknown): string {
  if (error instanceof FetchRefusal) return error.message;
  const problem = hostProblem(error);
  if (problem !== null) return `its ${problem}`;
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long';
  const code = codeOf(error);
  if (code.startsWith('UND_ERR') && code.includes('TIMEOUT')) return 'it took too long';
  return certificateProblem(error, code) ?? CONNECTION_PROBLEMS[code] ?? 'the connection failed';
}

/** Explains why a host cannot be reached; null for any other failure. */
function hostProblem(error: unknown): string | null {
  if (error instanceof BlockedAddressError) return 'address is not on the public internet';
  const code = codeOf(error);
  if (UNKNOWN_HOST.includes(code)) return 'host name is unknown';
  if (['ESERVFAIL', 'EREFUSED', 'ETIMEOUT', 'ECANCELLED'].includes(code)) return 'host name could not be looked up';
  return null;
}

const CONNECTION_PROBLEMS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was cut',
  HPE_INVALID_EOF_STATE: 'the connection was cut',
};
const MAX_NAMES = 3;

/** Explains a bad certificate to the operator of that server; null for any other failure. */
function certificateProblem(error: unknown, code: string): string | null {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    const { host, cert } = error as { host?: string; cert?: { subjectaltname?: string } };
    const names = (cert?.subjectaltname ?? '').split(', ').map((name) => name.replace(/^[\w ]+:/, ''));
    const shown = names.filter((name) => /^[\w.*:-]{1,100}$/.test(name)).slice(0, MAX_NAMES);
    return `its certificate is for ${shown.join(', ') || 'another host'}, not ${host}`;
  }
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired';
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet';
  if (UNTRUSTED.has(code)) return 'its certificate is not signed by an authority that this server trusts';
  return code.startsWith('ERR_SSL_') ? 'it does not speak https' : null;
}

const UNTRUSTED = new Set([
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
]);
