import type { Context } from '../../lib/context.ts';
import { failed, usageError } from '../../lib/errors.ts';
import { quote } from '../../lib/text/terminal-text.ts';
import { VERSION } from '../../lib/version.ts';
import { decodeFeed } from './reading/decode-feed.ts';

const MAX_BYTES = 10_000_000;
const WITHIN_MS = 30_000;
const MAX_REDIRECTS = 5;
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
const ACCEPT =
  'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5';

/** Names of a version of a feed, by which a server is asked for a newer one only. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** A feed as it was fetched. */
export interface FetchedFeed extends Validators {
  /** Address that it came from in the end, from which relative addresses are counted. */
  readonly url: string;
  readonly text: string;
}

/** Reads the address of a feed. @throws {CliError} exit code 2 for anything but http and https */
export function parseFeedUrl(given: string): URL {
  const url = URL.parse(given);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw usageError(`${quote(given)} is not the address of a feed`, 'Give it with https:// or http://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError('The address of the feed holds a password, which would be shown', 'Leave it out.');
  }
  url.hash = '';
  return url;
}

/**
 * Fetches a feed: at most 10 MB, 30 seconds and 5 redirects.
 * @param known validators of an earlier answer @returns null when the feed has not changed since that
 * @throws {CliError} exit code 1 when it cannot be had
 */
export async function fetchFeed({ io }: Context, start: URL, known: Validators): Promise<FetchedFeed | null> {
  const limit = AbortSignal.timeout(WITHIN_MS);
  const signal = AbortSignal.any([io.signal, limit]);
  const headers = {
    ...{ accept: ACCEPT, 'user-agent': `social-cli/${VERSION}` },
    ...(known.etag !== undefined && { 'if-none-match': known.etag }),
    ...(known.lastModified !== undefined && { 'if-modified-since': known.lastModified }),
  };
  try {
    let url = start;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const answer = await io.fetch(new Request(url.href, { headers, signal, redirect: 'manual' }));
      const location = answer.headers.get('location');
      if (!REDIRECTS.includes(answer.status) || location === null) return await readAnswer(answer, url);
      await answer.body?.cancel();
      url = nextUrl(location, url);
    }
    throw cannotFetch(start, `it redirects more than ${MAX_REDIRECTS} times`);
  } catch (error) {
    io.signal.throwIfAborted();
    if (limit.aborted) throw cannotFetch(start, `it took longer than ${WITHIN_MS / 1000} seconds`);
    if (error instanceof TypeError) throw cannotFetch(start, reasonOf(error));
    throw error;
  }
}

function nextUrl(location: string, from: URL): URL {
  const url = URL.parse(location, from.href);
  if (url === null || !/^https?:$/.test(url.protocol)) throw cannotFetch(from, 'it redirects to no web address');
  return url;
}

async function readAnswer(answer: Response, url: URL): Promise<FetchedFeed | null> {
  if (answer.status === 304) return null;
  if (!answer.ok) throw cannotFetch(url, `it answered ${answer.status}`);
  const bytes = await readBytes(answer, url);
  return {
    url: url.href,
    text: decodeFeed(bytes, answer.headers.get('content-type') ?? ''),
    etag: answer.headers.get('etag') ?? undefined,
    lastModified: answer.headers.get('last-modified') ?? undefined,
  };
}

async function readBytes({ body }: Response, url: URL): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw cannotFetch(url, `it is larger than ${MAX_BYTES / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function cannotFetch(url: URL, reason: string) {
  return failed('feed_unavailable', `${url.href} could not be read: ${reason}`, 'Nothing was sent.');
}

function reasonOf({ message, cause }: TypeError): string {
  return cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : message) : message;
}
