import { pullFile } from '../../../http/pull-file.ts';
import type { Reply } from '../../../http/route.ts';
import { look } from '../../../world/files/look.ts';
import type { Operation } from '../../../world/operation.ts';
import { createMedia, type Media } from '../../../world/posts.ts';
import { storedBytesOf } from '../../../world/stored-bytes.ts';
import { problemOf } from '../../check-media.ts';
import { refuse, refuseParameter } from '../../meta-graph/errors.ts';
import { type GraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { mediaLimits } from '../media-limits.ts';
import { requirePublisher } from '../session.ts';
import type { FacebookState } from '../state.ts';
import { addPost, readMessage } from './posts.ts';

const maxPulledBytes = 64 * 1024 * 1024;

/** Pictures, published at once or uploaded for a post. @see https://developers.facebook.com/docs/graph-api/reference/page/photos */
export function photoEndpoints(state: FacebookState): readonly GraphEndpoint[] {
  const operation = (request: GraphRequest): Operation => (isUnpublished(request) ? 'upload' : 'publish');
  return [{ method: 'POST', path: '*/photos', operation, handle: (request) => createPhoto(state, request) }];
}

async function createPhoto(state: FacebookState, request: GraphRequest): Promise<Reply> {
  const page = requirePublisher(state, request);
  const caption = readMessage(request, 'caption') || readMessage(request, 'message');
  const media = await readPicture(request);
  const id = state.nextId();
  if (isUnpublished(request)) {
    state.photos.set(id, { pageId: page.id, media });
    return { status: 200, json: { id } };
  }
  return { status: 200, json: { id, post_id: addPost(state, page.id, { text: caption, media: [media] }) } };
}

async function readPicture({ call, params }: GraphRequest): Promise<Media> {
  const uploaded = call.body.kind === 'multipart' ? Object.values(call.body.files)[0] : undefined;
  const url = text(params, 'url');
  const pulled = url === undefined ? undefined : await pullFile(url, { maxBytes: maxPulledBytes });
  const file = uploaded ? storedBytesOf(uploaded) : pulled;
  if (!file) {
    return url === undefined
      ? refuseParameter('An image needs url or source')
      : refuse({ code: 324, message: '(#324) Missing or invalid image file' });
  }
  const found = look(file);
  if (found && !problemOf(found, file.bytes, mediaLimits.pictures))
    return createMedia(file, found.type, text(params, 'alt_text_custom'));
  return refuse({
    code: 100,
    subcode: 1_366_046,
    message: '(#100) Invalid parameter',
    userMessage: 'Photos should be smaller than 10 MB and saved as JPG, PNG, GIF, TIFF or BMP files.',
  });
}

function isUnpublished({ params }: GraphRequest): boolean {
  return text(params, 'published') === 'false';
}
