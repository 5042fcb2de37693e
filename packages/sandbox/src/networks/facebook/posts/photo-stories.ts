import type { Reply } from '../../../http/route.ts';
import { type GraphRequest, text } from '../../meta-graph/request.ts';
import type { GraphEndpoint } from '../../meta-graph/routes.ts';
import { requirePublisher } from '../session.ts';
import type { FacebookState } from '../state.ts';
import { addPost, takePhoto } from './posts.ts';

/** Stories of a picture that was uploaded before. @see https://developers.facebook.com/docs/page-stories-api */
export function photoStoryEndpoint(state: FacebookState): GraphEndpoint {
  const handle = (request: GraphRequest) => createPhotoStory(state, request);
  return { method: 'POST', path: '*/photo_stories', operation: 'publish', handle };
}

function createPhotoStory(state: FacebookState, request: GraphRequest): Reply {
  const page = requirePublisher(state, request);
  const media = [takePhoto(state, page, text(request.params, 'photo_id'))];
  const id = addPost(state, page.id, { text: '', media, settings: { edge: 'photo_stories' } });
  return { status: 200, json: { success: true, post_id: id } };
}
