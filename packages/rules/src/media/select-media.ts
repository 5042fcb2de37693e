import { type MediaFacts, type PlatformId, platformFacts, platformName } from '@social/types';
import { listed } from '../text/listed.ts';
import { type MediaPlace, mediaFacts } from './media-facts.ts';
import type { MediaKind } from './media-kind.ts';
import { numberProblem } from './media-problem.ts';

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

/** Divides a post's media into those that the platform carries and those it leaves out, and finds mistakes of the request. */
export function selectMedia<Candidate extends MediaCandidate>(
  platform: PlatformId,
  candidates: readonly Candidate[],
  place?: MediaPlace,
): MediaSelection<Candidate> {
  const media = mediaFacts(platform, place);
  const taker = platformName(platform, place?.network);
  const isCarried = (candidate: MediaCandidate) => carries(media, platformFacts(platform).mediaUrls, candidate);
  const carried = candidates.filter(isCarried);
  const isGiven = (sought: MediaKind) => carried.some(({ kind }) => kind === sought);
  // Where kinds do not go together, a document wins over a video, and a video over pictures. A post has the same files for every
  // network of its platform: one that takes less refuses them.
  const isAboutDocument = !mediaFacts(platform).documents?.mixed && isGiven('document');
  const lost = isAboutDocument ? ['image', 'video'] : !media.mixed && isGiven('video') ? ['image'] : [];
  const taken = carried.filter(({ kind }) => kind === null || !lost.includes(kind));
  const left = candidates.filter((candidate) => !taken.includes(candidate));
  const isUnreached = left.some((item) => item.field === 'mediaUrls' && isCarried({ ...item, field: 'media' }));
  return {
    taken,
    left,
    note: noteFor(taker, left, isUnreached),
    problem: numberProblem(taken, media, taker),
  };
}

function carries(media: MediaFacts, byUrl: readonly MediaKind[], { kind, field }: MediaCandidate): boolean {
  if (field === 'mediaUrls') return kind === null ? byUrl.length > 0 : byUrl.includes(kind);
  return (kind === null ? media.files : most(media, kind)) > 0;
}

function most({ images, videos, documents }: MediaFacts, kind: MediaKind): number {
  return { image: images, video: videos, document: documents?.files ?? 0 }[kind];
}

function noteFor(taker: string, left: readonly MediaCandidate[], isUnreached: boolean): string | null {
  if (left.length === 0) return null;
  const countOf = (kind: MediaKind | null) => left.filter((candidate) => candidate.kind === kind).length;
  const counts = [
    counted(countOf('image'), 'image'),
    counted(countOf('video'), 'video'),
    counted(countOf('document'), 'document'),
    counted(countOf(null), 'file'),
  ];
  const parts = counts.filter((part) => part);
  const hint = isUnreached ? ' Addresses in "mediaUrls" do not bring these there, those in "media" do.' : '';
  return `Left out on ${taker}: ${listed(parts)}.${hint}`;
}

function counted(count: number, noun: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}
