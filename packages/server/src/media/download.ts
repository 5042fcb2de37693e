import type { Readable } from 'node:stream';
import { type Dispatcher, request } from 'undici';
import { BlockedAddressError, createGuardedAgent } from './guarded-agent.ts';
import { MediaError } from './media-source.ts';
import { type MediaPolicy, mediaUrlProblem, shownName } from './media-url.ts';

const MAX_REDIRECTS = 3;
const MAX_BYTES = 10 * 1024 * 1024;
const TOTAL_TIMEOUT_MS = 30_000;

/** Downloads from addresses that users give. */
export interface Downloader {
  /** @throws MediaError */
  readonly download: (url: string) => Promise<Buffer>;
  close(): Promise<void>;
}

/** A downloader that connects only where media may come from; each redirect is checked like the first address. */
export function createDownloader(policy: MediaPolicy): Downloader {
  const agent = createGuardedAgent(policy);
  return { download: (url) => downloadInTime(url, agent, policy), close: () => agent.close() };
}

async function downloadInTime(url: string, agent: Dispatcher, policy: MediaPolicy): Promise<Buffer> {
  const limit = new AbortController();
  // A timer of our own: a signal of `AbortSignal.timeout` that nobody holds any more may be collected before it fires.
  const timer = setTimeout(() => limit.abort(new DOMException('too slow', 'TimeoutError')), TOTAL_TIMEOUT_MS);
  try {
    return await download(url, agent, policy, limit.signal);
  } catch (error) {
    if (error instanceof MediaError) throw error;
    throw new MediaError('media_unreachable', `${shownName(url)} could not be fetched: ${reasonOf(error)}`, error);
  } finally {
    clearTimeout(timer);
  }
}

async function download(url: string, agent: Dispatcher, policy: MediaPolicy, signal: AbortSignal): Promise<Buffer> {
  let address = new URL(url);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await request(address, { dispatcher: agent, signal, headers: { 'accept-encoding': 'identity' } });
    const { statusCode, headers, body } = answer;
    if (statusCode >= 300 && statusCode < 400) {
      await body.dump({ limit: 65_536, signal }).catch(() => undefined);
      address = nextHop(address, headers['location'], policy);
    } else if (statusCode === 200) {
      if (headers['content-encoding'] !== undefined) {
        drop(body);
        throw new Refused('it is compressed in transit, which was not asked for');
      }
      return collect(body, Number(headers['content-length'] ?? 0));
    } else {
      drop(body);
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
  if (mediaUrlProblem(next.href, policy) !== null || (from.protocol === 'https:' && next.protocol !== 'https:')) {
    throw new Refused('it redirects to an address that is not allowed');
  }
  return next;
}

/** Ends a download early; the error that this causes in the stream is nobody's. */
function drop(body: Readable): void {
  body.on('error', () => undefined).destroy();
}

async function collect(body: Readable, announced: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BYTES || announced > MAX_BYTES) {
      drop(body);
      throw new MediaError('media_refused', `The file is larger than ${MAX_BYTES} bytes`);
    }
    chunks.push(chunk);
  }
  if (size === 0) throw new Refused('it is empty');
  return Buffer.concat(chunks);
}

/** A reason that may be shown: it says nothing of what stands behind the address. */
class Refused extends Error {}

/** Why a download failed, as far as it may be said: nothing of what stands behind the address. */
function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof BlockedAddressError) return 'its address is not on the public internet';
  if (error instanceof Error && error.name === 'TimeoutError') return 'it took too long';
  const code = (error as { code?: string }).code ?? '';
  if (['ENOTFOUND', 'EAI_AGAIN'].includes(code)) return 'its host name is unknown';
  if (code.startsWith('UND_ERR') && code.includes('TIMEOUT')) return 'it took too long';
  return 'the connection failed';
}
