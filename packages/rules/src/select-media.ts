import { type PlatformFacts, type PlatformId, platformFacts } from '@social/types';
import type { MediaKind } from './media-kind.ts';

/** A media file that a post asks for. */
export interface MediaCandidate {
  /** Null while it is not known: before fetching, when the address has no telling extension. */
  readonly kind: MediaKind | null;
  /** The request's field it came in: `mediaUrls` does not reach every platform, `media` does. */
  readonly field: 'media' | 'mediaUrls';
}

/** What one platform does with a post's media. */
export interface MediaSelection<Candidate> {
  /** What it carries, in the given order. A candidate of unknown kind is carried wherever any kind is. */
  readonly taken: readonly Candidate[];
  readonly left: readonly Candidate[];
  /** A sentence about what is left, for the platform's result; null when nothing is. */
  readonly note: string | null;
  /** A sentence about what the caller must change; null when the selection can be published. */
  readonly problem: string | null;
}

/** Divides a post's media into what the platform carries and what it leaves, and finds what makes the request wrong. */
export function selectMedia<Candidate extends MediaCandidate>(
  platform: PlatformId,
  candidates: readonly Candidate[],
): MediaSelection<Candidate> {
  const { media } = platformFacts(platform);
  const carried = candidates.filter((candidate) => carries(media, candidate));
  // Where a post is either pictures or a video, the video is what it is about.
  const isAboutVideo = !media.mixed && carried.some(({ kind }) => kind === 'video');
  const taken = isAboutVideo ? carried.filter(({ kind }) => kind !== 'image') : carried;
  const left = candidates.filter((candidate) => !taken.includes(candidate));
  return { taken, left, note: noteFor(platform, left), problem: problemOf(platform, media, taken) };
}

function carries(media: PlatformFacts['media'], candidate: MediaCandidate): boolean {
  const { kind, field } = candidate;
  if (field === 'mediaUrls') return kind === null ? media.mediaUrls.length > 0 : media.mediaUrls.includes(kind);
  return kind === null ? media.files > 0 : (kind === 'image' ? media.images : media.videos) > 0;
}

function noteFor(platform: PlatformId, left: readonly MediaCandidate[]): string | null {
  if (left.length === 0) return null;
  const { media } = platformFacts(platform);
  const images = left.filter((candidate) => candidate.kind === 'image').length;
  const videos = left.filter((candidate) => candidate.kind === 'video').length;
  const files = left.length - images - videos;
  const parts = [counted(images, 'image'), counted(videos, 'video'), counted(files, 'file')].filter((part) => part);
  const unreached = left.some((item) => item.field === 'mediaUrls' && carries(media, { ...item, field: 'media' }));
  const hint = unreached ? ' Addresses in "mediaUrls" do not bring these to this platform, those in "media" do.' : '';
  return `Left out on ${platform}: ${parts.join(' and ')}.${hint}`;
}

function problemOf(
  platform: PlatformId,
  media: PlatformFacts['media'],
  taken: readonly MediaCandidate[],
): string | null {
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

function requiredKinds(media: PlatformFacts['media']): string {
  if (media.images > 0 && media.videos > 0) return 'an image or a video';
  return media.images > 0 ? 'an image' : 'a video';
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
