import type { Scope } from '@social/types';
import type { Standing } from '../../../shared/posts/post-standing.ts';
import type { Entry } from '../entries/entry.ts';

const WHY: Record<Exclude<Standing, 'scheduled'>, string> = {
  pending: 'It is being published.',
  published: 'It was published.',
  partial: 'It was sent.',
  failed: 'It was sent, and failed.',
  unknown: 'It was sent, and its outcome is unknown.',
  missed: 'It was missed, and will not be sent.',
  canceled: 'It was canceled.',
  unpublished: 'It was published and taken back.',
  // Moving it here would release it by the way.
  held: 'A restored backup holds it back: its own page can give it a new time, which releases it.',
};

/** Says why an entry cannot be moved to another time, or returns null for one that can. */
export function whyFixed({ state }: Entry, may: (scope: Scope) => boolean): string | null {
  if (state === 'draft') return null;
  if (state !== 'scheduled') return WHY[state];
  return may('publish') ? null : 'Owners and editors move what is scheduled: your role here is writer.';
}
