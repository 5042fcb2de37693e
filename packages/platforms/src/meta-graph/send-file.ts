import type { CallContext, OutgoingMedia } from '../driver.ts';
import { type NetworkAnswer, type NetworkDialect, send } from '../http/network-client.ts';
import { unreadableMedia } from '../media-bytes.ts';

const STALL_TIMEOUT_MS = 60_000;
const TOTAL_TIMEOUT_MS = 6 * 60 * 60 * 1000;

/** Bytes of one file, to be sent in one request. */
export interface FileRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly media: OutgoingMedia;
  /** First byte that is sent. */
  readonly from: number;
  readonly accessToken: string;
  /** Told after each piece how many bytes of the file are on their way. */
  readonly onSent: (doneBytes: number) => void;
}

/**
 * Sends a file from a byte on, as it is read: a few pieces are in memory at a time, whatever its size. Instead of a total
 * time there is one for standing still (60 s, or `call.timeoutMs`). Nothing becomes public by it.
 * @throws PlatformError code `media_unreachable` when the file ends early or cannot be read
 */
export async function sendFile(
  dialect: NetworkDialect,
  request: FileRequest,
  call: CallContext,
): Promise<NetworkAnswer> {
  const { url, headers, media, from, accessToken, onSent } = request;
  const stalled = new AbortController();
  const stallMs = call.timeoutMs ?? STALL_TIMEOUT_MS;
  const timer = setTimeout(() => stalled.abort(), stallMs);
  const signal = call.signal ? AbortSignal.any([call.signal, stalled.signal]) : stalled.signal;
  const reading: { failure?: unknown } = {};
  const body = ReadableStream.from(
    read({ media, from, reading }, (doneBytes) => {
      timer.refresh();
      onSent(doneBytes);
    }),
  );
  try {
    return await send(
      dialect,
      {
        method: 'POST',
        url,
        headers: { ...headers, 'content-length': String(media.bytes - from) },
        body,
        isUpload: true,
        effect: 'none',
        secrets: [accessToken],
      },
      { signal, timeoutMs: TOTAL_TIMEOUT_MS },
    );
  } catch (error) {
    if ('failure' in reading) throw unreadableMedia(dialect.platform, reading.failure);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

async function* read(
  { media, from, reading }: { media: OutgoingMedia; from: number; reading: { failure?: unknown } },
  onRead: (doneBytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let doneBytes = from;
  try {
    for await (const chunk of media.open(from)) {
      doneBytes += chunk.byteLength;
      if (doneBytes > media.bytes) break;
      yield chunk;
      onRead(doneBytes);
    }
  } catch (error) {
    reading.failure = error;
    throw error;
  }
  if (doneBytes === media.bytes) return;
  reading.failure = new Error('the file does not have the size it had');
  throw reading.failure;
}
