import type { OutgoingMedia, PublishSession } from '../driver.ts';
import { repeat } from '../repeat.ts';
import type { GraphApi } from './graph-call.ts';
import { sendFile } from './send-file.ts';

const MAX_ATTEMPTS = 4;

/** An upload that the network has begun. */
export interface BegunUpload {
  readonly id: string;
  /** Takes the bytes, and the token with them. */
  readonly url: URL;
}

/**
 * Begins an upload, sends the bytes of a video in one request, and returns the id of the upload. The network does not say how much
 * of a cut upload has arrived, so each further attempt begins a new one; abandoned ones expire unseen.
 */
export function uploadWhole(
  graph: GraphApi,
  { file, begin }: { readonly file: OutgoingMedia; readonly begin: () => Promise<BegunUpload> },
  session: PublishSession,
): Promise<string> {
  // Only a cut upload is repeated, not one that could not begin.
  let isSending = false;
  const attempt = async (): Promise<string> => {
    isSending = false;
    const { id, url } = await begin();
    isSending = true;
    await sendBytes(graph, { file, url }, session);
    return id;
  };
  return repeat(attempt, {
    attempts: MAX_ATTEMPTS,
    waitMs: () => 0,
    isPassing: ({ code }) => isSending && code === 'network_unavailable',
    signal: session.call.signal,
  });
}

async function sendBytes(
  graph: GraphApi,
  { file, url }: { readonly file: OutgoingMedia; readonly url: URL },
  session: PublishSession,
): Promise<void> {
  const { account, call } = session;
  const headers = {
    authorization: `OAuth ${account.accessToken}`,
    offset: '0',
    file_size: String(file.bytes),
    'content-type': 'application/octet-stream',
  };
  const onSent = (doneBytes: number) => call.onProgress?.({ stage: 'uploading', doneBytes, totalBytes: file.bytes });
  const request = { url, headers, media: file, onSent };
  const { body, broken } = await sendFile(graph.dialects.of('none'), request, session);
  if (body?.['success'] !== true) throw broken();
}
