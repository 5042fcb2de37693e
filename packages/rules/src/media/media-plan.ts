import { type MediaFacts, PLATFORM_IDS } from '@social/types';
import { fittedSize, imageExcess } from './image-limits.ts';
import type { FileTells } from './look/file-look.ts';
import { mediaFacts } from './media-facts.ts';
import { fileProblem, type KnownFile, limitsFor, togetherProblem, typeName } from './media-problem.ts';

/** A file that was looked at. */
export interface LookedFile extends KnownFile {
  /** How stored pixels are turned to be seen upright, 1 to 8; 1 for a file that is upright. */
  readonly orientation?: number | undefined;
  readonly tells?: FileTells | undefined;
  readonly hasTransparency?: boolean | null | undefined;
  readonly pixelBytes?: number | null | undefined;
  /** False for a file that is cut off or damaged. */
  readonly isWhole?: boolean | null | undefined;
}

/** Pixels of the largest picture that is taken, and its bytes: the most that any network takes. */
export const MAX_PIXELS = 50_000_000;
/** Bytes of the largest decoded picture that can be encoded anew: such a one with transparency, of 8 bits a color. */
export const MAX_DECODED_BYTES = 4 * MAX_PIXELS;
const MAX_PICTURE_BYTES = Math.max(...PLATFORM_IDS.map((platform) => mediaFacts(platform).maxImageBytes));

/** What is done to a file before it is sent. A result may become another of its types, where bytes or transparency ask for it. */
export interface FilePlan {
  /** The file as it will be sent, as far as that is known beforehand. */
  readonly file: KnownFile;
  /** Set when its pixels are encoded anew. */
  readonly isEncoded: boolean;
  /** What is done and why, as a sentence; null when nothing is. */
  readonly note: string | null;
}

/** Types that still pictures can be read from, and those that each becomes, the best first. */
export const CONVERSIONS: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['image/jpeg', 'image/webp', 'image/png'],
  'image/png': ['image/png', 'image/jpeg', 'image/webp'],
  'image/webp': ['image/webp', 'image/jpeg', 'image/png'],
  'image/gif': ['image/png', 'image/jpeg', 'image/webp'],
  'image/avif': ['image/jpeg', 'image/webp', 'image/png'],
  'image/heic': ['image/jpeg', 'image/webp', 'image/png'],
  'image/heif': ['image/jpeg', 'image/webp', 'image/png'],
};

/** Videos from which bytes can be cut out. `planStrip` follows the same. */
export const STRIPPED_VIDEOS: readonly string[] = [
  ...['video/mp4', 'video/quicktime', 'video/3gpp', 'video/3gpp2', 'video/webm', 'video/x-matroska'],
];

/**
 * Plans what is done to a file of a post so that a network takes it and people see it as it is meant. The dry run tells it, and the
 * publish does it. An animation and a video are not encoded anew.
 * @param fitMedia the field of the request: without it, nothing is done
 */
export function planFile(file: LookedFile, facts: MediaFacts, { fitMedia }: { readonly fitMedia: boolean }): FilePlan {
  const { name, kind, contentType, orientation = 1, size, isAnimated } = file;
  const asItIs = { file, isEncoded: false, note: null };
  if (!fitMedia) return { ...asItIs, note: whatStays(file) };
  if (kind !== 'image' || isAnimated) return { ...asItIs, note: whatGoes(file) };
  const limits = limitsFor(file, facts);
  const excess = imageExcess(file, limits);
  const isTaken = facts.imageTypes.includes(contentType);
  const becomes = CONVERSIONS[contentType]?.find((type) => facts.imageTypes.includes(type));
  const reasons = [
    isTaken ? null : { why: `is ${typeName(contentType)}`, step: conversionTo(becomes, file, facts) },
    orientation === 1 ? null : { why: 'is not upright', step: 'turned upright' },
    excess === null ? null : { why: excess, step: 'made smaller' },
  ].filter((reason) => reason !== null);
  if (reasons.length === 0 || !becomes) return { ...asItIs, note: whatGoes(file) };
  const why = AND.format(reasons.map((reason) => reason.why));
  const sent = { ...file, contentType: becomes, bytes: null, size: size && fittedSize(size, limits) };
  return {
    file: sent,
    isEncoded: true,
    note: `${name} ${why}; it will be ${AND.format(reasons.map(({ step }) => step))}.`,
  };
}

