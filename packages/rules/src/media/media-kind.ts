/** Kind of a media file, as far as publishing distinguishes. */
export type MediaKind = 'image' | 'video' | 'document';

const IMAGE_EXTENSIONS = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'tif', 'tiff', 'avif', 'heic', 'heif']);
const VIDEO_EXTENSIONS = new Set([
  'mp4',
  'm4v',
  'mov',
  'avi',
  'mkv',
  'webm',
  'flv',
  'wmv',
  'mpg',
  'mpeg',
  '3gp',
  '3g2',
  'ogv',
]);
const DOCUMENT_EXTENSIONS = new Set(['pdf', 'ppt', 'pptx', 'doc', 'docx']);
const PATH_EXTENSION = /\.([a-z0-9]+)$/i;

/** Kind of the file at an address, by the extension of its path; null for an unknown extension or none. */
export function mediaKindOf(url: string): MediaKind | null {
  const path = URL.parse(url)?.pathname;
  const extension = path && PATH_EXTENSION.exec(path)?.[1]?.toLowerCase();
  if (!extension) return null;
  if (IMAGE_EXTENSIONS.has(extension)) return 'image';
  if (VIDEO_EXTENSIONS.has(extension)) return 'video';
  return DOCUMENT_EXTENSIONS.has(extension) ? 'document' : null;
}
