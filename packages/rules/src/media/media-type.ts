import { PLATFORM_IDS } from '@social/types';
import { listed } from '../text/listed.ts';
import type { FileLook, FileType } from './look/file-look.ts';
import { mediaFacts } from './media-facts.ts';
import type { MediaKind } from './media-kind.ts';
import { CONVERSIONS } from './media-plan.ts';
import { typeName } from './media-problem.ts';
import type { StripFacts } from './strip/strip-facts.ts';

/** Types of documents that some network takes. */
export const DOCUMENT_TYPES = /* @__PURE__ */ documentTypes();
/** What office documents begin as. */
const CONTAINERS: readonly string[] = ['application/zip', 'application/x-cfb'];

/** Type of a file that a post can have. */
export interface MediaType extends FileType {
  readonly kind: MediaKind;
}

/** Facts of a file that a post can have. */
export interface MediaLook extends FileLook {
  readonly kind: MediaKind;
  /** What stripping does to it; left out where that was not looked at. */
  readonly strip?: StripFacts;
}

/** Returns true for a file that posts can have. */
export function isMedia<Type extends FileType>(type: Type | null): type is Type & MediaType {
  if (type?.kind === 'image') return Object.hasOwn(CONVERSIONS, type.contentType);
  return type?.kind === 'video' || (type?.kind === 'document' && DOCUMENT_TYPES.includes(type.contentType));
}

/** Returns true for the first bytes of a file that posts may have: what a container holds is seen further in it. */
export function mayBeMedia<Type extends FileType>(type: Type | null): type is Type & MediaType {
  return isMedia(type) || (type !== null && CONTAINERS.includes(type.contentType));
}

/** Explains why posts cannot have a file that `isMedia` refuses, as the end of a sentence that begins with its name. */
export function typeProblem(type: FileType | null): string {
  if (type?.kind === 'audio') return 'is a sound file; networks take pictures and videos';
  if (type?.kind === 'image')
    return `is ${typeName(type.contentType)}, which no network takes; save it as a JPEG or PNG`;
  return `is neither a picture, a video nor a document that networks take (${listed(DOCUMENT_TYPES.map(typeName))})`;
}

function documentTypes(): readonly string[] {
  return [...new Set(PLATFORM_IDS.flatMap((platform) => mediaFacts(platform).documents?.types ?? []))];
}
