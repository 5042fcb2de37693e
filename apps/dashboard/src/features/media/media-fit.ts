import { selectMedia } from '@social/rules';
import { type PlatformId, platformFacts } from '@social/types';
import { inBytes } from '../../ui/quantities.ts';
import type { MediaEntry } from './media-entry.ts';

/** What one platform makes of a post's files, as far as it can be told before sending. */
export interface MediaFit {
  /** What the user must change; empty when the files can be published there. */
  readonly problems: readonly string[];
  /** What is left out there; null when nothing is. */
  readonly note: string | null;
}

/** Looks at kinds, numbers, types and sizes. */
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
