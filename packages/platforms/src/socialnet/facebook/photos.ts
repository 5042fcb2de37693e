import { shorten } from '@social/rules';
import type { OutgoingMedia, PublishSession, Session } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { readMediaBytes, requireMedia, totalBytesOf } from '../../media-bytes.ts';
import { callGraph, GRAPH_ID, type GraphApi } from '../../meta-graph/graph-call.ts';
import { saveFacebookCheckpoint } from './checkpoint.ts';

/** Facebook names no limit; Instagram's is safe. */
const MAX_ALT = 1000;

/**
 * Uploads images without publishing them and returns their ids, resuming after those already uploaded. Readers see an image
 * only when a post names it, so that a lost upload is repeated.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/photos
 */
export async function uploadPhotos(
  api: GraphApi,
  images: readonly OutgoingMedia[],
  { uploaded, ...session }: PublishSession & { readonly uploaded: readonly string[] },
): Promise<readonly string[]> {
  requireMedia({ platform: 'socialnet', network: 'facebook' }, images);
  const { call } = session;
  const totalBytes = totalBytesOf(images);
  const ids = [...uploaded];
  for (const [index, image] of images.entries()) {
    if (index >= ids.length) {
      ids.push(await uploadPhoto(api, image, session));
      await saveFacebookCheckpoint(call, images, { stage: 'uploading', uploads: ids });
    }
    const doneBytes = totalBytesOf(images.slice(0, index + 1));
    call.onProgress?.({ stage: 'uploading', doneBytes, totalBytes });
  }
  return ids;
}

async function uploadPhoto(api: GraphApi, image: OutgoingMedia, session: Session): Promise<string> {
  const form = new FormData();
  form.set('published', 'false');
  if (image.alt !== '') form.set('alt_text_custom', shorten(image.alt, MAX_ALT));
  form.set('source', new Blob([await readMediaBytes('socialnet', image)], { type: image.contentType }), image.fileName);
  const request = { method: 'POST', path: `/${session.account.accountId}/photos`, form, effect: 'none' } as const;
  const { body, broken } = await callGraph(api, request, session);
  const id = asId(body['id'], GRAPH_ID);
  if (id === null) throw broken();
  return id;
}
