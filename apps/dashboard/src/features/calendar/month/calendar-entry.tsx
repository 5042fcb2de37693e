import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import type { DragEvent } from 'react';
import { Link } from 'wouter';
import { Moment } from '../../../ui/values/moment.tsx';
import { type Post, standingInWords, standingOf, timeOf } from '../../posts/post-standing.ts';
import { StandingMark } from '../../posts/standing-mark.tsx';
import classes from '../calendar.module.css';
import { timeOfDay } from './month.ts';

interface CalendarEntryProps {
  post: Post;
  /** The time that the post is being moved to. */
  movingTo?: Date | undefined;
  /** Makes the entry draggable. */
  onDragStart?: ((event: DragEvent) => void) | undefined;
  onDragEnd?: (() => void) | undefined;
}

/** A post in its day, with its state, its time and its first words. Leads to the post. */
export function CalendarEntry({ post, movingTo, onDragStart, onDragEnd }: CalendarEntryProps) {
  const words = standingInWords(standingOf(post));
  const isDraggable = onDragStart !== undefined && !movingTo;
  const hint = isDraggable ? '\nDrag it to another day, or open it to change its time.' : '';
  return (
    <Anchor
      component={Link}
      href={`/posts/${post.id}`}
      className={classes['entry']}
      c="var(--mantine-color-text)"
      underline="hover"
      size="xs"
      title={`${words}: ${post.text.slice(0, 200)}${hint}`}
      draggable={isDraggable}
      data-moving={movingTo ? true : undefined}
      {...(isDraggable && { onDragStart, onDragEnd })}
    >
      <StandingMark standing={standingOf(post)} />
      <VisuallyHidden>{words}</VisuallyHidden>
      <Text component="span" inherit fw={600}>
        {timeOfDay(timeOf(post))}
      </Text>
      <Text component="span" inherit truncate>
        {movingTo ? (
          <>
            Moving…
            <VisuallyHidden>
              {' '}
              to <Moment at={movingTo.toISOString()} as="weekday" />
            </VisuallyHidden>
          </>
        ) : (
          post.text || 'Without text'
        )}
      </Text>
    </Anchor>
  );
}
