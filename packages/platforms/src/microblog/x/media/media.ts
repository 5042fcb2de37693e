import type { OutgoingMedia, PublishSession } from '../../../driver.ts';
import { asId, asRecord } from '../../../http/lossless-json.ts';
import { readMediaBytes, requireMedia } from '../../../media-bytes.ts';
import { callX, X_ID, type XApi } from '../api.ts';
import { uploadInChunks } from './chunked-upload.ts';
import { waitUntilProcessed } from './processing.ts';

/** Returns true for a file that is uploaded in segments and fills a post alone: a video or an animation. */
export function needsChunks({ kind, contentType }: OutgoingMedia): boolean {
  return kind === 'video' || contentType === 'image/gif';
}

/**
 * Uploads up to four images, or one video or GIF, with their descriptions, and returns their media ids. Readers see a file
 * only when a post names it, so a lost answer here is not a lost post.
 * @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
export async function uploadMedia(
  api: XApi,
  media: readonly OutgoingMedia[],
  session: PublishSession,
): Promise<string[]> {
  requireMedia({ platform: 'microblog', network: 'x' }, media);
  const ids: string[] = [];
  for (const file of media) {
    const id = needsChunks(file) ? await uploadInChunks(api, file, session) : await uploadAtOnce(api, file, session);
    await describe(api, { id, file }, session);
    ids.push(id);
  }
  return ids;
}

async function uploadAtOnce(api: XApi, image: OutgoingMedia, session: PublishSession): Promise<string> {
  const form = new FormData();
  form.set('media_category', 'tweet_image');
  form.set('media', new Blob([await readMediaBytes('microblog', image)], { type: image.contentType }), 'media');
  const answer = await callX(api, { method: 'POST', path: '/2/media/upload', form, effect: 'none' }, session);
  const data = asRecord(answer.data);
  const id = asId(data?.['id'], X_ID);
  if (id === null) throw answer.broken();
  await waitUntilProcessed(api, { id, info: data?.['processing_info'], noun: 'image' }, session);
  return id;
}

/** Adds the description of an image or an animation; the network has no descriptions of videos. */
async function describe(
  api: XApi,
  { id, file }: { readonly id: string; readonly file: OutgoingMedia },
  session: PublishSession,
): Promise<void> {
  if (file.alt === '' || file.kind === 'video') return;
  const json = { id, metadata: { alt_text: { text: file.alt } } };
  await callX(api, { method: 'POST', path: '/2/media/metadata', json, effect: 'none' }, session);
}
