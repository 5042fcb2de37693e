import type { Readable } from 'node:stream';
import type { NameLookup } from '@social/platforms';
import type { MediaKind } from '@social/rules';
import { type Dispatcher, request } from 'undici';
import { MediaError } from '../keep/media-source.ts';
import type { TemporaryFile, TemporaryFiles } from '../keep/temporary-files.ts';
import { type SniffedType, sniff } from '../look/sniff.ts';
import { FETCH_LIMITS, type FetchLimits } from './fetch-limits.ts';
import { BlockedAddressError, createGuardedAgent } from './guarded-agent.ts';
import { type MediaPolicy, mediaUrlProblem, shownName } from './media-url.ts';
import { createPace, type Pace } from './pace.ts';

const MAX_REDIRECTS = 3;
const HEAD_BYTES = 64;

/** A file that has come, and what its first bytes say it is. */
export interface Download extends SniffedType {
  /** The caller's to remove. */
  readonly file: TemporaryFile;
}

/** Downloads from addresses that users give. */
export interface Downloader {
  /** Streams a file to the disk; ends when the signal is aborted. When it throws nothing is left. @throws MediaError */
  readonly download: (url: string, signal: AbortSignal) => Promise<Download>;
  close(): Promise<void>;
}

/** What a downloader works with. */
export interface DownloaderOptions {
  readonly policy: MediaPolicy;
  readonly files: TemporaryFiles;
  readonly limits?: Readonly<Record<MediaKind, FetchLimits>>;
  /** Asks the system's name servers when left out. */
  readonly lookup?: NameLookup;
}

/** A downloader that connects only where media may come from; each redirect is checked like the first address. */
export function createDownloader({ policy, files, limits = FETCH_LIMITS, lookup }: DownloaderOptions): Downloader {
  const agent = createGuardedAgent(policy, lookup);
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
  /** Size as it is announced, which need not be true; 0 when it is not. */
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
    // A connection may break while nobody reads; without anybody who listens that would end the process.
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

/** Writes the body to the file. The first bytes decide whether it is taken at all, and how much of it. */
async function fill(
  file: TemporaryFile,
  { url, body, announced }: Answer,
  { pace, limits }: Arrival,
): Promise<SniffedType> {
  let head = Buffer.alloc(0);
  let type: SniffedType | undefined;
  const keep = async (chunk: Buffer, kind: MediaKind): Promise<void> => {
    const { maxBytes } = limits[kind];
    if (announced > maxBytes || file.bytes + chunk.length > maxBytes) {
      throw new MediaError('media_refused', `${shownName(url)} is larger than ${maxBytes} bytes`);
    }
    await file.append(chunk);
  };
  for await (const chunk of body as AsyncIterable<Buffer>) {
    pace.count(chunk.length);
    if (type) {
      await keep(chunk, type.kind);
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    type = recognize(head, url);
    pace.expect(limits[type.kind]);
    await keep(head, type.kind);
  }
  if (type) return type;
  if (head.length === 0) throw new Refused('it is empty');
  type = recognize(head, url);
  await keep(head, type.kind);
  return type;
}

function recognize(head: Buffer, url: string): SniffedType {
  const type = sniff(head.subarray(0, HEAD_BYTES));
  if (type) return type;
  throw new MediaError('media_refused', `${shownName(url)} is neither a picture nor a video that networks take`);
}

/** A reason that may be shown: it says nothing of what stands behind the address. */
class Refused extends Error {}

/** Why a download failed, as far as it may be said: nothing of what stands behind the address. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  const problem = hostProblem(error);
  if (problem !== null) return `its ${problem}`;
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long';
  // A DOMException has a number there.
  const code = String((error as { code?: unknown }).code ?? '');
  if (code.startsWith('UND_ERR') && code.includes('TIMEOUT')) return 'it took too long';
  return certificateProblem(error, code) ?? CONNECTION_PROBLEMS[code] ?? 'the connection failed';
}

/** Why a host cannot be asked at all; null when that is not what failed. */
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

/** What is wrong with the server's certificate, for whoever looks after that server; null when it is not about one. */
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
