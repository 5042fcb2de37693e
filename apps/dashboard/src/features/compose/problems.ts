import { isBlankText, measureText, type TextMeasure } from '@social/rules';
import { type PlatformId, platformFacts } from '@social/types';
import { inFigures } from '../../ui/quantities.ts';
import type { MediaEntry } from '../media/media-entry.ts';
import { fitMedia } from '../media/media-fit.ts';
import { type Draft, instantOfDraft, textFor } from './draft.ts';

/** What this page itself can tell about one platform. */
export interface PlatformCheck {
  readonly platform: PlatformId;
  readonly measure: TextMeasure;
  /** Sentences about what has to be changed; empty when nothing has to. */
  readonly problems: readonly string[];
  /** What is left out there; null when nothing is. */
  readonly note: string | null;
}

/** Counts, and looks at text and files, without asking the server. */
export function checkPlatform(platform: PlatformId, draft: Draft, media: readonly MediaEntry[]): PlatformCheck {
  const text = textFor(draft, platform);
  const measure = measureText(platform, text);
  const fit = fitMedia(platform, media);
  const tooLong =
    measure.over > 0
      ? [`The text is ${inFigures(measure.over)} ${measure.over === 1 ? 'character' : 'characters'} too long.`]
      : [];
  const blank = isBlankText(text) ? ['Write a text: it is empty.'] : [];
  return { platform, measure, problems: [...blank, ...tooLong, ...fit.problems], note: fit.note };
}

/** What has to be changed before a draft can be sent, in sentences; empty when it can be. */
export function problemsOf(
  draft: Draft,
  media: readonly MediaEntry[],
  { checks, now }: { checks: readonly PlatformCheck[]; now: Date },
): string[] {
  return [
    ...(checks.length === 0 ? ['Choose at least one platform to publish to.'] : []),
    ...textProblems(draft, checks),
    ...uploadProblems(media),
    ...timeProblems(draft, now),
  ];
}

function textProblems(draft: Draft, checks: readonly PlatformCheck[]): string[] {
  const isBlank = isBlankText(draft.text) && checks.every(({ platform }) => isBlankText(textFor(draft, platform)));
  if (isBlank) return ['Write a text.', ...checks.flatMap((check) => prefixed(check, check.problems.slice(1)))];
  return checks.flatMap((check) => prefixed(check, check.problems));
}

function prefixed({ platform }: PlatformCheck, problems: readonly string[]): string[] {
  return problems.map((problem) => `${platformFacts(platform).label}: ${problem}`);
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

function timeProblems(draft: Draft, now: Date): string[] {
  if (draft.when === 'now') return [];
  const instant = instantOfDraft(draft);
  if (!instant) return ['Choose the date and time to publish at.'];
  return instant <= now ? ['The chosen time is in the past: choose a later one, or publish now.'] : [];
}
