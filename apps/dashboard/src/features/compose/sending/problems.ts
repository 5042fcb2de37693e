import {
  countedSetting,
  hasComments,
  isBlankText,
  leftOut,
  measureComment,
  measureText,
  type TextMeasure,
  type TextPlace,
  textLeftOut,
} from '@social/rules';
import { type PlatformId, platformOf, type Target } from '@social/types';
import type { ConnectionStatus } from '../../../shared/connections/connections.ts';
import { targetName } from '../../../ui/platforms/target-name.ts';
import { inFigures } from '../../../ui/values/quantities.ts';
import type { MediaEntry } from '../media/media-entry.ts';
import { checkMedia } from '../media/media-fit.ts';
import { entryOf } from '../saving/form-fields.ts';
import { commentsOf, instantOfWriting, isPollUnfinished, partsFor, postsFor, type Writing } from '../writing.ts';

/** Result of this page's own checks for one target. */
export interface TargetCheck {
  readonly target: Target;
  /** The target's name for readers. */
  readonly name: string;
  /** Texts of the posts that the target makes of the draft. */
  readonly posts: readonly string[];
  /** Number of the comments that it gets. */
  readonly comments: number;
  /** The files that it gets, with the first post. */
  readonly files: readonly MediaEntry[];
  /** Sentences about empty parts of the common thread, equal at every target that gets it. */
  readonly gaps: readonly string[];
  /** Sentences about everything else that must be changed. */
  readonly problems: readonly string[];
  /** Sentence about what the network leaves out; null when it leaves out nothing. */
  readonly leftOut: string | null;
  /** Sentences about what is done to files for the network. */
  readonly notes: readonly string[];
}

const OWN_IS_EMPTY = 'Its own text is empty: write it, or use the common text again.';
const NOT_CHOOSABLE = 'Nothing can be published there now: connect it, or take it out.';

/** A connection as far as it decides limits; undefined until it is known. */
type Connected = Pick<ConnectionStatus, 'network' | 'text' | 'media'> | undefined;

/** Returns the place of a text, which decides its limit: what is connected, and what goes with the text. */
export function placeAt(connected: Connected, beside: Pick<TextPlace, 'besideMedia' | 'settings'>): TextPlace {
  return { network: connected?.network ?? undefined, server: connected?.text, ...beside };
}

/** Checks the texts and files for one target without the server. */
export function checkTarget(
  target: Target,
  {
    writing,
    media,
    connected,
    isChoosable = true,
  }: { writing: Writing; media: readonly MediaEntry[]; connected: Connected; isChoosable?: boolean },
): TargetCheck {
  const platform = platformOf(target);
  const [text = '', ...thread] = partsFor(writing, target);
  const isOwn = writing.own[target] !== undefined;
  const posts = postsFor(writing, target);
  const settings = writing.settings[target];
  const place = { platform, connected, settings, fitMedia: writing.hidden.fitMedia !== false };
  const comments = commentsOf(writing);
  const takesComments = hasComments(platform, connected?.network);
  const fit = checkMedia(place, filesFor(writing, media, target));
  const warning = countedSetting(platform, settings) === '' ? '' : ' with its content warning';
  const tooLong = posts.flatMap((post, index) =>
    tooLongProblem(
      `${posts.length > 1 ? `Part ${index + 1}` : 'The text'}${warning}`,
      measureText(platform, post, placeAt(connected, { besideMedia: index === 0 && media.length > 0, settings })),
    ),
  );
  const blank = isBlankText(text) ? [isOwn ? OWN_IS_EMPTY : 'Write a text: it is empty.'] : [];
  const gaps = thread.flatMap((part, index) =>
    isBlankText(part) ? [`Part ${index + 2} is empty: write it, or remove it.`] : [],
  );
  const textLeft = textLeftOut(platform, placeAt(connected, { settings }));
  const left = [
    ...(textLeft === null ? [] : [textLeft]),
    ...(fit.leftOut === null ? [] : [fit.leftOut]),
    ...(comments.length > 0 && !takesComments ? [leftOut(platform, 'the comments', connected?.network)] : []),
  ];
  return {
    target,
    name: targetName(target, connected?.network),
    posts,
    comments: takesComments ? comments.length : 0,
    files: fit.taken,
    gaps: isOwn ? [] : gaps,
    problems: [
      ...blank,
      ...(isOwn ? gaps : []),
      ...(isChoosable ? [] : [NOT_CHOOSABLE]),
      ...tooLong,
      ...(takesComments ? longComments(writing.comments, platform, placeAt(connected, { settings })) : []),
      ...(fit.problem === null ? [] : [fit.problem]),
    ],
    leftOut: left.join(' ') || null,
    notes: fit.notes,
  };
}

