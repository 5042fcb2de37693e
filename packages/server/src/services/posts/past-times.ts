import type { Schema } from '@social/types';
import { AppError } from '../../errors.ts';
import type { PostRow } from '../../store/posts/posts.ts';

type PostNote = Schema<'PostNote'>;

/** Tolerance for a time that was meant as now: clocks differ, and a request takes a while. */
const LATE_MS = 5 * 60_000;

/** Refuses a time in the past when the caller has asked for that. @throws AppError past_time */
export function refusePast(
  field: string,
  scheduledFor: { readonly at: number } | null,
  { ifPast, now }: { readonly ifPast: Schema<'IfPast'> | undefined; readonly now: number },
): void {
  if (ifPast !== 'refuse' || scheduledFor === null || scheduledFor.at >= now - LATE_MS) return;
  const late = duration(now - scheduledFor.at);
  throw new AppError(
    'past_time',
    `${field}: is ${late} in the past. Nothing was sent; send a time in the future, or leave it out to publish now`,
    { details: { field } },
  );
}

/** Makes the notes of a stored post from its columns. */
export function notesOf(post: Pick<PostRow, 'scheduled_for' | 'happens_at' | 'created_at'>): PostNote[] {
  if (post.scheduled_for === null) return [];
  return pastNotes(Date.parse(post.happens_at), Date.parse(post.created_at), 'was published');
}

/**
 * Makes the note about a time that was in the past when the request came.
 * @param at requested instant, milliseconds since 1970
 * @param cameAt instant of the request, milliseconds since 1970
 */
export function pastNotes(at: number, cameAt: number, happens: 'was published' | 'would be published'): PostNote[] {
  if (at >= cameAt) return [];
  return [
    {
      code: 'past_time',
      message: `The time was ${duration(cameAt - at)} in the past, so the post ${happens} at once`,
    },
  ];
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Writes a duration in words, with its two largest units. */
function duration(ms: number): string {
  let rest = ms;
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.slice(0, 2).join(' ') || 'less than a minute';
}
