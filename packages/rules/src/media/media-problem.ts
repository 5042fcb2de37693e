import type { MediaFacts, Shape, Sides } from '@social/types';
import { listed } from '../text/listed.ts';
import { sizesText } from './file-size.ts';
import { type ImageLimits, type ImageSize, imageExcess } from './image-limits.ts';
import type { MediaKind } from './media-kind.ts';

/** A file, as far as it is known: what is null or left out is not held against it. */
export interface KnownFile {
  /** Its name for people. */
  readonly name: string;
  readonly kind: MediaKind;
  readonly contentType: string;
  readonly bytes: number | null;
  /** In pixels, as it is seen. */
  readonly size: ImageSize | null;
  readonly isAnimated?: boolean | undefined;
  /** Of an animation. */
  readonly frames?: number | null | undefined;
  readonly duration?: number | null | undefined;
  /** Description for people who cannot see the file. */
  readonly alt?: string | undefined;
  /** Address from which a network can fetch the file; null where none can. */
  readonly publicUrl?: string | null | undefined;
}

/** What a file breaks, as the end of a sentence that begins with its name. */
type Check = (file: KnownFile, facts: MediaFacts, taker: string) => string | null;

const CHECKS: readonly Check[] = [
  animationProblem,
  typeProblem,
  bytesProblem,
  sidesProblem,
  shapeProblem,
  lengthProblem,
  altProblem,
  fetchProblem,
];

/**
 * Finds the first reason why a network refuses the files of a post, as a sentence. The driver, the dry run and the composer ask the
 * same.
 * @param taker name of the network for people
 * @returns null when it takes them
 */
export function mediaProblem(files: readonly KnownFile[], facts: MediaFacts, taker: string): string | null {
  for (const file of files) {
    const problem = fileProblem(file, facts, taker);
    if (problem !== null) return problem;
  }
  return togetherProblem(files, facts, taker);
}

/** Finds the first reason why a network refuses a file, as `mediaProblem` does. The sentence begins with its name. */
export function fileProblem(file: KnownFile, facts: MediaFacts, taker: string): string | null {
  for (const check of CHECKS) {
    const problem = check(file, facts, taker);
    if (problem !== null) return `${file.name} ${problem}`;
  }
  return null;
}

/** Returns the limits of one picture, which differ for types that may be animated. */
export function limitsFor({ contentType }: Pick<KnownFile, 'contentType'>, facts: MediaFacts): ImageLimits {
  const { maxImageBytes, maxAnimationBytes = maxImageBytes, imageSides, animatedTypes } = facts;
  const maxBytes = animatedTypes.includes(contentType) ? maxAnimationBytes : maxImageBytes;
  return { maxBytes, ...imageSides };
}

/** Name of a media type for people, such as `MOV`. */
export function typeName(contentType: string): string {
  const name = contentType.replace(/^\w+\/(x-)?/, '');
  return TYPE_NAMES[name] ?? name.toUpperCase();
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  quicktime: 'MOV',
  msvideo: 'AVI',
  matroska: 'MKV',
  'ms-wmv': 'WMV',
  webm: 'WebM',
  'svg+xml': 'SVG',
  msword: 'DOC',
  'vnd.ms-powerpoint': 'PPT',
  'vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
};

function typeProblem({ kind, contentType }: KnownFile, facts: MediaFacts, taker: string): string | null {
  const types = { image: facts.imageTypes, video: facts.videoTypes, document: facts.documents?.types ?? [] }[kind];
  if (types.includes(contentType)) return null;
  const taken = types.length === 0 ? `no ${kind}s` : `${listed(types.map(typeName))} ${kind}s`;
  return `is ${typeName(contentType)}; ${taker} takes ${taken}`;
}

function animationProblem({ isAnimated, contentType, frames }: KnownFile, facts: MediaFacts, taker: string) {
  if (!isAnimated) return null;
  if (!facts.animatedTypes.includes(contentType)) {
    return `is animated, and ${taker} shows no animated ${typeName(contentType)}; post it as a video`;
  }
  const isTooLong = frames && facts.maxFrames > 0 && frames > facts.maxFrames;
  return isTooLong ? `has ${frames} frames, and ${taker} takes up to ${facts.maxFrames}` : null;
}

function bytesProblem(file: KnownFile, facts: MediaFacts, taker: string): string | null {
  const { kind, bytes } = file;
  const { documents } = facts;
  const most = {
    image: limitsFor(file, facts).maxBytes,
    video: facts.maxVideoBytes,
    document: documents?.maxBytes ?? 0,
  }[kind];
  const least = (kind === 'video' && facts.minVideoBytes) || 0;
  if (bytes === null || (bytes >= least && bytes <= most)) return null;
  const { size, limit } = sizesText(bytes, bytes < least ? least : most);
  return `is ${size}, and ${taker} takes ${bytes < least ? `videos of at least ${limit}` : `up to ${limit}`}`;
}

function sidesProblem(file: KnownFile, facts: MediaFacts, taker: string): string | null {
  const { kind, size, isAnimated } = file;
  // Where the pixels of animations are limited, those of every GIF count, whether it moves or not.
  const isCounted = file.contentType === 'image/gif' && facts.animationSides?.maxPixels !== undefined;
  if (kind === 'image' && !isAnimated && !isCounted) {
    return imageExcess({ ...file, bytes: null }, limitsFor(file, facts), taker);
  }
  const sides = kind === 'image' ? facts.animationSides : facts.videoSides;
  if (!size || !sides) return null;
  const { width, height } = size;
  const { min = 0, maxWidth = Infinity, maxHeight = Infinity, maxPixels = Infinity } = sides;
  if (Math.min(width, height) >= min && width <= maxWidth && height <= maxHeight && width * height <= maxPixels) {
    return null;
  }
  const noun = kind === 'video' ? 'videos' : isAnimated ? 'animations' : 'GIFs';
  return `is ${width} × ${height} pixels, and ${taker} takes ${noun} of ${describeSides(sides)}`;
}