/** Returns the files that a target gets: its own ones, or those of all. */
function filesFor({ hidden }: Writing, media: readonly MediaEntry[], target: Target) {
  const own = hidden.overrides?.[target]?.media;
  if (own) return { entries: own.map(entryOf) };
  return { entries: media, shared: (hidden.mediaUrls ?? []).map((url, index) => entryOf({ url }, index)) };
}

function longComments(comments: readonly string[], platform: PlatformId, place: TextPlace): string[] {
  return comments.flatMap((comment, index) =>
    tooLongProblem(`Comment ${index + 1}`, measureComment(platform, comment, place)),
  );
}

function tooLongProblem(what: string, measure: TextMeasure): string[] {
  const { over, unit = 'characters' } = measure;
  return over > 0 ? [`${what} is ${inFigures(over)} ${over === 1 ? unit.slice(0, -1) : unit} too long.`] : [];
}

/** Returns sentences about everything that must be changed before a draft can be sent. */
export function problemsOf(
  writing: Writing,
  media: readonly MediaEntry[],
  { checks, now }: { checks: readonly TargetCheck[]; now: Date },
): string[] {
  return [
    ...(checks.length === 0 ? ['Choose at least one platform to publish to.'] : []),
    ...textProblems(writing, checks),
    ...uploadProblems(media),
    ...(isPollUnfinished(writing) ? ['Finish the poll, or remove it: it needs two answers and a length.'] : []),
    ...timeProblems(writing, now),
  ];
}

function textProblems(writing: Writing, checks: readonly TargetCheck[]): string[] {
  const isBlank = isBlankText(writing.text) && checks.every(({ target }) => !writing.own[target]);
  const gaps = new Set(checks.flatMap((check) => check.gaps));
  return [
    ...(isBlank ? ['Write a text.'] : []),
    ...gaps,
    ...checks.flatMap((check) => prefixed(check, isBlank ? check.problems.slice(1) : check.problems)),
  ];
}

function prefixed({ name }: TargetCheck, problems: readonly string[]): string[] {
  return problems.map((problem) => (problem.startsWith(`${name} `) ? problem : `${name}: ${problem}`));
}

function uploadProblems(media: readonly MediaEntry[]): string[] {
  const count = (...stages: string[]) => media.filter(({ at }) => stages.includes(at.stage)).length;
  const onTheWay = count('waiting', 'uploading');
  const lost = count('failed', 'refused');
  return [
    ...(onTheWay > 0 ? [`${onTheWay === 1 ? 'A file is' : `${onTheWay} files are`} still being uploaded.`] : []),
    ...(lost > 0
      ? [
          `${lost === 1 ? 'A file was' : `${lost} files were`} not uploaded: try again, or remove ${lost === 1 ? 'it' : 'them'}.`,
        ]
      : []),
  ];
}

function timeProblems(writing: Writing, now: Date): string[] {
  if (writing.when !== 'later') return [];
  const instant = instantOfWriting(writing);
  if (!instant) return ['Choose the date and time to publish at.'];
  return instant <= now ? ['The chosen time is in the past: choose a later one, or publish now.'] : [];
}
