import { type Files, jsonFields } from '../../../http/request-body.ts';
import type { Call } from '../../../http/route.ts';
import { refuseBody } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { arrayOf, boolean, integer, object, oneOf, readJson, string } from '../strict-body.ts';

const id = string(/^[0-9]{1,19}$/);
const altText = string(new RegExp(`^[\\s\\S]{0,${mediaLimits.maxAltText}}$`, 'u'));
const owners = arrayOf(id, { min: 0, max: 100 });
const categories = ['tweet_image', 'tweet_video', 'tweet_gif', 'dm_image', 'dm_video', 'dm_gif', 'subtitles'] as const;
const types = [
  'video/mp4',
  'video/webm',
  'video/mp2t',
  'video/quicktime',
  'text/srt',
  'text/vtt',
  'image/jpeg',
  'image/gif',
  'image/bmp',
  'image/png',
  'image/webp',
  'image/pjpeg',
  'image/tiff',
  'model/gltf-binary',
  'model/vnd.usdz+zip',
] as const;

/** Reads the announcement of an upload in chunks. */
export function readAnnouncement(call: Call): { mediaType: string; totalBytes: number; category: string } {
  const body = object({
    media_type: oneOf(...types),
    total_bytes: integer(0, 17_179_869_184),
    media_category: oneOf(...categories, 'amplify_video'),
    additional_owners: owners,
    shared: boolean,
  });
  const {
    media_type: mediaType = '',
    total_bytes: totalBytes = 0,
    media_category: category = '',
  } = readJson(call, body);
  return { mediaType, totalBytes, category };
}

/** Reads the description of a finished upload. */
export function readAltText(call: Call): { mediaId: string; altText: string } {
  const text = object({ text: altText }, ['text']);
  const { id: mediaId = '', metadata } = readJson(call, object({ id, metadata: object({ alt_text: text }) }, ['id']));
  return { mediaId, altText: metadata?.alt_text?.text ?? '' };
}

/** Reads an upload in one request: its bytes and their category. */
export function readWholeUpload(call: Call): { data: Buffer; category: string } {
  if (call.body.kind === 'multipart') {
    const { media_category: category, ...others } = call.body.fields;
    const known = ['media', 'additional_owners', 'media_type', 'shared'];
    const unknown = Object.keys(others).find((name) => !known.includes(name));
    if (unknown !== undefined)
      refuseBody(`$.${unknown}: is not defined in the schema and the schema does not allow additional properties`);
    return { data: readMedia(call.body), category: oneOf(...categories)(category, '$.media_category') };
  }
  const body = object(
    {
      media: string(),
      media_category: oneOf(...categories),
      additional_owners: owners,
      media_type: oneOf(...types),
      shared: boolean,
    },
    ['media', 'media_category'],
  );
  const { media = '', media_category: category = '' } = readJson(call, body);
  return { data: decodeBase64(media), category };
}

/** Reads one chunk; forms send its number as text. */
export function readSegment(call: Call): { index: number; data: Buffer } {
  const range = integer(0, 999);
  if (call.body.kind === 'multipart') {
    return { index: range(Number(call.body.fields['segment_index']), '$.segment_index'), data: readMedia(call.body) };
  }
  if (typeof jsonFields(call.body)?.['segment_index'] === 'string') {
    const { segment_index: text = '', media = '' } = readJson(
      call,
      object({ segment_index: string(/^\d{1,3}$/), media: string() }, ['media']),
    );
    return { index: Number(text), data: decodeBase64(media) };
  }
  const { segment_index: index = 0, media = '' } = readJson(
    call,
    object({ segment_index: range, media: string() }, ['segment_index', 'media']),
  );
  return { index, data: decodeBase64(media) };
}

function readMedia(body: { fields: Readonly<Record<string, string>>; files: Files }): Buffer {
  const data =
    body.files['media'] ?? (body.fields['media'] === undefined ? undefined : decodeBase64(body.fields['media']));
  return data ?? refuseBody('$.media: is missing but it is required');
}

function decodeBase64(text: string): Buffer {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : refuseBody('$.media: is not base64');
}