/** What is transparent decides the type of the result, which only decoding tells. */
function conversionTo(type: string | undefined, { hasTransparency }: LookedFile, { imageTypes }: MediaFacts): string {
  const name = type === undefined ? '' : typeName(type);
  if (!hasTransparency) return `converted to ${name}`;
  const isJpegAlone = imageTypes.every((each) => each === 'image/jpeg');
  return isJpegAlone ? 'converted to JPEG, with white where it is transparent' : 'converted';
}

/** Names what a file tells beside what it shows; null for nothing. */
export function toldBy({ tells }: Pick<LookedFile, 'tells'>): string | null {
  const told = Object.entries(tells ?? {}).flatMap(([what, isTold]) => (isTold ? [what] : []));
  return told.length === 0 ? null : AND.format(told);
}

function whatGoes(file: LookedFile): string | null {
  const { name, kind, contentType } = file;
  if (kind === 'video' && !STRIPPED_VIDEOS.includes(contentType)) {
    return `${name} will be sent as it is: what it tells beside what it shows cannot be removed from ${typeName(contentType)}.`;
  }
  const told = toldBy(file);
  return told && `${name} will be sent without its ${told}.`;
}

/** Says what "fitMedia": false means for a file. */
function whatStays(file: LookedFile): string | null {
  const told = toldBy(file);
  const isTurned = file.kind === 'image' && (file.orientation ?? 1) !== 1;
  const stays = [isTurned && 'is not upright', told !== null && `tells its ${told}`].filter((part) => part !== false);
  return stays.length === 0 ? null : `${file.name} ${AND.format(stays)}, and stays so, since "fitMedia" is false.`;
}

/** What a dry run says about the files of a post. */
export interface FileCheck {
  /** Why the network would refuse them, as a sentence; null when it would not, as far as they were looked at. */
  readonly problem: string | null;
  /** What would be done to them. */
  readonly notes: readonly string[];
}

/**
 * Checks the files of a post as the publish does after it has prepared them.
 * @param files null for one that was not looked at
 * @param by.taker name of the network for people
 */
export function checkFiles(
  files: readonly (LookedFile | null)[],
  by: { readonly facts: MediaFacts; readonly taker: string; readonly fitMedia: boolean },
): FileCheck {
  const { facts, taker } = by;
  const known = files.filter((file) => file !== null);
  const plans = known.map((file) => ({ given: file, ...planFile(file, facts, by) }));
  const planned = plans.map(({ file }) => file);
  const problems = [
    ...known.map(unusableProblem),
    ...plans.map(({ given, ...plan }) => encodingProblem(given, plan)),
    ...planned.map((file) => fileProblem(file, facts, taker)),
    planned.length === files.length ? togetherProblem(planned, facts, taker) : null,
  ];
  const problem = problems.find((one) => one !== null) ?? null;
  return { problem, notes: plans.map(({ note }) => note).filter((note) => note !== null) };
}

/** Explains why no post can have a file, as a sentence that begins with its name. */
export function unusableProblem({ name, kind, bytes, size, isWhole }: LookedFile): string | null {
  if (isWhole === false) return `${name} is not a whole ${kind === 'image' ? 'picture' : 'video'}; check the file`;
  if (kind !== 'image') return null;
  if (size && size.width * size.height > MAX_PIXELS) {
    return `${name} has more than ${MAX_PIXELS / 1_000_000} megapixels; make it smaller`;
  }
  const isTooLarge = bytes !== null && bytes > MAX_PICTURE_BYTES;
  return isTooLarge ? `${name} has ${bytes} bytes, and pictures may have ${MAX_PICTURE_BYTES}; make it smaller` : null;
}

/** Explains why a picture cannot be encoded anew as it is planned, as a sentence that begins with its name. */
export function encodingProblem(
  { name, size, pixelBytes }: LookedFile,
  { isEncoded }: Pick<FilePlan, 'isEncoded'>,
): string | null {
  const pixels = size ? size.width * size.height : 0;
  if (!isEncoded || pixels * (pixelBytes ?? 4) <= MAX_DECODED_BYTES) return null;
  const most = Math.floor(MAX_DECODED_BYTES / (pixelBytes ?? 4) / 1e6);
  return `${name} has 16 bits a color and more than ${most} megapixels, too many to change it; make it smaller or save it with 8 bits`;
}

const AND = new Intl.ListFormat('en', { type: 'conjunction' });
