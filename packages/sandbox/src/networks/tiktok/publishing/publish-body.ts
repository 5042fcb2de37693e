import type { Fields } from '../../../http/input.ts';
import { isLoopbackName } from '../../../http/loopback.ts';
import { isRecord } from '../../../http/request-body.ts';
import type { Call } from '../../../http/route.ts';
import type { Account } from '../../../world/accounts.ts';
import { invalidParam, refuse } from '../errors.ts';
import { mediaLimits } from '../media-limits.ts';
import { type PostInfo, privacyOptionsOf } from '../state.ts';

const maxVideoTitle = 2200;
const maxPhotoTitle = 90;
const maxDescription = 4000;
const { maxFiles: maxPhotos, videos } = mediaLimits;
/** The documentation does not say whether megabytes are decimal or binary: each limit is the wider one. */
const minChunkBytes = 5_000_000;
const maxChunkBytes = 64 * 1024 ** 2;
const maxLastChunkBytes = 128 * 1024 ** 2;
const maxChunks = 1000;

/** The source of a video's file. */
export type VideoSource =
  | { readonly source: 'PULL_FROM_URL'; readonly url: string }
  | {
      readonly source: 'FILE_UPLOAD';
      readonly videoBytes: number;
      readonly chunkBytes: number;
      readonly chunkCount: number;
    };

/** Reads one object of a JSON body, or without a name the whole body. */
export function readObject(call: Call, name?: string): Fields {
  const body = call.body.kind === 'json' ? call.body.value : undefined;
  const value = name === undefined || !isRecord(body) ? body : body[name];
  return isRecord(value) ? value : invalidParam(`${name ?? 'The body'} has to be a JSON object.`);
}

/** @see https://developers.tiktok.com/doc/content-posting-api-reference-direct-post */
export function readVideoPost(call: Call, account: Account): PostInfo {
  const info = readObject(call, 'post_info');
  const flags = readFlags(info, [
    ...['disable_duet', 'disable_comment', 'disable_stitch'],
    ...['brand_content_toggle', 'brand_organic_toggle', 'is_aigc'],
  ]);
  const cover = info['video_cover_timestamp_ms'];
  if (cover !== undefined && !isCount(cover)) return invalidParam('video_cover_timestamp_ms has to be a number.');
  const text = readText(info, 'title', maxVideoTitle);
  const settings = { ...flags, ...(cover !== undefined && { video_cover_timestamp_ms: cover }) };
  return describe({ text, settings }, readPrivacy(info, account));
}

/** Reads the post of photos, or returns null for a draft, which has no privacy level. */
export function readPhotoPost(call: Call, account: Account): PostInfo | null {
  const { post_mode: mode, media_type: type } = readObject(call);
  if (type !== 'PHOTO') invalidParam('media_type has to be PHOTO.');
  if (mode !== 'DIRECT_POST' && mode !== 'MEDIA_UPLOAD')
    invalidParam('post_mode has to be DIRECT_POST or MEDIA_UPLOAD.');
  const info = readObject(call, 'post_info');
  const names = ['disable_comment', 'auto_add_music', 'brand_content_toggle', 'brand_organic_toggle'];
  const flags = readFlags(info, names);
  const parts = [readText(info, 'title', maxPhotoTitle), readText(info, 'description', maxDescription)];
  if (mode === 'MEDIA_UPLOAD') return null;
  const text = parts.filter((part) => part !== '').join('\n');
  const { photo_cover_index: cover } = readObject(call, 'source_info');
  const settings = { ...flags, photo_cover_index: Number(cover) };
  return describe({ text, settings }, readPrivacy(info, account));
}

/** The network refuses branded content that only its author sees; it may do so after the upload, and documents no code for it. */
function describe({ text, settings }: Pick<PostInfo, 'text' | 'settings'>, privacyLevel: string): PostInfo {
  if (settings['brand_content_toggle'] === true && privacyLevel === 'SELF_ONLY') {
    invalidParam('Branded content cannot have the privacy_level SELF_ONLY.');
  }
  return { text, privacyLevel, settings: { privacy_level: privacyLevel, ...settings } };
}

