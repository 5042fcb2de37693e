import type { OutgoingMedia, TokenSession } from '../driver.ts';
import { after } from '../guarded.ts';
import { type NetworkAnswer, type NetworkDialect, send } from '../http/network-client.ts';
import { streamMediaBytes } from '../media-bytes.ts';

const STALL_TIMEOUT_MS = 60_000;
const TOTAL_TIMEOUT_MS = 6 * 60 * 60 * 1000;

/** A file that is sent in one request. */
export interface FileRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly media: OutgoingMedia;
  /** Receives the number of bytes that were handed over, after each chunk. */
  readonly onSent: (doneBytes: number) => void;
}

/**
 * Sends a file while it is read; memory holds a few chunks, whatever its size. The time limit is for a stall (60 s, or
 * `call.timeoutMs`), not for the whole. The file is not public after the upload.
 * @throws PlatformError code `media_unreachable` when the file cannot be read, or does not have its announced size
 */
export async function sendFile(
  dialect: NetworkDialect,
  { url, headers, media, onSent }: FileRequest,
  { account, call }: TokenSession,
): Promise<NetworkAnswer> {
  const stalled = new AbortController();
  const timer = after(call.timeoutMs ?? STALL_TIMEOUT_MS, () => stalled.abort());
  const signal = call.signal ? AbortSignal.any([call.signal, stalled.signal]) : stalled.signal;
  const onBytes = (doneBytes: number): void => {
    timer.refresh();
    onSent(doneBytes);
  };
  const open = () => streamMediaBytes(dialect.platform, media, { onBytes });
  const body = { bytes: media.bytes, open };
  const request = { method: 'POST', url, headers, body, isUpload: true, effect: 'none' } as const;
  try {
    const limits = { signal, timeoutMs: TOTAL_TIMEOUT_MS };
    return await send(dialect, { ...request, secrets: [account.accessToken] }, limits);
  } finally {
    clearTimeout(timer);
  }
}