function describeSides({ min, maxWidth, maxHeight, maxPixels }: Sides): string {
  const parts = [
    min && `at least ${min} pixels a side`,
    maxWidth && maxHeight && `at most ${maxWidth} × ${maxHeight}`,
    maxWidth && !maxHeight && `at most ${maxWidth} pixels in width`,
    maxPixels && `at most ${maxPixels} pixels in all`,
  ];
  return parts.filter(Boolean).join(' and ');
}

/** Widths and heights are whole pixels: 1080 by 1350 counts as 4:5. */
const TOLERANCE = 0.005;

function shapeProblem({ kind, size }: KnownFile, facts: MediaFacts, taker: string): string | null {
  const shape = kind === 'image' ? facts.imageShape : facts.videoShape;
  if (!shape || !size) return null;
  const ratio = size.width / size.height;
  if (ratio >= shape.narrowest * (1 - TOLERANCE) && ratio <= shape.widest * (1 + TOLERANCE)) return null;
  return `is ${size.width} × ${size.height} pixels, and ${taker} takes ${kind}s ${describeShape(shape)}; crop it`;
}

function describeShape({ narrowest, widest }: Shape): string {
  return `from ${Math.round(100 * narrowest) / 100}:1 to ${widest}:1`;
}

function lengthProblem({ kind, duration }: KnownFile, { videoSeconds }: MediaFacts, taker: string): string | null {
  if (kind === 'image' || duration === null || duration === undefined || !videoSeconds) return null;
  const { min = 0, max = Number.POSITIVE_INFINITY } = videoSeconds;
  if (duration >= min && duration <= max) return null;
  const limit = duration < min ? `at least ${min}` : `at most ${max}`;
  return `lasts ${Math.round(10 * duration) / 10} seconds, and ${taker} takes videos of ${limit} seconds`;
}

function altProblem({ alt = '' }: KnownFile, { maxAlt }: MediaFacts, taker: string): string | null {
  const { length } = [...alt];
  if (maxAlt === 0 || length <= maxAlt) return null;
  return `has a description of ${length} characters, and ${taker} takes up to ${maxAlt}; shorten it`;
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Explains why a network that fetches a file cannot, as the end of a sentence that begins with its name. A simulated network also
 * fetches over http, from the machine that it runs on.
 */
export function fetchProblem(
  { kind, publicUrl }: Pick<KnownFile, 'kind' | 'publicUrl'>,
  { fetches }: MediaFacts,
  taker: string,
): string | null {
  if (publicUrl === undefined || !fetches?.kinds.includes(kind)) return null;
  const { protocol, hostname = '' } = (publicUrl === null ? null : URL.parse(publicUrl)) ?? {};
  const isFetched = protocol === 'https:' || (protocol === 'http:' && (!fetches.https || LOOPBACK.includes(hostname)));
  if (isFetched) return null;
  if (protocol === 'http:') return `has an http address, and ${taker} fetches ${kind}s over https alone`;
  return `has no public https address from which ${taker} can fetch it; set SOCIAL_BASE_URL to one, or send a file at a public address as it is with "fitMedia": false`;
}

/** Finds out why a network refuses files together, each of which it takes, as a sentence. */
export function togetherProblem(files: readonly KnownFile[], facts: MediaFacts, taker: string): string | null {
  const isGiven = (kind: MediaKind) => files.some((file) => file.kind === kind);
  const problem = numberProblem(files, facts, taker);
  if (problem !== null) return problem;
  if (!facts.mixed && isGiven('image') && isGiven('video'))
    return `${taker} takes a video or images, not both in one post`;
  if (isGiven('document') && (isGiven('image') || isGiven('video')) && !facts.documents?.mixed)
    return `${taker} takes documents only without other files; leave one kind out`;
  const alone = files.find(({ contentType }) => facts.aloneTypes?.includes(contentType));
  if (!alone || files.length === 1) return null;
  return `${taker} takes a ${typeName(alone.contentType)} like ${alone.name} only without other files; leave them out`;
}

/** Finds out whether files are too many or too few for a post, as a sentence. Files of unknown kind count among all. */
export function numberProblem(
  files: readonly { readonly kind: MediaKind | null }[],
  facts: MediaFacts,
  taker: string,
): string | null {
  const { documents } = facts;
  const limits = [
    { noun: 'image', given: files.filter(({ kind }) => kind === 'image').length, most: facts.images },
    { noun: 'video', given: files.filter(({ kind }) => kind === 'video').length, most: facts.videos },
    { noun: 'document', given: files.filter(({ kind }) => kind === 'document').length, most: documents?.files ?? 0 },
    { noun: 'file', given: files.length, most: facts.files },
  ];
  const broken = limits.find(({ given, most }) => given > most);
  if (broken) return `${taker} takes ${counted(broken.most, broken.noun)}, ${broken.given} were given`;
  return facts.required && files.length === 0 ? `${taker} needs ${neededKind(facts)}` : null;
}

function neededKind({ images, videos }: MediaFacts): string {
  if (images > 0 && videos > 0) return 'an image or a video';
  return images > 0 ? 'an image' : 'a video';
}

function counted(count: number, noun: string): string {
  if (count === 0) return `no ${noun}s`;
  return count === 1 ? `at most 1 ${noun}` : `at most ${count} ${noun}s`;
}
