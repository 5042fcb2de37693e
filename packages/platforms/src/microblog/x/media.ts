import { setTimeout as sleep } from 'node:timers/promises';
import { shorten } from '@social/rules';
import type { CallContext, ConnectedAccount, OutgoingMedia } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { readMediaBytes, refusedMedia, requireImages } from '../../media-bytes.ts';
import { callX, X_ID } from './api.ts';

const MAX_ALT_LENGTH = 1000;
const MAX_STATUS_CHECKS = 10;
const MAX_CHECK_INTERVAL_MS = 5_000;

interface Session {
  readonly account: ConnectedAccount;
  readonly call: CallContext;
}

/**
 * Uploads images in one shot each, with their descriptions, and returns their media ids. Nothing is visible before a post
 * names them, so a lost answer here is no lost post.
 * @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
export async function uploadImages(
  apiUrl: string,
  media: readonly OutgoingMedia[],
  session: Session,
): Promise<string[]> {
  requireImages('microblog', media);
  if (media.length > 1 && media.some(({ contentType }) => contentType === 'image/gif')) {
    throw refusedMedia('microblog', 'microblog takes a GIF only by itself; leave out the other images');
  }
  const ids: string[] = [];
  for (const image of media) ids.push(await uploadImage(apiUrl, image, session));
  return ids;
}

async function uploadImage(apiUrl: string, image: OutgoingMedia, session: Session): Promise<string> {
  const form = new FormData();
  form.set('media_category', image.contentType === 'image/gif' ? 'tweet_gif' : 'tweet_image');
  form.set('media', new Blob([await readMediaBytes('microblog', image)], { type: image.contentType }), 'media');
  const answer = await callX(apiUrl, { method: 'POST', path: '/2/media/upload', form, effect: 'none' }, session);
  const data = asRecord(answer.data);
  const id = asId(data?.['id'], X_ID);
  if (id === null) throw answer.broken();
  await waitUntilProcessed(apiUrl, { id, info: data?.['processing_info'] }, session);
  if (image.alt !== '') {
    const json = { id, metadata: { alt_text: { text: shorten(image.alt, MAX_ALT_LENGTH) } } };
    await callX(apiUrl, { method: 'POST', path: '/2/media/metadata', json, effect: 'none' }, session);
  }
  return id;
}

/** Animations are converted after their upload; the network says when to ask again. */
async function waitUntilProcessed(
  apiUrl: string,
  upload: { readonly id: string; readonly info: unknown },
  session: Session,
): Promise<void> {
  let info = asRecord(upload.info);
  for (let check = 0; info && info['state'] !== 'succeeded'; check += 1) {
    if (info['state'] === 'failed') throw refusedMedia('microblog', 'the network could not process the image');
    if (check === MAX_STATUS_CHECKS) {
      throw refusedMedia('microblog', 'the network took too long to process the image; nothing was published');
    }
    const seconds = Number(info['check_after_secs'] ?? 1);
    await sleep(Math.min(seconds > 0 ? seconds * 1000 : 1000, MAX_CHECK_INTERVAL_MS));
    const query = { command: 'STATUS', media_id: upload.id };
    const answer = await callX(apiUrl, { method: 'GET', path: '/2/media/upload', query, effect: 'none' }, session);
    info = asRecord(asRecord(answer.data)?.['processing_info']);
  }
}
