import type { FileLook, FileTells } from '../look/file-look.ts';
import { toldBy } from '../tells.ts';
import type { StripPlan } from './strip-plan.ts';

/** What comes of a plan: some bytes are cut out, a picture is encoded anew, or the file is sent as it is. */
export interface StripFacts {
  readonly step: 'none' | 'cut' | 'encode';
  /** Is false where the file may tell more than what is cut out of it. */
  readonly isComplete: boolean;
  /** How many bytes the file grows by what is cut out; negative where it shrinks; null where that is unknown. */
  readonly sizeChange: number | null;
}

/** Says what comes of a plan, null where there is nothing to remove. */
export function stripFactsOf(plan: StripPlan | null, file: Pick<FileLook, 'kind' | 'isAnimated'>): StripFacts {
  if (plan === null) return { step: 'none', isComplete: true, sizeChange: 0 };
  const { edits, isComplete, orientation, sizeChange } = plan;
  const isAnyLeft = !isComplete || orientation !== 1;
  if (isAnyLeft && file.kind === 'image' && !file.isAnimated)
    return { step: 'encode', isComplete: true, sizeChange: 0 };
  if (edits.length === 0 || orientation !== 1) return { step: 'none', isComplete: false, sizeChange: 0 };
  return { step: 'cut', isComplete, sizeChange };
}

/**
 * Says what is removed from a file that is not encoded anew, and what may be left in it, as a sentence. Dry run and result say the same.
 * @param will `will be` before it is sent, `was` after it
 */
export function stripNote(
  file: { readonly name: string; readonly tells?: FileTells | undefined },
  { step, isComplete }: Pick<StripFacts, 'step' | 'isComplete'>,
  will: 'will be' | 'was',
): string | null {
  const { name } = file;
  const told = toldBy(file);
  if (step === 'none') {
    return isComplete ? null : `${name} ${will} sent as it is: what it tells beside what it shows cannot be removed.`;
  }
  if (isComplete) return told && `${name} ${will} sent without its ${told}.`;
  const what = told === null ? 'what was found in it' : `its ${told}`;
  return `${name} ${will} sent without ${what}; it may tell more, which cannot be removed.`;
}
