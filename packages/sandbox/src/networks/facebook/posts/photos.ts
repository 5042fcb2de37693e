import { pullFile } from '../../../server/http/pull-file.ts';
import type { Operation } from '../../../world/operation.ts';
import { createMedia, type Media } from '../../../world/posts.ts';
import { sniff } from '../../../world/sniff.ts';
import { refuse, refuseParameter } from '../../meta-graph/errors.ts';
import { type GraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import type { Reply } from '../../network.ts';
import { requirePublisher } from '../session.ts';
import type { FacebookState } from '../state.ts';
import { addPost, readMessage } from './posts.ts';

const maxBytes = 10 * 1024 * 1024;
const maxPulledBytes = 64 * 1024 * 1024;
const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/gif']);

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
  const data =
    uploaded ?? (url === undefined ? undefined : (await pullFile(url, { maxBytes: maxPulledBytes }))?.read());
  if (!data) {
    return url === undefined
      ? refuseParameter('An image needs url or source')
      : refuse({ code: 324, message: '(#324) Missing or invalid image file' });
  }
  const found = sniff(data);
  if (found && pictureTypes.has(found.type) && data.length <= maxBytes) {
    return createMedia(data, found.type);
  }
  return refuse({
    code: 100,
    subcode: 1_366_046,
    message: '(#100) Invalid parameter',
    userMessage: 'Photos should be smaller than 10 MB and saved as JPG, PNG or GIF files.',
  });
}

function isUnpublished({ params }: GraphRequest): boolean {
  return text(params, 'published') === 'false';
}
