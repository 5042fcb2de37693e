import { fitNote, type ImageLimits, imageLimits, selectMedia } from '@social/rules';
import { type PlatformId, platformFacts } from '@social/types';
import { inBytes } from '../../ui/values/quantities.ts';
import type { MediaEntry } from './media-entry.ts';

/** Type of pictures that are animated as a rule, which the server leaves alone. */
const ANIMATED = 'image/gif';

/** Result of this page's checks of a post's files for one platform. */
export interface MediaFit {
  /** Sentences about what the user must change. */
  readonly problems: readonly string[];
  /** Sentences about what the platform leaves out, and what is made smaller for it; null without any. */
  readonly note: string | null;
  /** The files that the platform gets. */
  readonly taken: readonly MediaEntry[];
}

/**
 * Checks the kinds, number, types and sizes of files for a platform.
 * @param shared files that do not reach every platform
 * @param network the connected network
 */
export function checkMedia(
  platform: PlatformId,
  { entries, shared = [] }: { entries: readonly MediaEntry[]; shared?: readonly MediaEntry[] },
  network: string | null | undefined,
): MediaFit {
  const selection = selectMedia(platform, [
    ...entries.map((entry) => ({ kind: entry.kind, field: 'media' as const, entry })),
    ...shared.map((entry) => ({ kind: entry.kind, field: 'mediaUrls' as const, entry })),
  ]);
  const problems = selection.taken.flatMap(({ entry }) => fileProblem(platform, entry) ?? []);
  const limits = imageLimits(platform, network);
  const fitted = selection.taken.map(({ entry }) => sizeNote(entry, limits));
  return {
    problems: selection.problem ? [`${selection.problem.replace(platform, 'It')}.`, ...problems] : problems,
    note: [selection.note, ...fitted].filter((note) => note !== null).join(' ') || null,
    taken: selection.taken.map(({ entry }) => entry),
  };
}

/** Returns how a platform treats one file of a post, in a few words; null where it takes the file as it is. */
export function fateOf(
  entry: MediaEntry,
  platform: PlatformId,
  { entries, network }: { entries: readonly MediaEntry[]; network: string | null | undefined },
): 'left out' | 'made smaller' | 'not taken' | null {
  const all = entries.map((each) => ({ kind: each.kind, field: 'media' as const, entry: each }));
  const isTaken = selectMedia(platform, all).taken.some((taken) => taken.entry === entry);
  if (!isTaken) return 'left out';
  if (fileProblem(platform, entry) !== null) return 'not taken';
  return sizeNote(entry, imageLimits(platform, network)) === null ? null : 'made smaller';
}

/** Says which pictures the server makes smaller. */
function sizeNote({ name, kind, contentType, bytes }: MediaEntry, limits: ImageLimits): string | null {
  if (kind !== 'image' || contentType === null || contentType === ANIMATED) return null;
  return fitNote({ name, contentType, bytes, size: null }, { limits });
}

function fileProblem(platform: PlatformId, { name, kind, contentType, bytes }: MediaEntry): string | null {
  if (kind === null) return null;
  const { media } = platformFacts(platform);
  const types = kind === 'image' ? media.imageTypes : media.videoTypes;
  if (contentType && !types.includes(contentType)) {
    return `It does not take ${name}, which is ${typeName(contentType)}; it takes ${types.map(typeName).join(', ')}.`;
  }
  const isMadeToFit = kind === 'image' && contentType !== ANIMATED;
  const maxBytes = kind === 'image' ? media.maxImageBytes : media.maxVideoBytes;
  if (!isMadeToFit && bytes !== null && bytes > maxBytes) {
    return `It does not take ${name}, which is ${inBytes(bytes)}; it takes at most ${inBytes(maxBytes)}.`;
  }
  return null;
}

function typeName(contentType: string): string {
  const name = contentType.replace(/^\w+\/(?:x-)?/, '');
  return name === 'quicktime' ? 'MOV' : name.toUpperCase();
}