/** @see https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide */
export function readVideoSource(call: Call): VideoSource {
  const info = readObject(call, 'source_info');
  if (info['source'] === 'PULL_FROM_URL') return { source: 'PULL_FROM_URL', url: readAddress(info['video_url']) };
  if (info['source'] !== 'FILE_UPLOAD') return invalidParam('source has to be FILE_UPLOAD or PULL_FROM_URL.');
  const { video_size: videoBytes, chunk_size: chunkBytes, total_chunk_count: chunkCount } = info;
  if (!isCount(videoBytes) || videoBytes === 0 || videoBytes > videos.maxBytes)
    return invalidParam('The video_size is invalid.');
  if (!isCount(chunkBytes) || !isCount(chunkCount))
    return invalidParam('The chunk_size or total_chunk_count is invalid.');
  const isWhole = chunkCount === 1 && chunkBytes === videoBytes && videoBytes <= maxChunkBytes;
  const isInRange =
    chunkBytes >= minChunkBytes && chunkBytes <= maxChunkBytes && chunkCount >= 1 && chunkCount <= maxChunks;
  const isComplete = isInRange && chunkCount === Math.floor(videoBytes / chunkBytes);
  const isLastSmall = videoBytes - (chunkCount - 1) * chunkBytes <= maxLastChunkBytes;
  if (!isWhole && !isInRange) return invalidParam('The chunk size is invalid');
  if (!isWhole && !(isComplete && isLastSmall)) return invalidParam('The total chunk count is invalid');
  return { source: 'FILE_UPLOAD', videoBytes, chunkBytes, chunkCount };
}

/** Reads the addresses of photos, which are their only source. */
export function readPhotoAddresses(call: Call): string[] {
  const { source, photo_images: images, photo_cover_index: cover } = readObject(call, 'source_info');
  if (source !== 'PULL_FROM_URL') invalidParam('source has to be PULL_FROM_URL.');
  if (!Array.isArray(images) || images.length === 0 || images.length > maxPhotos) {
    return invalidParam(`photo_images has to be a list of 1 to ${maxPhotos} addresses.`);
  }
  if (!isCount(cover) || cover >= images.length) invalidParam('photo_cover_index has to be the index of a photo.');
  return images.map(readAddress);
}

/**
 * Reads an address to fetch. The network fetches only from domains whose ownership was verified: here that is this machine,
 * also over plain http, because tests and local servers have their files there.
 */
function readAddress(value: unknown): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url) return invalidParam('The URL is invalid.');
  if (url.protocol === 'http:' && isLoopbackName(url.hostname)) return url.href;
  if (url.protocol !== 'https:') return invalidParam('The URL has to begin with https.');
  return refuse(403, 'url_ownership_unverified', 'Please review our URL ownership verification rules.');
}

function readPrivacy(info: Fields, account: Account): string {
  const level = info['privacy_level'];
  if (typeof level !== 'string') return invalidParam('privacy_level is required.');
  if (privacyOptionsOf(account).includes(level)) return level;
  const message = 'The privacy_level is not one of the options in the creator_info.';
  return refuse(403, 'privacy_level_option_mismatch', message);
}

/** Reads a text, which is measured in UTF-16 units. */
function readText(info: Fields, name: string, maxLength: number): string {
  const text = info[name] ?? '';
  if (typeof text !== 'string') return invalidParam(`${name} has to be text.`);
  return text.length <= maxLength ? text : invalidParam(`The ${name} is longer than ${maxLength} UTF-16 runes.`);
}

/** Reads the flags that are there. */
function readFlags(info: Fields, names: readonly string[]): Record<string, boolean> {
  const given = names.filter((name) => info[name] !== undefined);
  return Object.fromEntries(
    given.map((name) => {
      const flag = info[name];
      return [name, typeof flag === 'boolean' ? flag : invalidParam(`${name} has to be true or false.`)];
    }),
  );
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
