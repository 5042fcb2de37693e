import { type PlatformFacts, type PlatformId, platformFacts } from '@social/types';
import type { MediaKind } from './media-kind.ts';

/** A media file of a post's request. */
export interface MediaCandidate {
  /** Unknown (null) before the file is fetched, when its address has no known extension. */
  readonly kind: MediaKind | null;
  /** Field of the request: `mediaUrls` does not reach every platform, `media` does. */
  readonly field: 'media' | 'mediaUrls';
}

/** Division of a post's media for one platform. */
export interface MediaSelection<Candidate> {
  /** Files that the platform carries, in the given order. Files of unknown kind count wherever any kind does. */
  readonly taken: readonly Candidate[];
  readonly left: readonly Candidate[];
  /** A sentence about the files that are left out, for the platform's result; null when there are no such files. */
  readonly note: string | null;
  /** A sentence that says what the caller must change; null when the selection can be published. */
  readonly problem: string | null;
}

type Limits = PlatformFacts['media'];

/** Divides a post's media into those that the platform carries and those it leaves out, and finds mistakes of the request. */
export function selectMedia<Candidate extends MediaCandidate>(
  platform: PlatformId,
  candidates: readonly Candidate[],
): MediaSelection<Candidate> {
  const { media } = platformFacts(platform);
  const carried = candidates.filter((candidate) => carries(media, candidate));
  // Where a post holds either pictures or a video, the video wins.
  const isAboutVideo = !media.mixed && carried.some(({ kind }) => kind === 'video');
  const taken = isAboutVideo ? carried.filter(({ kind }) => kind !== 'image') : carried;
  const left = candidates.filter((candidate) => !taken.includes(candidate));
  return { taken, left, note: noteFor(platform, left), problem: problemOf(platform, media, taken) };
}

function carries(media: Limits, candidate: MediaCandidate): boolean {
  const { kind, field } = candidate;
  if (field === 'mediaUrls') return kind === null ? media.mediaUrls.length > 0 : media.mediaUrls.includes(kind);
  return kind === null ? media.files > 0 : (kind === 'image' ? media.images : media.videos) > 0;
}

function noteFor(platform: PlatformId, left: readonly MediaCandidate[]): string | null {
  if (left.length === 0) return null;
  const { media } = platformFacts(platform);
  const countOf = (kind: MediaKind | null) => left.filter((candidate) => candidate.kind === kind).length;
  const counts = [
    counted(countOf('image'), 'image'),
    counted(countOf('video'), 'video'),
    counted(countOf(null), 'file'),
  ];
  const parts = counts.filter((part) => part);
  const unreached = left.some((item) => item.field === 'mediaUrls' && carries(media, { ...item, field: 'media' }));
  const hint = unreached ? ' Addresses in "mediaUrls" do not bring these to this platform, those in "media" do.' : '';
  return `Left out on ${platform}: ${parts.join(' and ')}.${hint}`;
}

function problemOf(platform: PlatformId, media: Limits, taken: readonly MediaCandidate[]): string | null {
  for (const kind of ['image', 'video'] as const) {
    const given = taken.filter((candidate) => candidate.kind === kind).length;
    const max = kind === 'image' ? media.images : media.videos;
    if (given > max) return `${platform} takes at most ${counted(max, kind)}, ${given} were given`;
  }
  if (taken.length > media.files) {
    return `${platform} takes at most ${counted(media.files, 'file')}, ${taken.length} were given`;
  }
  if (media.required && taken.length === 0) return `${platform} needs ${requiredKinds(media)}`;
  return null;
}

function requiredKinds(media: Limits): string {
  if (media.images > 0 && media.videos > 0) return 'an image or a video';
  return media.images > 0 ? 'an image' : 'a video';
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
