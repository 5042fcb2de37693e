import { type MediaFacts, PLATFORM_IDS } from '@social/types';
import { listed } from '../text/listed.ts';
import { sizesText } from './file-size.ts';
import { fittedSize, imageExcess } from './image-limits.ts';
import type { FileTells } from './look/file-look.ts';
import { mediaFacts } from './media-facts.ts';
import { fetchProblem, fileProblem, type KnownFile, limitsFor, togetherProblem, typeName } from './media-problem.ts';
import { type StripFacts, stripNote } from './strip/strip-facts.ts';
import { toldBy } from './tells.ts';

/** A file that was looked at. */
export interface LookedFile extends KnownFile {
  /** How stored pixels are turned to be seen upright, 1 to 8; 1 for a file that is upright. */
  readonly orientation?: number | undefined;
  readonly tells?: FileTells | undefined;
  readonly hasTransparency?: boolean | null | undefined;
  readonly pixelBytes?: number | null | undefined;
  /** False for a file that is cut off or damaged. */
  readonly isWhole?: boolean | null | undefined;
  /** What stripping does to it; left out where that was not looked at. */
  readonly strip?: StripFacts | undefined;
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
  /** Bytes of the changed file, which is stored with those of its workspace, from the least to the most; null for a file that stays. */
  readonly made: { readonly least: number; readonly most: number } | null;
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

/** How a file is planned. */
export interface PlanOptions {
  /** The field of the request: without it, nothing is done. */
  readonly fitMedia: boolean;
  /** Name of the network for people. */
  readonly taker: string;
  /** An address of a file that this server makes; null where networks cannot fetch from it; left out where that is not asked. */
  readonly madeUrl?: string | null | undefined;
}

/**
 * Plans what is done to a file of a post so that a network takes it and people see it as it is meant. The dry run tells it, and the
 * publish does it. An animation and a video are not encoded anew, and a document is sent as it is.
 */
export function planFile(file: LookedFile, facts: MediaFacts, { fitMedia, taker, madeUrl }: PlanOptions): FilePlan {
  const { name, kind, contentType, orientation = 1, size, isAnimated, strip } = file;
  if (kind === 'document') return { file, isEncoded: false, made: null, note: pagesNote(file, facts, taker) };
  if (!fitMedia) return { file, isEncoded: false, made: null, note: whatStays(file) };
  if (kind !== 'image' || isAnimated) return stripped(file, madeUrl);
  const limits = limitsFor(file, facts);
  const excess = imageExcess(file, limits, taker);
  const isTaken = facts.imageTypes.includes(contentType);
  const becomes = CONVERSIONS[contentType]?.find((type) => facts.imageTypes.includes(type));
  const reasons = [
    isTaken ? null : { why: `is ${typeName(contentType)}`, step: conversionTo(becomes, file, facts) },
    orientation === 1 ? null : { why: 'is not upright', step: 'turned upright' },
    excess === null ? null : { why: excess, step: 'made smaller' },
  ].filter((reason) => reason !== null);
  if ((reasons.length === 0 && strip?.step !== 'encode') || !becomes) return stripped(file, madeUrl);
  const why = listed(reasons.map((reason) => reason.why));
  const told = toldBy(file);
  const note =
    reasons.length === 0
      ? `${name} will be encoded anew${told === null ? '' : `, without its ${told}`}.`
      : `${name} ${why}; it will be ${listed(reasons.map(({ step }) => step))}.`;
  const sent = {
    ...file,
    contentType: becomes,
    bytes: null,
    size: size && fittedSize(size, limits),
    publicUrl: madeUrl,
  };
  return { file: sent, isEncoded: true, made: { least: 1, most: limits.maxBytes }, note };
}

/** Says how many pages a document may have, which nobody counts. */
function pagesNote({ name }: KnownFile, { documents }: MediaFacts, taker: string): string | null {
  const { maxPages } = documents ?? {};
  return maxPages ? `${taker} takes documents of up to ${maxPages} pages; those of ${name} were not counted.` : null;
}

/** Plans what is cut out of a file that is not encoded anew. */
function stripped(file: LookedFile, madeUrl: string | null | undefined): FilePlan {
  const { kind, contentType, publicUrl } = file;
  const bytes = file.bytes ?? 0;
  const isLeft = kind === 'video' && !STRIPPED_VIDEOS.includes(contentType);
  const strip = isLeft ? SENT_AS_IT_IS : file.strip;
  const note = stripNote(file, strip ?? { step: 'cut', isComplete: true }, 'will be');
  if (strip?.step === 'none') return { file, isEncoded: false, made: null, note };
  const most = bytes + Math.max(0, strip?.sizeChange ?? 0);
  const isUnreachable = publicUrl === null && madeUrl === null;
  const sent = strip ? { ...file, publicUrl: madeUrl } : { ...file, publicUrl: isUnreachable ? null : undefined };
  return {
    // The publish holds the limit of bytes against the file before and after.
    file: file.bytes === null ? sent : { ...sent, bytes: most },
    isEncoded: false,
    made: { least: strip && strip.sizeChange !== null ? bytes + strip.sizeChange : 0, most },
    note,
  };
}

const SENT_AS_IT_IS = { step: 'none', isComplete: false, sizeChange: 0 } as const;

/** What is transparent decides the type of the result, which only decoding tells. */
function conversionTo(type: string | undefined, { hasTransparency }: LookedFile, { imageTypes }: MediaFacts): string {
  const name = type === undefined ? '' : typeName(type);
  if (!hasTransparency) return `converted to ${name}`;
  const isJpegAlone = imageTypes.every((each) => each === 'image/jpeg');
  return isJpegAlone ? 'converted to JPEG, with white where it is transparent' : 'converted';
}

/** Says what "fitMedia": false means for a file. */
function whatStays(file: LookedFile): string | null {
  const told = toldBy(file);
  const isTurned = file.kind === 'image' && (file.orientation ?? 1) !== 1;
  const stays = [isTurned && 'is not upright', told !== null && `tells its ${told}`].filter((part) => part !== false);
  return stays.length === 0 ? null : `${file.name} ${listed(stays)}, and stays so, since "fitMedia" is false.`;
}

/** What a dry run says about the files of a post. */
export interface FileCheck {
  /** Why the network would refuse them, as a sentence; null when it would not, as far as they were looked at. */
  readonly problem: string | null;
  /** What would be done to them. */
  readonly notes: readonly string[];
  /** By the number of the file, from 0. */
  readonly plans: readonly (FilePlan | null)[];
}

/**
 * Checks the files of a post as the publish does after it has prepared them.
 * @param files null for one that was not looked at
 */
export function checkFiles(
  files: readonly (LookedFile | null)[],
  by: PlanOptions & { readonly facts: MediaFacts },
): FileCheck {
  const { facts, taker } = by;
  const plans = files.map((file) => file && { given: file, ...planFile(file, facts, by) });
  const known = plans.filter((plan) => plan !== null);
  const planned = known.map(({ file }) => file);
  const addresses = known.map(({ given, file }) => addressFinding(given, file, by));
  const problems = [
    ...known.map(({ given }) => unusableProblem(given)),
    ...known.map(({ given, ...plan }) => encodingProblem(given, plan)),
    ...planned.map((file) => fileProblem(file, facts, taker)),
    ...addresses.map(({ problem }) => problem),
    planned.length === files.length ? togetherProblem(planned, facts, taker) : null,
  ];
  const problem = problems.find((one) => one !== null) ?? null;
  const notes = [...known.map(({ note }) => note), ...addresses.map(({ note }) => note)];
  return { problem, notes: notes.filter((note) => note !== null), plans };
}

/** Checks the address of a file of which nobody knows whether it is changed: as it is given, and as a changed one would have it. */
function addressFinding(
  given: LookedFile,
  { publicUrl }: KnownFile,
  { facts, taker, madeUrl }: PlanOptions & { readonly facts: MediaFacts },
): { readonly problem: string | null; readonly note: string | null } {
  if (publicUrl !== undefined || given.publicUrl === undefined) return { problem: null, note: null };
  const problems = [given.publicUrl, madeUrl].map((url) => fetchProblem({ ...given, publicUrl: url }, facts, taker));
  const refused = problems.filter((problem) => problem !== null);
  const [problem = null] = refused;
  if (problem === null) return { problem: null, note: null };
  if (refused.length === problems.length) return { problem: `${given.name} ${problem}`, note: null };
  const when =
    problems[0] === null ? 'if something has to be removed from it' : 'unless something has to be removed from it';
  return { problem: null, note: `${given.name} was not looked at as a whole: ${when}, it ${problem}.` };
}

/** Explains why no post can have a file, as a sentence that begins with its name. */
export function unusableProblem({ name, kind, bytes, size, isWhole }: LookedFile): string | null {
  if (isWhole === false) return `${name} is not a whole ${kind === 'image' ? 'picture' : kind}; check the file`;
  if (kind !== 'image') return null;
  if (size && size.width * size.height > MAX_PIXELS) {
    return `${name} has more than ${MAX_PIXELS / 1_000_000} megapixels; make it smaller`;
  }
  if (bytes === null || bytes <= MAX_PICTURE_BYTES) return null;
  const { size: shown, limit } = sizesText(bytes, MAX_PICTURE_BYTES);
  return `${name} is ${shown}, and pictures may be up to ${limit}; make it smaller`;
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
