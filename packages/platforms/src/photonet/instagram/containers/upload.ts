import type { OutgoingMedia, PublishSession } from '../../../driver.ts';
import { asId, type JsonObject } from '../../../http/lossless-json.ts';
import { trustedUrl } from '../../../http/trusted-url.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../../meta-graph/graph-call.ts';
import { type BegunUpload, uploadWhole } from '../../../meta-graph/whole-upload.ts';
import type { InstagramApi } from '../api.ts';

/**
 * Makes a container and sends the bytes of its video.
 * @see https://developers.facebook.com/docs/instagram-platform/content-publishing/resumable-uploads
 */
export function uploadBytes(
  api: InstagramApi,
  { file, json }: { readonly file: OutgoingMedia; readonly json: JsonObject },
  session: PublishSession,
): Promise<string> {
  return uploadWhole(api.graph, { file, begin: () => startUpload(api, json, session) }, session);
}

async function startUpload(api: InstagramApi, json: JsonObject, session: PublishSession): Promise<BegunUpload> {
  const path = `/${graphIdSegment('photonet', session.account.accountId)}/media`;
  const { body, broken } = await callGraph(api.graph, { method: 'POST', path, json, effect: 'none' }, session);
  const id = asId(body['id'], GRAPH_ID);
  // The upload carries the access token, so it goes to the API or the network's own upload host only.
  const trusted = [api.graph.apiUrl, ...(api.uploadOrigin === null ? [] : [api.uploadOrigin])];
  const url = trustedUrl(body['uri'], trusted);
  if (id === null || !url) throw broken();
  return { id, url };
}
