import { Anchor, Group, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { idOf } from '../../posts/list/post-pages.ts';
import { addressOf } from '../../posts/list/post-filters.ts';
import type { Post } from '../../posts/post-standing.ts';
import classes from '../calendar.module.css';
import type { CalendarFilters } from '../calendar-filters.ts';
import { type PostDrag, useDayDrop } from '../moving/post-drag.ts';
import type { PostMoves } from '../moving/post-moves.ts';
import { CalendarEntry } from './calendar-entry.tsx';
import { dayInWords, dayKey } from './month.ts';
import { WriteForDay } from './write-for-day.tsx';

const MAX_ENTRIES = 3;

interface MonthDayProps {
  day: Date;
  /** Set for a day of the month before or after. */
  isOutside: boolean;
  posts: readonly Post[];
  filters: CalendarFilters;
  now: Date;
  moves: PostMoves;
  drag: PostDrag;
}

/** A day in the table of a month, onto which posts can be dragged. */
export function MonthDay({ day, isOutside, posts, filters, now, moves, drag }: MonthDayProps) {
  const isToday = dayKey(day) === dayKey(now);
  // One more entry takes no more room than the link "+1 more".
  const shown = posts.length > MAX_ENTRIES + 1 ? posts.slice(0, MAX_ENTRIES) : posts;
  const { offer, target } = useDayDrop(day, drag, (post) => moves.moveToDay(post, day));
  return (
    <td
      data-outside={isOutside}
      data-today={isToday}
      aria-current={isToday ? 'date' : undefined}
      data-offer={offer?.words}
      data-refused={offer?.isRefused}
      {...target}
    >
      <Group justify="space-between" gap={4} wrap="nowrap" mb={2}>
        <Text size="sm" fw={isToday ? 700 : 400} {...(isOutside && { c: 'dimmed' })}>
          <VisuallyHidden>{dayInWords(day)}</VisuallyHidden>
          <span aria-hidden>
            {day.getDate()}
            {isToday ? ' Today' : ''}
          </span>
          {isToday ? <VisuallyHidden>, today</VisuallyHidden> : null}
        </Text>
        <WriteForDay day={day} now={now} />
      </Group>
      {posts.length > 0 ? (
        <ul className={`plain-list ${classes['entries']}`}>
          {shown.map((post) => (
            <li key={post.id}>
              <CalendarEntry post={post} movingTo={moves.moving.get(idOf(post))} {...drag.ofEntry(post)} />
            </li>
          ))}
          {shown.length < posts.length ? (
            <li>
              <Anchor component={Link} href={addressOf({ ...filters, from: dayKey(day), to: dayKey(day) })} size="xs">
                +{posts.length - shown.length} more
                <VisuallyHidden> on {dayInWords(day)}</VisuallyHidden>
              </Anchor>
            </li>
          ) : null}
        </ul>
      ) : null}
    </td>
  );
}
