import type { Reply } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { StoredBytes } from '../../../world/stored-bytes.ts';
import { refuse, refuseParameter } from '../../meta-graph/errors.ts';
import { type GraphRequest, text } from '../../meta-graph/request.ts';
import { mediaLimits } from '../media-limits.ts';
import { readMessage } from '../posts/posts.ts';
import type { FacebookState, VideoUpload } from '../state.ts';
import { completeVideo } from './complete-video.ts';

const firstChunkBytes = 1024 * 1024;
const chunkBytes = 5 * 1024 * 1024;
const { maxBytes: maxFileBytes } = mediaLimits.videos;

const problems = {
  tooLarge: { subcode: 1_363_023, message: 'The video you tried to upload is too large.' },
  wrongOffset: { subcode: 1_363_037, message: 'There was a problem uploading your video. Please try again.' },
  wrongBytes: { subcode: 1_363_019, message: 'There was a problem uploading your video. Please try again.' },
  incomplete: { subcode: 1_363_033, message: 'There was a problem uploading your video. Please try again.' },
  unknownSession: { subcode: 1_363_041, message: 'The upload session is invalid.' },
} as const;

/**
 * A page's video in phases: `start` opens a session, `transfer` takes the part that the network asks for next, `finish`
 * publishes, and `cancel` ends the session.
 *
 * @see https://developers.facebook.com/docs/graph-api/video-uploads
 */
export function takePhase(state: FacebookState, request: GraphRequest, page: Account): Reply {
  switch (text(request.params, 'upload_phase')) {
    case 'start':
      return start(state, request, page);
    case 'transfer':
      return transfer(request, requireSession(state, request, page));
    case 'finish':
      return finish(state, request, requireSession(state, request, page));
    case 'cancel':
      return cancel(state, requireSession(state, request, page));
    default:
      return refuseParameter('Param upload_phase must be one of {start, transfer, finish, cancel}');
  }
}

function start(state: FacebookState, { params }: GraphRequest, page: Account): Reply {
  const fileSize = Number(text(params, 'file_size'));
  if (!Number.isSafeInteger(fileSize) || fileSize < 1) return refuseParameter('The parameter file_size is required');
  if (fileSize > maxFileBytes) return refusePhase('tooLarge');
  const upload = { id: state.nextId(), videoId: state.nextId(), pageId: page.id, fileSize, blob: new StoredBytes() };
  state.videoUploads.set(upload.id, upload);
  state.videos.set(upload.videoId, { id: upload.videoId, pageId: page.id, phase: 'uploading', isPublished: false });
  const { id, videoId } = upload;
  return { status: 200, json: { video_id: videoId, upload_session_id: id, ...nextPart(upload) } };
}

function transfer({ call, params }: GraphRequest, upload: VideoUpload): Reply {
  const { start_offset: startOffset, end_offset: endOffset } = nextPart(upload);
  const error = { start_offset: Number(startOffset), end_offset: Number(endOffset) };
  if (text(params, 'start_offset') !== startOffset) return refusePhase('wrongOffset', error);
  const chunk = call.body.kind === 'multipart' ? call.body.files['video_file_chunk'] : undefined;
  const isTooMuch = chunk && upload.blob.bytes + chunk.length > Number(endOffset);
  if (!chunk || chunk.length === 0 || isTooMuch) return refusePhase('wrongBytes', error);
  upload.blob.append(chunk);
  return { status: 200, json: nextPart(upload) };
}

function finish(state: FacebookState, request: GraphRequest, upload: VideoUpload): Reply {
  const { params } = request;
  const description = readMessage(request, 'description');
  if (upload.blob.bytes < upload.fileSize) return refusePhase('incomplete');
  state.videoUploads.delete(upload.id);
  completeVideo(state, {
    id: upload.videoId,
    pageId: upload.pageId,
    blob: upload.blob,
    title: text(params, 'title'),
    description,
    isPublished: text(params, 'published') !== 'false',
  });
  return { status: 200, json: { success: true } };
}

function cancel(state: FacebookState, upload: VideoUpload): Reply {
  state.videoUploads.delete(upload.id);
  state.videos.delete(upload.videoId);
  return { status: 200, json: { success: true } };
}

/** Returns the offsets of the next part, as texts; they are equal when all bytes have arrived. */
function nextPart({ blob, fileSize }: VideoUpload): { start_offset: string; end_offset: string } {
  const end = Math.min(fileSize, blob.bytes + (blob.bytes === 0 ? firstChunkBytes : chunkBytes));
  return { start_offset: String(blob.bytes), end_offset: String(end) };
}

function requireSession(state: FacebookState, { params }: GraphRequest, page: Account): VideoUpload {
  const upload = state.videoUploads.get(text(params, 'upload_session_id') ?? '');
  return upload?.pageId === page.id ? upload : refusePhase('unknownSession');
}

export function refusePhase(kind: keyof typeof problems, data?: { start_offset: number; end_offset: number }): never {
  return refuse({
    code: 6001,
    ...problems[kind],
    isTransient: false,
    userTitle: 'Error Uploading Video',
    userMessage: 'There was a problem uploading your video. Please try uploading it again.',
    ...(data && { data }),
  });
}
