import type { FileLook, FileType } from './look/file-look.ts';
import type { MediaKind } from './media-kind.ts';
import { CONVERSIONS } from './media-plan.ts';
import { typeName } from './media-problem.ts';
import type { StripFacts } from './strip/strip-facts.ts';

/** Type of a picture or video that a post can have. */
export interface MediaType extends FileType {
  readonly kind: MediaKind;
}

/** Facts of a picture or video that a post can have. */
export interface MediaLook extends FileLook {
  readonly kind: MediaKind;
  /** What stripping does to it; left out where that was not looked at. */
  readonly strip?: StripFacts;
}

/** Returns true for a file that posts can have. */
export function isMedia<Type extends FileType>(type: Type | null): type is Type & MediaType {
  if (type?.kind === 'image') return Object.hasOwn(CONVERSIONS, type.contentType);
  return type?.kind === 'video';
}

/** Explains why posts cannot have a file that `isMedia` refuses, as the end of a sentence that begins with its name. */
export function typeProblem(type: FileType | null): string {
  if (type?.kind === 'audio') return 'is a sound file; networks take pictures and videos';
  if (type?.kind === 'document') return 'is a document; networks take pictures and videos';
  if (type?.kind === 'image')
    return `is ${typeName(type.contentType)}, which no network takes; save it as a JPEG or PNG`;
  return 'is neither a picture nor a video that networks take';
}
