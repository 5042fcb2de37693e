import { pullFile } from '../../../http/pull-file.ts';
import type { Call, Reply, Route } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { StoredBytes } from '../../../world/stored-bytes.ts';
import { permissionDenied, refuseParameter } from '../../meta-graph/errors.ts';
import { type GraphRequest, readGraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { readMessage } from '../posts/posts.ts';
import { authenticate, requirePublisher } from '../session.ts';
import type { FacebookState, WholeEdge, WholeUpload } from '../state.ts';
import { completeVideo } from './complete-video.ts';
import { refusePhase } from './video-phases.ts';

const edges: readonly WholeEdge[] = ['video_reels', 'video_stories'];
const maxPulledBytes = 1024 ** 3;

/**
 * Reels and stories of a page: `start` names the address for the bytes, and `finish` publishes.
 *
 * @see https://developers.facebook.com/docs/video-api/guides/reels-publishing
 */
export function wholeVideoEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  return edges.map((edge) => ({
    method: 'POST',
    path: `*/${edge}`,
    operation: ({ params }) => (text(params, 'upload_phase') === 'finish' ? 'publish' : 'upload'),
    handle: (request) => {
      const page = requirePublisher(state, request);
      const phase = text(request.params, 'upload_phase');
      if (phase === 'start') return start(state, request, { edge, page });
      if (phase === 'finish') return finish(state, request, { edge, page });
      return refuseParameter('Param upload_phase must be one of {start, finish}');
    },
  }));
}

/** Receiving the bytes of a reel or story, or their address, at the upload host. */
export function wholeUploadRoute(state: FacebookState): Route {
  return {
    method: 'POST',
    path: '/video-upload/:version/:id',
    operation: 'upload',
    takesStream: true,
    handle: async (call) => {
      const session = authenticate(state, readGraphRequest(call));
      const upload = state.wholeUploads.get(call.params['id'] ?? '');
      if (!upload) return failed('There is no such upload');
      if (session.facts.kind !== 'page' || upload.pageId !== session.token.accountId) return permissionDenied();
      const blob = await receive(call);
      if (!blob) return failed('The bytes do not have the length that file_size says, from offset 0 on');
      upload.blob = blob;
      const { videoId: id, pageId } = upload;
      state.videos.set(id, { id, pageId, phase: 'uploaded', isPublished: false });
      return { status: 200, json: { success: true } };
    },
  };
}

interface Place {
  readonly edge: WholeEdge;
  readonly page: Account;
}

function start(state: FacebookState, { call, version }: GraphRequest, { edge, page }: Place): Reply {
  const id = state.nextId();
  state.wholeUploads.set(id, { videoId: id, pageId: page.id, edge, blob: undefined });
  state.videos.set(id, { id, pageId: page.id, phase: 'uploading', isPublished: false });
  const url = `${call.base}/video-upload/${version ?? 'v25.0'}/${id}`;
  return { status: 200, json: { video_id: id, upload_url: url } };
}

function finish(state: FacebookState, request: GraphRequest, { edge, page }: Place): Reply {
  const upload = state.wholeUploads.get(text(request.params, 'video_id') ?? '');
  if (!isOf(upload, { edge, page })) return refusePhase('unknownSession');
  if (!upload.blob) return refusePhase('incomplete');
  const isReel = edge === 'video_reels';
  if (isReel && text(request.params, 'video_state') !== 'PUBLISHED') {
    return refuseParameter('this sandbox publishes reels at once: video_state must be PUBLISHED');
  }
  state.wholeUploads.delete(upload.videoId);
  const postId = isReel ? upload.videoId : `${page.id}_${state.nextId()}`;
  completeVideo(state, {
    ...{ id: upload.videoId, pageId: page.id, blob: upload.blob, isPublished: true, edge, postId },
    title: isReel ? text(request.params, 'title') : undefined,
    description: isReel ? readMessage(request, 'description') : '',
  });
  return { status: 200, json: { success: true, ...(!isReel && { post_id: postId }) } };
}

function isOf(upload: WholeUpload | undefined, { edge, page }: Place): upload is WholeUpload {
  return upload?.edge === edge && upload.pageId === page.id;
}

async function receive({ headers, body }: Call): Promise<StoredBytes | undefined> {
  const url = headers['file_url'];
  if (typeof url === 'string') return pullFile(url, { maxBytes: maxPulledBytes });
  if (headers['offset'] !== '0' || body.kind !== 'stream') return undefined;
  const blob = new StoredBytes();
  for await (const chunk of body.chunks) blob.append(chunk);
  return blob.bytes > 0 && String(blob.bytes) === headers['file_size'] ? blob : undefined;
}

function failed(message: string): Reply {
  return { status: 400, json: { debug_info: { retriable: false, type: 'ProcessingFailedError', message } } };
}
