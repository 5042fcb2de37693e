import { selectMedia } from '@social/rules';
import { type PlatformId, platformFacts } from '@social/types';
import { inBytes } from '../../ui/values/quantities.ts';
import type { MediaEntry } from './media-entry.ts';

/** Result of this page's checks of a post's files for one platform. */
export interface MediaFit {
  /** Sentences about what the user must change. */
  readonly problems: readonly string[];
  /** Sentence about what the platform leaves out; null when it leaves out nothing. */
  readonly note: string | null;
}

/** Checks the kinds, number, types and sizes of files for a platform. */
export function fitMedia(platform: PlatformId, entries: readonly MediaEntry[]): MediaFit {
  const selection = selectMedia(
    platform,
    entries.map((entry) => ({ kind: entry.kind, field: 'media' as const, entry })),
  );
  const problems = selection.taken.flatMap(({ entry }) => fileProblem(platform, entry) ?? []);
  return {
    problems: selection.problem ? [`${selection.problem.replace(platform, 'It')}.`, ...problems] : problems,
    note: selection.note,
  };
}

function fileProblem(platform: PlatformId, { name, kind, contentType, bytes }: MediaEntry): string | null {
  if (kind === null) return null;
  const { media } = platformFacts(platform);
  const types = kind === 'image' ? media.imageTypes : media.videoTypes;
  const maxBytes = kind === 'image' ? media.maxImageBytes : media.maxVideoBytes;
  if (contentType && !types.includes(contentType)) {
    return `It does not take ${name}, which is ${typeName(contentType)}; it takes ${types.map(typeName).join(', ')}.`;
  }
  if (bytes !== null && bytes > maxBytes) {
    return `It does not take ${name}, which is ${inBytes(bytes)}; it takes at most ${inBytes(maxBytes)}.`;
  }
  return null;
}

function typeName(contentType: string): string {
  const name = contentType.replace(/^\w+\/(?:x-)?/, '');
  return name === 'quicktime' ? 'MOV' : name.toUpperCase();
}
