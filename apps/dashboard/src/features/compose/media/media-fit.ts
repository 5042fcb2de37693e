import {
  checkFiles,
  fileProblem,
  imageExcess,
  type LookedFile,
  limitsFor,
  type MediaPlace,
  mediaFacts,
  planFile,
  selectMedia,
} from '@social/rules';
import { type PlatformId, platformName } from '@social/types';
import type { MediaEntry } from './media-entry.ts';

/** Result of this page's checks of a post's files for one platform. */
export interface MediaFit {
  /** Sentence about what the user must change; null when nothing. */
  readonly problem: string | null;
  /** Sentence about what the platform leaves out; null when it leaves out nothing. */
  readonly leftOut: string | null;
  /** Sentences about what is done to files for the platform. */
  readonly notes: readonly string[];
  /** The files that the platform gets. */
  readonly taken: readonly MediaEntry[];
}

/** Where files go, and whether pictures are made to fit there: the field `fitMedia` of the request. */
export interface FileTarget extends Pick<MediaPlace, 'settings'> {
  readonly platform: PlatformId;
  /** What is connected; undefined until it is known. */
  readonly connected: Connected | undefined;
  readonly fitMedia: boolean;
}

/** A connection as far as it decides which files are taken. */
interface Connected extends Pick<MediaPlace, 'network'> {
  readonly media?: MediaPlace['server'];
}

/**
 * Checks files for a platform by the checks of the dry run.
 * @param shared files that do not reach every platform
 */
export function checkMedia(
  target: FileTarget,
  { entries, shared = [] }: { entries: readonly MediaEntry[]; shared?: readonly MediaEntry[] },
): MediaFit {
  const { taken, note, problem } = select(target, entries, shared);
  const files = checkFiles(
    taken.map(({ entry }) => lookedFileOf(entry)),
    rulesOf(target),
  );
  const broken = problem ?? files.problem;
  return {
    problem: broken && `${broken}.`,
    leftOut: note,
    notes: files.notes,
    taken: taken.map(({ entry }) => entry),
  };
}

/** What a platform does with a file that it does not take as it is, the gravest first. */
export const FATES = ['not taken', 'left out', 'converted', 'made smaller', 'turned upright'] as const;

/** Returns what a platform does with one file of a post; null where it takes the file as it is. */
export function fateOf(
  entry: MediaEntry,
  target: FileTarget,
  entries: readonly MediaEntry[],
): (typeof FATES)[number] | null {
  if (entry.at.stage === 'refused') return null;
  if (!select(target, entries).taken.some((taken) => taken.entry === entry)) return 'left out';
  const file = lookedFileOf(entry);
  if (file === null) return null;
  const by = rulesOf(target);
  const plan = planFile(file, by.facts, by);
  if (fileProblem(plan.file, by.facts, by.taker) !== null) return 'not taken';
  if (!plan.isEncoded) return null;
  if (plan.file.contentType !== file.contentType) return 'converted';
  return imageExcess(file, limitsFor(file, by.facts), by.taker) === null ? 'turned upright' : 'made smaller';
}

function select(target: FileTarget, entries: readonly MediaEntry[], shared: readonly MediaEntry[] = []) {
  // The card of a refused file says why, and the post is not sent with it.
  const given = entries.filter(({ at }) => at.stage !== 'refused');
  const candidates = [
    ...given.map((entry) => ({ kind: entry.kind, field: 'media' as const, entry })),
    ...shared.map((entry) => ({ kind: entry.kind, field: 'mediaUrls' as const, entry })),
  ];
  return selectMedia(target.platform, candidates, placeOf(target));
}

function rulesOf(target: FileTarget) {
  const { platform, connected, fitMedia } = target;
  return { facts: mediaFacts(platform, placeOf(target)), taker: platformName(platform, connected?.network), fitMedia };
}

function placeOf({ connected, settings }: FileTarget): MediaPlace {
  return { network: connected?.network, server: connected?.media, settings };
}

/** Returns null for a file of which not even the type is known. */
function lookedFileOf({ kind, contentType, size = null, ...entry }: MediaEntry): LookedFile | null {
  return kind === null || contentType === null ? null : { ...entry, kind, contentType, size };
}
