import type { Dispatcher } from 'undici';
import { FetchRefusal, follow } from '../fetch/follow.ts';
import type { MediaPolicy } from '../fetch/media-url.ts';
import { createPace } from '../fetch/pace.ts';
import { type PageFacts, parsePage } from './parse-page.ts';

/** The head of a page is at its beginning: what follows is not read. */
const MAX_BYTES = 512 * 1024;
const TOTAL_MS = 5_000;
const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
const CHARSET = /charset\s*=[\s"']*([\w.:-]{1,40})/i;

/** A page and the address that has answered. */
export interface ReadPage extends PageFacts {
  readonly finalUrl: string;
}

/** Reads the facts of a page at a public address. @throws FetchRefusal, or an error of the connection */
export async function readPage(
  url: string,
  { agent, policy, signal }: { readonly agent: Dispatcher; readonly policy: MediaPolicy; readonly signal: AbortSignal },
): Promise<ReadPage> {
  using pace = createPace(signal, TOTAL_MS);
  const headers = { accept: 'text/html,application/xhtml+xml' };
  const { body, contentType, finalUrl } = await follow(url, { agent, policy, signal: pace.signal, headers });
  try {
    if (!HTML.test(contentType)) throw new FetchRefusal('it is not HTML');
    const pieces: Buffer[] = [];
    let bytes = 0;
    for await (const piece of body as AsyncIterable<Buffer>) {
      pieces.push(piece);
      bytes += piece.byteLength;
      if (bytes >= MAX_BYTES) break;
    }
    return { ...parsePage(decode(Buffer.concat(pieces).subarray(0, MAX_BYTES), contentType)), finalUrl };
  } finally {
    body.destroy();
  }
}

/** Decodes a page by its header, else by what it says itself, else as UTF-8. */
function decode(bytes: Buffer, contentType: string): string {
  const named = CHARSET.exec(contentType)?.[1] ?? CHARSET.exec(bytes.toString('latin1', 0, 2_048))?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    // The page names an encoding that does not exist.
    return new TextDecoder().decode(bytes);
  }
}
