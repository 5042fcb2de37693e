import type { OutgoingMedia } from '../../driver.ts';
import { asId, asString } from '../../http/lossless-json.ts';
import { brokenAnswer } from '../../http/network-client.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../meta-graph/graph-call.ts';
import { sendFile } from '../../meta-graph/send-file.ts';
import { PlatformError } from '../../platform-error.ts';
import type { InstagramApi, Session } from './api.ts';

const MAX_ATTEMPTS = 4;

/**
 * Makes a container and sends it its video's bytes. How much of a cut upload has arrived cannot be asked, so that each
 * further attempt is a container of its own; those left behind expire unseen.
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing/resumable-uploads
 */
export async function uploadBytes(
  api: InstagramApi,
  { file, json }: { readonly file: OutgoingMedia; readonly json: Readonly<Record<string, unknown>> },
  session: Session,
): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const { id, uri } = await startUpload(api, json, session);
    try {
      await sendBytes(api, { file, uri }, session);
      return id;
    } catch (error) {
      const isInterruption = error instanceof PlatformError && error.code === 'network_unavailable';
      if (!isInterruption || attempt === MAX_ATTEMPTS || session.call.signal?.aborted) throw error;
    }
  }
}

async function startUpload(api: InstagramApi, json: Readonly<Record<string, unknown>>, { account, call }: Session) {
  const path = `/${graphIdSegment('photonet', account.accountId)}/media`;
  const request = { method: 'POST', path, json, effect: 'none' } as const;
  const { body, broken } = await callGraph(api.graph, request, { accessToken: account.accessToken, call });
  const id = asId(body['id'], GRAPH_ID);
  const uri = trustedUri(api, asString(body['uri']));
  if (id === null || !uri) throw broken();
  return { id, uri };
}

/** The upload carries the access token, so it goes to the API itself or the network's own upload host only. */
function trustedUri({ graph, uploadOrigin }: InstagramApi, address: string | null): URL | null {
  const url = address === null ? null : URL.parse(address);
  return url && (url.origin === uploadOrigin || url.origin === new URL(graph.apiUrl).origin) ? url : null;
}

async function sendBytes(
  api: InstagramApi,
  { file, uri }: { readonly file: OutgoingMedia; readonly uri: URL },
  { account, call }: Session,
): Promise<void> {
  const { accessToken } = account;
  const dialect = api.graph.dialects.of('none');
  const answer = await sendFile(
    dialect,
    {
      url: uri,
      headers: {
        authorization: `OAuth ${accessToken}`,
        offset: '0',
        file_size: String(file.bytes),
        'content-type': 'application/octet-stream',
      },
      media: file,
      from: 0,
      accessToken,
      onSent: (doneBytes) => call.onProgress?.({ stage: 'uploading', doneBytes, totalBytes: file.bytes }),
    },
    call,
  );
  if (answer.body?.['success'] !== true) throw brokenAnswer(dialect, { effect: 'none' }, answer.status);
}
