import type { OutgoingPost, Published, PublishSession } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { callGraph, graphIdSegment } from '../../meta-graph/graph-call.ts';
import type { FacebookApi } from './api.ts';
import { publishOnce } from './checkpoint.ts';
import { uploadPhotos } from './photos.ts';
import { POST_ID } from './post-id.ts';

/** Publishes one image as a story of a page. @see https://developers.facebook.com/docs/page-stories-api */
export async function publishPhotoStory(
  api: FacebookApi,
  { media }: OutgoingPost,
  { uploaded, ...session }: PublishSession & { readonly uploaded: readonly string[] },
): Promise<Published> {
  const { account, call } = session;
  const path = `/${graphIdSegment('socialnet', account.accountId)}/photo_stories`;
  const uploads = await uploadPhotos(api.graph, media, { ...session, uploaded });
  const request = { method: 'POST', path, json: { photo_id: uploads[0] }, effect: 'change' } as const;
  const { body, broken } = await publishOnce(call, { media, uploads }, () => callGraph(api.graph, request, session));
  const id = asId(body['post_id'], POST_ID);
  if (id === null) throw broken();
  return { platformPostId: id, url: `${api.oauthUrl}/${id}` };
}
