import type { FileLook, FileType } from './look/file-look.ts';
import type { MediaKind } from './media-kind.ts';

/** Pictures that networks take, and those that phones and browsers make. */
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/heic', 'image/heif', 'image/avif'];

/** Type of a picture or video that a post can have. */
export interface MediaType extends FileType {
  readonly kind: MediaKind;
}

/** Facts of a picture or video that a post can have. */
export interface MediaLook extends FileLook {
  readonly kind: MediaKind;
}

/** Returns true for a file that posts can have. */
export function isMedia<Type extends FileType>(type: Type | null): type is Type & MediaType {
  if (type?.kind === 'image') return PICTURES.includes(type.contentType);
  return type?.kind === 'video';
}

/** Explains why posts cannot have a file that `isMedia` refuses, as the end of a sentence that begins with its name. */
export function typeProblem(type: FileType | null): string {
  if (type?.kind === 'audio') return 'is a sound file; networks take pictures and videos';
  if (type?.kind === 'document') return 'is a document; networks take pictures and videos';
  if (type?.kind === 'image') return `is ${type.contentType}, which no network takes; save it as a JPEG or PNG`;
  return 'is neither a picture nor a video that networks take';
}
