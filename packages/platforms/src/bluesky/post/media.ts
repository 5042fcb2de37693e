import type { OutgoingMedia, PublishSession } from '../../driver.ts';
import type { JsonObject } from '../../http/lossless-json.ts';
import { totalBytesOf } from '../../media-bytes.ts';
import type { BlueskyApi } from '../api.ts';
import { uploadBlob } from './blob.ts';
import { withoutMark } from './settings.ts';
import { uploadVideo } from './video.ts';

/**
 * Uploads the files of a post. Readers see a file only with its post, and the same bytes are the same file: an upload may be
 * repeated.
 * @returns the part of the record that shows them; null without files
 * @see https://atproto.com/specs/blob
 */
export async function uploadEmbed(
  api: BlueskyApi,
  media: readonly OutgoingMedia[],
  session: PublishSession,
): Promise<JsonObject | null> {
  const [first] = media;
  if (!first) return null;
  if (first.kind === 'video') {
    const video = await uploadVideo(api, first, session);
    return {
      $type: 'app.bsky.embed.video',
      video,
      ...(first.alt !== '' && { alt: withoutMark(first.alt) }),
      ...shapeOf(first),
    };
  }
  const totalBytes = totalBytesOf(media);
  const images: JsonObject[] = [];
  for (const [index, file] of media.entries()) {
    const startsAt = totalBytesOf(media.slice(0, index));
    const onBytes = (bytes: number): void =>
      session.call.onProgress?.({ stage: 'uploading', doneBytes: startsAt + bytes, totalBytes });
    const image = await uploadBlob(api, { file, onBytes }, session);
    images.push({ image, alt: withoutMark(file.alt), ...shapeOf(file) });
  }
  return { $type: 'app.bsky.embed.images', images };
}

function shapeOf({ dimensions }: OutgoingMedia): { aspectRatio?: JsonObject } {
  return dimensions ? { aspectRatio: { width: dimensions.width, height: dimensions.height } } : {};
}
