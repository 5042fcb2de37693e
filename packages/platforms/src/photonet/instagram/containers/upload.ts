import type { OutgoingMedia, PublishSession } from '../../../driver.ts';
import { asId, type JsonObject } from '../../../http/lossless-json.ts';
import { trustedUrl } from '../../../http/trusted-url.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../../meta-graph/graph-call.ts';
import { sendFile } from '../../../meta-graph/send-file.ts';
import { repeat } from '../../../repeat.ts';
import type { InstagramApi } from '../api.ts';

const MAX_ATTEMPTS = 4;

/**
 * Makes a container and sends the bytes of its video. The network does not say how much of a cut upload has arrived, so each
 * further attempt makes a new container; abandoned ones expire unseen.
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing/resumable-uploads
 */
export function uploadBytes(
  api: InstagramApi,
  { file, json }: { readonly file: OutgoingMedia; readonly json: JsonObject },
  session: PublishSession,
): Promise<string> {
  // Only a cut upload is repeated, not a container that could not be made.
  let isSending = false;
  const attempt = async (): Promise<string> => {
    isSending = false;
    const { id, url } = await startUpload(api, json, session);
    isSending = true;
    await sendBytes(api, { file, url }, session);
    return id;
  };
  return repeat(attempt, {
    attempts: MAX_ATTEMPTS,
    waitMs: () => 0,
    isPassing: ({ code }) => isSending && code === 'network_unavailable',
    signal: session.call.signal,
  });
}

async function startUpload(api: InstagramApi, json: JsonObject, session: PublishSession) {
  const path = `/${graphIdSegment('photonet', session.account.accountId)}/media`;
  const { body, broken } = await callGraph(api.graph, { method: 'POST', path, json, effect: 'none' }, session);
  const id = asId(body['id'], GRAPH_ID);
  // The upload carries the access token, so it goes to the API or the network's own upload host only.
  const trusted = [api.graph.apiUrl, ...(api.uploadOrigin === null ? [] : [api.uploadOrigin])];
  const url = trustedUrl(body['uri'], trusted);
  if (id === null || !url) throw broken();
  return { id, url };
}

async function sendBytes(
  api: InstagramApi,
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
  const { body, broken } = await sendFile(api.graph.dialects.of('none'), request, session);
  if (body?.['success'] !== true) throw broken();
}
