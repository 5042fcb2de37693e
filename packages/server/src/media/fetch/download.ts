import type { Readable } from 'node:stream';
import type { NameLookup } from '@social/platforms';
import type { MediaKind } from '@social/rules';
import { type Dispatcher, request } from 'undici';
import { MediaError } from '../keep/media-source.ts';
import type { TemporaryFile, TemporaryFiles } from '../keep/temporary-files.ts';
import { type SniffedType, withType } from '../look/sniff.ts';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import { BlockedAddressError, createGuardedAgent } from './guarded-agent.ts';
import { type MediaPolicy, mediaUrlProblem, shownName } from './media-url.ts';
import { createPace, type Pace } from './pace.ts';

const MAX_REDIRECTS = 3;

/** A downloaded file and its type by its first bytes. */
export interface Download extends SniffedType {
  /** The caller removes it. */
  readonly file: TemporaryFile;
}

/** Downloads from addresses that users give. */
export interface Downloader {
  /** Streams a file to the disk until the signal aborts. Leaves no file when it throws. @throws MediaError */
  readonly download: (url: string, signal: AbortSignal) => Promise<Download>;
  close(): Promise<void>;
}

/** Parts of a downloader. */
export interface DownloaderOptions {
  readonly policy: MediaPolicy;
  readonly files: TemporaryFiles;
  readonly limits?: Readonly<Record<MediaKind, FetchLimits>>;
  /** The system's name servers when left out. */
  readonly lookup?: NameLookup;
}

/** Creates a downloader that connects only to addresses the policy allows, and checks each redirect like the first address. */
export function createDownloader({ policy, files, limits = FETCH_LIMITS, lookup }: DownloaderOptions): Downloader {
  const agent = createGuardedAgent(policy, { lookup });
  return {
    async download(url, signal) {
      using pace = createPace(signal, limits.image.totalMs);
      try {
        const answer = await follow(url, { agent, policy, signal: pace.signal });
        return await receive(answer, { files, pace, limits });
      } catch (error) {
        if (error instanceof MediaError) throw error;
        throw new MediaError('media_unreachable', `${shownName(url)} could not be fetched: ${reasonOf(error)}`, error);
      }
    },
    close: () => agent.close(),
  };
}

interface Answer {
  readonly url: string;
  readonly body: Readable;
  /** Size that the server announces, which may be wrong; 0 without one. */
  readonly announced: number;
}

interface Way {
  readonly agent: Dispatcher;
  readonly policy: MediaPolicy;
  readonly signal: AbortSignal;
}

async function follow(url: string, { agent, policy, signal }: Way): Promise<Answer> {
  let address = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(address, {
      ...{ dispatcher: agent, signal, headers: { 'accept-encoding': 'identity' } },
    }).catch((error: unknown) => {
      const problem = hostProblem(error);
      throw redirects === 0 || problem === null ? error : new Refused(`it redirects to a server whose ${problem}`);
    });
    const { statusCode, headers, body } = answer;
    // Without a listener, a connection that breaks before the body is read would end the process.
    body.on('error', () => undefined);
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump({ limit: 65_536, signal }).catch(() => undefined);
      address = nextHop(address, headers['location'], policy);
    } else if (statusCode === 200) {
      if (headers['content-encoding'] !== undefined) {
        body.destroy();
        throw new Refused('it is compressed in transit, which was not asked for');
      }
      return { url, body, announced: Number(headers['content-length'] ?? 0) };
    } else {
      body.destroy();
      throw new Refused(`its server answered ${statusCode}`);
    }
  }
  throw new Refused(`it redirects more than ${MAX_REDIRECTS} times`);
}

function nextHop(from: URL, location: string | string[] | undefined, policy: MediaPolicy): URL {
  if (typeof location !== 'string' || location.length > 2048 || !URL.canParse(location, from.href)) {
    throw new Refused('it redirects to nowhere');
  }
  const next = new URL(location, from);
  if (mediaUrlProblem(next.href, policy) !== null) throw new Refused('it redirects to an address that is not allowed');
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    throw new Refused('it redirects from https to http; give the http address itself, or correct the redirect');
  }
  return next;
}

interface Arrival {
  readonly files: TemporaryFiles;
  readonly pace: Pace;
  readonly limits: Readonly<Record<MediaKind, FetchLimits>>;
}

async function receive(answer: Answer, arrival: Arrival): Promise<Download> {
  let file: TemporaryFile | undefined;
  try {
    file = await arrival.files.create();
    return { file, ...(await fill(file, answer, arrival)) };
  } catch (error) {
    await file?.remove();
    throw error;
  } finally {
    answer.body.destroy();
  }
}

/** Writes the body to the file. The first bytes decide whether the server takes the file, and how much of it. */
async function fill(
  file: TemporaryFile,
  { url, body, announced }: Answer,
  { pace, limits }: Arrival,
): Promise<SniffedType> {
  let known: SniffedType | undefined;
  for await (const { type, piece } of withType(body)) {
    if (!type) throw refusal(url, 'is neither a picture nor a video that networks take');
    if (!known) pace.expect(limits[type.kind]);
    known = type;
    pace.count(piece.byteLength);
    const { maxBytes } = limits[type.kind];
    if (Math.max(announced, file.bytes + piece.byteLength) > maxBytes) {
      throw refusal(url, `is larger than ${maxBytes} bytes`);
    }
    await file.append(piece);
  }
  if (known) return known;
  throw new Refused('it is empty');
}

function refusal(url: string, problem: string): MediaError {
  return new MediaError('media_refused', `${shownName(url)} ${problem}`);
}

/** A reason that users may read: it says nothing about the network behind the address. */
class Refused extends Error {}

/** Explains a failed download without details about the network behind the address. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const problem = hostProblem(error);
  if (problem !== null) return `its ${problem}`;
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long';
  // The code of a DOMException is a number.
  const code = String((error as { code?: unknown }).code ?? '');
  if (code.startsWith('UND_ERR') && code.includes('TIMEOUT')) return 'it took too long';
  return certificateProblem(error, code) ?? CONNECTION_PROBLEMS[code] ?? 'the connection failed';
}

/** Explains why a host cannot be reached; null for any other failure. */
function hostProblem(error: unknown): string | null {
  if (error instanceof BlockedAddressError) return 'address is not on the public internet';
  const code = String((error as { code?: unknown }).code ?? '');
  if (['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(code)) return 'host name is unknown';
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
