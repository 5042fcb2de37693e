import { shorten } from '@social/rules';
import { platformFacts } from '@social/types';
import type { ConnectedAccount, OutgoingMedia, PublishContext } from '../../driver.ts';
import { asId, asRecord } from '../../http/lossless-json.ts';
import { readMediaBytes, refusedMedia, requireImages } from '../../media-bytes.ts';
import { callX, X_ID } from './api.ts';
import { uploadInChunks } from './chunked-upload.ts';
import { waitUntilProcessed } from './processing.ts';

const MAX_ALT_LENGTH = 1000;

interface Session {
  readonly account: ConnectedAccount;
  readonly call: PublishContext;
}

/** A file that is uploaded in pieces, and fills a post alone: a video or an animation. */
export function needsChunks({ kind, contentType }: OutgoingMedia): boolean {
  return kind === 'video' || contentType === 'image/gif';
}

/**
 * Uploads up to four images, or one video or GIF, with their descriptions, and returns their media ids. Nothing is visible
 * before a post names them, so a lost answer here is no lost post.
 * @see https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
export async function uploadMedia(
  apiUrl: string,
  media: readonly OutgoingMedia[],
  session: Session,
): Promise<string[]> {
  requireMedia(media);
  const ids: string[] = [];
  for (const file of media) {
    const id = needsChunks(file)
      ? await uploadInChunks(apiUrl, file, session)
      : await uploadAtOnce(apiUrl, file, session);
    await describe(apiUrl, { id, file }, session);
    ids.push(id);
  }
  return ids;
}

/** Refuses, before anything is sent, what the network does not take together or at all. */
function requireMedia(media: readonly OutgoingMedia[]): void {
  const alone = media.find(needsChunks);
  if (alone && media.length > 1) {
    const noun = alone.kind === 'video' ? 'video' : 'GIF';
    throw refusedMedia('microblog', `microblog takes a ${noun} only by itself; leave out the other files`);
  }
  if (alone?.kind !== 'video') {
    requireImages('microblog', media);
    return;
  }
  const { videoTypes, maxVideoBytes } = platformFacts('microblog').media;
  const { fileName, contentType, bytes } = alone;
  if (!videoTypes.some((type) => type === contentType)) {
    throw refusedMedia('microblog', `the file ${fileName} is ${contentType}; microblog takes ${videoTypes.join(', ')}`);
  }
  if (bytes > maxVideoBytes) {
    throw refusedMedia(
      'microblog',
      `the file ${fileName} has ${bytes} bytes; microblog takes videos up to ${maxVideoBytes}`,
    );
  }
}

async function uploadAtOnce(apiUrl: string, image: OutgoingMedia, session: Session): Promise<string> {
  const form = new FormData();
  form.set('media_category', 'tweet_image');
  form.set('media', new Blob([await readMediaBytes('microblog', image)], { type: image.contentType }), 'media');
  const answer = await callX(apiUrl, { method: 'POST', path: '/2/media/upload', form, effect: 'none' }, session);
  const data = asRecord(answer.data);
  const id = asId(data?.['id'], X_ID);
  if (id === null) throw answer.broken();
  await waitUntilProcessed(apiUrl, { id, info: data?.['processing_info'], noun: 'image' }, session);
  return id;
}

/** The network has descriptions for images and animations only. */
async function describe(
  apiUrl: string,
  { id, file }: { readonly id: string; readonly file: OutgoingMedia },
  session: Session,
): Promise<void> {
  if (file.alt === '' || file.kind === 'video') return;
  const json = { id, metadata: { alt_text: { text: shorten(file.alt, MAX_ALT_LENGTH) } } };
  await callX(apiUrl, { method: 'POST', path: '/2/media/metadata', json, effect: 'none' }, session);
}
