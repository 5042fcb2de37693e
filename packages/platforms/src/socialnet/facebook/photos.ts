import type { ConnectedAccount, OutgoingMedia, PublishContext } from '../../driver.ts';
import { asId } from '../../http/lossless-json.ts';
import { readMediaBytes, requireImages } from '../../media-bytes.ts';
import { callGraph, GRAPH_ID, type GraphApi } from '../../meta-graph/graph-call.ts';
import { saveFacebookCheckpoint } from './checkpoint.ts';

/**
 * Uploads images without publishing them and returns their ids, going on after those that are there already. Nothing is
 * visible before a post names them, so that what is lost here is uploaded again.
 * @see https://developers.facebook.com/docs/graph-api/reference/page/photos
 */
export async function uploadPhotos(
  api: GraphApi,
  images: readonly OutgoingMedia[],
  session: { readonly account: ConnectedAccount; readonly call: PublishContext; readonly uploaded: readonly string[] },
): Promise<readonly string[]> {
  requireImages('socialnet', images);
  const { account, call } = session;
  const totalBytes = images.reduce((sum, { bytes }) => sum + bytes, 0);
  const ids = [...session.uploaded];
  for (const [index, image] of images.entries()) {
    if (index >= ids.length) {
      ids.push(await uploadPhoto(api, image, { account, call }));
      await saveFacebookCheckpoint(call, images, { stage: 'uploading', uploads: ids });
    }
    const doneBytes = images.slice(0, index + 1).reduce((sum, { bytes }) => sum + bytes, 0);
    call.onProgress?.({ stage: 'uploading', doneBytes, totalBytes });
  }
  return ids;
}

async function uploadPhoto(
  api: GraphApi,
  image: OutgoingMedia,
  { account, call }: { readonly account: ConnectedAccount; readonly call: PublishContext },
): Promise<string> {
  const form = new FormData();
  form.set('published', 'false');
  form.set('source', new Blob([await readMediaBytes('socialnet', image)], { type: image.contentType }), image.fileName);
  const request = { method: 'POST', path: `/${account.accountId}/photos`, form, effect: 'none' } as const;
  const { body, broken } = await callGraph(api, request, { accessToken: account.accessToken, call });
  const id = asId(body['id'], GRAPH_ID);
  if (id === null) throw broken();
  return id;
}
