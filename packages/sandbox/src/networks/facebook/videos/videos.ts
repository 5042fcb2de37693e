import { pullFile } from '../../../http/pull-file.ts';
import type { Reply } from '../../../http/route.ts';
import type { Operation } from '../../../world/operation.ts';
import type { StoredBytes } from '../../../world/stored-bytes.ts';
import { storedBytesOf } from '../../../world/stored-bytes.ts';
import { refuse } from '../../meta-graph/errors.ts';
import { type GraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { readMessage } from '../posts/posts.ts';
import { requirePublisher } from '../session.ts';
import type { FacebookState } from '../state.ts';
import { completeVideo } from './complete-video.ts';
import { takePhase } from './video-phases.ts';

const maxPulledBytes = 1024 ** 3;

/**
 * Uploading videos: in phases, as one form, by their address, or by the handle of an app's upload.
 *
 * @see https://developers.facebook.com/docs/video-api/guides/publishing
 */
export function videoEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  return [{ method: 'POST', path: '*/videos', operation: operationOf, handle: (request) => takeVideo(state, request) }];
}

/** Returns `publish` for the last phase only. */
function operationOf({ params }: GraphRequest): Operation {
  const phase = text(params, 'upload_phase') ?? 'finish';
  return phase === 'finish' ? 'publish' : 'upload';
}

async function takeVideo(state: FacebookState, request: GraphRequest): Promise<Reply> {
  const page = requirePublisher(state, request);
  const { params } = request;
  if (text(params, 'upload_phase') !== undefined) return takePhase(state, request, page);
  const description = readMessage(request, 'description');
  const blob = await findBytes(state, request);
  if (!blob) {
    return refuse({
      code: 352,
      subcode: 2_069_019,
      message: '(#352) Sorry, the video file you selected is in a format that we do not support.',
    });
  }
  const id = state.nextId();
  const isPublished = text(params, 'published') !== 'false';
  completeVideo(state, { id, pageId: page.id, blob, title: text(params, 'title'), description, isPublished });
  return { status: 200, json: { id } };
}

async function findBytes(state: FacebookState, { call, params }: GraphRequest): Promise<StoredBytes | undefined> {
  const source = call.body.kind === 'multipart' ? call.body.files['source'] : undefined;
  if (source) return storedBytesOf(source);
  const url = text(params, 'file_url');
  if (url !== undefined) return pullFile(url, { maxBytes: maxPulledBytes });
  const handle = text(params, 'fbuploader_video_file_chunk');
  const uploaded = [...state.uploads.values()].find((upload) => handle !== undefined && upload.handle === handle);
  if (uploaded) state.uploads.delete(uploaded.id);
  return uploaded?.blob;
}
