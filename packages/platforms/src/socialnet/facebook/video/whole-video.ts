import type { OutgoingMedia, PublishSession } from '../../../driver.ts';
import { asId } from '../../../http/lossless-json.ts';
import { trustedUrl } from '../../../http/trusted-url.ts';
import { callGraph, GRAPH_ID, graphIdSegment } from '../../../meta-graph/graph-call.ts';
import { type BegunUpload, uploadWhole } from '../../../meta-graph/whole-upload.ts';
import type { FacebookApi } from '../api.ts';
import { saveFacebookCheckpoint, type UploadedVideo } from '../checkpoint.ts';
import { videoUploadDialects } from '../errors.ts';
import type { VideoEdge } from './edge.ts';

/** Takes the bytes of reels and stories. */
const UPLOAD_ORIGIN = 'https://rupload.facebook.com';

/**
 * Uploads a video for a reel or a story, unless an earlier process has. Nothing is visible before the upload is finished.
 * @see https://developers.facebook.com/docs/video-api/guides/reels-publishing
 */
export async function uploadWholeVideo(
  api: FacebookApi,
  { file, edge }: { readonly file: OutgoingMedia; readonly edge: VideoEdge },
  { uploads, ...session }: PublishSession & { readonly uploads: readonly string[] },
): Promise<UploadedVideo> {
  const [name, known] = uploads;
  if (name === edge && known !== undefined) return { videoId: known, uploads };
  const graph = { ...api.graph, dialects: videoUploadDialects };
  const begin = async (): Promise<BegunUpload> => {
    const path = `/${graphIdSegment('socialnet', session.account.accountId)}/${edge}`;
    const request = { method: 'POST', path, json: { upload_phase: 'start' }, effect: 'none' } as const;
    const { body, broken } = await callGraph(graph, request, session);
    const id = asId(body['video_id'], GRAPH_ID);
    // The upload carries the access token, so it goes to the API or the network's own upload host only.
    const url = trustedUrl(body['upload_url'], [api.graph.apiUrl, UPLOAD_ORIGIN]);
    if (id === null || !url) throw broken();
    return { id, url };
  };
  // Without a checkpoint, nobody could tell later that nothing was published.
  await saveFacebookCheckpoint(session.call, [file], { stage: 'uploading', uploads: [] });
  const videoId = await uploadWhole(graph, { file, begin }, session);
  const uploaded = { videoId, uploads: [edge, videoId] };
  await saveFacebookCheckpoint(session.call, [file], { stage: 'uploading', uploads: uploaded.uploads });
  return uploaded;
}
